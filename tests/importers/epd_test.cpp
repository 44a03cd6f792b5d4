// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/text.h"
#include "importers/record_format.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

const std::string kRookEnding = "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1";
const std::string kPawnEnding = "3k5/4P4/9/9/9/9/9/9/9/5K3 b - - 0 1";

std::vector<Record> read(std::string_view bytes) {
  const RecordFormat* format = find_record_format("epd");
  REQUIRE(format != nullptr);
  std::vector<Record> records;
  format->read(as_bytes(bytes), {}, [&](Record record) { records.push_back(std::move(record)); });
  return records;
}

const Game& game_of(const Record& record) {
  REQUIRE(std::holds_alternative<Game>(record.found));
  return std::get<Game>(record.found);
}

const Error& error_of(const Record& record) {
  REQUIRE(std::holds_alternative<Error>(record.found));
  return std::get<Error>(record.found);
}

std::string format_of(std::string_view name, std::string_view bytes) {
  const RecordFormat* format = recognise(name, as_bytes(bytes));
  return format == nullptr ? "" : std::string(format->name);
}

}  // namespace

TEST_CASE("each line of an EPD file is a position with its title", "[importers][epd]") {
  const Result<std::string> text =
      encode_text(kPawnEnding + " ; 第001局：野马操田\r\n" + kRookEnding + "\r\n\r\n", "GB18030");
  REQUIRE(text);
  const auto records = read(*text);
  REQUIRE(records.size() == 2);
  const Game& first = game_of(records[0]);
  CHECK(to_fen(first.start) == kPawnEnding);
  CHECK(first.header.title == "第001局：野马操田");
  CHECK(first.charset == "GB18030");
  CHECK(kind_of(first) == GameKind::Position);
  CHECK(records[1].line == 2);
  CHECK(records[1].offset == text->find('\n') + 1);
  CHECK(kind_of(game_of(records[1])) == GameKind::Position);
}

TEST_CASE("the operations of EPD are kept as tags, id as the title", "[importers][epd]") {
  const auto records = read("3k5/4P4/9/9/9/9/9/9/9/5K3 w - - bm e8e9; id \"test; 7\"; ce +120;\n");
  REQUIRE(records.size() == 1);
  const GameHeader& header = game_of(records[0]).header;
  CHECK(header.title == "test; 7");
  CHECK(header.others == std::vector<Tag>{{"bm", "e8e9"}, {"ce", "+120"}});
}

TEST_CASE("the usual start is a position like others in a list", "[importers][epd]") {
  const auto records = read(to_fen(Position::start()) + "\n");
  REQUIRE(records.size() == 1);
  CHECK(game_of(records[0]).has_usual_start());
}

TEST_CASE("moves behind a FEN make a game", "[importers][epd]") {
  const auto records = read("position fen " + kRookEnding + " moves e1e2 e9f9\n");
  REQUIRE(records.size() == 1);
  CHECK(game_of(records[0]).tree.ply_count() == 2);
}

TEST_CASE("a line that is no position costs no other line", "[importers][epd]") {
  const auto records = read(kRookEnding + "\n4k4/9/9 w\n" + kPawnEnding + "\n");
  REQUIRE(records.size() == 3);
  const Error& error = error_of(records[1]);
  CHECK(error.code == Error::Code::BadPosition);
  CHECK(error.line == 2);
  CHECK(error.text == "4k4/9/9");
  CHECK(to_fen(game_of(records[2]).start) == kPawnEnding);
}

TEST_CASE("blocks of FEN_INDEX are positions with their tags", "[importers][epd]") {
  const auto records =
      read("\xEF\xBB\xBF[FEN_INDEX \"001_19aa0594\"]\r\n[EVENT \"例2\"]\r\n[FEN \"" + kPawnEnding +
           "\"]\r\n\r\n[FEN_INDEX \"2\"]\r\n[FEN \"" + kRookEnding + "\"]\r\n");
  REQUIRE(records.size() == 2);
  const Game& game = game_of(records[0]);
  CHECK(game.header.event == "例2");
  CHECK(game.header.others == std::vector<Tag>{{"FEN_INDEX", "001_19aa0594"}});
  CHECK(to_fen(game.start) == kPawnEnding);
  CHECK(records[1].line == 5);
}

TEST_CASE("marks of a diagram are refused by name", "[importers][epd]") {
  const auto records =
      read("[FEN_INDEX \"1\"]\n[FEN \"5x3/5k3/5x1H1/9/9/9/9/9/9/4K4 w - - 0 1\"]\n");
  REQUIRE(records.size() == 1);
  const Error& error = error_of(records[0]);
  CHECK(error.code == Error::Code::BadPosition);
  CHECK(error.message == "'x' is a mark of a diagram, no piece");
  CHECK(error.line == 1);
}

TEST_CASE("positions of other games are told apart in a list", "[importers][epd]") {
  const auto [line, name] = GENERATE(table<std::string, std::string>(
      {{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "chess"},
       {"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w - - 0 1", "jieqi"},
       {"rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1", "janggi"},
       {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2 w - - 0 1", "manchu"}}));
  const auto records = read(kRookEnding + "\n" + line + "\n");
  REQUIRE(records.size() == 2);
  REQUIRE(std::holds_alternative<OtherGame>(records[1].found));
  CHECK(std::get<OtherGame>(records[1].found).name == name);
}

TEST_CASE("lists of positions are told from moves under a position", "[importers][epd]") {
  CHECK(format_of("a.epd", kRookEnding + "\n" + kPawnEnding + "\n") == "epd");
  CHECK(format_of("a.txt", kRookEnding + "\n" + kPawnEnding + "\n") == "epd");
  CHECK(format_of("a", kRookEnding) == "epd");
  CHECK(format_of("a.fen", "[FEN_INDEX \"1\"]\n[FEN \"" + kRookEnding + "\"]\n") == "epd");
  CHECK(format_of("a.txt", kRookEnding + "\n车五进一\n将5平4\n") == "text");
  CHECK(format_of("a.pgn", "[FEN \"" + kRookEnding + "\"]\n\n1. e1e2 *\n") == "pgn");
}

TEST_CASE("a long list is cut where a position begins", "[importers][epd]") {
  const RecordFormat* format = find_record_format("epd");
  const std::string lines = kRookEnding + "\n" + kPawnEnding + "\n4k4/9/9/9/";
  CHECK(format->split(as_bytes(lines)) == lines.rfind('\n') + 1);
  const std::string block = "[FEN_INDEX \"1\"]\n[FEN \"" + kRookEnding + "\"]\n";
  CHECK(format->split(as_bytes(block)) == 0);
  CHECK(format->split(as_bytes(block + block)) == block.size());
}
