// SPDX-License-Identifier: GPL-3.0-or-later

#include "stats/player_report.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "../support/questions.h"
#include "../support/small_store.h"
#include "base/text.h"

using namespace qipu;

namespace {

Game meeting(const std::string& red, const std::string& black, Outcome outcome, Date date = {}) {
  Game game = game_of("h2e2 h9g7", outcome);
  game.header.red.name = red;
  game.header.black.name = black;
  game.header.date = date;
  return game;
}

PlayerReport report_of(const SmallStore& store, const std::string& name, const Filter& filter = {},
                       std::size_t newest = 5) {
  return report_player(*store, find_players(*store, name), filter, newest);
}

// Wins, draws, losses and unknown results of whoever is called `name`.
Wdl naive_results(const std::vector<Game>& games, const std::string& name, Color side,
                  const std::function<bool(const Game&)>& is_met) {
  Wdl own;
  for (const Game& game : games) {
    const bool is_red = name_key(game.header.red.name) == name_key(name);
    const bool is_black = !is_red && name_key(game.header.black.name) == name_key(name);
    if (!(side == Color::Red ? is_red : is_black) || !is_met(game)) continue;
    const Outcome outcome =
        game.header.has_conflicting_result ? Outcome::Unknown : game.header.outcome;
    if (outcome == Outcome::Draw || outcome == Outcome::Unknown) {
      own.add(outcome);
    } else {
      own.add((outcome == Outcome::RedWin) == (side == Color::Red) ? Outcome::RedWin
                                                                   : Outcome::BlackWin);
    }
  }
  return own;
}

Wdl sum_of(const std::vector<ScoreLine>& lines) {
  Wdl sum;
  for (const ScoreLine& line : lines)
    sum += line.own;
  return sum;
}

}  // namespace

TEST_CASE("what a player scored equals a look at all games, under any filter", "[stats]") {
  const std::vector<Game> games = random_games(3, 300);
  const SmallStore store(games);
  std::map<std::string, std::string> names;  // one spelling of each
  for (const Game& game : games) {
    for (const std::string& name : {game.header.red.name, game.header.black.name})
      names.emplace(name_key(name), name);
  }
  names.erase("");
  REQUIRE(names.size() > 3);
  for (const Question& question : questions()) {
    INFO(question.name);
    const Filter filter = parse_query(*store, question.words);
    if (filter.player) continue;  // the report asks for one itself
    std::uint64_t seen = 0;
    for (const auto& [key, name] : names) {
      INFO(name);
      const PlayerReport report = report_of(store, name, filter);
      const Wdl own = both_sides(report.as_red, report.as_black);
      REQUIRE(report.as_red == naive_results(games, name, Color::Red, question.is_met));
      REQUIRE(report.as_black == naive_results(games, name, Color::Black, question.is_met));
      CHECK(sum_of(report.years) == own);
      CHECK(sum_of(report.opponents) == own);
      CHECK(sum_of(report.events) == own);
      CHECK(sum_of(report.red_openings) == report.as_red);
      CHECK(sum_of(report.black_openings) == report.as_black);
      CHECK(report.newest.size() == std::min<std::size_t>(5, own.games()));
      CHECK(report.wins.games <= own.red_wins);
      CHECK(report.wins.games <= report.unbeaten.games);
      seen += own.games();
    }
    std::uint64_t listed = 0;
    for (const PlayerLine& line : list_players(*store, filter))
      listed += both_sides(line.as_red, line.as_black).games();
    CHECK(listed == seen);
  }
}

TEST_CASE("spellings of one name are one player, called as most games have it", "[stats]") {
  const SmallStore store(
      {meeting("胡荣华", "甲", Outcome::RedWin), meeting("乙", "胡榮華", Outcome::BlackWin),
       meeting("胡 荣华", "甲", Outcome::Draw), meeting("胡荣华", "乙", Outcome::Unknown)});
  const auto players = list_players(*store, {});
  REQUIRE(players.size() == 3);
  CHECK(players[0].name == "胡荣华");
  CHECK(players[0].spellings == 3);
  CHECK(players[0].as_red == Wdl{.red_wins = 1, .draws = 1, .black_wins = 0, .unknown = 1});
  CHECK(players[0].as_black == Wdl{.red_wins = 1, .draws = 0, .black_wins = 0, .unknown = 0});
  const PlayerReport report = report_of(store, "胡榮華");
  REQUIRE(report.spellings.size() == 3);
  CHECK(report.spellings[0].name == "胡荣华");
  CHECK(report.spellings[0].games == 2);
  CHECK(report.opponents.size() == 2);
}

TEST_CASE("runs go by date, over what is undated or unknown", "[stats]") {
  const auto on = [](std::uint8_t day) { return Date{2001, 5, day}; };
  const SmallStore store(
      {meeting("甲", "乙", Outcome::RedWin, on(3)), meeting("乙", "甲", Outcome::BlackWin, on(1)),
       meeting("甲", "乙", Outcome::Unknown, on(2)), meeting("甲", "乙", Outcome::BlackWin),
       meeting("甲", "乙", Outcome::Draw, on(4)), meeting("甲", "乙", Outcome::BlackWin, on(5)),
       meeting("甲", "乙", Outcome::Draw, on(6))});
  const PlayerReport report = report_of(store, "甲");
  CHECK(report.wins.games == 2);
  CHECK(report.wins.from == on(1));
  CHECK(report.wins.to == on(3));
  CHECK(report.unbeaten.games == 3);
  CHECK(report.unbeaten.to == on(4));
  CHECK(report.without_win.games == 3);
  CHECK(report.without_win.from == on(4));
  CHECK(report.first == on(1));
  CHECK(report.last == on(6));
  REQUIRE(report.years.size() == 2);
  CHECK(report.years[0].number == 2001);
  CHECK(report.years[1].number == 0);
}

TEST_CASE("two players' games with each other are told apart from all others", "[stats]") {
  const SmallStore store({meeting("甲", "乙", Outcome::RedWin), meeting("乙", "甲", Outcome::Draw),
                          meeting("甲", "丙", Outcome::BlackWin),
                          meeting("丙", "丁", Outcome::BlackWin)});
  QueryWords words;
  words.versus = "乙";
  const PlayerReport report = report_of(store, "甲", parse_query(*store, words));
  CHECK(report.as_red == Wdl{.red_wins = 1, .draws = 0, .black_wins = 0, .unknown = 0});
  CHECK(report.as_black == Wdl{.red_wins = 0, .draws = 1, .black_wins = 0, .unknown = 0});
  CHECK(report.opponents.size() == 1);
  CHECK(report.everybody.games() == 4);
}

TEST_CASE("a game with oneself counts once, as Red", "[stats]") {
  const SmallStore store({meeting("甲", "甲", Outcome::BlackWin)});
  const PlayerReport report = report_of(store, "甲");
  CHECK(report.as_red == Wdl{.red_wins = 0, .draws = 0, .black_wins = 1, .unknown = 0});
  CHECK(report.as_black.games() == 0);
  CHECK(both_sides(list_players(*store, {})[0].as_red, list_players(*store, {})[0].as_black)
            .games() == 1);
}

TEST_CASE("a filter that no game of the player meets gives an empty report", "[stats]") {
  const SmallStore store({meeting("甲", "乙", Outcome::RedWin, {1999, 0, 0})});
  QueryWords words;
  words.from = "2005";
  const PlayerReport report = report_of(store, "甲", parse_query(*store, words));
  CHECK(report.spellings.empty());
  CHECK(report.years.empty());
  CHECK(report.newest.empty());
}
