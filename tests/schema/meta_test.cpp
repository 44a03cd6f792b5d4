// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/meta.h"

#include <catch2/catch.hpp>

#include "../support/hostile.h"
#include "schema/keys.h"

using namespace qipu;

TEST_CASE("records of meta read back, and their damage is seen", "[schema]") {
  const Totals totals{1, 2, 3, 4, 5, 6'000'000'000, 7};
  const std::string totals_bytes = encode_totals(totals);
  REQUIRE(decode_totals(as_bytes(totals_bytes)));
  CHECK(*decode_totals(as_bytes(totals_bytes)) == totals);
  each_truncation(totals_bytes, [](Bytes cut) { CHECK_FALSE(decode_totals(cut)); });

  const auto mark = decode_index_mark(as_bytes(encode_index_mark({4'000'000'000, 2})));
  REQUIRE(mark);
  CHECK(mark->end == 4'000'000'000);
  CHECK(mark->collisions == 2);

  SourceRecord source;
  source.content = {std::byte{1}, std::byte{2}};
  source.names = {"a.pgn", "b/a.pgn"};
  source.format = "pgn";
  source.size = 100;
  source.is_done = true;
  source.records = 9;
  source.games = 6;
  source.rejects = 2;
  source.skipped = 1;
  source.plies = 500;
  source.stored = {{3, 5}, {8, 12}};
  const std::string source_bytes = encode_source(source);
  const auto read = decode_source(as_bytes(source_bytes));
  REQUIRE(read);
  CHECK(encode_source(*read) == source_bytes);
  CHECK(read->names == source.names);
  CHECK(read->stored == source.stored);
  CHECK(read->plies == 500);
  each_truncation(source_bytes, [](Bytes cut) { CHECK_FALSE(decode_source(cut)); });
  Random random(1);
  each_flip(source_bytes, random, 1000, [](Bytes flipped) { (void)decode_source(flipped); });
}

TEST_CASE("a mark of a commit reads back, and any flipped bit of it is seen", "[schema]") {
  const std::string bytes = encode_commit_mark(0x0123'4567'89AB'CDEF);
  CHECK(bytes.size() == kCommitMarkSize);
  CHECK(*decode_commit_mark(as_bytes(bytes)) == 0x0123'4567'89AB'CDEF);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
    CHECK_FALSE(decode_commit_mark(as_bytes(flipped)));
  }
}

TEST_CASE("a newer schema is read as far as its number", "[schema]") {
  SchemaVersions newer = current_versions();
  newer.schema = kSchemaVersion + 1;
  const std::string bytes = encode_versions(newer) + "and what it may say besides";
  const auto read = decode_versions(as_bytes(bytes));
  REQUIRE(read);
  CHECK(read->schema == kSchemaVersion + 1);
}

TEST_CASE("keys of names lead back to the id, and to no other name", "[schema]") {
  const std::string prefix = name_prefix(NameKind::Player, "hu");
  CHECK(parse_name_id(name_lookup_key(NameKind::Player, "hu", 77), prefix) == 77U);
  CHECK_FALSE(parse_name_id(name_lookup_key(NameKind::Player, "huronghua", 77), prefix));
  CHECK_FALSE(parse_name_id(name_lookup_key(NameKind::Event, "hu", 77), prefix));
  const std::string nul("hu\0x", 4);
  CHECK_FALSE(parse_name_id(name_lookup_key(NameKind::Player, nul, 77), prefix));
  const std::string longer(5000, 'x');
  const std::string long_key = name_lookup_key(NameKind::Player, longer, 5);
  CHECK(long_key.size() < 256);
  CHECK(parse_name_id(long_key, name_prefix(NameKind::Player, longer)) == 5U);
  CHECK_FALSE(parse_name_id(long_key, name_prefix(NameKind::Player, longer + "y")));
}
