// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>

#include "record/game.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

Game game_of(const char* title, const char* result = "", const char* red = "",
             const char* black = "") {
  Game game;
  game.header.title = title;
  game.header.result_text = result;
  game.header.red.name = red;
  game.header.black.name = black;
  normalise(game);
  return game;
}

// A rook gives mate on the back rank.
Game mated(const char* result) {
  const auto start = parse_fen("4k4/R8/9/9/9/9/9/9/9/R3K4 w - - 0 1");
  REQUIRE(start);
  Game game;
  game.start = *start;
  game.header.result_text = result;
  game.tree.add(kRoot, {Square(0, 0), Square(0, 9)});
  return game;
}

}  // namespace

TEST_CASE("a date and a result in words get their meaning, and the words stay", "[record]") {
  Game game;
  game.header.date_text = "1984年4月23日";
  game.header.result_text = "红先和";
  normalise(game);
  CHECK(game.header.date == Date{1984, 4, 23});
  CHECK(game.header.outcome == Outcome::Draw);
  CHECK(game.header.date_text == "1984年4月23日");
  CHECK(game.header.result_text == "红先和");
  CHECK(game.notes.empty());
}

TEST_CASE("a date whose day and month cannot be told apart is noted", "[record]") {
  Game game;
  game.header.date_text = "3/4/1990";
  normalise(game);
  CHECK(game.header.date == Date{1990, 0, 0});
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].kind == Note::Kind::Guessed);
}

TEST_CASE("a title gives the result where no tag does", "[record]") {
  const auto [title, red, black, outcome] =
      GENERATE(table<const char*, const char*, const char*, Outcome>({
          {"广东许银川 (先胜) 河北李来群", "许银川", "李来群", Outcome::RedWin},
          {"黃松軒先勝馮敬如", "", "", Outcome::RedWin},
          {"柳大华 先负 许银川", "", "", Outcome::BlackWin},
          {"吕钦 先和 胡荣华", "", "", Outcome::Draw},
          {"许银川 后胜 吕钦", "吕钦", "许银川", Outcome::BlackWin},
          {"河北李来群 和 北京傅光明", "李来群", "傅光明", Outcome::Draw},
          {"楊官璘 勝 胡榮華", "杨官璘", "胡荣华", Outcome::RedWin},
          {"胡荣华负李来群", "胡荣华", "李来群", Outcome::BlackWin},
          {"李来群胜胡荣华", "胡荣华", "李来群", Outcome::BlackWin},
          {"第003局 红先胜", "", "", Outcome::RedWin},
          {"第004局 黑先胜", "", "", Outcome::BlackWin},
          {"第005局 红先黑胜", "", "", Outcome::BlackWin},
      }));
  CAPTURE(title);
  const Game game = game_of(title, "*", red, black);
  CHECK(game.header.outcome == outcome);
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].kind == Note::Kind::Guessed);
  CHECK_FALSE(game.header.has_conflicting_result);
}

TEST_CASE("a title that says nothing sure gives no result", "[record]") {
  for (const char* title :
       {"和平杯 许银川 吕钦", "先胜后和", "破先人指路 让先胜", "许银川 吕钦", "胜利油田杯", ""}) {
    CAPTURE(title);
    const Game game = game_of(title, "", "许银川", "吕钦");
    CHECK(game.header.outcome == Outcome::Unknown);
    CHECK(game.notes.empty());
  }
}

TEST_CASE("a tag wins over the title, and the game is marked", "[record]") {
  Game game;
  game.header.event = "全国团体赛 甲先负乙";
  game.header.result_text = "1-0";
  normalise(game);
  CHECK(game.header.outcome == Outcome::RedWin);
  CHECK(game.header.has_conflicting_result);
  CHECK(game.notes.size() == 1);
  CHECK_FALSE(game_of("甲先胜乙", "1-0").header.has_conflicting_result);
}

TEST_CASE("a mate at the end is suggested as result, not set", "[record]") {
  Game game = mated("");
  normalise(game);
  CHECK(game.header.outcome == Outcome::Unknown);
  CHECK_FALSE(game.header.has_conflicting_result);
  CHECK(game.notes.size() == 1);
}

TEST_CASE("a mate at the end against the tag marks the game", "[record]") {
  for (const char* result : {"0-1", "1/2-1/2"}) {
    Game game = mated(result);
    normalise(game);
    CHECK(game.header.has_conflicting_result);
  }
  Game game = mated("1-0");
  normalise(game);
  CHECK_FALSE(game.header.has_conflicting_result);
  CHECK(game.notes.empty());
}

TEST_CASE("a mate at the end against the title leaves the result open", "[record]") {
  Game game = mated("*");
  game.header.title = "甲先负乙";
  normalise(game);
  CHECK(game.header.outcome == Outcome::Unknown);
  CHECK(game.header.has_conflicting_result);
}

TEST_CASE("normalising twice is normalising once", "[record]") {
  Game game = mated("");
  game.header.title = "甲先胜乙";
  game.header.date_text = "3/4/1990";
  normalise(game);
  const Game once = game;
  normalise(game);
  CHECK(game == once);
  CHECK(game.notes == once.notes);
}
