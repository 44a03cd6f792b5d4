// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/verify_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "schema/counts.h"
#include "store/count_tally.h"
#include "store/counted_outcome.h"

namespace qipu {

namespace {

constexpr std::uint32_t kPagesPerReport = 1024;

std::uint64_t posting_hash(PositionKey key, const Posting& posting) {
  return mix64(key.value) + (std::uint64_t{posting.game} << 16U | posting.move.code());
}

PositionKey key_of(std::uint32_t page, std::uint64_t remainder) {
  return {std::uint64_t{page} << kRemainderBits | remainder};
}

std::string name_of(PositionKey key) { return fmt::format("position {:016x}", key.value); }

std::uint32_t number_of(std::string_view key) { return ByteReader(as_bytes(key)).u32_be(); }

}  // namespace

// Walks lists beside the pages, both by position.
class IndexChecks::Lists {
 public:
  Lists(IndexChecks& checks, TableScan::Range range)
      : checks_(checks), scan_(checks.tables_, Table::Lists, std::move(range)) {
    has_row_ = scan_.next();
  }

  // The postings in the lists of `key`; lists of positions before it belong to no page.
  std::vector<Posting> take(PositionKey key) {
    skip_until(key.value);
    std::vector<Posting> postings;
    while (has_row_ && position() == key.value) {
      append(key, postings);
      has_row_ = scan_.next();
    }
    return postings;
  }

  void skip_until(std::optional<std::uint64_t> key) {
    while (has_row_ && (!key || position() < *key)) {
      checks_.report_.add_problem(
          fmt::format("{}: a list that no page knows", name_of({position()})));
      has_row_ = scan_.next();
    }
  }

 private:
  std::uint64_t position() const { return ByteReader(as_bytes(scan_.key())).u64_be(); }

  void append(PositionKey key, std::vector<Posting>& postings) {
    const auto chunk = decode_list(as_bytes(scan_.value()));
    if (!chunk) {
      checks_.report_.add_problem(name_of(key) + ": " + chunk.error().message);
      return;
    }
    if (scan_.key() != list_key(key, chunk->front().game)) {
      checks_.report_.add_problem(name_of(key) + ": a list under another's key");
    }
    postings.insert(postings.end(), chunk->begin(), chunk->end());
  }

  IndexChecks& checks_;
  TableScan scan_;
  bool has_row_ = false;
};

IndexChecks::IndexChecks(const Tables& tables, const GameTable& rows, GameId indexed_end,
                         VerifyReport& report)
    : tables_(tables),
      rows_(rows),
      indexed_end_(indexed_end),
      report_(report),
      expected_(kPageCount),
      found_(kPageCount) {}

void IndexChecks::expect(PositionKey key, const Posting& posting) {
  expected_[page_of(key)].add(posting_hash(key, posting));
}

// Notes a posting that was found. False if there can be none of its game.
bool IndexChecks::check_posting(PositionKey key, const Posting& posting) {
  ++report_.postings;
  found_[page_of(key)].add(posting_hash(key, posting));
  if (posting.game < indexed_end_ && !rows_.row(posting.game).is_unindexed) return true;
  report_.add_problem(
      fmt::format("{}: names game {}, which is not indexed", name_of(key), posting.game));
  return false;
}

void IndexChecks::check_entry(PositionKey key, const PageEntry& entry, Lists& lists) {
  for (const Posting& posting : entry.postings)
    check_posting(key, posting);
  if (entry.listed == 0) return;
  std::vector<Posting> listed = lists.take(key);
  if (listed.size() != entry.listed) {
    report_.add_problem(fmt::format("{}: {} postings in lists, {} by its page", name_of(key),
                                    listed.size(), entry.listed));
  }
  std::sort(listed.begin(), listed.end());
  CountTally tally;
  for (const Posting& posting : listed) {
    if (!check_posting(key, posting)) continue;
    const GameRow& row = rows_.row(posting.game);
    if (row.is_counted()) tally.add(posting, counted_outcome(row));
  }
  PositionCounts stored = entry.summary;
  if (const auto difference = tables_.get(Table::Overlay, overlay_key(key))) {
    add_counts(stored, tables_.whole(decode_difference(as_bytes(*difference))));
    drop_empty_moves(stored);
  }
  if (!(std::move(tally).counts() == stored)) {
    report_.add_problem(name_of(key) + ": its counts are not those of its games");
  }
}

void IndexChecks::check_page(std::uint32_t page, std::string_view bytes, Lists& lists) {
  ++report_.pages;
  const auto entries = decode_page(as_bytes(bytes));
  if (!entries) {
    report_.add_problem(fmt::format("page {}: {}", page, entries.error().message));
    return;
  }
  for (const auto& [remainder, entry] : *entries)
    check_entry(key_of(page, remainder), entry, lists);
}

void IndexChecks::check_all(bool expects_all, const VerifyOptions& options) {
  Lists lists(*this, {.from = {}, .prefix = {}, .is_bulk = true});
  TableScan pages(tables_, Table::Pages, {.from = {}, .prefix = {}, .is_bulk = true});
  while (pages.next()) {
    const std::uint32_t page = number_of(pages.key());
    if (pages.key() != page_key(page) || page >= kPageCount) {
      report_.add_problem("the index has a page that is none");
      continue;
    }
    check_page(page, pages.value(), lists);
    if (page % kPagesPerReport != 0) continue;
    if (options.progress) options.progress(VerifyStep::Index, page, kPageCount);
    if (options.stop != nullptr && *options.stop) return;
  }
  lists.skip_until(std::nullopt);
  for (std::uint32_t page = 0; expects_all && page < kPageCount; ++page) {
    if (expected_[page] == found_[page]) continue;
    report_.add_problem(fmt::format("page {}: holds {} postings, which are not the {} of the games",
                                    page, found_[page].count, expected_[page].count));
  }
}

void IndexChecks::check_sample(const VerifyOptions& options) {
  const std::uint32_t step = std::max(1U, kPageCount / std::max(1U, options.sample_pages));
  for (std::uint32_t page = 0; page < kPageCount; page += step) {
    if (options.stop != nullptr && *options.stop) return;
    if (options.progress) options.progress(VerifyStep::Index, page, kPageCount);
    const auto bytes = tables_.get(Table::Pages, page_key(page));
    if (!bytes) continue;
    Lists lists(*this, {.from = list_key(key_of(page, 0), 0), .prefix = {}});
    check_page(page, *bytes, lists);
  }
}

std::vector<Posting> IndexChecks::postings(PositionKey key) const {
  std::vector<Posting> all;
  for (const auto& page : tables_.get_parts(Table::Pages, page_key(page_of(key)))) {
    const auto found = tables_.whole(find_in_page(as_bytes(to_view(page)), remainder_of(key)));
    if (found) all.insert(all.end(), found->postings.begin(), found->postings.end());
  }
  TableScan lists(tables_, Table::Lists, {.from = {}, .prefix = list_prefix(key)});
  while (lists.next()) {
    const auto chunk = tables_.whole(decode_list(as_bytes(lists.value())));
    all.insert(all.end(), chunk.begin(), chunk.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

void IndexChecks::look_up(const std::vector<Tuple>& tuples) {
  std::vector<Posting> here;
  std::optional<std::uint64_t> key;
  for (const Tuple& tuple : tuples) {
    if (key != tuple.key) {
      key = tuple.key;
      here = postings({tuple.key});
    }
    if (!std::binary_search(here.begin(), here.end(), tuple.posting())) {
      report_.add_problem(
          fmt::format("{}: game {} is missing there", name_of({tuple.key}), tuple.game()));
    }
  }
}

}  // namespace qipu
