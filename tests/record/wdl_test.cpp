// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/wdl.h"

#include <catch2/catch.hpp>

using namespace qipu;

TEST_CASE("the words of results are read", "[record]") {
  for (const char* text : {"1-0", "红胜", "紅勝", "黑方负", "W", "红 胜", "１－０", "2-0", "1–0"}) {
    CAPTURE(text);
    CHECK(parse_outcome(text) == Outcome::RedWin);
  }
  for (const char* text : {"0-1", "黑方勝", "黑胜", "先负", "l"}) {
    CAPTURE(text);
    CHECK(parse_outcome(text) == Outcome::BlackWin);
  }
  for (const char* text : {"1/2-1/2", "和棋", "½-½", "0.5-0.5", "1/2", "Draw", "红先和"}) {
    CAPTURE(text);
    CHECK(parse_outcome(text) == Outcome::Draw);
  }
  CHECK(parse_outcome("*") == Outcome::Unknown);
  CHECK(parse_outcome("未知") == Outcome::Unknown);
  for (const char* text : {"", "adjourned", "1-0 0-1", "胡荣华"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_outcome(text).has_value());
  }
}

TEST_CASE("what to_pgn says of an outcome is read back", "[record]") {
  for (const Outcome outcome :
       {Outcome::Unknown, Outcome::RedWin, Outcome::BlackWin, Outcome::Draw}) {
    CHECK(parse_outcome(to_pgn(outcome)) == outcome);
  }
}

TEST_CASE("adding results one by one or in bulk counts the same", "[record]") {
  Wdl one_by_one;
  for (const Outcome outcome : {Outcome::RedWin, Outcome::RedWin, Outcome::Draw, Outcome::BlackWin,
                                Outcome::Unknown, Outcome::RedWin}) {
    one_by_one.add(outcome);
  }
  Wdl bulk{.red_wins = 1, .draws = 1};
  bulk += Wdl{.red_wins = 2, .black_wins = 1, .unknown = 1};
  CHECK(one_by_one == bulk);
  CHECK(bulk.games() == 6);
  CHECK(bulk.decided() == 5);
  CHECK(bulk.score(Color::Red) == Approx(0.7));
  CHECK(bulk.score(Color::Black) == Approx(0.3));
}

TEST_CASE("no known result gives no score and the widest interval", "[record]") {
  const Wdl wdl{.unknown = 9};
  CHECK_FALSE(wdl.score(Color::Red).has_value());
  CHECK(wilson_interval(wdl, Color::Red).low == 0);
  CHECK(wilson_interval(wdl, Color::Red).high == 1);
}

TEST_CASE("the interval of a score is Wilson's", "[record]") {
  // 50 of 100: 0.4038 to 0.5962, as tables of the Wilson interval have it.
  const Interval even =
      wilson_interval({.red_wins = 40, .draws = 20, .black_wins = 40}, Color::Red);
  CHECK(even.low == Approx(0.40383).margin(1e-5));
  CHECK(even.high == Approx(0.59617).margin(1e-5));
  // 1 of 1: 0.2065 to 1.
  const Interval one = wilson_interval({.red_wins = 1}, Color::Red);
  CHECK(one.low == Approx(0.20655).margin(1e-5));
  CHECK(one.high == Approx(1.0));
  const Interval other = wilson_interval({.red_wins = 1}, Color::Black);
  CHECK(other.low == Approx(0.0).margin(1e-12));
  CHECK(other.high == Approx(1 - one.low));
}
