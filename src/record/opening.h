// SPDX-License-Identifier: GPL-3.0-or-later

// Openings by name: the ECCO codes of 2004, A00 to E99, of which 260 have a meaning.
//
// SOURCE: openings/ecco.md. A code belongs to the order of a game's moves, not to a position.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "xiangqi/types.h"

namespace qipu {

struct Opening {
  std::string_view code;  // "B20"
  std::string_view name_zh;
  std::string_view name_en;

  std::string_view group() const { return code.substr(0, 2); }
};

// All codes in order. The ordinal of a code is its place here, counted from 1; 0 = none. Stored:
// never renumber.
std::span<const Opening> openings();

// Null for 0 and for what is no ordinal.
const Opening* find_opening(std::uint16_t ordinal);
// 0 if there is no such code. Case does not count.
std::uint16_t find_opening(std::string_view code);
// The ordinals of all codes that start with `words` ("B2"), or whose Chinese or English name has
// them in it; simplified or traditional, any case. "中炮对屏风马" and "A vs B" find every name with
// the one before and the other after.
std::vector<std::uint16_t> search_openings(std::string_view words);

// The ordinal of a game from the usual start. A game and its left-right mirror image have one code.
// Only the first 20 plies count; 0 for a game without moves.
std::uint16_t classify(const std::vector<Move>& main_line);

}  // namespace qipu
