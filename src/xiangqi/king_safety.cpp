// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/king_safety.h"

#include <algorithm>
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

// What could attack a king, and what stands in the way.
struct Siege {
  const Board& board;  // for the kinds of the enemies; what else stands there does not count
  SquareSet occupied;
  SquareSet enemies;
};

// Whether the enemy on `from`, a point of the king's file or rank, attacks along it.
bool attacks_along(const Siege& siege, Square king, Square from) {
  const SquareSet screens =
      siege.occupied &
      kBetween[static_cast<std::size_t>(king.index())][static_cast<std::size_t>(from.index())];
  const Piece piece = piece_on(siege.board, from.index());
  switch (piece.kind()) {
    case PieceKind::Rook:
      return screens.empty();
    case PieceKind::Cannon:
      return screens.is_single();
    case PieceKind::King:
      return from.file() == king.file() && screens.empty();
    case PieceKind::Pawn: {
      const Steps& steps = kSteps.pawn_attackers[static_cast<std::size_t>(piece.color())]
                                                [static_cast<std::size_t>(king.index())];
      return std::any_of(steps.begin(), steps.end(),
                         [from](Step step) { return step.to == from.index(); });
    }
    default:
      return false;
  }
}

bool is_attacked(const Siege& siege, Square king) {
  const auto here = static_cast<std::size_t>(king.index());
  for (SquareSet near = siege.enemies & kLinesOf[here]; !near.empty();) {
    if (attacks_along(siege, king, near.pop())) return true;
  }
  if ((siege.enemies & kKnightsAround[here]).empty()) return false;
  const Steps& steps = kSteps.knight_attackers[here];
  return std::any_of(steps.begin(), steps.end(), [&](Step step) {
    return siege.enemies.contains(step.to) && !siege.occupied.contains(step.through) &&
           piece_on(siege.board, step.to).kind() == PieceKind::Knight;
  });
}

}  // namespace

bool is_king_attacked(const Position& position, Square king, Color color) {
  const SquareSet enemies = position.pieces(opponent(color));
  return is_attacked({position.board(), position.pieces(color) | enemies, enemies}, king);
}

bool leaves_king_attacked(const Position& position, Move move) {
  const Color own = position.to_move();
  const auto king = position.king(own);
  if (!king) return false;
  SquareSet enemies = position.pieces(opponent(own));
  SquareSet occupied = position.pieces(own) | enemies;
  enemies.erase(move.to());
  occupied.erase(move.from());
  occupied.insert(move.to());
  return is_attacked({position.board(), occupied, enemies},
                     move.from() == *king ? move.to() : *king);
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
