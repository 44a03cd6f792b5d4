// SPDX-License-Identifier: GPL-3.0-or-later

// Tags, charsets, and where records begin and end.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/text.h"
#include "tests/support/encoded_text.h"
#include "tests/support/pgn_games.h"

using namespace qipu;

namespace {

std::string event_of(const std::string& tag) {
  return read_pgn_game(tag + "\n1. h2e2\n").header.event;
}

std::string other_game(const std::string& text) {
  const auto records = read_pgn(text);
  REQUIRE(records.size() == 1);
  const OtherGame* other = std::get_if<OtherGame>(&records[0].found);
  return other == nullptr ? "" : other->name;
}

const char* const kThreeGames =
    "[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0\n\n"
    "[Red \"丙\"]\n\n1. 炮二平五 马８进９ 2. 马二进四 *\n\n"
    "[Red \"丁\"]\n1. 马二进三 {注} 马8进7 *\n";

}  // namespace

TEST_CASE("a tag's value is read through quotes of every kind", "[importers][pgn]") {
  const auto [tag, value] = GENERATE(table<const char*, const char*>(
      {{"[Event \"第五届\"石林杯\"全国象棋赛\"]", "第五届\"石林杯\"全国象棋赛"},
       {"[Event \"\"廣洋杯\"首屆\"]", "\"廣洋杯\"首屆"},
       {"[Event \"\"廣洋杯”首屆\"]", "\"廣洋杯”首屆"},
       {"[Event 'cup']", "cup"},
       {"[Event \"a \\\"b\\\" \\\\ c\"]", "a \"b\" \\ c"},
       {"[Event \"cup\" ]", "cup"},
       {"[event \"cup\"]", "cup"},
       {"[Event \"cup]", "cup"},
       {"[Event cup]", "cup"},
       {"[Event \"first\nsecond\"]", "first second"},
       {"[Event \"C:\\\"]", "C:\\"},
       {"  [Event  \"cup\"]", "cup"},
       {"[Event \"湖北\x11廣\"]", "湖北廣"},
       {"[Event \"????\"]", ""}}));
  CAPTURE(tag);
  CHECK(event_of(tag) == value);
}

TEST_CASE("tags find their fields and none is lost", "[importers][pgn]") {
  const Game game = read_pgn_game(
      "[Game \"Chinese Chess\"]\n[Event \"甲杯\"]\n[Event \"甲杯 第三轮\"] [Place \"广州\"]\n"
      "[White \"胡荣华\"]\n[BlackElo \"2500\"]\n[TimeControl \"60\"]\n[Foo \"\"]\n[foo \"2\"]\n"
      "[PlayType \"全局\"]\n[Date \"????.??.??\"]\n\n1. h2e2 *\n");
  CHECK(game.header.event == "甲杯");
  CHECK(game.header.site == "广州");
  CHECK(game.header.red.name == "胡荣华");
  CHECK(game.header.black.rating == "2500");
  CHECK(game.header.date_text.empty());
  CHECK(game.type == "全局");
  CHECK(game.header.others ==
        std::vector<Tag>{
            {"Event.2", "甲杯 第三轮"}, {"TimeControl", "60"}, {"Foo", ""}, {"foo.2", "2"}});
}

TEST_CASE("the result's tag wins over the end of the moves", "[importers][pgn]") {
  const Game conflict = read_pgn_game("[Result \"1-0\"]\n\n1. h2e2 1/2-1/2\n");
  CHECK(conflict.header.result_text == "1-0");
  CHECK(conflict.header.has_conflicting_result);
  CHECK(conflict.header.others == std::vector<Tag>{{"Result.2", "1/2-1/2"}});
  CHECK(read_pgn_game("[Result \"*\"]\n\n1. h2e2 0-1\n").header.result_text == "0-1");
  CHECK_FALSE(read_pgn_game("[Result \"红胜\"]\n\n1. h2e2 1-0\n").header.has_conflicting_result);
}

TEST_CASE("one bad game does not cost the others", "[importers][pgn]") {
  const auto records = read_pgn(kThreeGames);
  REQUIRE(records.size() == 3);
  CHECK(main_line_of(std::get<Game>(records[0].found)) == "h2e2 h9g7");
  CHECK(main_line_of(std::get<Game>(records[1].found)) == "h2e2 h9i7");
  CHECK(main_line_of(std::get<Game>(records[2].found)) == "h0g2 h9g7");
}

