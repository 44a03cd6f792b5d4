// SPDX-License-Identifier: GPL-3.0-or-later

// A tree of moves as a list of lines: what programs and people read instead of the tree.

#pragma once

#include <cstddef>
#include <vector>

#include "record/game.h"

namespace qipu {

// A run of moves along first children. Any depth of variations stays a flat list.
struct TreeLine {
  std::size_t parent = 0;     // the line it leaves, by index; of the main line: itself
  std::size_t ply = 0;        // of its first move, from 0: it stands instead of that of `parent`
  std::size_t depth = 0;      // 0: the main line; 1: its variations ...
  std::vector<NodeId> nodes;  // may be empty for the main line only
};

// The main line first, then the variations in the order in which they leave it, each followed by
// those that leave itself.
std::vector<TreeLine> lines_of(const MoveTree& tree);

// The position after the move of `node`. Linear in its ply.
Position position_at(const Game& game, NodeId node);

}  // namespace qipu
