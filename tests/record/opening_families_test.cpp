// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/opening_families.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "../support/golden_book.h"
#include "../support/positions.h"

using namespace qipu;

namespace {

FamilySet bit_of(std::string_view id) {
  const auto families = opening_families();
  for (std::size_t i = 0; i < families.size(); ++i) {
    if (families[i].id == id) return FamilySet{1} << i;
  }
  FAIL("no family " << id);
  return 0;
}

bool is_of(std::string_view id, std::string_view line) {
  return (families_of(moves_of(line)) & bit_of(id)) != 0;
}

}  // namespace

TEST_CASE("each family is seen in its sample line and in its mirror image", "[record]") {
  const auto rows = read_shared_table("openings/families.tsv");
  if (rows.empty()) return;
  CHECK(rows.size() == opening_families().size());
  for (const TableRow& row : rows) {
    INFO(row.at("id"));
    const FamilySet bit = bit_of(row.at("id"));
    std::vector<Move> line = moves_of(row.at("sample_iccs"));
    const FamilySet found = families_of(line);
    // The sample of this one stops before the cannons stand as its rule says.
    if (row.at("id") == "tandem-cannons") {
      CHECK((found & bit) == 0);
      continue;
    }
    CHECK((found & bit) != 0);
    std::transform(line.begin(), line.end(), line.begin(), [](Move m) { return m.mirrored(); });
    CHECK(families_of(line) == found);
  }
}

TEST_CASE("families that look alike are told apart", "[record]") {
  const char* screen = "h2e2 h9g7 h0g2 b9c7";
  CHECK(is_of("screen-horses", screen));
  CHECK_FALSE(is_of("sandwiched-horses", screen));
  CHECK_FALSE(is_of("screen-horses", "h2e2 b9c7 h0g2 h7f7 i0h0 h9g7"));
  CHECK_FALSE(is_of("screen-horses", "g0e2 h9g7 h0g2 b9c7"));  // no central cannon
  CHECK(is_of("opposite-cannons", "h2e2 b7e7"));
  CHECK_FALSE(is_of("delayed-opposite-cannons", "h2e2 b7e7"));
  CHECK_FALSE(is_of("opposite-cannons", "h2e2 h9g7 h0g2 b7e7"));
  CHECK_FALSE(is_of("same-cannons", "h2e2 b7e7"));
  CHECK(is_of("tandem-cannons", "h2e2 h9g7 b0c2"));  // b2, horse c2, e2: linked
  CHECK_FALSE(is_of("tandem-cannons", "h2e2 e9e8"));
  CHECK(is_of("corner-horse", "g0e2 h9f8"));  // Black's
  CHECK(families_of({}) == 0);
}

TEST_CASE("moves after the twentieth ply do not change the families", "[record]") {
  std::vector<Move> line = moves_of("h2e2 h9g7");
  const std::vector<Move> filler = moves_of("e0e1 e9e8 e1e0 e8e9");
  while (line.size() < 20)
    line.push_back(filler[(line.size() - 2) % 4]);
  const FamilySet before = families_of(line);
  line.push_back(moves_of("b2d2")[0]);
  CHECK(families_of(line) == before);
}

TEST_CASE("families are found by id, Chinese or English name, or a part of one", "[record]") {
  CHECK(find_families("screen-horses") == bit_of("screen-horses"));
  CHECK(find_families("屏風馬") == bit_of("screen-horses"));
  CHECK(find_families("当头炮") == bit_of("central-cannon"));
  CHECK(find_families("five-seven cannons") == bit_of("five-seven"));
  CHECK(find_families("elephants") == (bit_of("same-elephants") | bit_of("opposite-elephants")));
  CHECK(find_families("nothing of the kind") == 0);
  CHECK(find_families("") == 0);
}