TEST_CASE("records lie where they say, in every charset", "[importers][pgn]") {
  const char* const charset = GENERATE("UTF-8", "GB18030", "Big5", "UTF-16LE", "UTF-16BE");
  CAPTURE(charset);
  std::string text(kThreeGames);
  if (std::string(charset) == "Big5") {
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{"马", "馬"}, {"进", "進"}}) {
      for (std::size_t i = text.find(from); i != std::string::npos; i = text.find(from, i))
        text.replace(i, from.size(), to);
    }
  }
  const std::string bytes = encoded(text, charset);
  const auto records = read_pgn(bytes);
  REQUIRE(records.size() == 3);
  CHECK(records[0].offset == 0);
  CHECK(records[1].offset == records[0].size);
  CHECK(records[2].offset == records[1].offset + records[1].size);
  CHECK(records[2].offset + records[2].size == bytes.size());
  CHECK(records[0].line == 1);
  CHECK(records[1].line == 7);
  CHECK(records[2].line == 11);
  CHECK(bytes.substr(records[1].offset).starts_with(encoded("[Red \"丙", charset)));
}

TEST_CASE("split ends at the last record and never inside a comment", "[importers][pgn]") {
  const auto split_of = [](const std::string& window) { return pgn().split(as_bytes(window)); };
  const std::string text = kThreeGames;
  CHECK(split_of(text) == text.find("[Red \"丁"));
  CHECK(split_of("\xEF\xBB\xBF" + text.substr(0, 60)) == 0);
  CHECK(split_of("") == 0);
  CHECK(split_of("[Red \"a\"]\n1. h2e2 {a\n[Red \"b\"]\n} *\n") == 0);
  CHECK(split_of("[Red \"a\nb\"]\n[Black \"b\"]\n") == 0);
  const std::string gbk = encoded(text, "GB18030");
  CHECK(split_of(gbk) == gbk.rfind("[Red"));
  CHECK(split_of(encoded(text, "UTF-16LE")) == 0);
  SECTION("pieces give the records of the whole") {
    const std::size_t at = split_of(text);
    CHECK(read_pgn(text.substr(0, at)).size() + read_pgn(text.substr(at)).size() == 3);
  }
}

TEST_CASE("a short file is read in the charset it is in", "[importers][pgn]") {
  const Game game =
      read_pgn_game(encoded("[Red \"吕钦\"]\n[Black \"许银川\"]\n\n1. 炮二平五 马８进７\n", "GBK"));
  CHECK(game.charset == "GB18030");
  CHECK(game.header.red.name == "吕钦");
  CHECK(main_line_of(game) == "h2e2 h9g7");
}

TEST_CASE("a value that another hand wrote is read in its own charset", "[importers][pgn]") {
  const std::string text = encoded("[Event \"全國賽\"]\n[Round \"", "Big5") +
                           "\xB5\xDA\x30\x31\xC2\xD6" +
                           encoded("\"]\n\n1. 炮二平五 馬８進７\n", "Big5");
  const Game game = read_pgn_game(text);
  CHECK(game.charset == "Big5-HKSCS");
  CHECK(game.header.event == "全國賽");
  CHECK(game.header.round == "第01轮");
  CHECK(notes_of(game, Note::Kind::Guessed) == "Round read as GB18030");
}

TEST_CASE("dialects of FEN give the position they mean", "[importers][pgn]") {
  const char* const fen =
      GENERATE("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
               "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
               "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1");
  CHECK(read_pgn_game("[FEN \"" + std::string(fen) + "\"]\n\n1. h2e2\n").has_usual_start());
}

TEST_CASE("what is no game of xiangqi is told apart", "[importers][pgn]") {
  CHECK(other_game("[Variant \"jieqi\"]\n\n1. h2e2 *\n") == "jieqi");
  CHECK(other_game(
            "[FEN \"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w\"]\n\n*\n") ==
        "jieqi");
  CHECK(other_game("[White \"a\"]\n\n1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 O-O *\n") == "chess");
  CHECK(other_game("[ECO \"B20\"]\n\n1. e4 c5 2. c4 Nc6 3. Ne2 Nf6 0-1\n") == "chess");
  CHECK(other_game("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n*\n") ==
        "chess");
  CHECK(other_game("[Variant \"xiangqi\"]\n\n1. h2e2 *\n").empty());
}

