// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/text_table.h"

#include <catch2/catch.hpp>

using namespace qipu;

TEST_CASE("columns line up with Chinese cells", "[cli]") {
  TextTable table({{"着法"}, {"对局", TextTable::Align::Right}, {"注"}});
  table.add_row({"炮二平五", "12", "a"});
  table.add_row({"C2=5", "1,234", "b"});
  CHECK(table.to_text() ==
        "着法       对局  注\n"
        "炮二平五     12  a\n"
        "C2=5      1,234  b\n");
}

TEST_CASE("a column without a cell and a row of empty headings are left out", "[cli]") {
  TextTable table({{""}, {"", TextTable::Align::Right}, {"empty"}});
  table.add_row({"games", "12", ""});
  table.add_row({"plies", "345", ""});
  CHECK(table.to_text() == "games   12\nplies  345\n");
}

TEST_CASE("long cells are clipped and control characters blanked", "[cli]") {
  TextTable table({{"name", TextTable::Align::Left, 6}});
  table.add_row({"abcdefghi"});
  table.add_row({"a\nb"});
  CHECK(table.to_text() == "name\nabcde…\na b\n");
}
