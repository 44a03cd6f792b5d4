// SPDX-License-Identifier: GPL-3.0-or-later

// Where each kind of piece can step from each point of an empty board, as tables made at compile
// time. Internal to the rules. SOURCE: rules core, section 2.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "xiangqi/types.h"

namespace qipu {

// A step that needs the point `through` empty: a horse's leg, an elephant's eye. Where a step
// needs nothing (king, advisor, pawn), `through` is the point it starts from.
struct Step {
  std::uint8_t through = 0;
  std::uint8_t to = 0;
};

// At most eight steps.
struct Steps {
  std::array<Step, 8> list{};
  std::uint8_t count = 0;

  constexpr void add(int through, int to) {
    list[count++] = {static_cast<std::uint8_t>(through), static_cast<std::uint8_t>(to)};
  }
  constexpr const Step* begin() const { return list.data(); }
  constexpr const Step* end() const { return list.data() + count; }
};

using StepTable = std::array<Steps, Square::kCount>;

struct AllSteps {
  StepTable king, advisor, bishop, knight;
  // Pawn steps by colour.
  std::array<StepTable, 2> pawn;
  // The same read backwards: `to` is where an attacker of the point stands. A horse's leg is next
  // to the attacker, so attack is not symmetric.
  StepTable knight_attackers;
  std::array<StepTable, 2> pawn_attackers;  // by colour of the attacking pawn
};

extern const AllSteps kSteps;

// By point: all others of its file and rank, and the points from which a horse could attack it.
extern const std::array<SquareSet, Square::kCount> kLinesOf;
extern const std::array<SquareSet, Square::kCount> kKnightsAround;
// By two points: those strictly between them, if they share a file or rank; else none.
extern const std::array<std::array<SquareSet, Square::kCount>, Square::kCount> kBetween;

// The four directions along lines: index difference, and how many points lie that way.
inline constexpr std::array<int, 4> kDirections{1, -1, 9, -9};
extern const std::array<std::array<std::uint8_t, 4>, Square::kCount>
    kRayLength;  // [square][direction]

}  // namespace qipu
