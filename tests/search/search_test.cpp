// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <catch2/catch.hpp>
#include <tuple>

#include "../support/golden_book.h"
#include "../support/questions.h"
#include "../support/replay.h"
#include "../support/small_store.h"
#include "search/query.h"

using namespace qipu;

namespace {

std::vector<GameId> ids(const SearchResult& result) {
  std::vector<GameId> games;
  for (const FoundGame& game : result.games)
    games.push_back(game.id);
  return games;
}

SearchOptions in_order(GameOrder order, std::size_t limit = 1000) {
  SearchOptions options;
  options.order = order;
  options.limit = limit;
  return options;
}

}  // namespace

TEST_CASE("a search finds the games that a replay of all finds", "[search]") {
  const std::vector<Game> games = random_games(3, 300);
  const SmallStore store(games);
  std::vector<std::optional<Position>> positions = {std::nullopt};
  for (const Position& position : some_positions(games, 97))
    positions.emplace_back(position);
  for (const Question& question : questions()) {
    INFO(question.name);
    const Filter filter = parse_query(*store, question.words);
    for (const auto& position : positions) {
      std::vector<std::pair<GameId, int>> expected;
      for (GameId id = 0; id < games.size(); ++id) {
        if (!question.is_met(games[id])) continue;
        const int ply = position ? replay(games[id], *position).first_ply : -1;
        if (!position || ply >= 0) expected.emplace_back(id, ply);
      }
      const auto result = search(*store, position, filter, in_order(GameOrder::DateDescending));
      CHECK(result.total == expected.size());
      std::vector<std::pair<GameId, int>> found;
      for (const FoundGame& game : result.games)
        found.emplace_back(game.id, game.ply_matched);
      std::sort(found.begin(), found.end());
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("games come in the order asked, those that lack it last", "[search]") {
  std::vector<Game> games = {game_of("h2e2 h9g7"), game_of("c3c4"), game_of("g3g4 g6g5 h2e2"),
                             game_of("h0g2"), game_of("h0g2")};
  games[0].header.date = {1990, 5, 0};
  games[1].header.date = {1990, 0, 0};
  games[2].header.date = {2001, 1, 1};
  games[4].header.date = {1990, 5, 0};
  games[0].header.event = "乙杯";
  games[2].header.event = "甲杯";
  games[3].header.event = "乙杯";
  const SmallStore store(games);
  const auto order = [&](GameOrder by) {
    return ids(search(*store, std::nullopt, {}, in_order(by)));
  };
  CHECK(order(GameOrder::DateDescending) == std::vector<GameId>{2, 4, 0, 1, 3});
  CHECK(order(GameOrder::DateAscending) == std::vector<GameId>{1, 0, 4, 2, 3});
  CHECK(order(GameOrder::PliesDescending) == std::vector<GameId>{2, 0, 4, 1, 3});
  CHECK(order(GameOrder::Event) == std::vector<GameId>{0, 3, 2, 4, 1});
}

TEST_CASE("pages of a search follow each other and tell the whole count", "[search]") {
  const std::vector<Game> games = random_games(4, 120);
  const SmallStore store(games);
  const GameOrder order = GENERATE(GameOrder::DateDescending, GameOrder::DateAscending,
                                   GameOrder::PliesDescending, GameOrder::Event);
  const auto all = search(*store, std::nullopt, {}, in_order(order));
  REQUIRE(all.total > 100);
  std::vector<GameId> pages;
  SearchOptions options = in_order(order, 7);
  while (true) {
    const auto page = search(*store, std::nullopt, {}, options);
    CHECK(page.total == all.total);
    if (page.games.empty()) break;
    for (const GameId id : ids(page))
      pages.push_back(id);
    options.offset += 7;
  }
  CHECK(pages == ids(all));
  options.limit = 0;
  CHECK(search(*store, std::nullopt, {}, options).total == all.total);
  options.limit = static_cast<std::size_t>(-1);
  options.offset = 3;
  CHECK(search(*store, std::nullopt, {}, options).games.size() == all.total - 3);
}

TEST_CASE("a game whose board differs is not shown, whatever its key", "[search]") {
  const SmallStore store({game_of("h2e2 h9g7"), game_of("c3c4")});
  // As a collision of keys would hand both games over.
  const auto result = search_among(*store, {0, 1}, after("h2e2"), {});
  CHECK(result.total == 1);
  REQUIRE(result.games.size() == 1);
  CHECK(result.games[0].id == 0);
  CHECK(result.games[0].ply_matched == 1);
}
