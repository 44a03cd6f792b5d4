// SPDX-License-Identifier: GPL-3.0-or-later

// A final position as the forms of mate look at it. Internal to mates.cpp.

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "xiangqi/position.h"

namespace qipu {

// Always turned so that Black is mated: Red's pieces mate.
class MatePicture {
 public:
  // REQUIRES: the line ends in mate, and the side that is mated has a king.
  MatePicture(const Position& start, std::span<const Move> line);

  Square king() const { return king_; }  // the one that is mated
  Piece at(Square square) const { return last_.at(square); }
  bool has_red(PieceKind kind, Square square) const { return at(square).is(Color::Red, kind); }
  // Off the board: not there.
  bool has_red(PieceKind kind, int file, int rank) const;
  std::vector<Square> reds(PieceKind kind) const;
  // Whether a red piece of that kind meets `is_met`.
  bool any_red(PieceKind kind, const std::function<bool(Square)>& is_met) const;

  // The red pieces that give check; the king, where the kings face, is not among them.
  const std::vector<Square>& checkers() const { return checkers_; }
  bool is_check_by(PieceKind kind, const std::function<bool(Square)>& is_met) const;
  bool is_check_by(PieceKind kind) const;

  // Pieces strictly between two points of one line; -1 if no line has both.
  int between(Square a, Square b) const;
  // Whether a red piece on `from` could take on `to`, or would protect what stands there; the king
  // that is mated hides nothing.
  bool reaches(Square from, Square to) const;
  // The points to which the king could step if nothing stood or reached there.
  const std::vector<Square>& flights() const { return flights_; }
  // Whether the red king, on a file beside the mated one, takes a flight by facing it that no other
  // piece takes.
  bool own_king_takes_side() const;

  // The last moves: 0 is the mating one, 1 the one before it; nothing where the line is shorter.
  struct Played {
    Move move;
    Piece mover;
    Piece taken;
  };
  std::optional<Played> played(std::size_t back) const;

 private:
  bool is_taken_by_another(Square flight) const;  // by a red piece that is no king

  Position last_;
  Square king_;
  std::vector<Square> checkers_;
  std::vector<Square> flights_;
  std::vector<Played> tail_;  // newest first
};

inline bool are_beside(Square a, Square b) {
  const int files = a.file() - b.file();
  const int ranks = a.rank() - b.rank();
  return files * files + ranks * ranks == 1;
}

}  // namespace qipu
