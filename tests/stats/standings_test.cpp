// SPDX-License-Identifier: GPL-3.0-or-later

// SOURCE of the worked examples: rules/tournament.md.

#include "stats/standings.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace qipu;

namespace {

constexpr std::size_t kA = 0, kB = 1, kC = 2, kD = 3, kE = 4;
constexpr Outcome kRed = Outcome::RedWin, kBlack = Outcome::BlackWin, kDraw = Outcome::Draw;

// "A1 B2 ...": players from the letter A on, with their places.
std::string places(const std::vector<Standing>& table) {
  std::string text;
  for (const Standing& line : table) {
    if (!text.empty()) text += ' ';
    text += static_cast<char>('A' + line.player);
    text += std::to_string(line.place);
  }
  return text;
}

const Standing& line_of(const std::vector<Standing>& table, std::size_t player) {
  return *std::find_if(table.begin(), table.end(),
                       [&](const Standing& line) { return line.player == player; });
}

const std::vector<EventGame> kRoundRobin{{kA, kB, kRed, 0},  {kA, kC, kDraw, 0}, {kD, kA, kRed, 0},
                                         {kA, kE, kRed, 0},  {kB, kC, kRed, 0},  {kB, kD, kRed, 0},
                                         {kE, kB, kDraw, 0}, {kC, kD, kDraw, 0}, {kC, kE, kRed, 0},
                                         {kD, kE, kDraw, 0}};

const std::vector<EventGame> kSwiss{{kA, kB, kRed, 1},  {kC, kD, kDraw, 1}, {kE, kBye, kRed, 1},
                                    {kA, kE, kDraw, 2}, {kC, kB, kRed, 2},  {kD, kBye, kRed, 2},
                                    {kD, kA, kDraw, 3}, {kE, kC, kDraw, 3}, {kB, kBye, kRed, 3}};

}  // namespace

TEST_CASE("the round robin of the rules comes out as worked there", "[stats]") {
  const auto table = standings(5, kRoundRobin, {});
  CHECK(places(table) == "A1 B2 D3 C4 E5");
  const auto check = [&](std::size_t player, int points, int minor, int wins) {
    CHECK(line_of(table, player).points == points);
    CHECK(line_of(table, player).minor == minor);
    CHECK(line_of(table, player).wins == wins);
  };
  check(kA, 5, 18, 2);
  check(kB, 5, 18, 2);
  check(kC, 4, 13, 1);
  check(kD, 4, 16, 1);
  check(kE, 2, 9, 0);
  CHECK(guess_pairing(5, kRoundRobin) == Pairing::RoundRobin);
}

TEST_CASE("the points pairing of the rules comes out as worked there", "[stats]") {
  const auto table = standings(5, kSwiss, {.pairing = Pairing::Swiss});
  CHECK(places(table) == "E1 D2 A3 C4 B5");
  const auto check = [&](std::size_t player, int points, int opponents, int cumulative) {
    CHECK(line_of(table, player).points == points);
    CHECK(line_of(table, player).opponents == opponents);
    CHECK(line_of(table, player).cumulative == cumulative);
    CHECK(line_of(table, player).wins == 1);
  };
  check(kA, 4, 10, 9);
  check(kB, 2, 10, 2);
  check(kC, 4, 8 + 2, 8);
  check(kD, 4, 10, 8);
  check(kE, 4, 10, 9);
}

TEST_CASE("by running totals the equals of the rules' example share their places", "[stats]") {
  const auto table =
      standings(5, kSwiss, {.pairing = Pairing::Swiss, .tie_break = SwissTieBreak::Cumulative});
  CHECK(places(table) == "A1 E1 C3 D3 B5");
}

TEST_CASE("the rules of 1999 stop at equal places where those of 2011 go on", "[stats]") {
  const auto table = standings(5, kSwiss, {.rules = Rules::Of1999, .pairing = Pairing::Swiss});
  CHECK(places(table) == "A1 C1 D1 E1 B5");
}

