// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/query.h"

#include <catch2/catch.hpp>

#include "../support/golden_book.h"
#include "../support/imported.h"
#include "../support/small_store.h"

using namespace qipu;

namespace {

Game played_by(const char* red, const char* black, const char* event = "") {
  Game game = game_of("h2e2");
  game.header.red.name = red;
  game.header.black.name = black;
  game.header.event = event;
  return game;
}

SmallStore named_store() {
  return SmallStore(std::vector<Game>{
      played_by("胡荣华", "柳大华", "第5届五羊杯"), played_by("胡榮華", "湖北柳大华", "五羊杯"),
      played_by("李来群", "李莱群", "全国象棋个人赛"), played_by("LIU DaHua", "吕钦", ""),
      played_by("", "单霞丽", "五羊杯")});
}

std::vector<std::string> names(const Store& store, const std::vector<PlayerId>& players) {
  std::vector<std::string> result;
  result.reserve(players.size());
  for (const PlayerId player : players)
    result.push_back(store.player_name(player));
  return result;
}

QueryWords word(std::string QueryWords::*field, const char* value) {
  QueryWords words;
  words.*field = value;
  return words;
}

}  // namespace

TEST_CASE("a name finds its spellings, simplified or traditional, with blanks or without",
          "[search]") {
  const SmallStore store = named_store();
  for (const char* name : {"胡荣华", "胡榮華", " 胡 荣 华 ", "胡　荣华"}) {
    CHECK(names(*store, find_players(*store, name)) ==
          std::vector<std::string>{"胡荣华", "胡榮華"});
  }
  CHECK(names(*store, find_players(*store, "liu dahua")) == std::vector<std::string>{"LIU DaHua"});
  CHECK(find_players(*store, "").empty());
  CHECK(find_players(*store, "  ").empty());
}

TEST_CASE("a name in Latin letters finds by sound, one in Chinese characters does not",
          "[search]") {
  const SmallStore store = named_store();
  for (const char* name : {"hu ronghua", "Hu Rong-hua", "HURONGHUA"}) {
    CHECK(find_players(*store, name).size() == 2);
  }
  CHECK(find_players(*store, "shan xiali").size() == 1);
  CHECK(find_players(*store, "胡容华").empty());
}

TEST_CASE("a sound that several names have is a question, not a guess", "[search]") {
  const SmallStore store = named_store();
  CHECK(find_players(*store, "li laiqun").size() == 2);
  CHECK_THROWS_WITH(parse_query(*store, word(&QueryWords::player, "li laiqun")),
                    Catch::Contains("李来群") && Catch::Contains("李莱群"));
}

TEST_CASE("a name nobody has lists the closest ones", "[search]") {
  const SmallStore store = named_store();
  CHECK(closest_players(*store, "胡容华", 5) == std::vector<std::string>{"胡榮華", "胡荣华"});
  // A team glued to the name.
  const auto glued = closest_players(*store, "大华", 5);
  CHECK(std::count(glued.begin(), glued.end(), "湖北柳大华") == 1);
  CHECK(closest_players(*store, "hu ronghau", 1).size() == 1);
  CHECK(closest_players(*store, "胡荣华", 1).size() == 1);
  CHECK(closest_players(*store, "赵鑫鑫", 5).empty());
  CHECK_THROWS_AS(parse_query(*store, word(&QueryWords::red, "胡容华")), UsageError);
  CHECK_THROWS_WITH(parse_query(*store, word(&QueryWords::red, "胡容华")),
                    Catch::Contains("no player is called '胡容华'") && Catch::Contains("胡荣华"));
  CHECK_THROWS_WITH(parse_query(*store, word(&QueryWords::versus, "赵鑫鑫")),
                    Catch::Contains("赵鑫鑫"));
}

TEST_CASE("an event is found by its name, else by a part of it", "[search]") {
  const SmallStore store = named_store();
  const auto found = [&](const char* name) {
    std::vector<std::string> result;
    for (const EventId event : find_events(*store, name)) {
      result.push_back((*store).event_name(event));
    }
    std::sort(result.begin(), result.end());
    return result;
  };
  CHECK(found("五羊杯") == std::vector<std::string>{"五羊杯"});
  CHECK(found("5届") == std::vector<std::string>{"第5届五羊杯"});
  CHECK(found("全國象棋") == std::vector<std::string>{"全国象棋个人赛"});
  CHECK(found("嘉周杯").empty());
  CHECK_THROWS_WITH(parse_query(*store, word(&QueryWords::event, "五洋杯")),
                    Catch::Contains("五羊杯"));
}

