// SPDX-License-Identifier: GPL-3.0-or-later

#include "western_chess.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string_view>

namespace qipu {

namespace {

// 8 rows of 16, so that a square off the board shows by the bits 0x88.
constexpr bool is_on_board(int square) { return (square & 0x88) == 0; }
constexpr int file_of(int square) { return square & 7; }
constexpr int rank_of(int square) { return square >> 4; }

constexpr std::array<int, 8> kKingSteps{1, -1, 16, -16, 15, 17, -15, -17};  // straight ones first
constexpr std::array<int, 8> kKnightSteps{14, 18, 31, 33, -14, -18, -31, -33};

struct ChessMove {
  int from = 0;
  int to = 0;
};

class Chessboard {
 public:
  Chessboard() {
    const std::string_view back = "RNBQKBNR";
    for (std::size_t file = 0; file < back.size(); ++file) {
      squares_[file] = back[file];
      squares_[16 + file] = 'P';
      squares_[96 + file] = 'p';
      squares_[112 + file] = static_cast<char>(std::tolower(back[file]));
    }
  }

  char at(int square) const { return squares_[static_cast<std::size_t>(square)]; }
  bool is_mine(int square) const {
    const char piece = at(square);
    return piece != 0 && (std::isupper(piece) != 0) == white_to_move_;
  }
  std::uint64_t hash() const {
    std::uint64_t hash = white_to_move_ ? 1 : 0;
    for (int square = 0; square < 128; ++square) {
      if (at(square) != 0)
        hash += mix64(static_cast<std::uint64_t>(at(square)) * 128 +
                      static_cast<std::uint64_t>(square));
    }
    return hash;
  }

  // Moves that a piece may make, whatever becomes of the king.
  std::vector<ChessMove> moves() const;
  // The board after a move; a pawn becomes a queen.
  Chessboard after(ChessMove move) const;
  // Whether the side that has just moved left its king to be taken.
  bool is_king_lost() const;
  std::string san(ChessMove move, const std::vector<ChessMove>& others) const;

 private:
  void add_steps(std::vector<ChessMove>& moves, int from, const int* steps, int count,
                 bool slides) const;
  void add_pawn_moves(std::vector<ChessMove>& moves, int from) const;

  std::array<char, 128> squares_{};  // as in FEN; 0 = empty
  bool white_to_move_ = true;
};

void Chessboard::add_steps(std::vector<ChessMove>& moves, int from, const int* steps, int count,
                           bool slides) const {
  for (int i = 0; i < count; ++i) {
    for (int to = from + steps[i]; is_on_board(to) && !is_mine(to); to += steps[i]) {
      moves.push_back({from, to});
      if (!slides || at(to) != 0) break;
    }
  }
}

void Chessboard::add_pawn_moves(std::vector<ChessMove>& moves, int from) const {
  const int ahead = white_to_move_ ? 16 : -16;
  const bool is_home = rank_of(from) == (white_to_move_ ? 1 : 6);
  if (at(from + ahead) == 0) {
    moves.push_back({from, from + ahead});
    if (is_home && at(from + 2 * ahead) == 0) moves.push_back({from, from + 2 * ahead});
  }
  for (const int to : {from + ahead - 1, from + ahead + 1}) {
    if (is_on_board(to) && at(to) != 0 && !is_mine(to)) moves.push_back({from, to});
  }
}

std::vector<ChessMove> Chessboard::moves() const {
  std::vector<ChessMove> moves;
  moves.reserve(64);
  for (int from = 0; from < 128; ++from) {
    if (!is_on_board(from) || !is_mine(from)) continue;
    switch (std::toupper(at(from))) {
      case 'P':
        add_pawn_moves(moves, from);
        break;
      case 'N':
        add_steps(moves, from, kKnightSteps.data(), 8, false);
        break;
      case 'B':
        add_steps(moves, from, kKingSteps.data() + 4, 4, true);
        break;
      case 'R':
        add_steps(moves, from, kKingSteps.data(), 4, true);
        break;
      default:
        add_steps(moves, from, kKingSteps.data(), 8, std::toupper(at(from)) == 'Q');
    }
  }
  return moves;
}

Chessboard Chessboard::after(ChessMove move) const {
  Chessboard next = *this;
  char piece = at(move.from);
  if (piece == 'P' && rank_of(move.to) == 7) piece = 'Q';
  if (piece == 'p' && rank_of(move.to) == 0) piece = 'q';
  next.squares_[static_cast<std::size_t>(move.to)] = piece;
  next.squares_[static_cast<std::size_t>(move.from)] = 0;
  next.white_to_move_ = !white_to_move_;
  return next;
}

bool Chessboard::is_king_lost() const {
  const auto replies = moves();
  return std::any_of(replies.begin(), replies.end(),
                     [&](ChessMove move) { return std::toupper(at(move.to)) == 'K'; });
}

std::string Chessboard::san(ChessMove move, const std::vector<ChessMove>& others) const {
  const auto file = [](int square) { return static_cast<char>('a' + file_of(square)); };
  const auto rank = [](int square) { return static_cast<char>('1' + rank_of(square)); };
  const char piece = static_cast<char>(std::toupper(at(move.from)));
  const bool takes = at(move.to) != 0;
  std::string text;
  if (piece == 'P') {
    if (takes) text += file(move.from);
  } else {
    text += piece;
    bool is_ambiguous = false;
    bool shares_file = false;
    bool shares_rank = false;
    for (const ChessMove& other : others) {
      if (other.to != move.to || other.from == move.from || at(other.from) != at(move.from)) {
        continue;
      }
      is_ambiguous = true;
      shares_file |= file_of(other.from) == file_of(move.from);
      shares_rank |= rank_of(other.from) == rank_of(move.from);
    }
    if (is_ambiguous && (!shares_file || shares_rank)) text += file(move.from);
    if (shares_file) text += rank(move.from);
  }
  if (takes) text += 'x';
  text += file(move.to);
  text += rank(move.to);
  if (piece == 'P' && rank_of(move.to) % 7 == 0) text += "=Q";
  return text;
}

}  // namespace

std::vector<std::string> made_up_chess(Chance& chance, std::size_t plies) {
  std::vector<std::string> line;
  Chessboard board;
  while (line.size() < plies) {
    const auto moves = board.moves();
    if (moves.empty()) break;
    std::size_t chosen = MadeUpGames::choice(chance, board.hash(), line.size(), moves.size());
    std::size_t tries = 0;
    while (tries < moves.size() && board.after(moves[chosen]).is_king_lost()) {
      chosen = (chosen + 1) % moves.size();
      ++tries;
    }
    if (tries == moves.size()) break;
    line.push_back(board.san(moves[chosen], moves));
    board = board.after(moves[chosen]);
  }
  return line;
}

}  // namespace qipu
