// SPDX-License-Identifier: GPL-3.0-or-later

// Problem cases 19, 20, 31: results that contradict each other, and games without moves.

#include <catch2/catch.hpp>
#include <string>

#include "import/import_files.h"
#include "stats/moves_at.h"
#include "tests/support/found_records.h"
#include "tests/support/pgn_games.h"
#include "tests/support/temporary_folder.h"

using namespace qipu;

namespace {

const std::string kMoves =
    "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1 "
    "5. 车二进六 炮8平9 6. 车二平三 炮9退1";

// What is known of the start position once `files` are imported.
Wdl start_after_import(const std::string& file) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.pgn", file);
  Store store = Store::open_to_write(folder / "db");
  import_files({path}, &store, {});
  return store.counts_at(Position::start().key().key, {}).all;
}

}  // namespace

TEST_CASE(
    "case 19: where tag and last token differ the tag is stored, and the game has no result "
    "in statistics",
    "[case]") {
  const std::string file =
      "[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n" + kMoves + " 1/2-1/2\n";
  const Game game = only_game("a.pgn", file);
  CHECK(game.header.outcome == Outcome::RedWin);
  CHECK(game.header.has_conflicting_result);
  CHECK_THAT(notes_of(game, Note::Kind::Guessed), Catch::Contains("results differ"));
  const Wdl wdl = start_after_import(file);
  CHECK(wdl.games() == 1);
  CHECK(wdl.decided() == 0);
}

TEST_CASE("case 20: the words of a title are a second opinion on the result", "[case]") {
  const Game torn = only_game("a.pgn",
                              "[Event \"全国团体赛 甲先负乙\"]\n[Red \"甲\"]\n[Black \"乙\"]\n"
                              "[Result \"1-0\"]\n\n" +
                                  kMoves + " 1-0\n");
  CHECK(torn.header.outcome == Outcome::RedWin);
  CHECK(torn.header.has_conflicting_result);
  CHECK_THAT(notes_of(torn, Note::Kind::Guessed), Catch::Contains("the title says 0-1"));
  const auto [title, outcome] =
      GENERATE(table<std::string, Outcome>({{"甲先胜乙", Outcome::RedWin},
                                            {"甲 先和 乙", Outcome::Draw},
                                            {"甲(红先胜)乙", Outcome::RedWin},
                                            {"甲胜乙", Outcome::RedWin},
                                            {"甲 负 乙", Outcome::BlackWin},
                                            {"乙和甲", Outcome::Draw}}));
  const Game game = only_game(
      "a.pgn", "[Event \"" + title + "\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n" + kMoves + "\n");
  CHECK(game.header.outcome == outcome);
}

TEST_CASE("case 20: a result that the title denies leaves win rates", "[case]") {
  const Wdl wdl = start_after_import(
      "[Event \"全国团体赛 甲先负乙\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n" +
      kMoves + " 1-0\n");
  CHECK(wdl.games() == 1);
  CHECK(wdl.decided() == 0);
}

TEST_CASE("case 31: a header with a result and no moves is a game of no plies", "[case]") {
  const std::string file = "[Red \"甲\"]\n[Black \"乙\"]\n[Result \"0-1\"]\n\n0-1\n";
  const Game game = only_game("a.pgn", file);
  CHECK(game.tree.ply_count() == 0);
  CHECK(game.header.outcome == Outcome::BlackWin);
  CHECK(game.notes.empty());
  CHECK(start_after_import(file).games() == 0);
}
