// SPDX-License-Identifier: GPL-3.0-or-later

// The bytes of a game's moves: start position, main line, and the rest of the tree with what is
// said in it. SOURCE: schema/v1.md, "Game", "Moves" and "Tree".

#pragma once

#include <optional>
#include <string>

#include "base/bytes.h"
#include "record/game.h"

namespace qipu {

inline constexpr std::size_t kPackedBoardSize = 46;

// Side to move and 90 points, four bits each.
void append_board(ByteWriter& out, const Position& position);
std::optional<Position> read_board(ByteReader& in);

void append_moves(ByteWriter& out, const std::vector<Move>& moves);
// Nothing if the bytes are no moves, or a move is not one of a piece of the side to move.
std::optional<std::vector<Move>> read_moves(ByteReader& in, const Position& start);

// Side lines and remarks; empty if there are none.
std::string encode_tree(const MoveTree& tree);
// Adds them to a tree that holds the main line; false if they contradict their layout.
bool read_tree(Bytes bytes, const Position& start, MoveTree& tree);

}  // namespace qipu
