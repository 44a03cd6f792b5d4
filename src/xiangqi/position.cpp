// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/position.h"

#include <cassert>
#include <cstddef>

#include "xiangqi/king_safety.h"

namespace qipu {

namespace {

constexpr std::size_t index(Color color) { return static_cast<std::size_t>(color); }

Board start_board() {
  constexpr std::array kBackRank{PieceKind::Rook,    PieceKind::Knight, PieceKind::Bishop,
                                 PieceKind::Advisor, PieceKind::King,   PieceKind::Advisor,
                                 PieceKind::Bishop,  PieceKind::Knight, PieceKind::Rook};
  Board board{};
  const auto put = [&board](int file, int rank, PieceKind kind) {
    board[static_cast<std::size_t>(Square(file, rank).index())] = Piece(Color::Red, kind);
    board[static_cast<std::size_t>(Square(file, 9 - rank).index())] = Piece(Color::Black, kind);
  };
  for (int file = 0; file < 9; ++file)
    put(file, 0, kBackRank[static_cast<std::size_t>(file)]);
  for (const int file : {1, 7})
    put(file, 2, PieceKind::Cannon);
  for (const int file : {0, 2, 4, 6, 8})
    put(file, 3, PieceKind::Pawn);
  return board;
}

bool in_palace(Square square, Color color) {
  const int own_rank = color == Color::Red ? square.rank() : 9 - square.rank();
  return square.file() >= 3 && square.file() <= 5 && own_rank <= 2;
}

PositionFault placement_fault(Square square, Piece piece) {
  const int file = square.file();
  const int own_rank = piece.color() == Color::Red ? square.rank() : 9 - square.rank();
  switch (piece.kind()) {
    case PieceKind::King:
      if (!in_palace(square, piece.color())) return PositionFault::KingOutsidePalace;
      break;
    case PieceKind::Advisor:  // the five points of the palace's diagonals
      if (!in_palace(square, piece.color()) || (file + own_rank) % 2 == 0) {
        return PositionFault::AdvisorOffPoints;
      }
      break;
    case PieceKind::Bishop: {  // a2 c0 c4 e2 g0 g4 i2
      const bool on_point =
          own_rank == 2 ? file % 4 == 0 : (own_rank == 0 || own_rank == 4) && file % 4 == 2;
      if (!on_point) return PositionFault::BishopOffPoints;
      break;
    }
    case PieceKind::Pawn:
      if (own_rank < 3 || (own_rank < 5 && file % 2 != 0)) return PositionFault::PawnOffPoints;
      break;
    case PieceKind::Knight:
    case PieceKind::Rook:
    case PieceKind::Cannon:
      break;
  }
  return PositionFault::None;
}

bool are_kings_facing(const Position& position) {
  const auto red = position.king(Color::Red);
  const auto black = position.king(Color::Black);
  if (!red || !black || red->file() != black->file()) return false;
  const int low = red->rank() < black->rank() ? red->rank() : black->rank();
  const int high = red->rank() < black->rank() ? black->rank() : red->rank();
  for (int rank = low + 1; rank < high; ++rank) {
    if (!position.at({red->file(), rank}).is_none()) return false;
  }
  return true;
}

}  // namespace

Position Position::start() {
  static const Position start = from_board(start_board(), Color::Red);
  return start;
}

Position Position::from_board(const Board& board, Color to_move) {
  Position position;
  if (to_move == Color::Black) {
    position.to_move_ = Color::Black;
    position.hash_ = position.mirrored_hash_ = kZobrist.black_to_move;
  }
  for (int i = 0; i < Square::kCount; ++i) {
    const Piece piece = board[static_cast<std::size_t>(i)];
    if (piece.is_none()) continue;
    position.board_[static_cast<std::size_t>(i)] = piece;
    position.pieces_[index(piece.color())].insert(Square::at(i));
    position.toggle(piece, Square::at(i));
    std::uint8_t& king = position.kings_[index(piece.color())];
    if (piece.kind() == PieceKind::King && king == kNoKing) king = static_cast<std::uint8_t>(i);
  }
  return position;
}

std::optional<Square> Position::king(Color color) const {
  const std::uint8_t king = kings_[index(color)];
  if (king == kNoKing) return std::nullopt;
  return Square::at(king);
}

bool Position::in_check(Color color) const {
  const auto square = king(color);
  return square && is_king_attacked(*this, *square, color);
}

Position Position::mirrored() const {
  Board board{};
  for (int i = 0; i < Square::kCount; ++i) {
    const auto mirror = static_cast<std::size_t>(Square::at(i).mirrored().index());
    board[mirror] = board_[static_cast<std::size_t>(i)];
  }
  return from_board(board, to_move_);
}

Position Position::flipped() const {
  Board board{};
  for (int i = 0; i < Square::kCount; ++i) {
    const Piece piece = board_[static_cast<std::size_t>(i)];
    if (piece.is_none()) continue;
    const Square square = Square::at(i);
    board[static_cast<std::size_t>(Square(square.file(), 9 - square.rank()).index())] =
        Piece(opponent(piece.color()), piece.kind());
  }
  return from_board(board, opponent(to_move_));
}

Position Position::with_to_move(Color color) const { return from_board(board_, color); }

void Position::toggle(Piece piece, Square square) {
  const ZobristPair& pair = kZobrist.pieces[static_cast<std::size_t>(piece.index())]
                                           [static_cast<std::size_t>(square.index())];
  hash_ ^= pair.plain;
  mirrored_hash_ ^= pair.mirrored;
}

Piece Position::play(Move move) {
  const Square from = move.from();
  const Square to = move.to();
  Piece& origin = board_[static_cast<std::size_t>(from.index())];
  Piece& target = board_[static_cast<std::size_t>(to.index())];
  const Piece moved = origin;
  const Piece taken = target;
  assert(moved.is(to_move_) && !move.is_none());

  if (!taken.is_none()) {
    toggle(taken, to);
    pieces_[index(taken.color())].erase(to);
    std::uint8_t& king = kings_[index(taken.color())];
    if (king == to.index()) king = kNoKing;
  }
  origin = Piece();
  target = moved;
  toggle(moved, from);
  toggle(moved, to);
  pieces_[index(to_move_)].erase(from);
  pieces_[index(to_move_)].insert(to);
  if (kings_[index(to_move_)] == from.index()) {
    kings_[index(to_move_)] = static_cast<std::uint8_t>(to.index());
  }
  hash_ ^= kZobrist.black_to_move;
  mirrored_hash_ ^= kZobrist.black_to_move;
  to_move_ = opponent(to_move_);
  return taken;
}

PositionFault find_fault(const Position& position) {
  if (position == Position::start()) return PositionFault::None;  // most are
  std::array<int, Piece::kCount> counts{};
  PositionFault misplaced = PositionFault::None;
  for (int i = 0; i < Square::kCount; ++i) {
    const Piece piece = position.at(Square::at(i));
    if (piece.is_none()) continue;
    ++counts[static_cast<std::size_t>(piece.index())];
    const PositionFault fault = placement_fault(Square::at(i), piece);
    if (fault != PositionFault::None && (misplaced == PositionFault::None || fault < misplaced)) {
      misplaced = fault;
    }
  }
  const auto count = [&counts](Color color, PieceKind kind) {
    return counts[static_cast<std::size_t>(Piece(color, kind).index())];
  };
  const auto either = [&count](PieceKind kind, auto test) {
    return test(count(Color::Red, kind)) || test(count(Color::Black, kind));
  };
  if (either(PieceKind::King, [](int n) { return n == 0; })) return PositionFault::MissingKing;
  if (either(PieceKind::King, [](int n) { return n > 1; })) return PositionFault::ExtraKing;
  if (misplaced != PositionFault::None) return misplaced;
  for (const PieceKind kind : {PieceKind::Advisor, PieceKind::Bishop, PieceKind::Knight,
                               PieceKind::Rook, PieceKind::Cannon, PieceKind::Pawn}) {
    const int most = kind == PieceKind::Pawn ? 5 : 2;
    if (either(kind, [most](int n) { return n > most; })) return PositionFault::TooManyPieces;
  }
  if (are_kings_facing(position)) return PositionFault::KingsFacing;
  if (position.in_check(opponent(position.to_move()))) return PositionFault::OpponentInCheck;
  return PositionFault::None;
}

const char* to_text(PositionFault fault) {
  switch (fault) {
    case PositionFault::None:
      return "no fault";
    case PositionFault::MissingKing:
      return "a king is missing";
    case PositionFault::ExtraKing:
      return "a side has more than one king";
    case PositionFault::KingOutsidePalace:
      return "a king stands outside its palace";
    case PositionFault::AdvisorOffPoints:
      return "an advisor stands off its points";
    case PositionFault::BishopOffPoints:
      return "an elephant stands off its points";
    case PositionFault::PawnOffPoints:
      return "a pawn stands where no pawn can get";
    case PositionFault::TooManyPieces:
      return "a side has more pieces of a kind than there are";
    case PositionFault::KingsFacing:
      return "the kings face each other";
    case PositionFault::OpponentInCheck:
      return "the side that is not to move is in check";
  }
  return "unknown fault";
}

}  // namespace qipu
