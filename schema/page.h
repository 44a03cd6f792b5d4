// SPDX-License-Identifier: GPL-3.0-or-later

// The position index's bytes: pages (all positions whose key starts with the same 18 bits) and
// lists (the postings of a position that has too many for its page).
//
// SOURCE: schema/v1.md, "Page" and "List". Everything here is pure; what decodes reports damage as
// an Error (Damaged) and never reads past its input.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "schema/values.h"
#include "xiangqi/zobrist.h"

namespace qipu {

inline constexpr unsigned kPageBits = 18;
inline constexpr std::uint32_t kPageCount = std::uint32_t{1} << kPageBits;
inline constexpr unsigned kRemainderBits = 64 - kPageBits;

constexpr std::uint32_t page_of(PositionKey key) {
  return static_cast<std::uint32_t>(key.value >> kRemainderBits);
}
constexpr std::uint64_t remainder_of(PositionKey key) {
  return key.value & ((std::uint64_t{1} << kRemainderBits) - 1);
}

// A position that gets so many postings in one index commit keeps them in lists.
inline constexpr std::size_t kSpillCount = 256;
// One that gets so many, and has kCrowdedCount in its page by then, moves all of them to lists.
inline constexpr std::size_t kLookCount = kSpillCount / 8;
inline constexpr std::size_t kCrowdedCount = 4 * kSpillCount;
inline constexpr std::size_t kMaxListPostings = 32768;

// What a page says of a position. Each game's postings at a position lie in one place: all of them
// here, or all of them in lists.
struct PageEntry {
  std::vector<Posting> postings;  // held here; by move, then game
  std::uint64_t listed = 0;       // how many postings are in lists
  PositionCounts summary;         // of those, the ones of kind Game; moves ascending
  friend bool operator==(const PageEntry&, const PageEntry&) = default;
};

// What `page` says of the position with this remainder, or nothing. Stops as soon as it knows.
Result<std::optional<PageEntry>> find_in_page(Bytes page, std::uint64_t remainder);

// A whole page, remainders ascending.
using PageEntries = std::vector<std::pair<std::uint64_t, PageEntry>>;
Result<PageEntries> decode_page(Bytes page);

// Makes a page from positions in ascending order.
class PageBuilder {
 public:
  // REQUIRES of all three: `remainder` is greater than the last one.
  void add(std::uint64_t remainder, const PageEntry& entry);
  void add_posting(std::uint64_t remainder, const Posting& posting);  // its only one
  void add_encoded(std::uint64_t remainder, Bytes entry);  // an entry's bytes as they are

  bool empty() const { return records_.empty(); }
  // The page; the builder is empty afterwards. ERRORS: TooLarge, if one position's bytes would pass
  // 2^24 - 1 (a million postings outside of lists). REQUIRES: !empty().
  Result<std::string> finish();

 private:
  struct Record {
    std::uint64_t remainder = 0;
    Posting posting;               // the only one
    std::uint64_t entry_size = 0;  // in bytes of entries_; 0 = the posting instead
  };
  std::vector<Record> records_;
  std::string entries_;
};

// One page that says what all of `pages` say: postings united, summaries added. ERRORS: Damaged,
// also where two pages hold the same posting; TooLarge.
Result<std::string> join_pages(std::span<const Bytes> pages);

// REQUIRES: postings by game, then move; 1 to kMaxListPostings of them.
std::string encode_list(std::span<const Posting> postings);
Result<std::vector<Posting>> decode_list(Bytes list);

}  // namespace qipu
