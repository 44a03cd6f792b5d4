// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/count_tally.h"

#include <algorithm>
#include <utility>

namespace qipu {

void CountTally::add(const Posting& posting, Outcome outcome) {
  if (last_game_ != posting.game) counts_.all.add(outcome);
  last_game_ = posting.game;
  auto& moves = counts_.moves;
  auto found = std::find_if(moves.begin(), moves.end(),
                            [&](const MoveCount& count) { return count.move == posting.move; });
  if (found == moves.end()) found = moves.insert(moves.end(), {posting.move, {}});
  found->wdl.add(outcome);
}

PositionCounts CountTally::counts() && {
  std::sort(counts_.moves.begin(), counts_.moves.end(),
            [](const MoveCount& a, const MoveCount& b) { return a.move < b.move; });
  return std::move(counts_);
}

}  // namespace qipu
