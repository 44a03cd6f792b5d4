// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/opening.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "xiangqi/movegen.h"
#include "xiangqi/position.h"

using namespace qipu;

namespace {

std::vector<Move> line_of(const std::string& text) {
  std::vector<Move> line;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    line.emplace_back(Square(word[0] - 'a', word[1] - '0'), Square(word[2] - 'a', word[3] - '0'));
  return line;
}

std::vector<Move> mirrored(std::vector<Move> line) {
  for (Move& move : line)
    move = move.mirrored();
  return line;
}

std::string code_of(const std::vector<Move>& line) {
  const Opening* opening = find_opening(classify(line));
  return opening == nullptr ? "" : std::string(opening->code);
}

}  // namespace

TEST_CASE("there are 260 openings, sorted by code and found by it", "[record]") {
  REQUIRE(openings().size() == 260);
  for (std::uint16_t ordinal = 1; ordinal <= 260; ++ordinal) {
    const Opening* opening = find_opening(ordinal);
    REQUIRE(opening != nullptr);
    CHECK(find_opening(opening->code) == ordinal);
    CHECK_FALSE(opening->name_zh.empty());
    CHECK_FALSE(opening->name_en.empty());
    if (ordinal > 1)
      CHECK(find_opening(static_cast<std::uint16_t>(ordinal - 1))->code < opening->code);
  }
  CHECK(find_opening("A00") == 1);
  CHECK(find_opening("b20") == find_opening("B20"));
  CHECK(find_opening(std::uint16_t{0}) == nullptr);
  CHECK(find_opening(std::uint16_t{261}) == nullptr);
  CHECK(find_opening("Z99") == 0);
}

TEST_CASE("openings are found by the start of a code and by parts of a name", "[record]") {
  const auto group = search_openings("B2");
  REQUIRE(group.size() == 6);
  CHECK(find_opening(group[0])->code == "B20");
  CHECK(search_openings("屏風馬") == search_openings("屏风马"));
  CHECK(search_openings("屏风马").size() > 50);
  CHECK(search_openings("edge horse") == search_openings("EDGE HORSE"));
  CHECK_FALSE(search_openings("edge horse").empty());
  const auto against = search_openings("中炮对屏风马");
  CHECK(against.size() > 40);
  CHECK(find_opening(against[0])->code == "C00");
  CHECK(search_openings("中炮對屏風馬") == against);
  CHECK(search_openings("Central Cannon vs Screen Horses").size() == against.size());
  CHECK(search_openings("兵卒对中炮").empty());
  CHECK(search_openings("").empty());
  CHECK(search_openings("no such opening").empty());
}

TEST_CASE("each code is given to its own sample line, and to the mirror image of it", "[record]") {
  const std::filesystem::path path = std::filesystem::path(QIPU_SHARED_DIR) / "openings/ecco.tsv";
  std::ifstream table(path);
  if (!table) {
    WARN("skipped: no shared openings");
    return;
  }
  std::string row;
  std::getline(table, row);
  std::size_t count = 0;
  while (std::getline(table, row)) {
    std::vector<std::string> cells;
    std::istringstream columns(row);
    for (std::string cell; std::getline(columns, cell, '\t');)
      cells.push_back(cell);
    CAPTURE(cells[0], cells[5]);
    const std::vector<Move> line = line_of(cells[5]);
    CHECK(code_of(line) == cells[0]);
    const bool starts_aside = line[0].from().file() != 4;
    if (starts_aside) CHECK(code_of(mirrored(line)) == cells[0]);
    Position position = Position::start();
    for (const Move move : line) {
      REQUIRE(is_legal(position, move));
      position.play(move);
    }
    ++count;
  }
  CHECK(count == 260);
}

TEST_CASE("moves after the twentieth ply do not change the code", "[record]") {
  std::vector<Move> line = line_of("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
  const std::string code = code_of(line);
  CHECK(code == "C00");
  const std::vector<Move> filler = line_of("a0a1 a9a8 a1a0 a8a9");
  for (int i = 0; line.size() < 60; ++i)
    line.push_back(filler[static_cast<std::size_t>(i) % 4]);
  CHECK(code_of(line) == code);
}

TEST_CASE("a game without moves has no code, and an unusual first move has A00", "[record]") {
  CHECK(classify({}) == 0);
  CHECK(code_of(line_of("e0e1")) == "A00");
  CHECK(code_of(line_of("g3g4 h9g7")) != "A00");
}
