// SPDX-License-Identifier: GPL-3.0-or-later

// Adds up postings of one position.

#pragma once

#include <optional>
#include <vector>

#include "schema/values.h"

namespace qipu {

class CountTally {
 public:
  // Postings come by game, so that a game's stand together; a game may not come back later.
  void add(const Posting& posting, Outcome outcome);
  PositionCounts counts() &&;

 private:
  PositionCounts counts_;  // moves in the order they were first seen: frequent ones are found soon
  std::optional<GameId> last_game_;
};

}  // namespace qipu
