// SPDX-License-Identifier: GPL-3.0-or-later

#include "stats/moves_at.h"

#include <catch2/catch.hpp>

#include "../support/golden_book.h"
#include "../support/questions.h"
#include "../support/replay.h"
#include "../support/small_store.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

std::map<Move, Wdl> as_map(const std::vector<MoveStats>& moves) {
  std::map<Move, Wdl> result;
  for (const MoveStats& move : moves)
    result.emplace(move.move, move.wdl);
  return result;
}

Wdl naive_reached(const std::vector<Game>& games, const Position& position,
                  const std::function<bool(const Game&)>& is_met) {
  Wdl wdl;
  for (const Game& game : games) {
    if (is_met(game) && replay(game, position).first_ply >= 0) wdl.add(game.header.outcome);
  }
  return wdl;
}

}  // namespace

TEST_CASE("statistics of positions under filters equal a replay of all games", "[stats]") {
  const std::vector<Game> games = random_games(1, 200);
  const SmallStore store(games);
  const std::vector<Position> positions = some_positions(games, 37);
  REQUIRE(positions.size() > 80);
  for (const Question& question : questions()) {
    INFO(question.name);
    const Filter filter = parse_query(*store, question.words);
    std::uint64_t seen = 0;
    for (const Position& position : positions) {
      INFO(to_fen(position));
      auto expected = naive_moves(games, position, question.is_met);
      const std::uint64_t ended = expected[Move()].games();
      expected.erase(Move());
      const Exploration explored = explore(*store, position, filter);
      REQUIRE(as_map(moves_at(*store, position, filter)) == expected);
      REQUIRE(explored.ended == ended);
      REQUIRE(explored.all == naive_reached(games, position, question.is_met));
      REQUIRE(explored.moves.size() == expected.size());
      for (const ExploredMove& move : explored.moves) {
        REQUIRE(move.stats.wdl == expected[move.stats.move]);
        REQUIRE(move.reached == naive_reached(games, move.to, question.is_met).games());
        REQUIRE(move.reached >= move.stats.wdl.games());
      }
      seen += explored.all.games();
    }
    CHECK(seen > 0);
  }
}

TEST_CASE("groups at a position add up to what is there", "[stats]") {
  const std::vector<Game> games = random_games(2, 300);
  const SmallStore store(games);
  for (const Question& question : questions()) {
    INFO(question.name);
    const Filter filter = parse_query(*store, question.words);
    for (const Position& position : some_positions(games, 151)) {
      const Wdl all = explore(*store, position, filter).all;
      for (const GroupBy by : {GroupBy::Year, GroupBy::Event, GroupBy::Result}) {
        Wdl sum;
        for (const Group& group : group_at(*store, position, filter, by))
          sum += group.wdl;
        CHECK(sum == all);
      }
      Wdl red;
      Wdl black;
      for (const Group& group : group_at(*store, position, filter, GroupBy::Player)) {
        red += group.as_red;
        black += group.as_black;
        CHECK(group.wdl.games() <= group.as_red.games() + group.as_black.games());
      }
      CHECK(red == all);
      CHECK(black == all);
    }
  }
}

TEST_CASE("groups are in order, and the unknown is named by nothing", "[stats]") {
  std::vector<Game> games(5, game_of("h2e2 h9g7", Outcome::RedWin));
  games[0].header.date.year = 1990;
  games[1].header.date.year = 1985;
  games[2].header.date.year = 1990;
  games[0].header.red.name = games[1].header.black.name = "吕钦";
  games[4].header.outcome = Outcome::Draw;
  const SmallStore store(games);
  const auto names = [&](GroupBy by) {
    std::string result;
    for (const Group& group : group_at(*store, Position::start(), {}, by)) {
      result += group.name + ":" + std::to_string(group.wdl.games()) + " ";
    }
    return result;
  };
  CHECK(names(GroupBy::Year) == "1985:1 1990:2 :2 ");
  CHECK(names(GroupBy::Result) == "red:4 draw:1 ");
  CHECK(names(GroupBy::Player) == ":5 吕钦:2 ");
  CHECK(names(GroupBy::Event) == ":5 ");
}

