// SPDX-License-Identifier: GPL-3.0-or-later

// Families of openings as rules of the board: screen horses, through-palace cannon, five-seven
// cannons ... A game may belong to several, and to one that its ECCO code does not tell.
//
// SOURCE: openings/families.tsv and "Families" of openings/ecco.md.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "xiangqi/types.h"

namespace qipu {

struct OpeningFamily {
  std::string_view id;       // "screen-horses"
  std::string_view name_zh;  // several names have " / " between them
  std::string_view name_en;
};

// All families, in the order of their source.
std::span<const OpeningFamily> opening_families();

using FamilySet = std::uint64_t;  // a bit a family, by its place in opening_families()

// Those that the first 20 plies of a game from the usual start show. A game and its left-right
// mirror image have the same.
FamilySet families_of(std::span<const Move> main_line);

// The families with this id or name; else those whose id or name has it in it. Simplified or
// traditional, any case; empty if there are none.
FamilySet find_families(std::string_view words);

}  // namespace qipu
