// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/journal.h"

#include <catch2/catch.hpp>

#include "../support/hostile.h"
#include "../support/random_games.h"
#include "schema/counts.h"
#include "schema/journal_part.h"

using namespace qipu;

namespace {

JournalHead some_head() {
  return {.kind = JournalKind::Undo,
          .time = 1'700'000'000,
          .undoes = 300,
          .command = "qipu undo 300",
          .hidden = 1,
          .shown = 70'000,
          .edited = 3,
          .parts = 4};
}

JournalPart some_part() {
  return {.hidden = {0, 1, 4'000'000'000},
          .shown = {7},
          .rows = {{Table::Games, game_key(3), "record"},
                   {Table::Meta, meta_key::replaced(3), std::nullopt},
                   {Table::Names, std::string("\0x", 2), ""}}};
}

// A position that has one game less that Red won, and one more drawn.
PositionCounts some_difference() {
  PositionCounts difference;
  const auto less = 0 - std::uint64_t{1};
  difference.all = {less, 1, 0, 0};
  difference.moves = {{Move(), {0, 1, 0, 0}},
                      {Move(Square(7, 2), Square(4, 2)), {less, 0, 0, 300}}};
  return difference;
}

template <class Decode>
void check_hostile(const std::string& bytes, Decode decode) {
  each_truncation(bytes, [&](Bytes cut) { CHECK_FALSE(decode(cut)); });
  CHECK_FALSE(decode(as_bytes(bytes + '\0')));
  Random random(3);
  each_flip(bytes, random, 2000, [&](Bytes flipped) { (void)decode(flipped); });
}

}  // namespace

TEST_CASE("an entry of the journal reads back, and its damage is seen", "[schema]") {
  const std::string bytes = encode_journal_head(some_head());
  const auto read = decode_journal_head(as_bytes(bytes));
  REQUIRE(read);
  CHECK(*read == some_head());
  check_hostile(bytes, decode_journal_head);
  JournalHead wrong = some_head();
  wrong.undoes = 0;  // an undo of nothing
  CHECK_FALSE(decode_journal_head(as_bytes(encode_journal_head(wrong))));
  wrong = some_head();
  wrong.kind = static_cast<JournalKind>(8);
  CHECK_FALSE(decode_journal_head(as_bytes(encode_journal_head(wrong))));
}

TEST_CASE("the changes of an entry read back, and their damage is seen", "[schema]") {
  const std::string bytes = encode_journal_part(some_part());
  const auto read = decode_journal_part(as_bytes(bytes));
  REQUIRE(read);
  CHECK(*read == some_part());
  check_hostile(bytes, decode_journal_part);
  JournalPart wrong = some_part();
  wrong.hidden = {5, 5};
  CHECK_FALSE(decode_journal_part(as_bytes(encode_journal_part(wrong))));
}

TEST_CASE("a difference of counts reads back, and its damage is seen", "[schema]") {
  const std::string bytes = encode_difference(some_difference());
  CHECK(to_hex(bytes) ==
        "01020000"
        "02"
        "0000"
        "00020000"
        "1619"
        "0100"
        "00d804");
  const auto read = decode_difference(as_bytes(bytes));
  REQUIRE(read);
  CHECK(*read == some_difference());
  check_hostile(bytes, decode_difference);
  PositionCounts nothing;
  CHECK_FALSE(decode_difference(as_bytes(encode_difference(nothing))));
}

TEST_CASE("counts and a difference add up, and less than nothing is seen", "[schema]") {
  PositionCounts counts;
  counts.all = {1, 0, 0, 0};
  counts.moves = {{Move(Square(7, 2), Square(4, 2)), {1, 0, 0, 0}}};
  add_counts(counts, some_difference());
  CHECK(counts.all == Wdl{0, 1, 0, 0});
  CHECK(is_whole(counts));
  REQUIRE(counts.moves.size() == 2);
  CHECK(counts.moves[1].wdl == Wdl{0, 0, 0, 300});
  add_counts(counts, some_difference());
  CHECK_FALSE(is_whole(counts));
  counts.moves = {{Move(), {}}};
  drop_empty_moves(counts);
  CHECK(counts.moves.empty());
}

TEST_CASE("what meta says of changes reads back, and its damage is seen", "[schema]") {
  const auto mark = decode_journal_mark(as_bytes(encode_journal_mark({300, 20'001})));
  REQUIRE(mark);
  CHECK(*mark == JournalMark{300, 20'001});
  check_hostile(encode_journal_mark({300, 20'001}), decode_journal_mark);
  const auto game = decode_replacement(as_bytes(encode_replacement(400)));
  REQUIRE(game);
  CHECK(*game == 400);
  check_hostile(encode_replacement(400), decode_replacement);
  std::vector<Hash128> contents(2);
  contents[1][15] = std::byte{9};
  const auto former = decode_former(as_bytes(encode_former(contents)));
  REQUIRE(former);
  CHECK(*former == contents);
  CHECK_FALSE(decode_former({}));
  CHECK_FALSE(decode_former(as_bytes(std::string(17, 'x'))));
}
