// SPDX-License-Identifier: GPL-3.0-or-later

#include "server/answers.h"

#include <catch2/catch.hpp>

#include "xiangqi/fen.h"

using namespace qipu;

TEST_CASE("what is not known is null", "[server]") {
  const Json row = to_json(GameLine{.number = 7, .red = "甲", .plies = 12});
  CHECK(row.dump() ==
        R"({"id":7,"red":"甲","black":null,"result":"unknown","event":null,"round":null,)"
        R"("date":null,"opening":null,"plies":12,"ply_matched":null})");
  CHECK(score_json({.unknown = 3}, Color::Red).dump() ==
        R"({"score":null,"low":null,"high":null})");
}

TEST_CASE("a move explored has the promised keys, scored for its side", "[server]") {
  const Position start = Position::start();
  ExploredMove move;
  move.stats.move = *parse_move(start, "h2e2");
  move.stats.wdl = {.red_wins = 2, .draws = 1, .black_wins = 1, .unknown = 0};
  move.reached = 5;
  move.first_year = 1980;
  move.last_year = 1999;
  move.to.play(move.stats.move);
  const Json row = explored_move_json(start, move, 8, Notation::Chinese);
  CHECK(row["move"] == "炮二平五");
  CHECK(row["iccs"] == "h2e2");
  CHECK(row["games"] == 4);
  CHECK(row["reached"] == 5);
  CHECK(row["score"] == 0.625);
  CHECK(row["share"] == 0.5);
  CHECK(row["to_fen"] == to_fen(move.to));
  CHECK(row["low"].get<double>() < 0.3);
  CHECK(row["high"].get<double>() > 0.85);
}

TEST_CASE("the score of a player counts both sides", "[server]") {
  Group group;
  group.as_red = {.red_wins = 3, .draws = 1, .black_wins = 0, .unknown = 0};
  group.as_black = {.red_wins = 1, .draws = 1, .black_wins = 2, .unknown = 0};
  CHECK(own_wdl(group) == Wdl{.red_wins = 5, .draws = 2, .black_wins = 1, .unknown = 0});
  CHECK(group_score_json(group, GroupBy::Player, Color::Black)["score"] == 0.75);
}

TEST_CASE("a game is replayed as far as was asked, or as it goes", "[server]") {
  Game game;
  const Move first = *parse_move(Position::start(), "炮二平五");
  game.tree.add(kRoot, first);
  CHECK(replay(game, 0).position == Position::start());
  const Replayed one = replay(game, 1);
  CHECK(one.last == first);
  CHECK(one.before == Position::start());
  CHECK(replay(game, 9).ply == 1);
}

TEST_CASE("the moves of a book come with their share of the weight", "[server]") {
  const Position start = Position::start();
  const std::vector<BookMove> moves{
      {.move = *parse_move(start, "h2e2"), .weight = 3, .wins = 2, .draws = 1, .memo = "x"},
      {.move = *parse_move(start, "c3c4"), .weight = 1, .losses = 1}};
  const Json entries = book_moves_json(start, moves, Notation::Chinese)["entries"];
  CHECK(entries[0]["share"] == 0.75);
  CHECK(entries[0]["win"] == 2);
  CHECK(entries[0]["memo"] == "x");
  CHECK(entries[1]["loss"] == 1);
  CHECK(entries[1]["memo"].is_null());
}
