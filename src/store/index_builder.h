// SPDX-License-Identifier: GPL-3.0-or-later

// Makes the position index from the games: reads and replays them, sorts the positions, packs them
// into pages and lists, and takes these into the database. The one way positions get into it.

#pragma once

#include <cstdint>
#include <functional>
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

  // Merges the pages of the steps into one where those of the newer ones are more than a quarter
  // of the oldest: each lookup reads all. RocksDB would do so while it has nothing else to do, but
  // small imports end before it does.
  void join_steps() const;

  // All games anew, in place of what is there: one atomic step too. Reads the games as often as
  // it takes to hold no more than `max_tuples` positions at a time. `progress` gets games read and
  // to read; it may throw to give up.
  using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;
  IndexMark rebuild(std::uint64_t total_tuples, std::size_t max_tuples, const Progress& progress);

 private:
  // Parts of the piles (tuple_pile.h): [first, end).
  struct Parts {
    std::size_t first = 0;
    std::size_t end = TuplePile::kPartCount;
  };
  // The games whose positions are in `piles`: [mark.end, end).
  struct Gathered {
    std::vector<TuplePile> piles;  // one a thread
    GameId end = 0;
  };
  struct Packed {
    std::vector<SortedFiles> files;
    std::uint64_t collisions = 0;
  };

  enum class Write : std::uint8_t { Put, Merge, Replace };

  // Of the wanted parts; the others stay empty.
  Gathered gather(GameId first, std::size_t max_tuples, Parts wanted) const;
  Packed pack(std::span<const TuplePile> piles, Parts parts, Write write) const;
  // As pack, on all threads where it is worth it.
  Packed pack_all(std::span<const TuplePile> piles, Parts parts, Write write) const;
  void take_in(Packed packed, const IndexMark& mark) const;

  const Tables& tables_;
  const GameTable& rows_;
  unsigned jobs_;
};

}  // namespace qipu
