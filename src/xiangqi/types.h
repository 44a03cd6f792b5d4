// SPDX-License-Identifier: GPL-3.0-or-later

// The vocabulary of the board: colours, pieces, squares, sets of squares, and moves.
//
// Files a..i run left to right and ranks 0..9 bottom to top as Red sees them,
// as in ICCS and UCCI: a0 is Red's left rook, e9 is Black's king.

#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>

namespace qipu {

enum class Color : std::uint8_t { Red, Black };

constexpr Color opponent(Color color) { return color == Color::Red ? Color::Black : Color::Red; }

enum class PieceKind : std::uint8_t { King, Advisor, Bishop, Knight, Rook, Cannon, Pawn };

// What stands on a point: a piece of a colour, or nothing.
class Piece {
 public:
  static constexpr int kCount = 14;  // pieces proper, without "nothing"

  constexpr Piece() = default;  // nothing
  constexpr Piece(Color color, PieceKind kind)
      : index_(static_cast<std::uint8_t>(static_cast<int>(color) * 7 + static_cast<int>(kind))) {}

  constexpr bool is_none() const { return index_ == kCount; }
  constexpr bool is(Color color) const { return !is_none() && this->color() == color; }
  constexpr bool is(Color color, PieceKind kind) const { return *this == Piece(color, kind); }
  // REQUIRES of the next three: !is_none().
  constexpr Color color() const { return index_ < 7 ? Color::Red : Color::Black; }
  constexpr PieceKind kind() const {
    return static_cast<PieceKind>(index_ < 7 ? index_ : index_ - 7);
  }
  // 0..13 in the order K A B N R C P k a b n r c p (Red upper case).
  constexpr int index() const { return index_; }

  friend constexpr bool operator==(Piece, Piece) = default;

 private:
  std::uint8_t index_ = kCount;
};

// A point of the 9 x 10 board.
class Square {
 public:
  static constexpr int kCount = 90;

  // REQUIRES: 0 <= file < 9, 0 <= rank < 10.
  constexpr Square(int file, int rank) : index_(static_cast<std::uint8_t>(rank * 9 + file)) {
    assert(file >= 0 && file < 9 && rank >= 0 && rank < 10);
  }
  // REQUIRES: 0 <= index < kCount.
  static constexpr Square at(int index) {
    assert(index >= 0 && index < kCount);
    return Square(static_cast<std::uint8_t>(index));
  }

  constexpr int file() const { return index_ % 9; }
  constexpr int rank() const { return index_ / 9; }
  constexpr int index() const { return index_; }  // rank * 9 + file; on disk too, see schema/v1.md

  // The same point with left and right exchanged: b2 <-> h2.
  constexpr Square mirrored() const { return {8 - file(), rank()}; }

  friend constexpr auto operator<=>(Square, Square) = default;

 private:
  explicit constexpr Square(std::uint8_t index) : index_(index) {}

  std::uint8_t index_;
};

// A set of points, in the order of their indices.
class SquareSet {
 public:
  constexpr SquareSet() = default;

  constexpr bool empty() const { return (low_ | high_) == 0; }
  constexpr int size() const { return std::popcount(low_) + std::popcount(high_); }
  constexpr bool is_single() const {
    const std::uint64_t half = low_ != 0 ? low_ : high_;
    return half != 0 && (half & (half - 1)) == 0 && (low_ == 0 || high_ == 0);
  }
  constexpr bool contains(Square square) const { return contains(square.index()); }
  constexpr bool contains(int index) const {
    return ((index < 64 ? low_ : high_) >> (static_cast<unsigned>(index) & 63U) & 1U) != 0;
  }

  constexpr void insert(Square square) { (square.index() < 64 ? low_ : high_) |= bit(square); }
  constexpr void erase(Square square) { (square.index() < 64 ? low_ : high_) &= ~bit(square); }
  // Takes the first point out. REQUIRES: !empty().
  constexpr Square pop() {
    assert(!empty());
    std::uint64_t& half = low_ != 0 ? low_ : high_;
    const int index = std::countr_zero(half) + (low_ != 0 ? 0 : 64);
    half &= half - 1;
    return Square::at(index);
  }

  friend constexpr SquareSet operator|(SquareSet a, SquareSet b) {
    a.low_ |= b.low_;
    a.high_ |= b.high_;
    return a;
  }
  friend constexpr SquareSet operator&(SquareSet a, SquareSet b) {
    a.low_ &= b.low_;
    a.high_ &= b.high_;
    return a;
  }
  friend constexpr bool operator==(SquareSet, SquareSet) = default;

 private:
  static constexpr std::uint64_t bit(Square square) {
    return std::uint64_t{1} << (static_cast<unsigned>(square.index()) & 63U);
  }

  std::uint64_t low_ = 0;   // points 0..63
  std::uint64_t high_ = 0;  // points 64..89
};

// A step from one point to another. The default, a0 to a0, is no move.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to)
      : from_(static_cast<std::uint8_t>(from.index())),
        to_(static_cast<std::uint8_t>(to.index())) {}
  // From code(). REQUIRES: is_code(code).
  static constexpr Move from_code(std::uint16_t code) {
    assert(is_code(code));
    return {Square::at(code >> 8U), Square::at(code & 0xFFU)};
  }
  static constexpr bool is_code(std::uint16_t code) {
    return code >> 8U < Square::kCount && (code & 0xFFU) < Square::kCount;
  }

  constexpr bool is_none() const { return from_ == to_; }
  constexpr Square from() const { return Square::at(from_); }
  constexpr Square to() const { return Square::at(to_); }
  // from index * 256 + to index; on disk too, see schema/v1.md.
  constexpr std::uint16_t code() const { return static_cast<std::uint16_t>(from_ << 8U | to_); }

  constexpr Move mirrored() const { return {from().mirrored(), to().mirrored()}; }

  friend constexpr auto operator<=>(Move, Move) = default;

 private:
  std::uint8_t from_ = 0;
  std::uint8_t to_ = 0;
};

}  // namespace qipu
