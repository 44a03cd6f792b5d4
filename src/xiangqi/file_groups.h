// SPDX-License-Identifier: GPL-3.0-or-later

// The files of the board as a player counts and names them. Internal to the notation.
// SOURCE: rules/notation.md, "Several equal pieces on one file".

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "xiangqi/position.h"

namespace qipu {

// The file 1..9 that `color` counts from the right, and back. REQUIRES: number in 1..9.
constexpr int file_number(Color color, int file) {
  return color == Color::Red ? 9 - file : file + 1;
}
constexpr int numbered_file(Color color, int number) {
  return color == Color::Red ? 9 - number : number - 1;
}

constexpr int forward(Color color) { return color == Color::Red ? 1 : -1; }
// How far a rank is from `color`'s own edge, 0..9.
constexpr int advance(Color color, int rank) { return color == Color::Red ? rank : 9 - rank; }

// The equal pieces on one file, front (nearest the enemy's edge) to rear.
class FileGroup {
 public:
  FileGroup(const Position& position, Piece piece, int number)
      : file_(numbered_file(piece.color(), number)) {
    const int step = forward(piece.color());
    for (int i = 0, rank = step > 0 ? 9 : 0; i < 10; ++i, rank -= step) {
      if (position.at({file_, rank}) == piece) ranks_[size_++] = static_cast<std::uint8_t>(rank);
    }
  }

  std::size_t size() const { return size_; }
  // REQUIRES: i < size().
  Square operator[](std::size_t i) const { return {file_, ranks_[i]}; }

 private:
  int file_;
  std::size_t size_ = 0;
  std::array<std::uint8_t, 10> ranks_{};
};

}  // namespace qipu
