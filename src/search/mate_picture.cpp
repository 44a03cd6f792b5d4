// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/mate_picture.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

namespace qipu {

namespace {

constexpr std::size_t kTail = 3;  // the moves before the end that forms look at

Square turned(Square square) { return {square.file(), 9 - square.rank()}; }

bool is_on_board(int file, int rank) { return file >= 0 && file < 9 && rank >= 0 && rank < 10; }

}  // namespace

MatePicture::MatePicture(const Position& start, std::span<const Move> line)
    : last_(start), king_(4, 9) {
  const bool loser_is_red = (start.to_move() == Color::Red) == (line.size() % 2 == 0);
  if (loser_is_red) last_ = last_.flipped();
  for (std::size_t i = 0; i < line.size(); ++i) {
    Move move = line[i];
    if (loser_is_red) move = {turned(move.from()), turned(move.to())};
    const Piece mover = last_.at(move.from());
    const Piece taken = last_.play(move);
    if (i + kTail >= line.size()) tail_.insert(tail_.begin(), {move, mover, taken});
  }
  assert(last_.king(Color::Black));
  king_ = *last_.king(Color::Black);
  for (SquareSet red = last_.pieces(Color::Red); !red.empty();) {
    const Square square = red.pop();
    if (at(square).kind() != PieceKind::King && reaches(square, king_)) checkers_.push_back(square);
  }
  for (const auto& [file, rank] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}}) {
    const int f = king_.file() + file;
    const int r = king_.rank() + rank;
    if (f >= 3 && f <= 5 && r >= 7 && r <= 9) flights_.emplace_back(f, r);
  }
}

bool MatePicture::has_red(PieceKind kind, int file, int rank) const {
  return is_on_board(file, rank) && has_red(kind, Square(file, rank));
}

std::vector<Square> MatePicture::reds(PieceKind kind) const {
  std::vector<Square> squares;
  for (SquareSet red = last_.pieces(Color::Red); !red.empty();) {
    const Square square = red.pop();
    if (at(square).kind() == kind) squares.push_back(square);
  }
  return squares;
}

bool MatePicture::any_red(PieceKind kind, const std::function<bool(Square)>& is_met) const {
  const auto squares = reds(kind);
  return std::any_of(squares.begin(), squares.end(), is_met);
}

bool MatePicture::is_check_by(PieceKind kind, const std::function<bool(Square)>& is_met) const {
  return std::any_of(checkers_.begin(), checkers_.end(),
                     [&](Square square) { return has_red(kind, square) && is_met(square); });
}

bool MatePicture::is_check_by(PieceKind kind) const {
  return is_check_by(kind, [](Square) { return true; });
}

int MatePicture::between(Square a, Square b) const {
  if (a == b || (a.file() != b.file() && a.rank() != b.rank())) return -1;
  const int file_step = (b.file() > a.file()) - (b.file() < a.file());
  const int rank_step = (b.rank() > a.rank()) - (b.rank() < a.rank());
  int pieces = 0;
  for (int f = a.file() + file_step, r = a.rank() + rank_step; f != b.file() || r != b.rank();
       f += file_step, r += rank_step) {
    if (!at({f, r}).is_none()) ++pieces;
  }
  return pieces;
}

bool MatePicture::reaches(Square from, Square to) const {
  const int files = to.file() - from.file();
  const int ranks = to.rank() - from.rank();
  int pieces = between(from, to);
  // The king steps away, and what looked along its line sees through it.
  if (pieces > 0) {
    const int to_king = between(from, king_);
    const int beyond = between(king_, to);
    const bool is_king_between =
        to_king >= 0 && beyond >= 0 && pieces == to_king + beyond + 1 && king_ != to &&
        std::abs(files) + std::abs(ranks) >
            std::abs(king_.file() - from.file()) + std::abs(king_.rank() - from.rank());
    if (is_king_between) --pieces;
  }
  switch (at(from).kind()) {
    case PieceKind::Rook:
      return pieces == 0;
    case PieceKind::Cannon:
      return pieces == 1;
    case PieceKind::King:  // by facing it
      return pieces == 0 && files == 0;
    case PieceKind::Pawn:
      return (ranks == 1 && files == 0) || (ranks == 0 && std::abs(files) == 1 && from.rank() >= 5);
    case PieceKind::Knight: {
      if (std::abs(files * ranks) != 2) return false;
      const Square leg(from.file() + files / 2, from.rank() + ranks / 2);
      return at(leg).is_none() || leg == king_;
    }
    case PieceKind::Advisor:
    case PieceKind::Bishop:
      break;
  }
  return false;
}

bool MatePicture::is_taken_by_another(Square flight) const {
  for (SquareSet red = last_.pieces(Color::Red); !red.empty();) {
    const Square square = red.pop();
    if (at(square).kind() != PieceKind::King && reaches(square, flight)) return true;
  }
  return false;
}

bool MatePicture::own_king_takes_side() const {
  const auto own = last_.king(Color::Red);
  return own && std::any_of(flights_.begin(), flights_.end(), [&](Square flight) {
           return flight.file() == own->file() && flight.file() != king_.file() &&
                  reaches(*own, flight) && !is_taken_by_another(flight);
         });
}

std::optional<MatePicture::Played> MatePicture::played(std::size_t back) const {
  if (back >= tail_.size()) return std::nullopt;
  return tail_[back];
}

}  // namespace qipu
