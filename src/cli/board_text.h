// SPDX-License-Identifier: GPL-3.0-or-later

// A position drawn with Chinese characters, for a terminal with a fixed-width font.

#pragma once

#include <string>
#include <string_view>

#include "xiangqi/position.h"

namespace qipu {

// The character on a piece; the sides' differ (帥仕相傌俥炮兵, 將士象馬車砲卒).
std::string_view character_of(Piece piece);

// Red at the bottom; files counted by each side on its own edge, ranks of ICCS on the left. The
// sides' pieces differ in colour too if `is_coloured`. The point that `last` left and the one it
// came to are in brackets.
std::string draw_board(const Position& position, Move last, bool is_coloured);

}  // namespace qipu
