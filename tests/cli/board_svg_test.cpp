// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/board_svg.h"

#include <catch2/catch.hpp>

using namespace qipu;

namespace {

std::size_t count_of(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("a picture of the board has every piece, the river and the last move", "[cli]") {
  Position position = Position::start();
  const Move move(Square(7, 2), Square(4, 2));
  position.play(move);
  const std::string svg = board_svg(position, move, "甲 < 乙 & 丙");
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(count_of(svg, "<g transform=") == 32);
  CHECK(count_of(svg, ">兵</text>") == 5);
  CHECK(count_of(svg, ">卒</text>") == 5);
  CHECK(count_of(svg, ">帥</text>") == 1);
  CHECK(count_of(svg, "楚河") == 1);
  CHECK(count_of(svg, "漢界") == 1);
  CHECK(count_of(svg, "class=\"last\"") == 2);
  CHECK(count_of(svg, "甲 &lt; 乙 &amp; 丙") == 1);
  // The cannon stands where it went: on the fifth file, third line from below.
  CHECK(count_of(svg, "<g transform=\"translate(296 476)\">") == 1);
  CHECK(count_of(svg, "<g transform=\"translate(476 476)\">") == 0);
}

TEST_CASE("a picture without a move marks nothing", "[cli]") {
  const std::string svg = board_svg(Position::start(), Move(), "");
  CHECK(count_of(svg, "class=\"last\"") == 0);
  CHECK(count_of(svg, "<svg") == 1);
}
