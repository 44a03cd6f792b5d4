// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>

#include "base/text.h"
#include "tests/support/format_reading.h"
#include "tests/support/pgn_games.h"
#include "tests/support/random_games.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

const char* const kAnnotated =
    "[Event \"第五届\\\"石林杯\\\"\"]\n[Event \"again\"]\n[Red \"胡荣华\"]\n[Result \"红胜\"]\n"
    "[Foo \"back\\\\slash\"]\n[Type \"全局\"]\n\n"
    "{opening {nested}} 1. h2e2 $1 {two\nlines} ({or} 1. c3c4 (1. g3g4 {x}) g6g5 $3 $14)\n"
    "h9g7 (1... h7e7 2. a0a9 {gone}) (1... -- 2. h0g2) 2. h0g2 i9h9 3. a0a9 rest 0-1\n";

std::string read_back(const Game& game, const WriteOptions& options = {}) {
  std::string text = write_pgn(game, options);
  CAPTURE(text);
  CHECK(read_pgn_game(text) == game);
  return text;
}

}  // namespace

TEST_CASE("what was read and written reads back the same", "[importers][pgn]") {
  const Notation notation = GENERATE(Notation::Chinese, Notation::Short, Notation::Wxf,
                                     Notation::Iccs, Notation::Uci1, Notation::San);
  const Game game = read_pgn_game(kAnnotated);
  CHECK(game.tree.branch_count() == 3);
  read_back(game, {.notation = notation});
  read_back(game, {.notation = notation, .charset = "GB18030"});
}

TEST_CASE("made-up games of every kind read back the same", "[importers][pgn]") {
  const Notation notation =
      GENERATE(Notation::Chinese, Notation::Wxf, Notation::Iccs, Notation::Uci1, Notation::San);
  RandomGames games(7);
  for (int i = 0; i < 60; ++i) {
    const Game made = games.next();
    // What only PGN's reader can say of a made-up game, such as unknown names, is settled first.
    const auto records = read_pgn(write_pgn(made, {.notation = notation}));
    REQUIRE(records.size() == 1);
    const Game* game = std::get_if<Game>(&records[0].found);
    REQUIRE(game != nullptr);
    CHECK(tree_of(*game) == tree_of(made));
    CHECK(game->start == made.start);
    read_back(*game, {.notation = notation});
  }
}

TEST_CASE("a game is written as people write it", "[importers][pgn]") {
  const Game game = read_pgn_game(
      "[Event \"全国赛\"]\n[Red \"胡荣华\"]\n[Black \"柳大华\"]\n[Result \"1-0\"]\n\n"
      "1. 炮二平五 {当头炮} 马8进7 2. 马二进三 车9平8 (2... 卒7进1 3. 车一平二) 1-0\n");
  CHECK(write_pgn(game) ==
        "[Game \"Chinese Chess\"]\n[Event \"全国赛\"]\n[Date \"????.??.??\"]\n"
        "[Red \"胡荣华\"]\n[Black \"柳大华\"]\n[Result \"1-0\"]\n\n"
        "1. 炮二平五 {当头炮} 1... 马8进7\n"
        "2. 马二进三 车9平8 (2... 卒7进1 3. 车一平二)\n"
        "1-0\n\n");
}

TEST_CASE("the first move keeps its side, and another start its FEN", "[importers][pgn]") {
  const std::string fen = to_fen(Position::start().with_to_move(Color::Black));
  const Game game = read_pgn_game("[FEN \"" + fen + "\"]\n\n1. … 炮８平５ 2. 炮二平五\n");
  const std::string text = read_back(game);
  CHECK_THAT(text, Catch::Contains("[FEN \"" + fen + "\"]"));
  CHECK_THAT(text, Catch::Contains("\n1... 炮8平5\n2. 炮二平五\n"));
}