TEST_CASE("a game that comes back to a position counts there once", "[stats]") {  // case 40
  const SmallStore store({game_of("a0a1 a9a8 a1a0 a8a9 h2e2")});
  const auto explored = explore(*store, Position::start(), {});
  CHECK(explored.all.games() == 1);
  // The start is its own mirror image: a0a1 is shown as i0i1.
  REQUIRE(explored.moves.size() == 2);
  for (const ExploredMove& move : explored.moves)
    CHECK(move.stats.wdl.games() == 1);
  CHECK(as_map(moves_at(*store, Position::start(), {})).count(iccs("i0i1")) == 1);
  CHECK(as_map(moves_at(*store, Position::start(), {})).count(iccs("h2e2")) == 1);
}

TEST_CASE("games that played a move and games that reach what it leads to are two counts",
          "[stats]") {  // case 41
  const SmallStore store({game_of("h2e2 h9g7 b0c2"), game_of("b0c2 h9g7 h2e2")});
  const auto explored = explore(*store, after("h2e2 h9g7"), {});
  REQUIRE(explored.moves.size() == 1);
  CHECK(explored.moves[0].stats.move == iccs("b0c2"));
  CHECK(explored.moves[0].stats.wdl.games() == 1);
  CHECK(explored.moves[0].reached == 2);
}

TEST_CASE("on a symmetric position a move stands for its mirror image, on Red's right", "[stats]") {
  const SmallStore store({game_of("h2e2"), game_of("b2e2"), game_of("b2e2 b9c7")});
  const auto moves = moves_at(*store, Position::start(), {});
  REQUIRE(moves.size() == 1);
  CHECK(moves[0].move == iccs("h2e2"));
  CHECK(moves[0].wdl.games() == 3);
  const auto replies = moves_at(*store, after("h2e2"), {});
  REQUIRE(replies.size() == 1);
  CHECK(replies[0].move == iccs("h9g7"));
  CHECK(moves_at(*store, after("b2e2"), {})[0].move == iccs("b9c7"));
}

TEST_CASE("explored moves have their years, and the newest games come first", "[stats]") {
  std::vector<Game> games = {game_of("h2e2 h9g7"), game_of("b2e2"), game_of("h2e2"),
                             game_of("c3c4"), game_of("a0a1 a9a8 a1a0 a8a9 h2e2")};
  games[0].header.date = {1990, 5, 0};
  games[1].header.date = {2001, 0, 0};
  games[4].header.date = {1995, 1, 2};
  const SmallStore store(games);
  ExploreOptions options;
  options.top_games = 4;
  const auto explored = explore(*store, Position::start(), {}, options);
  REQUIRE(explored.moves.size() == 3);
  CHECK(explored.moves[0].stats.move == iccs("h2e2"));
  CHECK(explored.moves[0].first_year == 1990);
  CHECK(explored.moves[0].last_year == 2001);
  std::vector<GameId> ids;
  for (const FoundGame& game : explored.top_games)
    ids.push_back(game.id);
  CHECK(ids == std::vector<GameId>{1, 4, 0, 3});
  const auto undated = explore(*store, after("c3c4"), {});
  CHECK(undated.ended == 1);
  CHECK(undated.moves.empty());
  REQUIRE(undated.top_games.size() == 1);
  CHECK(undated.top_games[0].ply_matched == 1);
}

TEST_CASE("a position nobody reached has nothing", "[stats]") {
  const SmallStore store({game_of("h2e2")});
  const auto explored = explore(*store, after("c3c4 c6c5"), {});
  CHECK(explored.all.games() == 0);
  CHECK(explored.moves.empty());
  CHECK(explored.top_games.empty());
  CHECK(group_at(*store, after("c3c4 c6c5"), {}, GroupBy::Year).empty());
}
