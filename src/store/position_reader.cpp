// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/position_reader.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "schema/counts.h"
#include "store/count_tally.h"
#include "store/counted_outcome.h"

namespace qipu {

namespace {

// What the planner weighs. SOURCE: docs of storage, "Query paths".
constexpr std::uint64_t kPostingNs = 7;     // test a posting's game against a filter
constexpr std::uint64_t kRowNs = 1;         // test a row in a scan of the table
constexpr std::uint64_t kReplayNs = 2'000;  // fetch and replay a game

}  // namespace

PageEntry PositionReader::page_entry(PositionKey key) const {
  PageEntry whole;
  for (const auto& page : tables_.get_parts(Table::Pages, page_key(page_of(key)))) {
    auto found = tables_.whole(find_in_page(as_bytes(to_view(page)), remainder_of(key)));
    if (!found) continue;
    whole.postings.insert(whole.postings.end(), found->postings.begin(), found->postings.end());
    whole.listed += found->listed;
    add_counts(whole.summary, found->summary);
  }
  std::sort(whole.postings.begin(), whole.postings.end());
  if (!whole.postings.empty() && whole.postings.back().game >= rows_.size()) {
    tables_.fail("a page of the index names a game that is not there");
  }
  return whole;
}

template <class Visit>
void PositionReader::visit_postings(PositionKey key, const PageEntry& entry, const Filter& filter,
                                    Visit visit) const {
  const bool is_default = filter.is_default();  // asked most, and of millions at the start
  const auto visit_one = [&](const Posting& posting) {
    const GameRow& row = rows_.row(posting.game);
    if (is_default ? row.is_counted() : filter.matches(posting.game, row)) visit(posting, row);
  };
  if (entry.listed > 0) {
    TableScan lists(tables_, Table::Lists, {.from = {}, .prefix = list_prefix(key)});
    std::uint64_t count = 0;
    while (lists.next()) {
      const auto chunk = tables_.whole(decode_list(as_bytes(lists.value())));
      count += chunk.size();
      if (chunk.back().game >= rows_.size()) {
        tables_.fail("a list of the index names a game that is not there");
      }
      std::for_each(chunk.begin(), chunk.end(), visit_one);
    }
    if (count != entry.listed) tables_.fail("a list of the index is missing");
  }
  std::for_each(entry.postings.begin(), entry.postings.end(), visit_one);
  for (const Tuple& tuple : waiting_.at(key))
    visit_one(tuple.posting());
}

template <class Visit>
void PositionReader::visit_replayed(PositionKey key, const std::vector<GameId>& games,
                                    Visit visit) const {
  std::vector<Tuple> here;
  for (const GameId id : games) {
    const GameRow& row = rows_.row(id);
    // Of hidden ones the index may say nothing, and a game without an index may be none that can be
    // played.
    if (row.is_unindexed && !row.is_hidden) continue;
    const auto bytes = tables_.get(Table::Games, game_key(id));
    if (!bytes) tables_.fail("game " + std::to_string(id) + " is missing");
    const MainLine line = tables_.whole(decode_main_line(as_bytes(*bytes)));
    if (row.is_unindexed && !is_playable(find_fault(line.start))) continue;
    here.clear();
    each_tuple(line, id, row, [&](const Tuple& tuple) {
      if (tuple.key == key.value) here.push_back(tuple);
    });
    std::sort(here.begin(), here.end());
    here.erase(std::unique(here.begin(), here.end(),
                           [](const Tuple& a, const Tuple& b) { return a.is_same_posting(b); }),
               here.end());
    for (const Tuple& tuple : here)
      visit(tuple.posting(), row);
  }
}

template <class Visit>
void PositionReader::visit_cheaply(PositionKey key, const PageEntry& entry, const Filter& filter,
                                   Visit visit) const {
  if (filter.is_hidden) {  // the index may know nothing of these games
    visit_replayed(key, rows_.select(filter), visit);
    return;
  }
  const std::uint64_t postings = entry.listed + entry.postings.size() + waiting_.at(key).size();
  const std::uint64_t walk_ns = postings * kPostingNs;
  const std::uint64_t scan_ns = rows_.size() * kRowNs;
  if (walk_ns > scan_ns) {
    const auto games = rows_.select(filter);
    // The scan is done now; only what is left is compared.
    if (walk_ns > games.size() * kReplayNs) {
      visit_replayed(key, games, visit);
      return;
    }
  }
  visit_postings(key, entry, filter, visit);
}

PositionCounts PositionReader::counts(PositionKey key, const Filter& filter) const {
  const PageEntry entry = page_entry(key);
  CountTally tally;
  const auto add = [&](const Posting& posting, const GameRow& row) {
    tally.add(posting, counted_outcome(row));
  };
  if (!filter.is_default()) {
    visit_cheaply(key, entry, filter, add);
    return std::move(tally).counts();
  }
  PageEntry held;  // what the summary does not count
  held.postings = entry.postings;
  visit_postings(key, held, filter, add);
  PositionCounts counts = std::move(tally).counts();
  if (entry.listed > 0) add_counts(counts, corrected_summary(key, entry));
  return counts;
}

PositionCounts PositionReader::corrected_summary(PositionKey key, const PageEntry& entry) const {
  PositionCounts counts = entry.summary;
  const auto difference = tables_.get(Table::Overlay, overlay_key(key));
  if (!difference) return counts;
  add_counts(counts, tables_.whole(decode_difference(as_bytes(*difference))));
  if (!is_whole(counts)) tables_.fail("a position has fewer games than none");
  drop_empty_moves(counts);
  return counts;
}

Wdl PositionReader::games_reached(PositionKey key, const Filter& filter) const {
  return counts(key, filter).all;
}

std::vector<Posting> PositionReader::postings(PositionKey key, const Filter& filter) const {
  std::vector<Posting> found;
  visit_cheaply(key, page_entry(key), filter,
                [&](const Posting& posting, const GameRow&) { found.push_back(posting); });
  // Lists come in order, and may be millions; what the page holds comes behind them.
  const auto rest = std::is_sorted_until(found.begin(), found.end());
  std::sort(rest, found.end());
  std::inplace_merge(found.begin(), rest, found.end());
  return found;
}

void PositionReader::each_posting(PositionKey key, const Filter& filter,
                                  const Store::PostingVisit& visit) const {
  visit_cheaply(key, page_entry(key), filter, std::cref(visit));
}

std::vector<Posting> PositionReader::walked(PositionKey key, const Filter& filter) const {
  std::vector<Posting> found;
  visit_postings(key, page_entry(key), filter,
                 [&](const Posting& posting, const GameRow&) { found.push_back(posting); });
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Posting> PositionReader::replayed(PositionKey key,
                                              const std::vector<GameId>& games) const {
  std::vector<Posting> found;
  visit_replayed(key, games,
                 [&](const Posting& posting, const GameRow&) { found.push_back(posting); });
  return found;
}

}  // namespace qipu
