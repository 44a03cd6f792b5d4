// SPDX-License-Identifier: GPL-3.0-or-later

#include "book/formats/obk_keys.h"

#include <bit>
#include <catch2/catch.hpp>

#include "../../support/golden_book.h"
#include "xiangqi/fen.h"

using namespace qipu;

TEST_CASE("OBK keys are those of real books", "[book][obk]") {
  // SOURCE: formats/books.md, 1.7.
  const auto [line, key, mirrored] = GENERATE(table<const char*, std::uint64_t, std::uint64_t>({
      {"", 0x628D04D7C9C144AEU, 0x628D04D7C9C144AEU},
      {"h2e2", 0xA1EAD1F6470E07EEU, 0x29D430B1D3AF9B9EU},
      {"h2e2 h9g7", 0x377A45B3F4DAAEE9U, 0x1FE5EEF29D5F4A83U},
      {"h2e2 b9c7", 0x97DB0FB509FED6F3U, 0xBF44A4F4607B3299U},
      {"h2e2 h7e7", 0x2FACC81E5E9512BFU, 0xC754DFF9D31A382EU},
      {"h2e2 h9g7 h0g2 i9h9", 0x9D9BDC06BCA342C3U, 0x2538DF11DD3BBABCU},
      {"c3c4", 0x2A090633347A98B1U, 0x13385DB844141A28U},
      {"g0e2", 0xC86235B0DB114772U, 0xF9314A88201144F6U},
      {"h0g2", 0x1CD7138A12F8BBB2U, 0x072A7FD92E10F400U},
  }));
  INFO(line);
  CHECK(obk_key(after(line)) == key);
  CHECK(obk_key(after(line).mirrored()) == mirrored);
}

TEST_CASE("Black to move is the OBK key without the side's number", "[book][obk]") {
  CHECK(obk_key(Position::start().with_to_move(Color::Black)) == 0xC2432E2EC5846BF6U);
}

TEST_CASE("the OBK key of a position in a real book has the bits of its stored REAL",
          "[book][obk]") {
  // Reported of 三戒开局库: SOURCE: formats/books.md, 1.7.
  const auto position =
      parse_fen("rnbakabr1/9/1c4nc1/p1p1p2Rp/6p2/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB2 b - - 0 1");
  REQUIRE(position);
  const double stored = -5.8543800021562635e-33;
  CHECK(obk_key(position->mirrored()) == std::bit_cast<std::uint64_t>(stored));
}

TEST_CASE("keys with the top bit clear lie in a file as INTEGER", "[book][obk]") {
  const auto forms = obk_stored_forms(0x628D04D7C9C144AEU, false);
  CHECK(forms == std::vector<ObkStoredKey>{std::int64_t{7101337512282506414}});
}

TEST_CASE("a key with the top bit set is REAL where a file has REALs, else signed", "[book][obk]") {
  const std::uint64_t key = 0xA1EAD1F6470E07EEU;
  CHECK(obk_stored_forms(key, true) == std::vector<ObkStoredKey>{std::bit_cast<double>(key)});
  CHECK(obk_stored_forms(key, false) == std::vector<ObkStoredKey>{static_cast<std::int64_t>(key)});
}

TEST_CASE("a REAL key that is a whole number is also looked for as the INTEGER SQLite makes of it",
          "[book][obk]") {
  // SOURCE: formats/books.md, 1.4.
  const auto [key, integer] = GENERATE(table<std::uint64_t, std::int64_t>(
      {{0xC34123456789ABCDU, -9647711201744794}, {0xBFF0000000000000U, -1}}));
  const auto forms = obk_stored_forms(key, true);
  CHECK(forms == std::vector<ObkStoredKey>{std::bit_cast<double>(key), integer});
}

TEST_CASE("keys that are NaN or minus zero cannot be stored as REAL", "[book][obk]") {
  for (const std::uint64_t key : {0xFFF0000000000001U, 0xFFFFFFFFFFFFFFFFU, 0x8000000000000000U}) {
    CHECK_FALSE(is_storable_as_real(key));
    CHECK(obk_stored_forms(key, true) == std::vector<ObkStoredKey>{static_cast<std::int64_t>(key)});
  }
  CHECK(is_storable_as_real(0xFFF0000000000000U));  // minus infinity
  CHECK(is_storable_as_real(0));
}