TEST_CASE("who was second in the game of two equals comes first", "[stats]") {
  CHECK(places(standings(2, {{kA, kB, kDraw, 0}}, {})) == "B1 A2");
  CHECK(places(standings(2, {{kA, kB, kDraw, 0}}, {.rules = Rules::Of1999})) == "A1 B1");
}

TEST_CASE("pairings of several games count as matches first", "[stats]") {
  // A beats B by 3:1, loses to C by 1:3; B beats C by 4:0.
  const std::vector<EventGame> games{{kA, kB, kRed, 0}, {kB, kA, kDraw, 0}, {kA, kC, kDraw, 0},
                                     {kC, kA, kRed, 0}, {kB, kC, kRed, 0},  {kC, kB, kBlack, 0}};
  CHECK(guess_pairing(3, games) == Pairing::DoubleRoundRobin);
  const auto table = standings(3, games, {.pairing = Pairing::DoubleRoundRobin});
  CHECK(places(table) == "B1 A2 C3");
  for (const Standing& line : table)
    CHECK(line.match_points == 2);
  CHECK(line_of(table, kB).points == 5);
}

TEST_CASE("an event may count three points, and a draw more for Black", "[stats]") {
  const Scoring scoring{.win = 3, .draw = 1, .draw_as_black = 2};
  const auto table = standings(3, {{kA, kB, kDraw, 0}, {kB, kC, kRed, 0}, {kC, kA, kDraw, 0}},
                               {.scoring = scoring});
  CHECK(line_of(table, kA).points == 3);
  CHECK(line_of(table, kB).points == 5);
  CHECK(line_of(table, kC).points == 1);
}

TEST_CASE("games without a result count for nothing, and nobody is nobody", "[stats]") {
  const auto table = standings(2, {{kA, kB, Outcome::Unknown, 1}}, {});
  CHECK(places(table) == "A1 B1");
  CHECK(table[0].games == 0);
  CHECK(standings(0, {}, {}).empty());
  CHECK(guess_pairing(0, {}) == Pairing::Swiss);
  CHECK(guess_pairing(1, {}) == Pairing::Swiss);
}

TEST_CASE("standings do not depend on the order of the games or the numbers of the players",
          "[stats]") {
  std::mt19937 random(11);
  for (int n = 0; n < 200; ++n) {
    const std::size_t players = 4 + random() % 5;
    std::vector<EventGame> games;
    for (std::size_t a = 0; a < players; ++a) {
      for (std::size_t b = a + 1; b < players; ++b) {
        if (random() % 5 == 0) continue;
        const bool swap = random() % 2 == 0;
        games.push_back({swap ? b : a, swap ? a : b, static_cast<Outcome>(random() % 4),
                         1 + static_cast<unsigned>(random() % 6)});
      }
    }
    for (const Pairing pairing : {Pairing::RoundRobin, Pairing::DoubleRoundRobin, Pairing::Swiss}) {
      const StandingsOptions options{.pairing = pairing};
      const auto table = standings(players, games, options);
      std::vector<EventGame> turned = games;
      std::shuffle(turned.begin(), turned.end(), random);
      for (EventGame& game : turned) {
        game.red = players - 1 - game.red;
        game.black = players - 1 - game.black;
      }
      const auto other = standings(players, turned, options);
      int points = 0;
      for (const Standing& line : table) {
        CHECK(line_of(other, players - 1 - line.player).place == line.place);
        points += line.points;
      }
      const auto decided = std::count_if(games.begin(), games.end(), [](const EventGame& game) {
        return game.outcome != Outcome::Unknown;
      });
      CHECK(points == 2 * decided);
    }
  }
}

TEST_CASE("rounds are read from the words of records", "[stats]") {
  CHECK(round_number("3") == 3);
  CHECK(round_number("第3轮") == 3);
  CHECK(round_number("第03轮") == 3);
  CHECK(round_number("第十二轮") == 12);
  CHECK(round_number("第二十轮 第2台") == 20);
  CHECK(round_number("第十轮") == 10);
  CHECK(round_number("R05") == 5);
  CHECK(round_number("决赛") == 0);
  CHECK(round_number("") == 0);
  CHECK(round_number("1987") == 0);
  CHECK(round_number("99999999999999999999") == 0);
}
