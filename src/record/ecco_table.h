// SPDX-License-Identifier: GPL-3.0-or-later

// The rules of the ECCO codes as a table. Internal to opening.cpp. SOURCE: openings/ecco.md.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "record/opening.h"

namespace qipu {

// How the moves of a side are held against its list. `x|y` means either.
enum class EccoMode : std::uint8_t {
  Exact,  // its first moves are the list in order; `x~y`: these two in either order
  Set,    // all of the list, in any order, before any move that is neither there nor may precede
};

struct EccoRow {
  Opening opening;
  EccoMode mode;
  std::string_view red;  // moves that make the code, blanks between them
  std::string_view black;
  std::string_view red_may_precede;  // "*" = any
  std::string_view black_may_precede;
  std::string_view yields_to;  // codes that win if they match too: "C41-C49,D21"
};

inline constexpr std::size_t kEccoCount = 260;
extern const std::array<EccoRow, kEccoCount> kEccoTable;  // by code

}  // namespace qipu
