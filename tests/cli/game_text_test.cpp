// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/game_text.h"

#include <catch2/catch.hpp>

#include "cli/board_text.h"

using namespace qipu;

namespace {

Move move(const char* iccs) { return *parse_move(Position::start(), iccs); }

// Moves anywhere, from ICCS, whatever the position.
Move step(int from_file, int from_rank, int to_file, int to_rank) {
  return {Square(from_file, from_rank), Square(to_file, to_rank)};
}

}  // namespace

TEST_CASE("moves stand in two columns and go on after a remark", "[cli]") {
  Game game;
  const NodeId first = game.tree.add(kRoot, move("h2e2"));
  game.tree.annotate(first).comment = "中炮";
  const NodeId second = game.tree.add(first, step(7, 9, 6, 7));
  game.tree.add(second, step(7, 0, 6, 2));
  CHECK(moves_text(game, Notation::Chinese) ==
        "  1. 炮二平五\n"
        "    中炮\n"
        "  1. ...         马8进7\n"
        "  2. 马二进三\n");
}

TEST_CASE("variations are indented below the move they replace", "[cli]") {
  Game game;
  const NodeId first = game.tree.add(kRoot, move("h2e2"));
  const NodeId second = game.tree.add(first, step(7, 9, 6, 7));
  const NodeId other = game.tree.add(first, step(7, 7, 4, 7));
  game.tree.add(other, step(7, 0, 6, 2));
  game.tree.add(second, step(7, 0, 6, 2));
  CHECK(moves_text(game, Notation::Chinese) ==
        "  1. 炮二平五    马8进7\n"
        "    - 1... 炮8平5 2. 马二进三\n"
        "  2. 马二进三\n");
}

TEST_CASE("a tree of ten thousand nested variations is written without recursion", "[cli]") {
  Game game;
  NodeId node = kRoot;
  // Both sides shuffle their rooks; at each move another shuffle is a variation, and the line goes
  // on inside it.
  for (int ply = 0; ply < 10'000; ++ply) {
    const int rank = ply % 2 == 0 ? 0 : 9;
    const int step_rank = ply % 2 == 0 ? 1 : 8;
    const bool is_back = ply / 2 % 2 == 1;
    const Move main = is_back ? step(0, step_rank, 0, rank) : step(0, rank, 0, step_rank);
    const Move other = step(8, rank, 8, step_rank);
    game.tree.add(node, other);
    node = game.tree.add(node, main);
  }
  CHECK(moves_text(game, Notation::Iccs).size() > 100'000);
}

TEST_CASE("the header shows what is known, in the language asked", "[cli]") {
  Game game;
  game.header.red.name = "胡荣华";
  game.header.outcome = Outcome::RedWin;
  game.header.event = "a\x1b[2Jb";
  CHECK(header_text(game, kEnglish) ==
        "Red     胡荣华\nBlack   ?\nResult  Red wins\nEvent   a [2Jb\n");
  CHECK(header_text(game, kChinese) == "红方  胡荣华\n黑方  ?\n结果  红胜\n赛事  a [2Jb\n");
}

TEST_CASE("the board shows every piece where it stands, and the last move", "[cli]") {
  Position position = Position::start();
  const Move last = move("h2e2");
  position.play(last);
  const std::string board = draw_board(position, last, false);
  CHECK(board.find(" 9  車 馬 象 士 將 士 象 馬 車\n") != std::string::npos);
  CHECK(board.find(" 2  ． 炮 ． ．[炮]． ．[．]．\n") != std::string::npos);
  CHECK(board.find('\x1b') == std::string::npos);
  CHECK(draw_board(position, last, true).find("\x1b[31m炮\x1b[0m") != std::string::npos);
}
