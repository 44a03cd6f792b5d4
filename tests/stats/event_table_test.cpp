// SPDX-License-Identifier: GPL-3.0-or-later

#include "stats/event_table.h"

#include <catch2/catch.hpp>

#include "../support/records.h"
#include "../support/small_store.h"

using namespace qipu;

namespace {

Game at_event(const std::string& event, const std::string& red, const std::string& black,
              Outcome outcome, const std::string& line, Date date = {}) {
  Game game = game_of(line, outcome);
  game.header.event = event;
  game.header.red.name = red;
  game.header.black.name = black;
  game.header.date = date;
  return game;
}

EventTable table_of(const SmallStore& store, const std::string& event,
                    const EventOptions& options = {}) {
  return event_table(*store, find_events(*store, event), {}, options);
}

}  // namespace

TEST_CASE("an event's spellings are one event, and its players' spellings one player", "[stats]") {
  const SmallStore store(
      {at_event("五羊杯", "吕钦", "胡荣华", Outcome::Draw, "h2e2", {1990, 1, 2}),
       at_event("五 羊杯", "胡榮華", "呂欽", Outcome::RedWin, "b2e2 h9g7", {1990, 1, 3}),
       at_event("全国赛", "吕钦", "甲", Outcome::RedWin, "h2e2", {1991, 0, 0})});
  const auto events = list_events(*store, {});
  REQUIRE(events.size() == 2);
  CHECK(events[0].spellings == 2);
  CHECK(events[0].players == 2);
  CHECK(events[0].wdl.games() == 2);
  CHECK(events[0].last == Date{1990, 1, 3});
  CHECK(events[1].name == "全国赛");
  const EventTable table = table_of(store, "五羊杯");
  CHECK(table.players == std::vector<std::string>{"吕钦", "胡荣华"});
  CHECK(table.games.size() == 2);
  CHECK(table.standings[0].player == 1);
  CHECK(table.standings[0].points == 3);
}

TEST_CASE("what records say twice or not at all is told, not guessed", "[stats]") {
  const SmallStore store({at_event("杯", "甲", "乙", Outcome::RedWin, "h2e2 h9g7"),
                          at_event("杯", "甲", "乙", Outcome::RedWin, "h2e2 h9g7"),
                          at_event("杯", "甲", "", Outcome::RedWin, "h2e2 h9g7"),
                          at_event("杯", "甲", "甲", Outcome::RedWin, "h2e2 h9g7"),
                          at_event("杯", "丙", "乙", Outcome::Unknown, "h2e2 h9g7")});
  const EventTable table = table_of(store, "杯");
  CHECK(table.games.size() == 2);
  CHECK(table.copies == 1);
  CHECK(table.unnamed == 2);
  CHECK(table.unknown == 1);
  CHECK(table.unmet == 1);
  CHECK(table.players.size() == 3);
}

TEST_CASE("rounds are read from the records, and order the games", "[stats]") {
  std::vector<Game> games{at_event("杯", "甲", "乙", Outcome::RedWin, "h2e2"),
                          at_event("杯", "乙", "丙", Outcome::RedWin, "b2e2 h9g7")};
  const SmallStore store(games);  // which numbers the rounds, to keep records apart
  const EventTable table = table_of(store, "杯");
  CHECK(table.games[0].round == "0");
  CHECK(table.games[0].game.round == 0);
  CHECK(table.games[1].game.round == 1);
  CHECK(table.without_round == 1);
}

TEST_CASE("the final of the first national championship comes out as history has it", "[stats]") {
  const std::string name = "cbl/walker8088-cchess-hist/tests/data/1956年全国象棋锦标赛93局.CBL";
  const std::filesystem::path file = corpus(name);
  if (file.empty()) return;
  std::vector<Game> games = read_games("cbl", file_bytes(file));
  for (Game& game : games)
    normalise(game);
  const SmallStore store(games);
  const EventTable table =
      table_of(store, "1956年全国象棋锦标赛（决赛）", {.rules = Rules::Of1999});
  CHECK(table.pairing == Pairing::DoubleRoundRobin);
  std::string places;
  for (const Standing& line : table.standings)
    places += std::to_string(line.place) + table.players[line.player] + ' ';
  CHECK(places == "1广州杨官璘 2哈尔滨王嘉良 3杭州刘忆慈 4武汉李义庭 5北京侯玉山 6上海何顺安 ");
}
