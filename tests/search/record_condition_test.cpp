// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/record_condition.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "../support/golden_book.h"
#include "../support/questions.h"
#include "../support/random_games.h"
#include "../support/replay.h"
#include "../support/small_store.h"
#include "record/tree_lines.h"
#include "search/pattern.h"

using namespace qipu;

namespace {

std::vector<FoundGame> scanned(const Store& store, const QueryWords& words,
                               const std::optional<Position>& position = std::nullopt,
                               unsigned jobs = 0) {
  const Filter filter = parse_query(store, words);
  std::vector<FoundGame> found;
  scan_games(
      store, candidates(store, words, position, filter), RecordCondition(store, words, position),
      [&](const FoundGame& game) {
        found.push_back(game);
        return true;
      },
      {}, jobs);
  return found;
}

std::vector<GameId> ids(const std::vector<FoundGame>& games) {
  std::vector<GameId> result;
  result.reserve(games.size());
  for (const FoundGame& game : games)
    result.push_back(game.id);
  return result;
}

QueryWords text(const char* words) {
  QueryWords query;
  query.text = words;
  return query;
}

// What records are asked, and the same asked of a game.
struct RecordQuestion {
  QueryWords words;
  std::function<bool(const Game&)> is_met;
};

std::vector<RecordQuestion> record_questions() {
  std::vector<RecordQuestion> all;
  const auto ask = [&](std::function<bool(const Game&)> is_met) -> QueryWords& {
    all.push_back({{}, std::move(is_met)});
    return all.back().words;
  };
  ask([](const Game&) { return true; });
  ask([](const Game& game) { return game.tree.has_comments(); }).text = "變著";
  ask([](const Game& game) {
    return game.header.red.name == "吕钦" || game.header.black.name == "吕钦";
  }).text = "lu qin";
  const auto first_taken = [](const Game& game) {
    Position position = game.start;
    for (const Move move : game.tree.main_line()) {
      if (std::count(position.board().begin(), position.board().end(),
                     Piece(Color::Black, PieceKind::Rook)) == 1)
        return true;
      position.play(move);
    }
    return std::count(position.board().begin(), position.board().end(),
                      Piece(Color::Black, PieceKind::Rook)) == 1;
  };
  ask(first_taken).material = "R*N*C* vs RN*C*";
  return all;
}

}  // namespace

TEST_CASE("all filters combine, whichever way a question is answered", "[search]") {
  std::vector<Game> games = random_games(8, 400);
  const std::vector<Game> others = RandomGames(9).next(400);
  games.insert(games.end(), others.begin(), others.end());
  const SmallStore store(games);
  const std::vector<Position> positions = some_positions(games, 499);
  for (const Question& question : questions()) {
    for (const RecordQuestion& of_record : record_questions()) {
      QueryWords words = question.words;
      words.text = of_record.words.text;
      words.material = of_record.words.material;
      INFO(question.name << ", " << words.text << words.material);
      const auto is_met = [&](const Game& game) {
        return question.is_met(game) && of_record.is_met(game);
      };
      std::vector<GameId> expected;
      for (GameId id = 0; id < games.size(); ++id) {
        if (is_met(games[id])) expected.push_back(id);
      }
      CHECK(ids(scanned(*store, words)) == expected);
      // As every command that counts sees them: games that a narrowed filter takes.
      Filter filter = parse_query(*store, words);
      narrow(filter, expected);
      CHECK((*store).select(filter) == expected);
      for (const Position& position : positions) {
        Wdl reached;
        std::vector<std::pair<GameId, int>> at_position;
        for (const GameId id : expected) {
          if (!games[id].is_indexable()) continue;
          const int ply = replay(games[id], position).first_ply;
          const bool is_forfeit =
              kind_of(games[id]) == GameKind::Game && games[id].tree.ply_count() == 0;
          if (ply < 0 || is_forfeit) continue;
          at_position.emplace_back(id, ply);
          reached.add(games[id].header.has_conflicting_result ? Outcome::Unknown
                                                              : games[id].header.outcome);
        }
        CHECK((*store).games_reached(position.key().key, filter) == reached);
        std::vector<std::pair<GameId, int>> found;
        for (const FoundGame& game : scanned(*store, words, position))
          found.emplace_back(game.id, game.ply_matched);
        CHECK(found == at_position);
      }
    }
  }
}

