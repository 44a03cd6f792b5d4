// SPDX-License-Identifier: GPL-3.0-or-later

// The part of verify that looks at games: each against its row, its names, its source, and the
// tables that find it again. THROWS: StoreError where a table cannot be read.

#pragma once

#include <cstdint>
#include <string_view>

#include "schema/meta.h"
#include "store/game_table.h"
#include "store/verify.h"
#include "store/verify_index.h"

namespace qipu {

class GameChecks {
 public:
  // All must outlive it.
  GameChecks(const Tables& tables, const GameTable& rows, const Totals& totals,
             VerifyReport& report);

  // Looks at a game by itself, and notes what other tables must say of it. False if its bytes are
  // damaged; then those tables cannot be compared.
  bool check(GameId id, Bytes bytes);
  // Looks it up in these tables. REQUIRES: check(id, bytes) was just called, and true.
  void look_up(GameId id);
  // What the last game's positions add to the index, each posting once.
  const std::vector<Tuple>& tuples() const { return tuples_; }

  // Reads the tables of equal records and equal lines, and compares them with what all games
  // checked so far make of them. REQUIRES: all games were checked.
  void check_records();

 private:
  void check_ids(GameId id, const StoredGame& stored);
  void check_row(GameId id, const StoredGame& stored);
  void add_tuples(GameId id, const StoredGame& stored);
  bool is_edited(GameId id) const;

  const Tables& tables_;
  const GameTable& rows_;
  const Totals& totals_;
  VerifyReport& report_;

  std::vector<GameId> edited_;  // more than one key leads to such a game, or another's does
  Hash128 content_{};           // of the last game
  Hash128 line_{};
  std::vector<Tuple> tuples_;
  EntrySum records_;  // of all games that were not edited: which keys lead to which
  EntrySum lines_;
};

}  // namespace qipu
