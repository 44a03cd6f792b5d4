// SPDX-License-Identifier: GPL-3.0-or-later

// Makes the position index from the games: reads and replays them, sorts the positions, packs them
// into pages and lists, and takes these into the database. The one way positions get into it.

#pragma once

#include <cstdint>
#include <vector>

#include "schema/meta.h"
#include "store/game_table.h"
#include "store/sorted_files.h"
#include "store/tables.h"
#include "store/tuple_pile.h"

namespace qipu {

class IndexBuilder {
 public:
  // Works on `jobs` threads (at least 1). The references must outlive it.
  IndexBuilder(const Tables& tables, const GameTable& rows, unsigned jobs);

  // Index commit: games from `mark.end` on, as many as make `max_tuples` positions or a little
  // more; their pages, lists and the new mark become durable in one atomic step. Returns that
  // mark. REQUIRES: mark.end < rows.size(). THROWS: StoreError, IoError; then nothing changed.
  IndexMark add_step(const IndexMark& mark, std::size_t max_tuples);

 private:
  // The games whose positions are in `piles`: [mark.end, end).
  struct Gathered {
    std::vector<TuplePile> piles;  // one a thread
    GameId end = 0;
  };
  struct Packed {
    std::vector<SortedFiles> files;
    std::uint64_t collisions = 0;
  };

  Gathered gather(GameId first, std::size_t max_tuples) const;
  // Parts [first, end) of the piles.
  Packed pack(std::span<TuplePile> piles, std::size_t first, std::size_t end,
              bool is_first_load) const;

  const Tables& tables_;
  const GameTable& rows_;
  unsigned jobs_;
};

}  // namespace qipu
