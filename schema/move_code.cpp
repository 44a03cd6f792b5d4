// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/move_code.h"

#include <algorithm>

namespace qipu {

namespace {

constexpr std::uint8_t kBlack = 16;  // the side of a piece's number
constexpr std::uint8_t kNoNumber = 32;
constexpr std::uint8_t kSideBits = 48;          // kNoNumber is of neither side
constexpr std::uint8_t kGone = Square::kCount;  // also: no point

struct Step {
  int file = 0;
  int rank = 0;
};

// The pieces of a kind: how many have a number, and how many points one may go to.
struct Kind {
  std::uint8_t pieces = 0;
  std::uint8_t steps = 0;
};
constexpr std::array<Kind, 7> kKinds{{{1, 4}, {2, 4}, {2, 4}, {2, 8}, {2, 17}, {2, 17}, {5, 3}}};

constexpr std::array<Step, 4> kKingSteps{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
constexpr std::array<Step, 4> kDiagonals{{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
constexpr std::array<Step, 8> kKnightSteps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr std::array<Step, 3> kPawnSteps{{{0, 1}, {1, 0}, {-1, 0}}};

// Where a piece of `kind` goes by its step number `step`, all as its side sees the board.
constexpr std::uint8_t destination(PieceKind kind, std::size_t step, int from) {
  const int file = from % 9;
  const int rank = from / 9;
  Step by;
  switch (kind) {
    case PieceKind::King:
      by = kKingSteps[step];
      break;
    case PieceKind::Advisor:
      by = kDiagonals[step];
      break;
    case PieceKind::Bishop:
      by = {2 * kDiagonals[step].file, 2 * kDiagonals[step].rank};
      break;
    case PieceKind::Knight:
      by = kKnightSteps[step];
      break;
    case PieceKind::Pawn:
      by = kPawnSteps[step];
      break;
    case PieceKind::Rook:
    case PieceKind::Cannon: {  // round the board's edge: every other point of the rank or the file
      const int count = static_cast<int>(step) + 1;
      const int to = step < 8 ? rank * 9 + (file + count) % 9 : (rank + count - 8) % 10 * 9 + file;
      return static_cast<std::uint8_t>(to);
    }
  }
  const int to_file = file + by.file;
  const int to_rank = rank + by.rank;
  const bool is_on_board = to_file >= 0 && to_file < 9 && to_rank >= 0 && to_rank < 10;
  return is_on_board ? static_cast<std::uint8_t>(to_rank * 9 + to_file) : kGone;
}

struct Code {
  std::uint8_t piece = 0;                         // of its side, from 0
  std::array<std::uint8_t, Square::kCount> to{};  // by from; kGone: it cannot go there
};

// What all codes mean, and where those of each piece start.
struct CodeTable {
  std::array<Code, CodedLine::kCodeCount> codes{};
  std::array<std::uint8_t, 17> first{};       // by piece of a side; the end too
  std::array<std::uint8_t, 8> first_piece{};  // by kind; the end too

  constexpr CodeTable() {
    std::size_t code = 0;
    std::uint8_t piece = 0;
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
      first_piece[kind] = piece;
      for (std::uint8_t i = 0; i < kKinds[kind].pieces; ++i, ++piece) {
        first[piece] = static_cast<std::uint8_t>(code);
        for (std::size_t step = 0; step < kKinds[kind].steps; ++step, ++code) {
          codes[code].piece = piece;
          for (int from = 0; from < Square::kCount; ++from) {
            codes[code].to[static_cast<std::size_t>(from)] =
                destination(static_cast<PieceKind>(kind), step, from);
          }
        }
      }
    }
    first_piece.back() = piece;
    first.back() = static_cast<std::uint8_t>(code);
  }
};
constexpr CodeTable kTable;
static_assert(kTable.first.back() == CodedLine::kCodeCount);

// A point as the side to move sees it, and back: for Black the board is turned round.
constexpr std::uint8_t seen(std::uint8_t side, std::uint8_t square) {
  return static_cast<std::uint8_t>(side == 0 ? square : Square::kCount - 1 - square);
}

CodedLine coded_line(const Position& start) {
  static const CodedLine usual(Position::start());
  return start == Position::start() ? usual : CodedLine(start);
}

}  // namespace

CodedLine::CodedLine(const Position& start) : side_(start.to_move() == Color::Red ? 0 : kBlack) {
  square_of_.fill(kGone);
  piece_at_.fill(kNoNumber);
  for (const std::uint8_t side : {std::uint8_t{0}, kBlack}) {
    std::array<std::uint8_t, 7> met{};  // pieces of each kind
    for (std::uint8_t i = 0; i < Square::kCount; ++i) {
      const std::uint8_t square = seen(side, i);
      const Piece piece = start.board()[square];
      if (!piece.is(side == 0 ? Color::Red : Color::Black)) continue;
      const auto kind = static_cast<std::size_t>(piece.kind());
      if (met[kind] == kKinds[kind].pieces) continue;  // it has no number
      const auto number = static_cast<std::uint8_t>(side + kTable.first_piece[kind] + met[kind]++);
      square_of_[number] = square;
      piece_at_[square] = number;
    }
  }
}

bool CodedLine::play(std::uint8_t piece, std::uint8_t from, std::uint8_t to) {
  const std::uint8_t taken = piece_at_[to];
  if ((taken & kSideBits) == side_) return false;
  square_of_[taken] = kGone;
  square_of_[piece] = to;
  piece_at_[from] = kNoNumber;
  piece_at_[to] = piece;
  side_ ^= kBlack;
  return true;
}

std::optional<std::uint8_t> CodedLine::encode(Move move) {
  const auto from = static_cast<std::uint8_t>(move.from().index());
  const auto to = static_cast<std::uint8_t>(move.to().index());
  const std::uint8_t piece = piece_at_[from];
  if ((piece & kSideBits) != side_) return std::nullopt;
  const std::size_t number = piece - side_;
  for (std::uint8_t code = kTable.first[number]; code < kTable.first[number + 1]; ++code) {
    if (kTable.codes[code].to[seen(side_, from)] != seen(side_, to)) continue;
    if (!play(piece, from, to)) return std::nullopt;
    return code;
  }
  return std::nullopt;
}

Move CodedLine::decode(std::uint8_t code) {
  if (code >= kCodeCount) return {};
  const auto piece = static_cast<std::uint8_t>(side_ + kTable.codes[code].piece);
  const std::uint8_t from = square_of_[piece];
  if (from == kGone) return {};
  const std::uint8_t goal = kTable.codes[code].to[seen(side_, from)];
  if (goal == kGone) return {};
  const std::uint8_t to = seen(side_, goal);
  if (!play(piece, from, to)) return {};
  return {Square::at(from), Square::at(to)};
}

std::optional<std::string> encode_line(const Position& start, const std::vector<Move>& moves) {
  CodedLine line = coded_line(start);
  std::string codes(moves.size(), '\0');
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto code = line.encode(moves[i]);
    if (!code) return std::nullopt;
    codes[i] = static_cast<char>(*code);
  }
  return codes;
}

std::optional<std::vector<Move>> decode_line(const Position& start, Bytes codes) {
  CodedLine line = coded_line(start);
  std::vector<Move> moves(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    moves[i] = line.decode(std::to_integer<std::uint8_t>(codes[i]));
    if (moves[i].is_none()) return std::nullopt;
  }
  return moves;
}

}  // namespace qipu
