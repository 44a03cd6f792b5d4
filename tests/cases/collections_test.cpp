// SPDX-License-Identifier: GPL-3.0-or-later

// Problem cases 37, 38, 40, 41, 44, 47: many games in one database.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/text.h"
#include "import/import_files.h"
#include "record/date.h"
#include "search/query.h"
#include "stats/moves_at.h"
#include "tests/support/found_records.h"
#include "tests/support/golden_book.h"
#include "tests/support/pgn_games.h"
#include "tests/support/temporary_folder.h"

using namespace qipu;

namespace {

// A database of one imported file.
class Imported {
 public:
  explicit Imported(const std::string& file)
      : store_(Store::open_to_write(folder_ / "db")),
        report_(import_files({folder_.write("a.pgn", file)}, &store_, {})) {}

  const Store& store() const { return store_; }
  const ImportReport& report() const { return report_; }

 private:
  TemporaryFolder folder_;
  Store store_;
  ImportReport report_;
};

std::string record(const std::string& red, const std::string& black, const std::string& moves) {
  return "[Red \"" + red + "\"]\n[Black \"" + black + "\"]\n[Result \"1/2-1/2\"]\n\n" + moves +
         " 1/2-1/2\n\n";
}

}  // namespace

TEST_CASE("case 37: short equal games of different people stay apart when imported", "[case]") {
  const std::string moves =
      "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1 "
      "5. 车二进六 炮8平9";
  const Imported games(record("甲", "乙", moves) + record("丙", "丁", moves) +
                       record("戊", "己", moves) + record("庚", "辛", moves));
  CHECK(games.report().stored == 4);
  CHECK(games.report().duplicates == 0);
}

TEST_CASE("case 38: an opening line and a longer one of unknown players are two games", "[case]") {
  const Imported games(record("?", "?", "1. 炮二平五 马８进７") +
                       record("?", "?", "1. 炮二平五 马８进７ 2. 马二进三"));
  CHECK(games.report().stored == 2);
  CHECK(games.store().player_count() == 0);
}

TEST_CASE("case 40: a position that comes again counts its game once", "[case]") {
  // Ten plies: shorter games that were cut would be no statistics.
  const Imported games(record("甲", "乙",
                              "1. a0a1 a9a8 2. a1a0 a8a9 3. h2e2 h9g7 4. h0g2 i9h9 "
                              "5. i0h0 b9c7"));
  const Exploration at_start = explore(games.store(), Position::start(), {});
  CHECK(at_start.all.games() == 1);
  REQUIRE(at_start.moves.size() == 2);
  for (const ExploredMove& move : at_start.moves)
    CHECK(move.stats.wdl.games() == 1);
}

TEST_CASE("case 41: games with a move and games that reach its position are two numbers",
          "[case]") {
  const Imported games(record("甲", "乙", "1. h2e2 h9g7 2. b0c2") +
                       record("丙", "丁", "1. b0c2 h9g7 2. h2e2"));
  const Exploration explored = explore(games.store(), after("h2e2 h9g7"), {});
  REQUIRE(explored.moves.size() == 1);
  CHECK(explored.moves[0].stats.move == iccs("b0c2"));
  CHECK(explored.moves[0].stats.wdl.games() == 1);
  CHECK(explored.moves[0].reached == 2);
}

TEST_CASE(
    "case 44: a name in Latin letters finds the player by sound, each game keeps its own "
    "spelling",
    "[case]") {
  const Imported games(record("LIU DaHua", "乙", "1. h2e2 h9g7") +
                       record("柳大华", "丙", "1. h2e2 h9g7 2. h0g2") +
                       record("湖北 柳大華", "丁", "1. h2e2 h9g7 2. b0c2"));
  CHECK(games.store().game(0).game.header.red.name == "LIU DaHua");
  CHECK(games.store().game(1).game.header.red.name == "柳大华");
  CHECK(games.store().game(2).game.header.red.name == "湖北 柳大華");
  CHECK(pinyin_key("LIU DaHua") == pinyin_key("柳大华"));
  CHECK(name_key("柳大华") == name_key("柳大華"));
}

TEST_CASE("case 47: dates of every shape are understood or said to be open", "[case]") {
  const auto [text, date] = GENERATE(table<std::string, Date>({
      {"1993.7.3", {1993, 7, 3}},
      {"20061122", {2006, 11, 22}},
      {"1984年4月23日", {1984, 4, 23}},
      {"1990年", {1990, 0, 0}},
      {"86-12-29", {1986, 12, 29}},
      {"88-1-6    ", {1988, 1, 6}},
      {"25/12/1990", {1990, 12, 25}},
      {"12/25/1990", {1990, 12, 25}},
      {"1999-01-01 10:0", {1999, 1, 1}},
      {"1977.10", {1977, 10, 0}},
      {"8???.?.", {}},
      {"3/4/1990", {1990, 0, 0}},
  }));
  INFO(text);
  const Game game = only_game("a.pgn", "[Date \"" + text + "\"]\n\n1. h2e2 h9g7 *\n");
  CHECK(game.header.date == date);
  CHECK((notes_of(game, Note::Kind::Guessed).find("only the year") != std::string::npos) ==
        (text == "3/4/1990"));
}
