// SPDX-License-Identifier: GPL-3.0-or-later

// The part of verify that compares the index with the games, page by page, without holding either
// in memory: a page's postings as a sum of hashes, which has no order.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "schema/page.h"
#include "store/game_table.h"
#include "store/tables.h"
#include "store/tuple.h"
#include "store/verify.h"

namespace qipu {

// Many things, each once, as a count and a sum of hashes: equal for the same things in any order,
// and (but for one chance in 2^64) different for others.
struct EntrySum {
  std::uint64_t sum = 0;
  std::uint64_t count = 0;

  void add(std::uint64_t hash) {
    sum += mix64(hash);
    ++count;
  }
  friend bool operator==(const EntrySum&, const EntrySum&) = default;
};

class IndexChecks {
 public:
  // All must outlive it.
  IndexChecks(const Tables& tables, const GameTable& rows, GameId indexed_end,
              VerifyReport& report);

  // A posting that the index must have.
  void expect(PositionKey key, const Posting& posting);

  // Reads all pages and lists: their layout, that counts are those of the lists they sum up, and
  // (if `expects_all`: all games were expected) that the postings are those of the games.
  void check_all(bool expects_all, const VerifyOptions& options);
  // Reads every so many pages, with their lists, and checks all but whose postings they are.
  void check_sample(const VerifyOptions& options);
  // Whether the index has each of these postings, which are sorted.
  void look_up(const std::vector<Tuple>& tuples);

 private:
  // Gives what a scan of lists has of `key`, and says if others come before.
  class Lists;

  void check_page(std::uint32_t page, std::string_view bytes, Lists& lists);
  void check_entry(PositionKey key, const PageEntry& entry, Lists& lists);
  bool check_posting(PositionKey key, const Posting& posting);
  std::vector<Posting> postings(PositionKey key) const;

  const Tables& tables_;
  const GameTable& rows_;
  GameId indexed_end_;
  VerifyReport& report_;
  std::vector<EntrySum> expected_;  // by page
  std::vector<EntrySum> found_;
};

}  // namespace qipu
