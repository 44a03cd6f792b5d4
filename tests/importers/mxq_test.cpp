// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "../support/format_reading.h"
#include "../support/random_games.h"
#include "base/text.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

// SOURCE: formats/others.md, section 12.
const std::string kGolden = from_hex(
    "04 B4 F3 CC FC 0C 32 30 32 30 C4 EA 31 D4 C2 32 C8 D5 08 BC D7 2D CA A4 2D D2 D2 04 31 35 30 "
    "30 04 31 34 30 30 02 32 30 01 33 02 36 30 04 31 35 31 30 04 31 33 39 30 02 D7 A2 05 4D 6F 76 "
    "65 73 05 37 43 2D 34 43 05 37 4A 2D 36 48 04 45 6E 64 73 0B 43 6F 6D 6D 65 6E 74 73 45 6E "
    "64");

std::string texts(const std::vector<std::string>& texts, const char* charset = "GB18030") {
  std::string bytes;
  for (const std::string& text : texts) {
    const std::string encoded = *encode_text(text, charset);
    bytes += static_cast<char>(encoded.size());
    bytes += encoded;
  }
  return bytes;
}

std::string move_text(Move move) {
  const auto square = [](Square s) {
    return std::string{static_cast<char>('0' + s.file()), static_cast<char>('A' + s.rank())};
  };
  return square(move.from()) + "-" + square(move.to());
}

}  // namespace

TEST_CASE("an MXQ file gives its game with all that it says", "[importers][mxq]") {
  const Game game = read_one_game("mxq", kGolden);
  CHECK(to_iccs(game.tree.main_line()) == "h2e2 h9g7");
  CHECK(game.header.site == "大厅");
  CHECK(game.header.date_text == "2020年1月2日");
  CHECK(game.header.red.name == "甲");
  CHECK(game.header.black.name == "乙");
  CHECK(game.header.outcome == Outcome::RedWin);
  CHECK(game.header.red.rating == "1500");
  CHECK(game.header.black.rating == "1400");
  CHECK(tag(game, "TimeControl") == "20 3 60");
  CHECK(tag(game, "RedRatingAfter") == "1510");
  CHECK(tag(game, "BlackRatingAfter") == "1390");
  CHECK(tag(game, "Termination") == "注");
  CHECK(game.charset == "GB18030");
  CHECK(game.notes.empty());
}

TEST_CASE("the names of an MXQ file in Big5 are read by the word between them",
          "[importers][mxq]") {
  const auto [word, outcome] = GENERATE(table<std::string, Outcome>(
      {{"勝", Outcome::RedWin}, {"和", Outcome::Draw}, {"負", Outcome::BlackWin}}));
  const std::string bytes = texts({"大廳", "", "許銀川-" + word + "-呂欽", "", "", "", "", "", "",
                                   "", "", "Moves", "7C-4C", "Ends", "CommentsEnd"},
                                  "Big5");
  const Game game = read_one_game("mxq", bytes);
  CHECK(game.header.red.name == "許銀川");
  CHECK(game.header.black.name == "呂欽");
  CHECK(game.header.outcome == outcome);
  CHECK(game.charset == "Big5-HKSCS");
}

TEST_CASE("an MXQ title without a result is the event", "[importers][mxq]") {
  const Game game =
      read_one_game("mxq", texts({"大厅", "2020年", "让子-研究", "", "", "", "", "", "", "", "",
                                  "Moves", "7C-4C", "Ends", "甲说", "乙说", "CommentsEnd"}));
  CHECK(game.header.event == "让子-研究");
  CHECK(game.header.red.name.empty());
  CHECK(game.header.outcome == Outcome::Unknown);
  CHECK(tag(game, "Comments") == "甲说\n乙说");
}

TEST_CASE("an MXQ file may start from another position", "[importers][mxq]") {
  // Kings on e0 (row 9) and d9, a Black pawn on e3 (row 6); all others absent.
  std::string numbers;
  for (int i = 0; i < 32; ++i) {
    const int index = i == 15   ? (9 + 3) * 16 + 4 + 3 + 1
                      : i == 16 ? (6 + 3) * 16 + 4 + 3 + 1
                      : i == 31 ? 3 * 16 + 3 + 3 + 1
                                : i % 2;
    numbers += std::to_string(index) + ",";
  }
  const Game game =
      read_one_game("mxq", texts({"", "", "甲-和-乙", "", "", "", "", "", "", "", "", numbers, "+B",
                                  "Moves", "4D-4C", "Ends", "CommentsEnd"}));
  CHECK(to_fen(game.start) == "3k5/9/9/9/9/9/4p4/9/9/4K4 b - - 0 1");
  CHECK(to_iccs(game.tree.main_line()) == "e3e2");
  CHECK(has_note(game, Note::Kind::Guessed));
}

TEST_CASE("an MXQ text that is no move ends the game and is kept", "[importers][mxq]") {
  const Game game =
      read_one_game("mxq", texts({"", "", "甲-和-乙", "Moves", "7C-4C", "求和", "7J-6H", "Ends"}));
  CHECK(to_iccs(game.tree.main_line()) == "h2e2");
  CHECK(has_note(game, Note::Kind::Cut));
  CHECK(game.tree.annotation(game.tree.main_nodes().back())->unread == "求和 7J-6H");
}

TEST_CASE("an MXQ file that is cut gives the moves it has, or one error", "[importers][mxq]") {
  CHECK(read_one_error("mxq", kGolden.substr(0, 50)).code == Error::Code::Truncated);
  const Game game = read_one_game("mxq", kGolden.substr(0, kGolden.size() - 20));
  CHECK(to_iccs(game.tree.main_line()) == "h2e2");
  CHECK(has_note(game, Note::Kind::Cut));
  check_bears_damage("mxq", kGolden);
}

TEST_CASE("made-up games written as MXQ come back move by move", "[importers][mxq]") {
  RandomGames games(3);
  for (int i = 0; i < 200; ++i) {
    const Game made = games.next();
    if (!made.has_usual_start()) continue;
    std::vector<std::string> all{"", "", "甲-和-乙", "Moves"};
    for (const Move move : made.tree.main_line())
      all.push_back(move_text(move));
    all.emplace_back("Ends");
    const Game game = read_one_game("mxq", texts(all));
    CHECK(game.tree.main_line() == made.tree.main_line());
    CHECK(game.notes.empty());
  }
}