TEST_CASE("words that make no sense are told with what would", "[search]") {
  const SmallStore store = named_store();
  const auto [field, value, hint] =
      GENERATE(table<std::string QueryWords::*, const char*, const char*>({
          {&QueryWords::from, "yesterday", "2009-05-17"},
          {&QueryWords::to, "2009-13", "2009-05-17"},
          {&QueryWords::result, "1-0", "red, black, draw"},
          {&QueryWords::kind, "chess", "puzzle"},
          {&QueryWords::opening, "Z99", "ECCO"},
          {&QueryWords::length, "40", "MIN..MAX"},
          {&QueryWords::length, "..", "MIN..MAX"},
          {&QueryWords::length, "a..b", "MIN..MAX"},
          {&QueryWords::length, "-1..5", "MIN..MAX"},
          {&QueryWords::length, "1..2..3", "MIN..MAX"},
          {&QueryWords::length, "90..80", "smaller"},
          {&QueryWords::length, "600..", "511"},
          {&QueryWords::length, "..99999999999999999999", "511"},
          {&QueryWords::source, "nothing*", "games/all.pgn"},
      }));
  INFO(value);
  CHECK_THROWS_AS(parse_query(*store, word(field, value)), UsageError);
  CHECK_THROWS_WITH(parse_query(*store, word(field, value)), Catch::Contains(hint));
}

TEST_CASE("words become the filter that they mean", "[search]") {
  const SmallStore store = named_store();
  QueryWords words;
  words.from = "2009-05";
  words.to = "2009";
  words.result = "draw";
  words.length = "40..";
  const Filter filter = parse_query(*store, words);
  CHECK(filter.from == Date{2009, 5, 0});
  CHECK(filter.to == Date{2009, 0, 0});
  CHECK(filter.outcome == Outcome::Draw);
  CHECK(filter.kind == GameKind::Game);
  CHECK(filter.min_plies == 40);
  CHECK(filter.max_plies == 0xFFFF);
  CHECK_FALSE(filter.player);

  words.from = "2010";
  CHECK_THROWS_AS(parse_query(*store, words), UsageError);
  CHECK(parse_query(*store, {}).is_default());
  CHECK_FALSE(parse_query(*store, word(&QueryWords::kind, "all")).kind);
  CHECK(parse_query(*store, word(&QueryWords::length, "..12")).max_plies == 12);
}

TEST_CASE("a glob over sources selects their games", "[search]") {
  const SmallStore store({{"old/a.pgn", {game_of("h2e2"), game_of("c3c4")}},
                          {"new/b.xqf", {game_of("g3g4")}},
                          {"new/all.zip!c.xqf", {game_of("h2e2"), game_of("h0g2")}}});
  const auto found = [&](const char* glob) {
    return (*store).select(parse_query(*store, word(&QueryWords::source, glob)));
  };
  CHECK(found("old/*") == std::vector<GameId>{0, 1});
  CHECK(found("*.xqf") == std::vector<GameId>{2, 3, 4});
  CHECK(found("new/all.zip!?.xqf") == std::vector<GameId>{3, 4});
  CHECK(found("*") == std::vector<GameId>{0, 1, 2, 3, 4});
}

TEST_CASE("a source is found by every name it came under", "[search]") {
  const TemporaryFolder folder;
  Store store = Store::open_to_write(folder / "db");
  import_games(store, "old/a.pgn", {game_of("h2e2")});
  {
    StoreWriter writer(store);
    SourceInfo moved = source_of("old/a.pgn");
    moved.name = "new/a.pgn";
    writer.begin_source(moved);
    writer.commit();
  }
  for (const char* glob : {"old/*", "new/*"}) {
    CHECK(store.select(parse_query(store, word(&QueryWords::source, glob))) ==
          std::vector<GameId>{0});
  }
}

TEST_CASE("an opening is asked for by code, start of a code, or name", "[search]") {
  const SmallStore store({game_of("h2e2 h9g7 h0g2 b9c7 c3c4"), game_of("b2e2 b9c7 b0c2 h9g7 g3g4"),
                          game_of("h2e2 h7e7"), game_of("f0e1")});
  const auto found = [&](const char* words) {
    return (*store).select(parse_query(*store, word(&QueryWords::opening, words)));
  };
  CHECK(found("A01") == std::vector<GameId>{3});
  CHECK(found("a") == std::vector<GameId>{3});
  CHECK(found("上仕局") == std::vector<GameId>{3});
  CHECK(found("C") == std::vector<GameId>{0, 1});  // the second is the first one's mirror image
  CHECK(found("D") == std::vector<GameId>{2});
}
