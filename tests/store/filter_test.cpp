// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/filter.h"

#include <catch2/catch.hpp>

using namespace qipu;

namespace {

GameRow row_of(PlayerId red, PlayerId black) {
  GameRow row;
  row.red = red;
  row.black = black;
  row.event = 3;
  row.ecco = 7;
  row.plies = 80;
  row.date = {1990, 5, 0};
  row.outcome = Outcome::RedWin;
  return row;
}

}  // namespace

TEST_CASE("the default filter takes games that are neither hidden nor of another kind", "[store]") {
  Filter filter;
  CHECK(filter.is_default());
  GameRow row = row_of(1, 2);
  CHECK(filter.matches(0, row));
  row.is_hidden = true;
  CHECK_FALSE(filter.matches(0, row));
  row = row_of(1, 2);
  row.kind = GameKind::Study;
  CHECK_FALSE(filter.matches(0, row));
  filter.kind.reset();
  CHECK(filter.matches(0, row));
  CHECK_FALSE(filter.is_default());
}

TEST_CASE("a filter of players takes them on the side that is asked", "[store]") {
  Filter filter;
  filter.player = {{1}};
  CHECK(filter.matches(0, row_of(1, 2)));
  CHECK(filter.matches(0, row_of(2, 1)));
  CHECK_FALSE(filter.matches(0, row_of(2, 3)));
  filter.versus = {{2}};
  CHECK(filter.matches(0, row_of(2, 1)));
  CHECK_FALSE(filter.matches(0, row_of(1, 3)));
  CHECK_FALSE(filter.matches(0, row_of(1, 1)));
  filter = {};
  filter.red = {{1, 4}};
  CHECK(filter.matches(0, row_of(4, 2)));
  CHECK_FALSE(filter.matches(0, row_of(2, 4)));
  filter = {};
  filter.black = {{2}};
  CHECK(filter.matches(0, row_of(4, 2)));
  CHECK_FALSE(filter.matches(0, row_of(2, 4)));
  filter = {};
  filter.versus = {{2}};
  CHECK(filter.matches(0, row_of(2, 9)));
  CHECK_FALSE(filter.matches(0, row_of(8, 9)));
}

TEST_CASE("a list that is empty is met by no game", "[store]") {
  Filter filter;
  filter.player = std::vector<PlayerId>();
  CHECK_FALSE(filter.matches(0, row_of(1, 2)));
  CHECK_FALSE(filter.matches(0, row_of(0, 0)));
}

TEST_CASE("a filter tests event, opening, date, result, length and source", "[store]") {
  const GameRow row = row_of(1, 2);
  Filter filter;
  filter.events = {{2, 3}};
  filter.ecco = {{7}};
  filter.from = {1990, 0, 0};
  filter.to = {1990, 5, 31};
  filter.outcome = Outcome::RedWin;
  filter.min_plies = 80;
  filter.max_plies = 80;
  filter.games = {{{0, 5}, {10, 20}}};
  REQUIRE(filter.matches(10, row));
  CHECK(filter.matches(4, row));
  CHECK_FALSE(filter.matches(5, row));
  CHECK_FALSE(filter.matches(20, row));
  const auto without = [&](auto change) {
    Filter other = filter;
    change(other);
    return other.matches(10, row);
  };
  CHECK_FALSE(without([](Filter& f) { f.events = {{1}}; }));
  CHECK_FALSE(without([](Filter& f) { f.ecco = {{8}}; }));
  CHECK_FALSE(without([](Filter& f) { f.from = {1990, 6, 0}; }));
  CHECK_FALSE(without([](Filter& f) { f.to = {1989, 0, 0}; }));
  CHECK_FALSE(without([](Filter& f) { f.outcome = Outcome::Draw; }));
  CHECK_FALSE(without([](Filter& f) { f.min_plies = 81; }));
  CHECK_FALSE(without([](Filter& f) { f.max_plies = 79; }));
}

TEST_CASE("a line of 511 plies or more meets any minimum", "[store]") {
  GameRow row = row_of(1, 2);
  row.plies = kMaxRowPlies;
  Filter filter;
  filter.min_plies = 1000;
  CHECK(filter.matches(0, row));
}
