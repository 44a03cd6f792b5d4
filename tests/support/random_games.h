// SPDX-License-Identifier: GPL-3.0-or-later

// Made-up games with what real archives have: shared openings and their mirror images, positions
// that come back, other starts, studies and puzzles, side lines, remarks, few players in many
// games.

#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "record/game.h"

namespace qipu {

using Random = std::mt19937_64;

// A number from 0 to `count` - 1. REQUIRES: count > 0.
inline std::size_t pick(Random& random, std::size_t count) {
  return static_cast<std::size_t>(random() % count);
}

// Makes games one after the other; the same seed makes the same games.
class RandomGames {
 public:
  explicit RandomGames(std::uint64_t seed);

  Game next();
  std::vector<Game> next(std::size_t count);

 private:
  std::vector<Move> line_from(Position position, std::size_t plies);
  void add_side_lines(Game& game);

  Random random_;
  std::vector<std::vector<Move>> openings_;
  std::uint64_t made_ = 0;
};

}  // namespace qipu
