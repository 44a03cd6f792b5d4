// SPDX-License-Identifier: GPL-3.0-or-later

// The board as a picture, for `show --svg`.

#pragma once

#include <string>
#include <string_view>

#include "xiangqi/position.h"

namespace qipu {

// A whole SVG document, Red below: lines, river, palaces, the points of cannons and pawns, pieces
// with their characters, the squares of the last move marked. `title` is shown below the board;
// empty for none.
std::string board_svg(const Position& position, Move last, std::string_view title);

}  // namespace qipu
