// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/waiting_games.h"

#include <algorithm>

namespace qipu {

WaitingGames::WaitingGames(const Tables& tables, const GameTable& rows, GameId first) {
  each_main_line(tables, rows, first, static_cast<GameId>(rows.size()),
                 [this](GameId id, const GameRow& row, const MainLine& line) {
                   each_tuple(line, id, row, [this](Tuple tuple) { tuples_.push_back(tuple); });
                 });
  std::sort(tuples_.begin(), tuples_.end());
  const auto repeats =
      std::unique(tuples_.begin(), tuples_.end(),
                  [](const Tuple& a, const Tuple& b) { return a.is_same_posting(b); });
  tuples_.erase(repeats, tuples_.end());
}

std::span<const Tuple> WaitingGames::at(PositionKey key) const {
  const auto first =
      std::lower_bound(tuples_.begin(), tuples_.end(), key.value,
                       [](const Tuple& tuple, std::uint64_t value) { return tuple.key < value; });
  const auto end = std::find_if(first, tuples_.end(),
                                [&](const Tuple& tuple) { return tuple.key != key.value; });
  return {first, end};
}

}  // namespace qipu
