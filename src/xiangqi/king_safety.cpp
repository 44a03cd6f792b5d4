// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/king_safety.h"

#include <cstddef>

#include "xiangqi/steps.h"

namespace qipu {

namespace {

Piece piece_on(const Board& board, int index) { return board[static_cast<std::size_t>(index)]; }

// Calls visit(nth, index, piece) for the first, second ... piece seen from `from` along a
// direction (nth counts from 0) until it returns false or the board ends.
template <class Visit>
void look_along(const Board& board, Square from, std::size_t direction, Visit visit) {
  const int step = kDirections[direction];
  const int length = kRayLength[static_cast<std::size_t>(from.index())][direction];
  int seen = 0;
  for (int i = 1, index = from.index() + step; i <= length; ++i, index += step) {
    const Piece piece = piece_on(board, index);
    if (!piece.is_none() && !visit(seen++, index, piece)) return;
  }
}

bool is_vertical(std::size_t direction) { return direction >= 2; }

bool is_attacked_along(const Board& board, Square king, Color enemy, std::size_t direction) {
  bool attacked = false;
  look_along(board, king, direction, [&](int nth, int, Piece piece) {
    if (nth == 0) {
      attacked = piece.is(enemy, PieceKind::Rook) ||
                 (is_vertical(direction) && piece.is(enemy, PieceKind::King));
      return !attacked;
    }
    attacked = piece.is(enemy, PieceKind::Cannon);
    return false;
  });
  return attacked;
}

}  // namespace

bool is_king_attacked(const Board& board, Square king, Color color) {
  const Color enemy = opponent(color);
  for (std::size_t direction = 0; direction < kDirections.size(); ++direction) {
    if (is_attacked_along(board, king, enemy, direction)) return true;
  }
  const auto here = static_cast<std::size_t>(king.index());
  for (const Step step : kSteps.knight_attackers[here]) {
    if (piece_on(board, step.to).is(enemy, PieceKind::Knight) &&
        piece_on(board, step.through).is_none()) {
      return true;
    }
  }
  for (const Step step : kSteps.pawn_attackers[static_cast<std::size_t>(enemy)][here]) {
    if (piece_on(board, step.to).is(enemy, PieceKind::Pawn)) return true;
  }
  return false;
}

SquareSet sensitive_squares(const Board& board, Square king, Color color) {
  const Color enemy = opponent(color);
  SquareSet sensitive;
  for (std::size_t direction = 0; direction < kDirections.size(); ++direction) {
    std::array<int, 2> seen{};
    look_along(board, king, direction, [&](int nth, int index, Piece piece) {
      if (nth == 0 && piece.is(enemy, PieceKind::Cannon)) {  // waits for something to jump over
        for (int i = king.index() + kDirections[direction]; i != index;
             i += kDirections[direction]) {
          sensitive.insert(Square::at(i));
        }
      }
      if (nth == 1 && (piece.is(enemy, PieceKind::Rook) ||
                       (is_vertical(direction) && piece.is(enemy, PieceKind::King)))) {
        sensitive.insert(Square::at(seen[0]));
      }
      if (nth == 2) {
        if (piece.is(enemy, PieceKind::Cannon)) {  // two screens: either may not leave
          sensitive.insert(Square::at(seen[0]));
          sensitive.insert(Square::at(seen[1]));
        }
        return false;
      }
      seen[static_cast<std::size_t>(nth)] = index;
      return true;
    });
  }
  for (const Step step : kSteps.knight_attackers[static_cast<std::size_t>(king.index())]) {
    if (piece_on(board, step.to).is(enemy, PieceKind::Knight)) {
      sensitive.insert(Square::at(step.through));
    }
  }
  return sensitive;
}

}  // namespace qipu