TEST_CASE("the usual start without moves comes back as a position", "[importers][pgn]") {
  Game game;
  game.header.title = "开局";
  CHECK_THAT(read_back(game), Catch::Contains("[FEN \"" + to_fen(Position::start()) + "\"]"));
}

TEST_CASE("words for the result that mean nothing here stand beside the code", "[importers][pgn]") {
  Game game = read_pgn_game("1. h2e2 h9g7 *");
  game.header.result_text = "R";
  game.header.outcome = Outcome::RedWin;
  const std::string text = read_back(game);
  CHECK_THAT(text, Catch::Contains("[Result \"1-0\"]\n[ResultText \"R\"]"));
  for (const char* format : {"xqf", "dhtmlxq", "cbr", "cbl", "cbf"}) {
    INFO(format);
    const auto writer = format_named(format).writer([](std::string_view) {}, {});
    writer->write(game);
    writer->finish();
    CHECK(writer->losses().count("words of the result") == 1);
  }
}

TEST_CASE("a title that names a handicap does not keep a game from coming back",
          "[importers][pgn]") {
  const std::string fen = to_fen(Position::start());
  const Game game = read_pgn_game(
      "[Event \"许银川让九子对聂卫平\"]\n[Red \"甲\"]\n[Date \"0000-00-00\"]\n[FEN \"" + fen +
      "\"]\n\n1. 炮二平五 马8进7 *\n");
  CHECK(game.header.date_text.empty());
  CHECK(read_back(game).find("[FEN ") != std::string::npos);
}

TEST_CASE("what PGN cannot hold is counted as lost", "[importers][pgn]") {
  Game game = read_pgn_game("1. h2e2 h9g7 *");
  Losses losses;
  SECTION("braces without a partner") {
    game.tree.annotate(1).comment = "a } b";
    CHECK_THAT(write_pgn(game, {}, &losses), Catch::Contains("{a ） b}"));
    CHECK(losses == Losses{{"braces in comments", 1}});
  }
  SECTION("lines that would begin the next game") {
    game.tree.annotate(1).comment = "a\n[Event \"b\"]";
    CHECK(read_pgn(write_pgn(game, {}, &losses)).size() == 1);
    CHECK(losses.size() == 1);
  }
  SECTION("names of tags") {
    game.header.others.push_back({"棋谱", "a"});
    write_pgn(game, {}, &losses);
    CHECK(losses.size() == 1);
  }
  SECTION("characters of another charset") {
    game.header.event = "ก杯";
    const std::string bytes = write_pgn(game, {.charset = "GB2312"}, &losses);
    CHECK(losses.empty());  // GB18030 has all of Unicode
    write_pgn(game, {.charset = "Big5"}, &losses);
    CHECK(losses == Losses{{"characters not in Big5", 1}});
  }
}

TEST_CASE("a text full of what must be escaped is written in linear time", "[importers][pgn]") {
  Game game = read_pgn_game("1. h2e2 h9g7 *");
  const std::string part = GENERATE("\"", "\\", "{", "\n[A \"", "\n");
  for (int i = 0; i < 500000; ++i)
    game.header.event += part;
  game.tree.annotate(1).comment = game.header.event + ".";
  CHECK(write_pgn(game).size() > 1000000);  // a quadratic writer would take minutes here
}

TEST_CASE("Big5 files have moves in traditional characters", "[importers][pgn]") {
  const Game game = read_pgn_game("1. 炮二平五 马8进7 2. 马二进三 车9平8 *");
  const std::string bytes = write_pgn(game, {.charset = "Big5"});
  CHECK_THAT(decode_text(as_bytes(bytes), "Big5").text, Catch::Contains("馬8進7"));
  CHECK(main_line_of(read_pgn_game(bytes)) == main_line_of(game));
}

TEST_CASE("a charset nobody knows is told of before anything is written", "[importers][pgn]") {
  CHECK_THROWS_AS(pgn().writer([](std::string_view) {}, {.charset = "klingon"}), UsageError);
}
