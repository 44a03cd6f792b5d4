// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a king is attacked. Internal to the rules. SOURCE: rules core, sections 3 and 4.

#pragma once

#include "xiangqi/position.h"

namespace qipu {

// Whether a king of `color` on `king` could be taken, or faces the other king on an open file.
bool is_king_attacked(const Board& board, Square king, Color color);

// For a king that is not attacked: the points whose becoming empty or occupied could expose it.
// A move of another piece that touches none of them leaves the king safe.
SquareSet sensitive_squares(const Board& board, Square king, Color color);

}  // namespace qipu
