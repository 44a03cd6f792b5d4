// SPDX-License-Identifier: GPL-3.0-or-later

// The games that are not in the index yet: replayed, and held in memory beside it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "store/game_table.h"
#include "store/tables.h"
#include "store/tuple.h"

namespace qipu {

class WaitingGames {
 public:
  // Replays the games from `first` to the end of `rows`: about 3 us each.
  WaitingGames(const Tables& tables, const GameTable& rows, GameId first);

  // The postings at a position, by game, then move; none twice.
  std::span<const Tuple> at(PositionKey key) const;

 private:
  std::vector<Tuple> tuples_;  // sorted
};

// Walks games [first, end) with their main lines; leaves out those that are not to be indexed.
// THROWS: StoreError if one is missing or damaged.
template <class Visit>
void each_main_line(const Tables& tables, const GameTable& rows, GameId first, GameId end,
                    Visit visit) {
  constexpr std::size_t kGameBytes = 256;  // on disk, about
  const std::size_t ahead = std::clamp<std::size_t>((end - first) * kGameBytes,
                                                    std::size_t{16} << 10U, std::size_t{2} << 20U);
  TableScan games(tables, Table::Games,
                  {.from = game_key(first), .prefix = {}, .is_bulk = true, .read_ahead = ahead});
  for (GameId id = first; id < end; ++id) {
    if (!games.next() || games.key() != game_key(id)) {
      tables.fail("game " + std::to_string(id) + " is missing");
    }
    const GameRow& row = rows.row(id);
    if (row.is_unindexed) continue;
    visit(id, row, tables.whole(decode_main_line(as_bytes(games.value()))));
  }
}

}  // namespace qipu
