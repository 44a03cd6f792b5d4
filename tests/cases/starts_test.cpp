// SPDX-License-Identifier: GPL-3.0-or-later

// Problem cases 13, 14, 16, 17, 53: where a game starts, and of which game.

#include <catch2/catch.hpp>
#include <string>

#include "import/import_files.h"
#include "record/opening.h"
#include "tests/support/found_records.h"
#include "tests/support/pgn_games.h"
#include "tests/support/temporary_folder.h"
#include "xiangqi/fen.h"

using namespace qipu;

TEST_CASE("case 13: a FEN without counters or side starts a game", "[case]") {
  const std::string board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
  const Game with_side = only_game("a.pgn", "[FEN \"" + board + " w\"]\n\n1. h2e2\n");
  CHECK(with_side.has_usual_start());
  CHECK(with_side.notes.empty());
  const Game alone = only_game("a.pgn", "[FEN \"" + board + "\"]\n\n1. h2e2\n");
  CHECK(alone.has_usual_start());
  CHECK(notes_of(alone, Note::Kind::Guessed) == "the FEN does not say who moves: Red");
}

TEST_CASE("case 14: a FEN with H, E and r is the usual start and has an opening", "[case]") {
  const Game game = only_game(
      "a.pgn",
      "[FEN \"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1\"]\n\n"
      "1. h2e2 h9g7 2. h0g2\n");
  CHECK(game.has_usual_start());
  CHECK(classify(game.tree.main_line()) != 0);
}

TEST_CASE("case 16: a handicap game without a FEN is listed as one that needs it", "[case]") {
  const TemporaryFolder folder;
  // The moves of the second can be played from the usual start.
  const std::string moves = GENERATE("1. 车五进三 马8进7", "1. 炮二平五 马8进7");
  const std::string file = folder.write("a.pgn", "[Event \"许银川让九子\"]\n\n" + moves + "\n");
  Store store = Store::open_to_write(folder / "db");
  const ImportReport report = import_files({file}, &store, {});
  CHECK(report.stored == 0);
  CHECK(report.set_aside_by_reason == std::map<std::string, std::uint64_t>{{"needs FEN", 1}});
  CHECK(store.counts_at(Position::start().key().key, {}).all.games() == 0);
}

TEST_CASE("case 17: a game that Black starts keeps its first number", "[case]") {
  const Game game = only_game(
      "a.pgn",
      "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n\n"
      "1. … 炮８平５ 2. 炮二平五\n");
  CHECK(main_line_of(game) == "h7e7 h2e2");
  CHECK(game.notes.empty());
  const std::string written = file_of("pgn", game);
  CHECK_THAT(written, Catch::Contains("\n1... 炮8平5\n"));
  CHECK(only_game("b.pgn", written) == game);
}

TEST_CASE("case 53: games of another kind in a file are counted, not broken", "[case]") {
  const TemporaryFolder folder;
  const std::string other = GENERATE(
      "[Variant \"jieqi\"]\n\n1. h2e2 *\n\n",
      "[FEN \"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w\"]\n\n1. h2e2 *\n\n",
      "[Red \"甲\"]\n\n1. 暗炮二平五 暗马8进7 *\n\n", "[Variant \"janggi\"]\n\n1. h2e2 *\n\n",
      "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2 w\"]\n\n1. a0b2 *\n\n",
      "[White \"a\"]\n[ECO \"B20\"]\n\n1. e4 c5 2. c4 Nc6 0-1\n\n");
  const std::string file =
      folder.write("a.pgn", "[Red \"甲\"]\n\n1. 炮二平五 马8进7 *\n\n" + other +
                                "[Red \"乙\"]\n\n1. 兵七进一 炮2平3 *\n");
  const ImportReport report = import_files({file}, nullptr, {});
  CHECK(report.games == 2);
  CHECK(report.set_aside_count == 0);
  REQUIRE(report.other_games.size() == 1);
  CHECK(report.other_games.begin()->second == 1);
}
