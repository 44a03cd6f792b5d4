// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/movegen.h"

#include <algorithm>
#include <optional>

#include "xiangqi/king_safety.h"
#include "xiangqi/steps.h"

namespace qipu {

namespace {

Piece piece_on(const Board& board, int index) { return board[static_cast<std::size_t>(index)]; }

const StepTable& steps_of(Piece piece) {
  switch (piece.kind()) {
    case PieceKind::King:
      return kSteps.king;
    case PieceKind::Advisor:
      return kSteps.advisor;
    case PieceKind::Bishop:
      return kSteps.bishop;
    case PieceKind::Knight:
      return kSteps.knight;
    default:
      return kSteps.pawn[static_cast<std::size_t>(piece.color())];
  }
}

// Whether a step of a piece of `own` that starts on `from` may be taken.
bool can_step(const Board& board, int from, Step step, Color own) {
  return (step.through == from || piece_on(board, step.through).is_none()) &&
         !piece_on(board, step.to).is(own);
}

void add_steps(const Board& board, Square from, const Steps& steps, Color own, MoveList& moves) {
  for (const Step step : steps) {
    if (can_step(board, from.index(), step, own)) moves.push_back({from, Square::at(step.to)});
  }
}

void add_slides(const Board& board, Square from, bool is_cannon, Color own, MoveList& moves) {
  for (std::size_t direction = 0; direction < kDirections.size(); ++direction) {
    const int step = kDirections[direction];
    int left = kRayLength[static_cast<std::size_t>(from.index())][direction];
    int index = from.index() + step;
    for (; left > 0 && piece_on(board, index).is_none(); --left, index += step) {
      moves.push_back({from, Square::at(index)});
    }
    if (is_cannon && left > 0) {
      do {
        --left;
        index += step;
      } while (left > 0 && piece_on(board, index).is_none());
    }
    if (left > 0 && piece_on(board, index).is(opponent(own))) {
      moves.push_back({from, Square::at(index)});
    }
  }
}

// Decides which pseudo-legal moves leave the king safe.
class KingGuard {
 public:
  explicit KingGuard(const Position& position)
      : position_(position), king_(position.king(position.to_move())) {
    if (!king_) return;
    in_check_ = position.in_check();
    if (!in_check_) {
      sensitive_ = sensitive_squares(position.board(), *king_, position.to_move());
    }
  }

  // REQUIRES: `move` is pseudo-legal.
  bool is_safe(Move move) const {
    if (!king_) return true;
    const bool is_far = move.from() != *king_ && !in_check_ && !sensitive_.contains(move.from()) &&
                        !sensitive_.contains(move.to());
    return is_far || !leaves_king_attacked(position_, move);
  }

 private:
  const Position& position_;
  std::optional<Square> king_;
  bool in_check_ = false;
  SquareSet sensitive_;  // meaningful while not in check
};

}  // namespace

bool MoveList::contains(Move move) const { return std::find(begin(), end(), move) != end(); }

MoveList pseudo_legal_moves(const Position& position) {
  MoveList moves;
  const Color own = position.to_move();
  for (SquareSet pieces = position.pieces(own); !pieces.empty();) {
    const Square from = pieces.pop();
    const Piece piece = position.at(from);
    if (piece.kind() == PieceKind::Rook || piece.kind() == PieceKind::Cannon) {
      add_slides(position.board(), from, piece.kind() == PieceKind::Cannon, own, moves);
    } else {
      add_steps(position.board(), from, steps_of(piece)[static_cast<std::size_t>(from.index())],
                own, moves);
    }
  }
  return moves;
}

MoveList legal_moves(const Position& position) {
  MoveList moves;
  const KingGuard guard(position);
  for (const Move move : pseudo_legal_moves(position)) {
    if (guard.is_safe(move)) moves.push_back(move);
  }
  return moves;
}

bool is_pseudo_legal(const Position& position, Move move) {
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = position.at(from);
  if (move.is_none() || !piece.is(position.to_move()) || position.at(to).is(position.to_move())) {
    return false;
  }
  const Board& board = position.board();
  if (piece.kind() == PieceKind::Rook || piece.kind() == PieceKind::Cannon) {
    if (from.file() != to.file() && from.rank() != to.rank()) return false;
    const SquareSet occupied = position.pieces(Color::Red) | position.pieces(Color::Black);
    const SquareSet screens =
        occupied &
        kBetween[static_cast<std::size_t>(from.index())][static_cast<std::size_t>(to.index())];
    const bool jumps = piece.kind() == PieceKind::Cannon && occupied.contains(to);
    return jumps ? screens.is_single() : screens.empty();
  }
  const Steps& steps = steps_of(piece)[static_cast<std::size_t>(from.index())];
  return std::any_of(steps.begin(), steps.end(), [&](Step step) {
    return step.to == to.index() && can_step(board, from.index(), step, position.to_move());
  });
}

bool is_legal(const Position& position, Move move) {
  return is_pseudo_legal(position, move) && !leaves_king_attacked(position, move);
}

bool has_legal_move(const Position& position) {
  const KingGuard guard(position);
  const MoveList moves = pseudo_legal_moves(position);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) { return guard.is_safe(move); });
}

bool is_checkmate(const Position& position) {
  return position.in_check() && !has_legal_move(position);
}

bool is_stalemate(const Position& position) {
  return !position.in_check() && !has_legal_move(position);
}

// Recursion as deep as the caller asked, which the count itself keeps small.
std::uint64_t perft(const Position& position, int depth) {  // NOLINT(misc-no-recursion)
  if (depth == 0) return 1;
  if (depth == 1) {
    const KingGuard guard(position);
    const MoveList moves = pseudo_legal_moves(position);
    return static_cast<std::uint64_t>(
        std::count_if(moves.begin(), moves.end(), [&](Move move) { return guard.is_safe(move); }));
  }
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position)) {
    Position next = position;
    next.play(move);
    nodes += perft(next, depth - 1);
  }
  return nodes;
}

}  // namespace qipu
