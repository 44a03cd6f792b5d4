// SPDX-License-Identifier: GPL-3.0-or-later

// Problem cases 01, 02, 04, 46, 50: bytes of names and headers.

#include <catch2/catch.hpp>
#include <string>

#include "base/text.h"
#include "importers/xqf_layout.h"
#include "tests/support/encoded_text.h"
#include "tests/support/found_records.h"
#include "tests/support/pgn_games.h"

using namespace qipu;

namespace {

// An XQF file whose field for Red has these bytes, and says that they are `length`.
std::string xqf_with_red(std::string_view bytes, std::size_t length) {
  Game game;
  game.tree.add(kRoot, Move(Square(7, 2), Square(4, 2)));
  game.header.black.name = "black";
  std::string file = file_of("xqf", game);
  file[kXqfRed.offset] = static_cast<char>(length);
  file.replace(kXqfRed.offset + 1, bytes.size(), bytes);
  return file;
}

}  // namespace

TEST_CASE("case 01: a round in GBK inside a Big5 file is read in its own charset", "[case]") {
  const std::string file = encoded("[Event \"全國賽\"]\n[Red \"胡榮華\"]\n[Round \"", "Big5") +
                           "\xB5\xDA\x30\x31\xC2\xD6" +
                           encoded("\"]\n\n1. 炮二平五 馬８進７\n", "Big5");
  const Game game = only_game("a.pgn", file);
  CHECK(game.charset == "Big5-HKSCS");
  CHECK(game.header.event == "全國賽");
  CHECK(game.header.round == "第01轮");
  CHECK(notes_of(game, Note::Kind::Guessed) == "Round read as GB18030");
}

TEST_CASE("case 02: a short GBK file is GBK", "[case]") {
  const std::string file =
      encoded("[Red \"吕钦\"]\n[Black \"许银川\"]\n1. 炮二平五 马８进７\n", "GB18030");
  REQUIRE(file.size() < 80);
  const Game game = only_game("a.pgn", file);
  CHECK(game.charset == "GB18030");
  CHECK(game.header.red.name == "吕钦");
  CHECK(main_line_of(game) == "h2e2 h9g7");
}

TEST_CASE("case 02: text without a game is an error, never an empty success", "[case]") {
  CHECK(only_error("a.pgn", "[Red \"吕钦\"]\n[Black \"许银川\"]\n").code == Error::Code::NoGame);
}

TEST_CASE("case 04: a Vietnamese name in XQF is read in the fallback charset, else as escapes",
          "[case]") {
  const std::string file = xqf_with_red("Nguyen Th\xE0nh", 12);
  CHECK(only_game("a.xqf", file).header.red.name == "Nguyen Th\\xE0nh");
  CHECK(main_line_of(only_game("a.xqf", file)) == "h2e2");
  ReadOptions options;
  options.fallback_charset = "windows-1258";
  CHECK(only_game("a.xqf", file, options).header.red.name == "Nguyen Thành");
  options.fallback_charset = "cp1252";
  CHECK(only_game("a.xqf", file, options).header.red.name == "Nguyen Thành");
}

TEST_CASE("case 46: names with wrongly converted characters have one key", "[case]") {
  CHECK(name_key("於幼華") == name_key("于幼华"));
  CHECK(name_key("孫勇徵") == name_key("孙勇征"));
  CHECK(fold_simplified("於幼華") == "于幼华");
  CHECK(fold_simplified("孫勇徵") == "孙勇征");
  CHECK(fold_simplified("鬱乾後") == fold_simplified("郁干后"));
}

TEST_CASE("case 50: a length byte larger than its field reads no further than the field",
          "[case]") {
  const std::string name = encoded("湖北中鹽宏博柳", "GB18030");  // 14 bytes
  const Game game = only_game("a.xqf", xqf_with_red(name + '\xB4', 17));
  CHECK(game.header.red.name == "湖北中鹽宏博柳");
  CHECK(game.header.black.name == "black");
}
