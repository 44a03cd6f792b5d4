// SPDX-License-Identifier: GPL-3.0-or-later

// The named forms of mate: 马后炮, 铁门栓 and others; one game may end in several.
//
// SOURCE: rules/mates.tsv.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "xiangqi/position.h"

namespace qipu {

class MatePicture;

struct MateForm {
  std::string_view name;
  std::string_view alias;  // empty: it has no other name
  std::string_view english;
  bool (*is_met)(const MatePicture&);  // of a mate; null: the form is stalemate
};

// All forms, in the order of their source.
std::span<const MateForm> mate_forms();

// The form of that name: the Chinese one, simplified or traditional, its sound, or the English one.
// Null if there is none.
const MateForm* find_mate_form(std::string_view name);

// Whether the line ends in a mate (or stalemate) of that form. Some forms are told by the moves
// before it; of a position alone they are not seen.
bool ends_in(const MateForm& form, const Position& start, std::span<const Move> line);

}  // namespace qipu
