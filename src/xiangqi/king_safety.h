// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a king is attacked. Internal to the rules. SOURCE: rules core, sections 3 and 4.

#pragma once

#include "xiangqi/position.h"

namespace qipu {

// Whether a king of `color` on `king` could be taken, or faces the other king on an open file.
bool is_king_attacked(const Position& position, Square king, Color color);

// The same for the king of the side to move once that side has made `move`; false without a king.
// REQUIRES: a pseudo-legal move.
bool leaves_king_attacked(const Position& position, Move move);

// For a king that is not attacked: the points whose becoming empty or occupied could expose it.
// A move of another piece that touches none of them leaves the king safe.
SquareSet sensitive_squares(const Board& board, Square king, Color color);

}  // namespace qipu
