// SPDX-License-Identifier: GPL-3.0-or-later

// The moves of a line in one byte each: which piece of the side to move goes, and to which of the
// points that its kind may reach on an empty board.
//
// Nothing asks what is legal, so that reading a move takes a few nanoseconds. What no byte can say
// (a third rook, a move that its piece cannot make) is kept in two bytes a move instead.
// SOURCE: schema/v1.md, "Moves".

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "xiangqi/position.h"

namespace qipu {

// Where each piece of the start stands now, as a line is walked.
class CodedLine {
 public:
  static constexpr std::size_t kCodeCount = 119;  // bytes that can be a move

  explicit CodedLine(const Position& start);

  // The byte of a move, which is then played. Nothing, and nothing is played, if it has none.
  std::optional<std::uint8_t> encode(Move move);
  // The move of a byte, which is then played. No move, and nothing is played, if the byte is none
  // here: no such piece is left, it would leave its points, or it would take one of its own side.
  Move decode(std::uint8_t code);

 private:
  // False, and nothing is played, if a piece of the same side stands on `to`.
  bool play(std::uint8_t piece, std::uint8_t from, std::uint8_t to);

  // Pieces have numbers: from 0 for Red, from 16 for Black; 32 = none, or one without a number.
  std::array<std::uint8_t, 33> square_of_{};             // by piece; 90 if it was taken
  std::array<std::uint8_t, Square::kCount> piece_at_{};  // by square
  std::uint8_t side_;                                    // to move: 0 or 16
};

// A byte for each of `moves`; nothing if one of them has none.
std::optional<std::string> encode_line(const Position& start, const std::vector<Move>& moves);
// Nothing if a byte is no move. Every move is one of a piece of the side to move.
std::optional<std::vector<Move>> decode_line(const Position& start, Bytes codes);

}  // namespace qipu
