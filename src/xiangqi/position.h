// SPDX-License-Identifier: GPL-3.0-or-later

// A position: what stands where, and who is to move.
//
// A plain value of some 150 bytes; copying one is the way to come back to it. How often it
// occurred, the counters of a FEN and the rules on repetition are not part of it.

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "xiangqi/types.h"
#include "xiangqi/zobrist.h"

namespace qipu {

using Board = std::array<Piece, Square::kCount>;  // by Square::index()

class Position {
 public:
  // The usual start: 32 pieces, Red to move.
  static Position start();
  // Any board at all; find_fault says whether it can occur in a game.
  static Position from_board(const Board& board, Color to_move);

  Piece at(Square square) const { return board_[static_cast<std::size_t>(square.index())]; }
  const Board& board() const { return board_; }
  Color to_move() const { return to_move_; }
  SquareSet pieces(Color color) const { return pieces_[static_cast<std::size_t>(color)]; }
  // Where `color`'s king is; teaching diagrams may lack one. The first, should there be several.
  std::optional<Square> king(Color color) const;

  // Whether the side to move (or `color`) has a king that could be taken, or that faces the other
  // king on an open file.
  bool in_check() const { return in_check(to_move_); }
  bool in_check(Color color) const;

  // The left-right mirror image.
  Position mirrored() const;
  // With colours changed over: each piece on the same file and on the rank that lies as far from
  // the other side as its own did from its side; the other side is to move.
  Position flipped() const;
  // The same board with the other side to move.
  Position with_to_move(Color color) const;

  // Zobrist hash of the position and of its mirror image, side to move included.
  std::uint64_t hash() const { return hash_; }
  std::uint64_t mirrored_hash() const { return mirrored_hash_; }
  OrientedKey key() const { return oriented_key(hash_, mirrored_hash_); }

  // Moves what stands on move.from(), taking what stands on move.to(), and passes the turn.
  // Returns what was taken. REQUIRES: a piece of the side to move stands on move.from(). Does not
  // ask whether the move is legal (movegen.h does).
  Piece play(Move move);

  friend bool operator==(const Position& a, const Position& b) {
    return a.to_move_ == b.to_move_ && a.board_ == b.board_;
  }

 private:
  static constexpr std::uint8_t kNoKing = 255;

  Position() = default;
  void toggle(Piece piece, Square square);

  Board board_{};
  std::array<SquareSet, 2> pieces_;
  std::array<std::uint8_t, 2> kings_{kNoKing, kNoKing};
  Color to_move_ = Color::Red;
  std::uint64_t hash_ = 0;
  std::uint64_t mirrored_hash_ = 0;
};

// Why a position cannot occur in a game.
enum class PositionFault : std::uint8_t {
  None,
  MissingKing,
  ExtraKing,
  KingOutsidePalace,
  AdvisorOffPoints,
  BishopOffPoints,
  PawnOffPoints,
  // Composed studies break these now and then; such positions can still be played from.
  TooManyPieces,
  KingsFacing,
  OpponentInCheck,
};

// The first fault in the order above. SOURCE: rules core, section 2; formats/pgn.md, section 2.
PositionFault find_fault(const Position& position);
const char* to_text(PositionFault fault);

// Whether games from here can be replayed and indexed: no fault, or one of the last three.
inline bool is_playable(PositionFault fault) {
  return fault == PositionFault::None || fault >= PositionFault::TooManyPieces;
}

}  // namespace qipu
