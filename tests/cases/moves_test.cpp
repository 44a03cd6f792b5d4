// SPDX-License-Identifier: GPL-3.0-or-later

// Problem cases 05, 07, 08, 10, 11, 32, 34, 35: what the text of a move means.

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/found_records.h"
#include "tests/support/pgn_games.h"
#include "xiangqi/fen.h"
#include "xiangqi/notation.h"

using namespace qipu;

namespace {

const std::string kTandemPawns = "3k5/9/9/2P3P2/2P3P2/9/9/9/9/4K4 w - - 0 1";

Game game_from(const std::string& fen, const std::string& moves, const ReadOptions& options = {}) {
  return only_game("a.pgn", "[Red \"甲\"]\n[FEN \"" + fen + "\"]\n\n" + moves + "\n", options);
}

}  // namespace

TEST_CASE("case 05: pawns of two files are numbered from the mover's right, front to back",
          "[case]") {
  const std::string move = GENERATE("三兵平六", "前七平六", "前兵七平六");
  CHECK(main_line_of(game_from(kTandemPawns, "1. " + move)) == "c6d6");
}

TEST_CASE("case 07: a cannon written without front or rear is settled by the next move", "[case]") {
  const std::string fen = "4k4/9/9/9/9/4C4/9/4C4/9/3K5 w - - 0 1";
  const Game game = game_from(fen, "1. 炮五平一 将５进１ 2. 炮一进七");
  CHECK(main_line_of(game) == "e2i2 e9e8 i2i9");
  CHECK(notes_of(game, Note::Kind::Repaired) == "ambiguous move resolved by later moves");
  const Game cut = game_from(fen, "1. 炮五平一");
  CHECK(cut.tree.ply_count() == 0);
  CHECK(notes_of(cut, Note::Kind::Cut) == "ambiguous, 2 readings");
}

TEST_CASE("case 08: a WXF front pawn of two files is taken where one reading is legal", "[case]") {
  CHECK(main_line_of(game_from(kTandemPawns, "1. +P=6")) == "c6d6");
  CHECK(notes_of(game_from(kTandemPawns, "1. +P+1"), Note::Kind::Cut) == "ambiguous, 2 readings");
  const Game game = game_from(kTandemPawns, "1. c6c7");
  CHECK_THAT(file_of("pgn", game, {.notation = Notation::Wxf}), Catch::Contains("1. 17+1"));
  CHECK_THAT(file_of("pgn", game), Catch::Contains("1. 三兵进一"));
}

TEST_CASE("case 10: a letter and square that fit two rooks are settled by a later move", "[case]") {
  const Game game = game_from("3k5/9/9/9/9/9/9/9/5K3/R7R w - - 0 1", "1. Rd0 Ke9 2. Raa5");
  CHECK(main_line_of(game) == "i0d0 d9e9 a0a5");
}

TEST_CASE("case 11: a rank 10 makes the ranks of the whole game count from 1", "[case]") {
  CHECK(main_line_of(only_game("a.pgn", "1. h3e3 h10g8\n2. h1g3 i10h10\n")) ==
        "h2e2 h9g7 h0g2 i9h9");
  const Game mixed = only_game("a.pgn", "[Red \"甲\"]\n\n1. h2e2 h10g8 2. h0g2\n");
  CHECK(notes_of(mixed, Note::Kind::Cut) ==
        "'h10g8' counts ranks from 1, the moves before it from 0");
  const Game other = only_game("a.pgn", "[Red \"甲\"]\n\n1. h3e3 h10g8 2. h0g2 h8g6\n");
  CHECK(main_line_of(other) == "h2e2 h9g7");
  CHECK(notes_of(other, Note::Kind::Cut) ==
        "'h0g2' counts ranks from 0, the moves before it from 1");
}

TEST_CASE("case 11: a line that mixes both countings is refused with that reason", "[case]") {
  const auto moves = parse_line(Position::start(), "h2e2 h10g8");
  REQUIRE_FALSE(moves);
  CHECK(moves.error().text == "h10g8");
  CHECK(moves.error().ply == 1);
  CHECK_THAT(moves.error().message, Catch::Contains("ranks"));
}

TEST_CASE("case 32: a pass in a side line keeps the line as text, and the main line whole",
          "[case]") {
  const Game game =
      only_game("a.pgn", "1. 炮二平五 马８进７ (1. … -- 2. 炮五进四) 2. 马二进三 *\n");
  CHECK(tree_of(game) == "h2e2 h9g7 h0g2");
  CHECK(notes_of(game, Note::Kind::DroppedMoves) == "pass");
  const Annotation* said = game.tree.annotation(game.tree.main_nodes()[0]);
  REQUIRE(said != nullptr);
  CHECK_THAT(said->unread, Catch::Contains("炮五进四"));
}

TEST_CASE("case 34: a move that leaves the king in check stops the game, unless it is allowed",
          "[case]") {
  const std::string fen = "3k5/4r4/9/9/9/4R4/9/9/9/4K4 w - - 0 1";
  const std::string moves = "1. e4a4 d9d8 2. e0f0";
  const Game cut = game_from(fen, moves);
  CHECK(cut.tree.ply_count() == 0);
  CHECK(notes_of(cut, Note::Kind::Cut) == "illegal in source: king left in check");
  REQUIRE(cut.tree.annotation(kRoot) != nullptr);
  CHECK(cut.tree.annotation(kRoot)->unread == moves.substr(3));
  ReadOptions options;
  options.allow_self_check = true;
  const Game whole = game_from(fen, moves, options);
  CHECK(main_line_of(whole) == "e4a4 d9d8 e0f0");
  CHECK_THAT(notes_of(whole, Note::Kind::Guessed), Catch::Contains("king left in check"));
}

TEST_CASE("case 35: the capture of a king ends the game and sets no result", "[case]") {
  const Game game = game_from("4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1", "1. e1e9 d0d1 *");
  CHECK(notes_of(game, Note::Kind::IllegalStart) == "the side that is not to move is in check");
  CHECK(main_line_of(game) == "e1e9");
  CHECK(notes_of(game, Note::Kind::Cut) == "moves after a king was taken");
  CHECK(game.header.outcome == Outcome::Unknown);
  CHECK_THAT(notes_of(game, Note::Kind::Guessed), Catch::Contains("the final position is 1-0"));
}
