// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/page.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "../support/hostile.h"
#include "../support/random_games.h"

using namespace qipu;

namespace {

constexpr std::uint64_t kRemainders = std::uint64_t{1} << kRemainderBits;

Posting random_posting(Random& random, GameId first_game) {
  const Move move = pick(random, 8) == 0
                        ? Move()
                        : Move(Square::at(static_cast<int>(pick(random, 45))),
                               Square::at(static_cast<int>(45 + pick(random, 45))));
  return {first_game + static_cast<GameId>(pick(random, 1000)), move};
}

bool by_move(const Posting& a, const Posting& b) {
  return a.move != b.move ? a.move < b.move : a.game < b.game;
}

void tidy(std::vector<Posting>& postings) {
  std::sort(postings.begin(), postings.end(), by_move);
  postings.erase(std::unique(postings.begin(), postings.end()), postings.end());
}

// Positions of games from `first_game` on; `near` of them crowd at the low end of the page.
std::map<std::uint64_t, PageEntry> random_entries(Random& random, GameId first_game) {
  std::map<std::uint64_t, PageEntry> entries;
  for (std::size_t i = 1 + pick(random, 60); i > 0; --i) {
    const std::uint64_t remainder =
        pick(random, 2) == 0 ? pick(random, 50) : random() % kRemainders;
    PageEntry& entry = entries[remainder];
    for (std::size_t j = pick(random, 6) == 0 ? pick(random, 30) : 1; j > 0; --j)
      entry.postings.push_back(random_posting(random, first_game));
    tidy(entry.postings);
    if (pick(random, 8) == 0 || entry.postings.empty()) {
      entry.listed = 300 + pick(random, 1000);
      entry.summary.all = {pick(random, 1000), 2, 0, 300};
      entry.summary.moves = {{Move(), {1, 0, 0, 0}},
                             {Move(Square(1, 2), Square(4, 2)), {0, 9, 8, 7}}};
    }
  }
  return entries;
}

std::string encode(const std::map<std::uint64_t, PageEntry>& entries) {
  PageBuilder builder;
  for (const auto& [remainder, entry] : entries)
    builder.add(remainder, entry);
  auto page = builder.finish();
  REQUIRE(page);
  return *std::move(page);
}

PageEntries as_list(const std::map<std::uint64_t, PageEntry>& entries) {
  return {entries.begin(), entries.end()};
}

void decode_all(Bytes page) {
  (void)decode_page(page);
  (void)find_in_page(page, 7);
  const std::vector<Bytes> twice{page, page};
  (void)join_pages(twice);
}

}  // namespace

TEST_CASE("a page reads back as it was written", "[schema]") {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const auto entries = random_entries(random, 0);
    const std::string page = encode(entries);
    const auto read = decode_page(as_bytes(page));
    REQUIRE(read);
    CHECK(*read == as_list(entries));
    for (const auto& [remainder, entry] : entries) {
      const auto found = find_in_page(as_bytes(page), remainder);
      REQUIRE((found && *found));
      CHECK(**found == entry);
      const auto other = find_in_page(as_bytes(page), (remainder + 1) % kRemainders);
      REQUIRE(other);
      CHECK(other->has_value() == entries.contains((remainder + 1) % kRemainders));
    }
  }
}

TEST_CASE("joined pages are the page of everything", "[schema]") {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    std::map<std::uint64_t, PageEntry> whole;
    std::vector<std::string> parts;
    for (std::size_t part = 0; part < 1 + pick(random, 4); ++part) {
      const auto entries = random_entries(random, static_cast<GameId>(1000 * part));
      parts.push_back(encode(entries));
      for (const auto& [remainder, entry] : entries) {
        PageEntry& sum = whole[remainder];
        sum.postings.insert(sum.postings.end(), entry.postings.begin(), entry.postings.end());
        tidy(sum.postings);
        sum.listed += entry.listed;
        sum.summary.all += entry.summary.all;
        // All summaries made here have the same two moves.
        if (sum.summary.moves.empty()) {
          sum.summary.moves = entry.summary.moves;
        } else if (!entry.summary.moves.empty()) {
          sum.summary.moves[0].wdl += entry.summary.moves[0].wdl;
          sum.summary.moves[1].wdl += entry.summary.moves[1].wdl;
        }
      }
    }
    const std::vector<Bytes> pages = [&] {
      std::vector<Bytes> views;
      views.reserve(parts.size());
      for (const std::string& part : parts)
        views.push_back(as_bytes(part));
      return views;
    }();
    const auto joined = join_pages(pages);
    REQUIRE(joined);
    CHECK(*joined == encode(whole));
  }
}

TEST_CASE("pages that hold the same posting are not joined", "[schema]") {
  PageBuilder builder;
  builder.add_posting(5, {3, Move()});
  const auto page = builder.finish();
  REQUIRE(page);
  const std::vector<Bytes> twice{as_bytes(*page), as_bytes(*page)};
  const auto joined = join_pages(twice);
  REQUIRE_FALSE(joined);
  CHECK(joined.error().code == Error::Code::Damaged);
}

// The bytes follow from schema/v1.md, "Page", by hand: format, count, Rice parameter 44 (46 bits
// less one for two records, less one), two bits a game, offset of the entries; then the bits.
TEST_CASE("the bytes of a page are those of the schema", "[schema]") {
  PageBuilder builder;
  builder.add_posting(1, {2, Move(Square::at(1), Square::at(3))});
  PageEntry entry;
  entry.postings = {{0, Move()}, {7, Move()}};
  builder.add(std::uint64_t{1} << 45U, entry);
  const auto page = builder.finish();
  REQUIRE(page);
  // Record 1: 0, then 1 in 44 bits, kind 0, game 10, move 93 in 13 bits: 61 bits.
  // Record 2: gap 2^45 - 1: quotient 1 as 10, then 44 ones, kind 1, size 7 in 24 bits: 71 bits.
  CHECK(to_hex(*page) ==
        "01022c0219000000"                    // header
        "0200000000805da0ffffffffff7f000000"  // 132 bits and padding
        "00010000020007"                      // nothing listed, 1 move: none, 2 games: 0, 7
        "0000000000000000");
}

TEST_CASE("a damaged page is an error, never a crash", "[schema]") {
  Random random(3);
  const std::string page = encode(random_entries(random, 0));
  each_truncation(page, [](Bytes cut) {
    CHECK_FALSE(decode_page(cut));
    decode_all(cut);
  });
  each_flip(page, random, 3000, decode_all);
}

TEST_CASE("a list reads back as it was written", "[schema]") {
  Random random(4);
  std::vector<Posting> postings;
  for (GameId game = 5; postings.size() < 3000; game += 1 + static_cast<GameId>(pick(random, 300)))
    for (std::size_t i = 0; i < 1 + pick(random, 2); ++i)
      postings.push_back({game, random_posting(random, 0).move});
  std::sort(postings.begin(), postings.end());
  postings.erase(std::unique(postings.begin(), postings.end()), postings.end());
  const std::string list = encode_list(postings);
  const auto read = decode_list(as_bytes(list));
  REQUIRE(read);
  CHECK(*read == postings);

  const std::string start = list.substr(0, 400);
  each_truncation(list.substr(0, 200), [](Bytes cut) { CHECK_FALSE(decode_list(cut)); });
  each_flip(start, random, 2000, [](Bytes bytes) { (void)decode_list(bytes); });
}
