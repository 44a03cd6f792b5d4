// SPDX-License-Identifier: GPL-3.0-or-later

#include "positions.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

constexpr int kMaxPlies = 120;

int below(int limit, std::mt19937& random) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

// Both kings, some pieces, and for each side up to five pawns on two or three files.
Position random_ending(std::mt19937& random) {
  for (;;) {
    Board board{};
    const auto put = [&](int file, int rank, Piece piece) {
      board[static_cast<std::size_t>(Square(file, rank).index())] = piece;
    };
    for (const Color color : {Color::Red, Color::Black}) {
      const auto rank_of = [&](int own_rank) {
        return color == Color::Red ? own_rank : 9 - own_rank;
      };
      for (const PieceKind kind : {PieceKind::Knight, PieceKind::Rook, PieceKind::Cannon}) {
        for (int i = below(3, random); i > 0; --i)
          put(below(9, random), below(10, random), {color, kind});
      }
      const int first_file = below(9, random);
      for (int i = 0; i < 5; ++i) {
        const int file = (first_file + 2 * below(i < 4 ? 2 : 3, random)) % 9;
        put(file, rank_of(5 + below(5, random)), {color, PieceKind::Pawn});
      }
      put(3 + below(3, random), rank_of(below(3, random)), {color, PieceKind::King});
    }
    const auto position =
        Position::from_board(board, below(2, random) == 0 ? Color::Red : Color::Black);
    if (find_fault(position) == PositionFault::None && has_legal_move(position)) return position;
  }
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<TableRow> read_shared_table(std::string_view name) {
  const std::string path = std::string(QIPU_SHARED_DIR "/") + std::string(name);
  std::ifstream in(path);
  std::vector<TableRow> rows;
  if (!in) {
    WARN("skipped: there is no " << path);
    return rows;
  }
  std::string line;
  std::getline(in, line);
  const auto columns = split(line, '\t');
  while (std::getline(in, line)) {
    const auto cells = split(line, '\t');
    REQUIRE(cells.size() == columns.size());
    TableRow row;
    for (std::size_t i = 0; i < columns.size(); ++i)
      row[columns[i]] = cells[i];
    rows.push_back(std::move(row));
  }
  REQUIRE_FALSE(rows.empty());
  return rows;
}

Position position_of(std::string_view fen) {
  const auto position = parse_fen(fen);
  INFO(fen);
  REQUIRE(position);
  return *position;
}

void each_random_position(int count, std::mt19937& random,
                          const std::function<void(const Position&)>& visit) {
  std::vector<Position> starts{Position::start()};
  for (const TableRow& row : read_shared_table("rules/perft.tsv")) {
    if (row.at("depth") == "1") starts.push_back(position_of(row.at("fen")));
  }
  for (std::size_t game = 0; count > 0; ++game) {
    const bool is_ending = game % 2 == 1;
    Position position = is_ending ? random_ending(random) : starts[game / 2 % starts.size()];
    for (int ply = 0; ply < (is_ending ? 4 : kMaxPlies) && count > 0; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      visit(position);
      --count;
      position.play(moves[random() % moves.size()]);
    }
  }
}

std::set<Move> as_set(const MoveList& moves) { return {moves.begin(), moves.end()}; }

}  // namespace qipu
