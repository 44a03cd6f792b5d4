// SPDX-License-Identifier: GPL-3.0-or-later

// The slow and simple way to every statistic: play all games and look. What stores and indexes
// answer must equal it.

#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "record/game.h"

namespace qipu {

// What one game did at a position.
struct NaiveReplay {
  int first_ply = -1;       // -1: never was there
  std::vector<Move> moves;  // as they stand on the position asked, each once, ascending
  bool ended = false;       // it stands there at its end
};
NaiveReplay replay(const Game& game, const Position& position);

// By move; Move{} is the end of the game.
std::map<Move, Wdl> naive_moves(const std::vector<Game>& games, const Position& position,
                                const std::function<bool(const Game&)>& is_wanted);

// Every `step`-th position of the games' main lines, some of them mirrored.
std::vector<Position> some_positions(const std::vector<Game>& games, std::size_t step);

}  // namespace qipu
