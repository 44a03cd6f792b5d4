// SPDX-License-Identifier: GPL-3.0-or-later

// Answers questions about one position: from its page, its lists and the games that wait.
//
// A const reader may be shared by threads. THROWS: StoreError for damage.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "schema/page.h"
#include "store/filter.h"
#include "store/game_table.h"
#include "store/store.h"
#include "store/tables.h"
#include "store/waiting_games.h"

namespace qipu {

class PositionReader {
 public:
  // All must outlive it.
  PositionReader(const Tables& tables, const GameTable& rows, const WaitingGames& waiting)
      : tables_(tables), rows_(rows), waiting_(waiting) {}

  // As Store has them: by whichever way is cheapest.
  PositionCounts counts(PositionKey key, const Filter& filter) const;
  Wdl games_reached(PositionKey key, const Filter& filter) const;
  std::vector<Posting> postings(PositionKey key, const Filter& filter) const;
  void each_posting(PositionKey key, const Filter& filter, const Store::PostingVisit& visit) const;

  // The two ways to answer under a filter; they agree.
  std::vector<Posting> walked(PositionKey key, const Filter& filter) const;
  std::vector<Posting> replayed(PositionKey key, const std::vector<GameId>& games) const;

  // What all pages written so far say together, its postings by game.
  PageEntry page_entry(PositionKey key) const;
  // Its counts as the games in its lists are now.
  PositionCounts corrected_summary(PositionKey key, const PageEntry& entry) const;

 private:
  // Gives `visit` every posting of games of `filter`, with the game's row; a game's stand together.
  template <class Visit>
  void visit_postings(PositionKey key, const PageEntry& entry, const Filter& filter,
                      Visit visit) const;
  // As visit_postings, but by replaying `games`.
  template <class Visit>
  void visit_replayed(PositionKey key, const std::vector<GameId>& games, Visit visit) const;
  // By the cheaper of the two.
  template <class Visit>
  void visit_cheaply(PositionKey key, const PageEntry& entry, const Filter& filter,
                     Visit visit) const;

  const Tables& tables_;
  const GameTable& rows_;
  const WaitingGames& waiting_;
};

}  // namespace qipu
