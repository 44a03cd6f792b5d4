// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/mates.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "../support/golden_book.h"
#include "../support/positions.h"

using namespace qipu;

namespace {

bool is_mate_of(const char* name, const char* fen, const char* line = "") {
  const MateForm* form = find_mate_form(name);
  REQUIRE(form != nullptr);
  return ends_in(*form, position_of(fen), moves_of(line));
}

}  // namespace

TEST_CASE("each form of the table is seen in its own picture, by either side", "[search]") {
  const auto rows = read_shared_table("rules/mates.tsv");
  if (rows.empty()) return;
  CHECK(rows.size() == mate_forms().size());
  for (const TableRow& row : rows) {
    INFO(row.at("name"));
    const MateForm* form = find_mate_form(row.at("name"));
    REQUIRE(form != nullptr);
    CHECK(row.at("alias") == (form->alias.empty() ? "-" : form->alias));
    const Position final_position = position_of(row.at("final_fen"));
    if (row.at("lead_moves") == "-") {
      CHECK(ends_in(*form, final_position, {}));
      CHECK(ends_in(*form, final_position.mirrored(), {}));
      CHECK(ends_in(*form, final_position.flipped(), {}));
      continue;
    }
    const Position lead = position_of(row.at("lead_fen"));
    std::vector<Move> line = moves_of(row.at("lead_moves"));
    Position end = lead;
    for (const Move move : line)
      end.play(move);
    CHECK(end == final_position);
    CHECK(ends_in(*form, lead, line));
    std::transform(line.begin(), line.end(), line.begin(), [](Move m) { return m.mirrored(); });
    CHECK(ends_in(*form, lead.mirrored(), line));
    for (Move& move : line) {
      const auto turned = [](Square s) { return Square(8 - s.file(), 9 - s.rank()); };
      move = {turned(move.from()), turned(move.to())};
    }
    CHECK(ends_in(*form, lead.flipped(), line));
    line.pop_back();
    CHECK_FALSE(ends_in(*form, lead.flipped(), line));
  }
}

TEST_CASE("forms that look alike are told apart", "[search]") {
  const char* bolt = "4ka3/4a4/4b4/9/9/4C4/9/9/3R5/3K5 w";
  CHECK(is_mate_of("铁门栓", bolt, "d1d9"));
  CHECK_FALSE(is_mate_of("大刀剜心", bolt, "d1d9"));
  const char* great = "4ka3/4a2R1/4b4/9/9/4C4/9/9/3R5/3K5 w";
  CHECK(is_mate_of("大刀剜心", great, "h8e8 f9e8 d1d9"));
  CHECK_FALSE(is_mate_of("小刀剜心", great, "h8e8 f9e8 d1d9"));
  // One rook that mates with the king is no pair of rooks.
  const char* faces = "3k5/9/9/R8/9/9/9/9/9/4K4 w";
  CHECK_FALSE(is_mate_of("双车错", faces, "a6d6"));
  CHECK_FALSE(is_mate_of("闷宫", faces, "a6d6"));
  CHECK_FALSE(is_mate_of("双将", faces, "a6d6"));
  // A horse behind the cannon does not make the pattern; nor is an unfinished game a mate.
  CHECK_FALSE(is_mate_of("马后炮", "4k4/9/4N4/9/C8/9/9/9/9/3K5 w"));
  CHECK_FALSE(is_mate_of("困毙", "4k4/9/4N4/9/4C4/9/9/9/9/3K5 b"));
  CHECK_FALSE(is_mate_of("马后炮", "3k5/2P6/9/9/9/9/9/9/9/4K4 b"));
}

TEST_CASE("a form of mate is found by each of its names", "[search]") {
  const MateForm* form = find_mate_form("馬後炮");
  REQUIRE(form != nullptr);
  CHECK(form->name == "马后炮");
  for (const char* name : {"ma hou pao", "Cannon behind horse", "cannon-behind-horse"})
    CHECK(find_mate_form(name) == form);
  CHECK(find_mate_form("对面笑") == find_mate_form("白脸将"));
  CHECK(find_mate_form("挂角马") == find_mate_form("advisor corner horse"));
  CHECK(find_mate_form("no such mate") == nullptr);
  CHECK(find_mate_form("") == nullptr);
}
