// SPDX-License-Identifier: GPL-3.0-or-later

#include "book/book_builder.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "../support/golden_book.h"
#include "../support/replay.h"
#include "../support/small_store.h"
#include "../support/temporary_folder.h"
#include "book/book_format.h"
#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"

using namespace qipu;

namespace {

SmallStore golden_store() {
  std::vector<Game> games;
  for (const GoldenGame& golden : golden_games()) {
    Game game;
    game.header.outcome = golden.outcome;
    NodeId node = kRoot;
    for (const Move move : golden.moves)
      node = game.tree.add(node, move);
    games.push_back(std::move(game));
  }
  return SmallStore(games);
}

BookOptions everything() {
  BookOptions options;
  options.min_games = 1;
  return options;
}

BuiltBook built(const SmallStore& store, const BookOptions& options) {
  return build_book(*store, Position::start(), {}, options);
}

// "h2e2 7, g3g4 2": a position's moves with their weights.
std::string moves_at_of(const Book& book, const Position& position) {
  std::string text;
  for (const BookEntry& entry : book.entries) {
    const bool mirrored = entry.position == position.mirrored();
    if (!(entry.position == position) && !mirrored) continue;
    for (const BookMove& move : entry.moves) {
      const Move shown =
          mirrored && !(entry.position == position) ? move.move.mirrored() : move.move;
      const auto square = [](Square s) {
        return std::string{static_cast<char>('a' + s.file()), static_cast<char>('0' + s.rank())};
      };
      text += (text.empty() ? "" : ", ") + square(shown.from()) + square(shown.to()) + " " +
              std::to_string(move.weight);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("the golden games make the golden book, from the store to probing the file", "[book]") {
  if (golden_folder().empty()) return;
  const SmallStore store = golden_store();
  Book book = built(store, everything()).book;
  for (BookEntry& entry : book.entries) {  // the golden rows' own weight
    for (BookMove& move : entry.moves) {
      move.weight = static_cast<std::int64_t>(2 * move.wins + move.draws);
    }
  }
  TemporaryFolder folder;
  const auto summary = find_book_format("obk")->write(book, folder / "a.obk", {});
  CHECK(summary.positions == 10);
  CHECK(summary.moves == 17);
  const auto reader = find_book_format("obk")->open(folder / "a.obk");
  REQUIRE(reader);
  CHECK((*reader)->row_count() == 17);
  for (const GoldenRow& row : golden_rows()) {
    INFO(row.fen);
    const auto position = parse_fen(row.fen);
    REQUIRE(position);
    const auto moves = (*reader)->probe(*position);
    const auto found = std::find_if(moves.begin(), moves.end(),
                                    [&](const BookMove& move) { return move.move == row.move; });
    REQUIRE(found != moves.end());
    CHECK(found->weight == row.score);
    CHECK(found->wins == static_cast<std::uint64_t>(row.wins));
    CHECK(found->draws == static_cast<std::uint64_t>(row.draws));
    CHECK(found->losses == static_cast<std::uint64_t>(row.losses));
  }
}

TEST_CASE("every move in a book is legal, every position in it once, best moves first", "[book]") {
  const std::vector<Game> games = random_games(5, 300);
  const SmallStore store(games);
  BookOptions options = everything();
  options.weight =
      GENERATE(BookWeight::Games, BookWeight::Score, BookWeight::Wilson, BookWeight::Recent);
  const Book book = built(store, options).book;
  REQUIRE(book.entries.size() > 500);
  std::set<std::string> seen;
  int last_ply = 0;
  for (const BookEntry& entry : book.entries) {
    CHECK(seen.insert(to_fen(entry.position)).second);
    if (!entry.position.key().symmetric) {
      CHECK(seen.insert(to_fen(entry.position.mirrored())).second);
    }
    CHECK(entry.ply >= last_ply);
    last_ply = entry.ply;
    REQUIRE_FALSE(entry.moves.empty());
    for (std::size_t i = 0; i < entry.moves.size(); ++i) {
      CHECK(is_legal(entry.position, entry.moves[i].move));
      CHECK(entry.moves[i].weight > 0);
      if (i > 0) CHECK(entry.moves[i - 1].weight >= entry.moves[i].weight);
    }
  }
}

TEST_CASE("a book holds what a replay of the games counts, by the side to move", "[book]") {
  const std::vector<Game> games = random_games(6, 200);
  const SmallStore store(games);
  const Book book = built(store, everything()).book;
  const auto is_game = [](const Game& game) { return kind_of(game) == GameKind::Game; };
  for (std::size_t i = 0; i < book.entries.size(); i += 7) {
    const BookEntry& entry = book.entries[i];
    auto expected = naive_moves(games, entry.position, is_game);
    expected.erase(Move());
    REQUIRE(entry.moves.size() == expected.size());
    for (const BookMove& move : entry.moves) {
      const Wdl& wdl = expected[move.move];
      const bool is_red = entry.position.to_move() == Color::Red;
      CHECK(move.weight == static_cast<std::int64_t>(wdl.games()));
      CHECK(move.wins == (is_red ? wdl.red_wins : wdl.black_wins));
      CHECK(move.losses == (is_red ? wdl.black_wins : wdl.red_wins));
      CHECK(move.draws == wdl.draws);
    }
  }
}

TEST_CASE("moves of too few games or too low a score are left out, counted, and not followed",
          "[book]") {
  const SmallStore store(
      {game_of("h2e2 h9g7", Outcome::RedWin), game_of("h2e2 h9g7", Outcome::BlackWin),
       game_of("h2e2 b9c7", Outcome::RedWin), game_of("c3c4 c6c5", Outcome::BlackWin),
       game_of("c3c4 c6c5", Outcome::BlackWin), game_of("g0e2"), game_of("g0e2"),
       game_of("h0g2", Outcome::Draw)});
  BookOptions options;
  options.min_games = 2;
  options.min_score = 0.25;
  const BuiltBook result = built(store, options);
  // No result of g0e2 is known, so no score speaks against it.
  CHECK(moves_at_of(result.book, Position::start()) == "h2e2 3, g0e2 2");
  CHECK(moves_at_of(result.book, after("h2e2")) == "h9g7 2");
  CHECK(moves_at_of(result.book, after("c3c4")).empty());
  CHECK(result.left_out ==
        std::map<std::string, std::uint64_t>{{"fewer than 2 games", 2}, {"score below 0.25", 1}});
}

TEST_CASE("a book of one side answers the other side's bad moves too", "[book]") {
  const SmallStore store(
      {game_of("h2e2 h9g7 h0g2", Outcome::RedWin), game_of("h2e2 h7e7 e2e6", Outcome::BlackWin)});
  BookOptions options = everything();
  options.side = Color::Red;
  options.min_score = 0.5;
  const BuiltBook result = built(store, options);
  CHECK(moves_at_of(result.book, Position::start()) == "h2e2 2");
  CHECK(moves_at_of(result.book, after("h2e2")).empty());
  CHECK(moves_at_of(result.book, after("h2e2 h9g7")) == "h0g2 1");  // Black lost every time
  CHECK(moves_at_of(result.book, after("h2e2 h7e7")).empty());      // Red did
  CHECK(result.left_out.at("moves of the other side") == 2);
}

TEST_CASE("a book is as deep as asked, by the shortest way to a position", "[book]") {
  const SmallStore store({game_of("h2e2 h9g7 h0g2 b9c7 c3c4")});
  BookOptions options = everything();
  options.max_ply = 3;
  const BuiltBook result = built(store, options);
  REQUIRE(result.book.entries.size() == 3);
  CHECK(result.book.entries.back().ply == 2);
  CHECK(result.left_out == std::map<std::string, std::uint64_t>{{"deeper than 3 plies", 1}});
  options.max_ply = 0;
  CHECK_THROWS_AS(built(store, options), UsageError);
  options.max_ply = 3;
  options.min_score = 1.5;
  CHECK_THROWS_AS(built(store, options), UsageError);
}

TEST_CASE("a position reached by two orders of moves is one entry with both games", "[book]") {
  const SmallStore store({game_of("h2e2 h9g7 b0c2 b9c7"), game_of("b0c2 h9g7 h2e2 i9h9"),
                          game_of("h0g2 b9c7 b2e2 a9b9")});  // the mirror image of the second
  const BuiltBook result = built(store, everything());
  CHECK(moves_at_of(result.book, after("h2e2 h9g7 b0c2")) == "i9h9 2, b9c7 1");
}

TEST_CASE("weights follow their formulas", "[book]") {
  std::vector<Game> games = {game_of("h2e2", Outcome::RedWin), game_of("h2e2", Outcome::RedWin),
                             game_of("h2e2", Outcome::BlackWin), game_of("c3c4", Outcome::Draw),
                             game_of("g0e2")};
  games[0].header.date = {2000, 1, 1};
  games[1].header.date = {2005, 1, 1};
  games[3].header.date = {2010, 1, 1};  // the newest
  const SmallStore store(games);
  BookOptions options = everything();
  const auto weights = [&](BookWeight weight) {
    options.weight = weight;
    return moves_at_of(built(store, options).book, Position::start());
  };
  // The start is its own mirror image, so c3c4 is given as g3g4; g0e2 sorts after c0e2.
  CHECK(weights(BookWeight::Games) == "h2e2 3, g0e2 1, g3g4 1");
  CHECK(weights(BookWeight::Score) == "h2e2 667, g0e2 500, g3g4 500");
  Wdl wdl;
  wdl.red_wins = 2;
  wdl.black_wins = 1;
  const auto low = std::lround(1000 * wilson_interval(wdl, Color::Red).low);
  Wdl one_draw;
  one_draw.draws = 1;
  const auto draw_low = std::lround(1000 * wilson_interval(one_draw, Color::Red).low);
  CHECK(weights(BookWeight::Wilson) ==
        "h2e2 " + std::to_string(low) + ", g3g4 " + std::to_string(draw_low) + ", g0e2 1");
  // 2^-2 + 2^-1 + 2^-4 (no date) against 1 and 2^-4.
  CHECK(weights(BookWeight::Recent) == "g3g4 1000, h2e2 813, g0e2 63");
}

TEST_CASE("a walk that is stopped gives what it has", "[book]") {
  const SmallStore store(random_games(7, 100));
  std::uint64_t calls = 0;
  const BuiltBook result =
      build_book(*store, Position::start(), {}, everything(), [&](std::uint64_t done) {
        CHECK(done == calls);
        return ++calls <= 3;
      });
  CHECK(calls == 4);
  CHECK_FALSE(result.book.entries.empty());
  CHECK(result.book.entries.size() <= 3);
}

TEST_CASE("a book can start anywhere, and is empty where nobody was", "[book]") {
  const SmallStore store({game_of("h2e2 h9g7 h0g2")});
  const Book book = build_book(*store, after("h2e2"), {}, everything()).book;
  REQUIRE(book.entries.size() == 2);
  CHECK(book.entries[0].ply == 0);
  CHECK(build_book(*store, after("g3g4"), {}, everything()).book.entries.empty());
}