TEST_CASE("words are found in headers, names and remarks, all of them", "[search]") {
  std::vector<Game> games = {game_of("h2e2 h9g7"), game_of("c3c4"), game_of("g3g4")};
  games[0].header.red.name = "胡荣华";
  games[0].header.event = "1960年全國個人賽";
  games[0].tree.annotate(1).comment = "以下红方有妙手。\n";
  games[1].header.red.name = "朱晓虎";
  games[1].header.black.name = "柳大华";
  games[1].header.others.push_back({"Remark", "Ｆｉｎｅ game"});
  games[2].header.site = "上海";
  const SmallStore store(games);
  const auto found = [&](const char* words) { return ids(scanned(*store, text(words))); };
  CHECK(found("胡榮華") == std::vector<GameId>{0});
  CHECK(found("个人赛 妙手") == std::vector<GameId>{0});
  CHECK(found("個人賽　妙手") == std::vector<GameId>{0});
  CHECK(found("个人赛 上海").empty());
  CHECK(found("hu ronghua") == std::vector<GameId>{0});
  CHECK(found("ronghua") == std::vector<GameId>{0});
  CHECK(found("dahua") == std::vector<GameId>{1});
  CHECK(found("hua") == std::vector<GameId>{0, 1});
  CHECK(found("onghua").empty());
  CHECK(found("fine GAME") == std::vector<GameId>{1});
  CHECK(found("quanguo") == std::vector<GameId>{0});
  CHECK(found("上海") == std::vector<GameId>{2});
  CHECK_THROWS_AS(RecordCondition(*store, text(" ，。")), UsageError);
}

TEST_CASE("a position is also found with colours changed over, if that is asked", "[search]") {
  // Black's central cannon with Red to move is the first game's position, turned round.
  const SmallStore store({game_of("h2e2 h9g7"), game_of("i0i1 h7g7 i1i0 g7e7"), game_of("c3c4")});
  SearchOptions options;
  options.order = GameOrder::Import;
  CHECK(search(*store, after("h2e2"), {}, options).total == 1);
  options.is_flipped_too = true;
  const SearchResult found = search(*store, after("h2e2"), {}, options);
  REQUIRE(found.games.size() == 2);
  CHECK(found.games[0].ply_matched == 1);
  CHECK(found.games[1].id == 1);
  CHECK(found.games[1].ply_matched == 4);
}

TEST_CASE("positions and patterns are found in side lines only if that is asked", "[search]") {
  Game game = game_of("h2e2 h9g7 h0g2");
  NodeId node = game.tree.add(1, Move(Square(1, 9), Square(2, 7)));  // b9c7 for h9g7
  node = game.tree.add(node, Move(Square(2, 3), Square(2, 4)));      // c3c4
  const SmallStore store({game_of("c3c4"), game});
  const Position wanted = after("h2e2 b9c7 c3c4");
  CHECK(scanned(*store, {}, wanted).empty());
  QueryWords words;
  words.in_variations = true;
  auto found = scanned(*store, words, wanted);
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == 1);
  CHECK(found[0].ply_matched == 3);
  const Game stored = (*store).game(1).game;
  CHECK(position_at(stored, found[0].variation) == wanted);
  words.pattern = "?9/?9/?9/?9/?9/?2P?6/?9/?4C?4/?9/?9";
  CHECK(ids(scanned(*store, words)) == std::vector<GameId>{1});
  CHECK(scanned(*store, words)[0].variation == found[0].variation);
  words.in_variations = false;
  CHECK(scanned(*store, words).empty());
  // Statistics know nothing of it.
  CHECK((*store).games_reached(wanted.key().key, {}).games() == 0);
}

TEST_CASE("games of a scan come in order, on any number of threads, until it is ended",
          "[search][threads]") {
  std::vector<Game> games;
  for (int i = 0; i < 5000; ++i) {
    games.push_back(game_of(i % 3 == 0 ? "h2e2" : "c3c4"));
    games.back().header.round = std::to_string(i);
  }
  const SmallStore store(games);
  QueryWords words;
  words.pattern = "?9/?9/?9/?9/?9/?9/?9/?4C?4/?9/?9";
  const auto alone = scanned(*store, words, std::nullopt, 1);
  CHECK(alone.size() == 1667);
  CHECK(std::is_sorted(alone.begin(), alone.end(),
                       [](const auto& a, const auto& b) { return a.id < b.id; }));
  CHECK(ids(scanned(*store, words, std::nullopt, 4)) == ids(alone));
  const RecordCondition condition(*store, words);
  int seen = 0;
  const std::vector<GameId> all = (*store).select({});
  scan_games(*store, all, condition, [&](const FoundGame&) { return ++seen < 10; });
  CHECK(seen == 10);
  const auto give_up = [](std::uint64_t) { throw std::runtime_error("enough"); };
  CHECK_THROWS_WITH(scan_games(
                        *store, all, condition, [](const FoundGame&) { return true; }, give_up),
                    "enough");
}

TEST_CASE("words that say only how to look need something to look for", "[search]") {
  const auto refuse = [](std::string QueryWords::*field, const char* value) {
    QueryWords words;
    words.*field = value;
    CHECK_THROWS_AS(asks_records(words, false), UsageError);
  };
  refuse(&QueryWords::region, "a0-b1");
  refuse(&QueryWords::hold, "3");
  QueryWords words;
  words.is_flipped_too = true;
  CHECK_THROWS_AS(asks_records(words, false), UsageError);
  CHECK_FALSE(asks_records(words, true));  // the index knows
  words.in_variations = true;
  CHECK(asks_records(words, true));
  CHECK_FALSE(asks_records({}, true));
}
