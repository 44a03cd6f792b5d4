// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/layout.h"

#include <catch2/catch.hpp>

#include "base/text.h"

using namespace qipu;

TEST_CASE("control characters of records never reach the terminal", "[cli]") {
  CHECK(printable("a\x1b[31mb\n\x7f") == "a [31mb  ");
  CHECK(printable("\xC2\x9B"
                  "31m") == " 31m");
  CHECK(printable("胡荣华 é") == "胡荣华 é");
  CHECK(printable("\xff") == "\xEF\xBF\xBD");
}

TEST_CASE("clipped text fits, Chinese or not", "[cli]") {
  CHECK(clip("abc", 3) == "abc");
  CHECK(clip("abcdef", 4) == "abc…");
  CHECK(clip("胡荣华", 6) == "胡荣华");
  CHECK(clip("胡荣华", 5) == "胡荣…");
  CHECK(clip("胡荣华", 4) == "胡…");
  CHECK(clip("胡荣华", 0).empty());
}

TEST_CASE("wrapped text fits and loses no word", "[cli]") {
  const auto lines = wrap("the moves played from a position, and how they scored", 20);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "the moves played");
  for (const std::string& line : lines)
    CHECK(display_width(line) <= 20);
}

TEST_CASE("Chinese text wraps between characters, not before a closing sign", "[cli]") {
  CHECK(wrap("列出走过的着法。", 8) == std::vector<std::string>{"列出走过", "的着法。"});
  CHECK(wrap("列出走过，的", 8) == std::vector<std::string>{"列出走", "过，的"});
  CHECK(wrap("用--game指定", 8) == std::vector<std::string>{"用--game", "指定"});
}

TEST_CASE("numbers read as people write them", "[cli]") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(percent(0.625, 1) == "62.5%");
  CHECK(percent(0.625, 0) == "62%");
  CHECK(byte_size(1023) == "1023 B");
  CHECK(byte_size(3211264) == "3.1 MiB");
  CHECK(byte_size(1048575) == "1.0 MiB");
  CHECK(clock_time(7.4) == "0:07");
  CHECK(clock_time(3723) == "1:02:03");
}

TEST_CASE("a slip of the keyboard finds the word that was meant", "[cli]") {
  const std::vector<std::string> words{"import", "explore", "search", "show", "--player"};
  CHECK(closest_word("exlpore", words) == "explore");
  CHECK(closest_word("sho", words) == "show");
  CHECK(closest_word("--plaeyr", words) == "--player");
  CHECK(closest_word("imp", words) == "import");
  CHECK_FALSE(closest_word("zzzzzz", words));
  CHECK_FALSE(closest_word("", words));
}
