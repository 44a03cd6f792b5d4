// SPDX-License-Identifier: GPL-3.0-or-later

// What the words of a pattern mean. Internal to pattern.cpp.

#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "xiangqi/types.h"

namespace qipu {

// What may stand on a point: a bit for each Piece::index(), that of no piece too.
using PieceSet = std::uint16_t;
inline constexpr PieceSet kAnything = (1U << (Piece::kCount + 1)) - 1;

struct BoardPattern {
  std::array<PieceSet, Square::kCount> allowed{};  // by Square::index()
  std::optional<Color> to_move;
};

// The smallest and the largest number of a piece.
struct CountRange {
  std::uint8_t min = 0;
  std::uint8_t max = std::numeric_limits<std::uint8_t>::max();
};
using MaterialPattern = std::array<CountRange, Piece::kCount>;  // by Piece::index()

// The grammar is that of PatternWords. THROWS: UsageError.
BoardPattern parse_board_pattern(const std::string& board, const std::string& region);
MaterialPattern parse_material(const std::string& text);
int parse_hold(const std::string& text);

}  // namespace qipu