TEST_CASE("a record of which nothing can be used is set aside", "[importers][pgn]") {
  CHECK(read_pgn_error("").code == Error::Code::NoGame);
  CHECK(read_pgn_error("\n \n").code == Error::Code::NoGame);
  CHECK(read_pgn_error("[Event \"a\"]\n").code == Error::Code::NoGame);
  CHECK(read_pgn_error("[FEN \"4k4/9 w\"]\n\n1. h2e2\n").code == Error::Code::BadPosition);
  CHECK(read_pgn_error("[Red \"a\"]\n\n　开始　\n　　↓　\n炮二平五\n").code ==
        Error::Code::Unsupported);
  SECTION("moves that do not start from the usual position, with the line") {
    const Error error = read_pgn_error("[Event \"许银川让九子\"]\n\n1. 车五进三 马8进7\n");
    CHECK(error.code == Error::Code::NeedsFen);
    CHECK_THAT(error.message, Catch::EndsWith("from the usual start"));
    CHECK(error.line == 3);
    CHECK(error.ply == 0);
    CHECK(error.text == "车五进三");
  }
}

TEST_CASE("a record without moves is kept for what it says", "[importers][pgn]") {
  const Game forfeit = read_pgn_game("[Red \"甲\"] [Black \"乙\"] [Result \"0-1\"]\n\n0-1\n");
  CHECK(forfeit.tree.size() == 1);
  CHECK(forfeit.header.result_text == "0-1");
  const Game position = read_pgn_game("[FEN \"3k5/9/9/9/9/9/9/9/9/4KR3 w\"]\n\n*\n");
  CHECK_FALSE(position.has_usual_start());
  CHECK(read_pgn_game("[FEN \"3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1 moves f0f9\"]\n").tree.size() ==
        2);
}

TEST_CASE("a position whose moves are another's is kept as a position", "[importers][pgn]") {
  const Game game = read_pgn_game("[FEN \"3k5/9/9/9/9/9/9/9/9/4KR3 w\"]\n\n1. a0a9 *\n");
  CHECK(game.tree.size() == 1);
  CHECK(notes_of(game, Note::Kind::Cut) == "'a0a9' is not legal");
}

TEST_CASE("a text before the first tag belongs to the game after it", "[importers][pgn]") {
  const auto records = read_pgn("棋谱选\n\n[Red \"甲\"]\n1. h2e2 *\n");
  REQUIRE(records.size() == 1);
  CHECK(records[0].offset == 0);
  CHECK(std::get<Game>(records[0].found).header.red.name == "甲");
}

TEST_CASE("PGN is recognised by its signature in every charset", "[importers][pgn]") {
  const auto recognised = [](std::string_view head) { return pgn().recognises(as_bytes(head)); };
  for (const char* charset : {"UTF-8", "GB18030", "UTF-16LE", "UTF-16BE"}) {
    CAPTURE(charset);
    CHECK(recognised(encoded("[Event \"赛\"]\n", charset)));
    CHECK(recognised(encoded("1. 炮二平五 马8进7\n", charset)));
  }
  CHECK(recognised(encoded("1. 炮二平五 馬８進７", "Big5")));
  CHECK(recognised("1. h2e2 h9g7"));
  CHECK(recognised("1. C2=5 H8+7"));
  CHECK(recognised("{说明}\n1. 炮二平五"));
  CHECK(recognised(std::string_view("[Red \"a\0b\"]\n[Black \"c\"]\n", 24)));
  CHECK_FALSE(recognised(std::string_view("\0\0\0\0\n[Red \"a\"]\n", 15)));
  CHECK_FALSE(recognised(""));
  CHECK_FALSE(recognised("Dear Sir, 1. we met 2. we parted"));
  CHECK_FALSE(recognised("今天下雨，炮二平五是什么意思？"));
  CHECK_FALSE(recognised("<html>[Event \"a\"]"));
  CHECK_FALSE(recognised("[DhtmlXQ]\n[DhtmlXQ_title]a[/DhtmlXQ_title]"));
  CHECK_FALSE(recognised("XQ\x0A..."));
  CHECK_FALSE(recognised("h2e2h9g7h0g2i9h9"));
}
