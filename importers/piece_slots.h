// SPDX-License-Identifier: GPL-3.0-or-later

// The order in which XQF and DhtmlXQ name the 32 pieces of a start position.
//
// A slot says the kind of its piece only; which of two rooks stands in which slot means nothing.

#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "xiangqi/position.h"

namespace qipu {

inline constexpr std::size_t kSlotCount = 32;

// R N B A K A B N R C C P P P P P of Red, then of Black.
extern const std::array<Piece, kSlotCount> kSlotPieces;

using Slots = std::array<std::optional<Square>, kSlotCount>;

// Where each slot's piece stands: the board is gone through from Red's back rank up, each rank from
// the owner's right, and each piece takes the first free slot of its kind. Nothing if a kind has
// more pieces than slots.
std::optional<Slots> to_slots(const Board& board);

// Of two slots on one square the later one wins.
Board to_board(const Slots& slots);

}  // namespace qipu
