// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/index_builder.h"

#include <fmt/format.h>
#include <rocksdb/metadata.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <span>
#include <string>
#include <utility>

#include "schema/page.h"
#include "store/count_tally.h"
#include "store/waiting_games.h"

namespace qipu {

namespace {

constexpr GameId kGamesPerClaim = 512;
constexpr std::uint64_t kShareWorthJoining = 4;  // as RocksDB is told, see table_options.cpp
constexpr std::size_t kTuplesWorthAThread = 200'000;
// What a position of a game takes in the index. SOURCE: docs of storage, "Figures side by side".
constexpr std::uint64_t kBytesPerTuple = 7;

// Packs the tuples of one position after the other into rows of the index.
class PagePacker {
 public:
  PagePacker(const Tables& tables, const GameTable& rows, SortedFiles pages, SortedFiles lists,
             bool is_first_load)
      : tables_(tables),
        rows_(rows),
        pages_(std::move(pages)),
        lists_(std::move(lists)),
        is_first_load_(is_first_load) {}

  // All tuples of a position, sorted; positions ascending.
  void add(std::span<const Tuple> tuples);
  // Writes the last page; gives the files and the number of collisions seen.
  std::pair<std::vector<SortedFiles>, std::uint64_t> finish() &&;

 private:
  void take_over_held(PositionKey key);
  std::string page_anew(const std::string& added) const;
  void write_page();
  PageEntry listed(PositionKey key);

  const Tables& tables_;
  const GameTable& rows_;
  SortedFiles pages_;
  SortedFiles lists_;
  bool is_first_load_;
  PageBuilder page_;
  std::uint32_t page_number_ = 0;
  std::vector<Tuple> here_;  // the tuples of the position, none twice
  // Positions of the page whose postings the database's page is to give up, ascending.
  std::vector<std::uint64_t> taken_over_;
  std::uint64_t collisions_ = 0;
};

void PagePacker::add(std::span<const Tuple> tuples) {
  const PositionKey key{tuples.front().key};
  if (page_of(key) != page_number_) write_page();
  page_number_ = page_of(key);
  if (tuples.size() == 1) {  // most are
    page_.add_posting(remainder_of(key), tuples.front().posting());
    return;
  }
  here_.clear();
  std::unique_copy(tuples.begin(), tuples.end(), std::back_inserter(here_),
                   [](const Tuple& a, const Tuple& b) { return a.is_same_posting(b); });
  const auto has_other_board = [&](const Tuple& tuple) {
    return tuple.check() != tuples.front().check();
  };
  if (std::any_of(tuples.begin(), tuples.end(), has_other_board)) ++collisions_;

  if (!is_first_load_ && here_.size() >= kLookCount && here_.size() < kSpillCount) {
    take_over_held(key);
  }
  if (here_.size() == 1) {
    page_.add_posting(remainder_of(key), here_.front().posting());
    return;
  }
  if (here_.size() >= kSpillCount) {
    page_.add(remainder_of(key), listed(key));
    return;
  }
  PageEntry entry;
  entry.postings.reserve(here_.size());
  for (const Tuple& tuple : here_)
    entry.postings.push_back(tuple.posting());
  std::sort(entry.postings.begin(), entry.postings.end(), [](const Posting& a, const Posting& b) {
    return a.move != b.move ? a.move < b.move : a.game < b.game;
  });
  page_.add(remainder_of(key), entry);
}

// Writes the postings to lists; what is left for the page.
PageEntry PagePacker::listed(PositionKey key) {
  CountTally tally;
  std::vector<Posting> chunk;
  const auto write_chunk = [&] {
    lists_.put(list_key(key, chunk.front().game), encode_list(chunk));
    chunk.clear();
  };
  for (std::size_t i = 0; i < here_.size();) {
    std::size_t end = i;  // of the game's postings: a chunk never ends among them
    while (end < here_.size() && here_[end].game() == here_[i].game())
      ++end;
    if (chunk.size() + (end - i) > kMaxListPostings) write_chunk();
    for (; i < end; ++i) {
      chunk.push_back(here_[i].posting());
      if (here_[i].is_counted()) tally.add(here_[i].posting(), here_[i].outcome());
    }
  }
  write_chunk();
  PageEntry entry;
  entry.listed = here_.size();
  entry.summary = std::move(tally).counts();
  return entry;
}

// Many small commits would fill the page of a position that all games pass. Where it is crowded,
// its postings join those that are here.
void PagePacker::take_over_held(PositionKey key) {
  std::vector<Posting> held;
  for (const auto& page : tables_.get_parts(Table::Pages, page_key(page_of(key)))) {
    const auto found = tables_.whole(find_in_page(as_bytes(to_view(page)), remainder_of(key)));
    if (found) held.insert(held.end(), found->postings.begin(), found->postings.end());
  }
  if (held.size() + here_.size() < kCrowdedCount) return;
  for (const Posting& posting : held) {
    if (posting.game >= rows_.size()) tables_.fail("a page of the index names a game too many");
    here_.push_back(make_tuple(key, posting, rows_.row(posting.game), 0));
  }
  std::sort(here_.begin(), here_.end());
  taken_over_.push_back(remainder_of(key));
}

// The database's page without what was taken over, and with the page `added`.
std::string PagePacker::page_anew(const std::string& added) const {
  const auto parts = tables_.get_parts(Table::Pages, page_key(page_number_));
  std::vector<Bytes> pages;
  pages.reserve(parts.size());
  for (const auto& part : parts)
    pages.push_back(as_bytes(to_view(part)));
  const std::string old = tables_.whole(join_pages(pages));
  PageBuilder builder;
  for (auto& [remainder, entry] : tables_.whole(decode_page(as_bytes(old)))) {
    if (std::binary_search(taken_over_.begin(), taken_over_.end(), remainder)) {
      entry.postings.clear();
      if (entry.listed == 0) continue;
    }
    builder.add(remainder, entry);
  }
  if (builder.empty()) return added;
  const std::string rest = tables_.whole(builder.finish());
  return tables_.whole(join_pages(std::array{as_bytes(rest), as_bytes(added)}));
}

void PagePacker::write_page() {
  if (page_.empty()) return;
  const std::string page = tables_.whole(page_.finish());
  if (is_first_load_) {
    pages_.put(page_key(page_number_), page);
  } else if (!taken_over_.empty()) {
    pages_.put(page_key(page_number_), page_anew(page));
    taken_over_.clear();
  } else {
    pages_.merge(page_key(page_number_), page);
  }
}

std::pair<std::vector<SortedFiles>, std::uint64_t> PagePacker::finish() && {
  write_page();
  std::vector<SortedFiles> files;
  files.push_back(std::move(pages_));
  files.push_back(std::move(lists_));
  return {std::move(files), collisions_};
}

}  // namespace

IndexBuilder::IndexBuilder(const Tables& tables, const GameTable& rows, unsigned jobs)
    : tables_(tables), rows_(rows), jobs_(std::max(jobs, 1U)) {}

IndexBuilder::Gathered IndexBuilder::gather(GameId first, std::size_t max_tuples,
                                            Parts wanted) const {
  const auto total = static_cast<GameId>(rows_.size());
  std::atomic<std::uint64_t> next = first;  // the first game nobody has claimed
  std::atomic<std::size_t> tuples = 0;
  const auto work = [&] {
    TuplePile pile;
    const auto push = [&](const Tuple& tuple) {
      const std::size_t part = TuplePile::part_of(tuple);
      if (part >= wanted.first && part < wanted.end) pile.push(tuple);
    };
    while (tuples < max_tuples) {
      const std::uint64_t claimed = next.fetch_add(kGamesPerClaim);
      if (claimed >= total) break;
      const std::size_t before = pile.size();
      const auto begin = static_cast<GameId>(claimed);
      each_main_line(tables_, rows_, begin, std::min(total - begin, kGamesPerClaim) + begin,
                     [&](GameId id, const GameRow& row, const MainLine& line) {
                       each_tuple(line, id, row, push);
                     });
      tuples += pile.size() - before;
    }
    return pile;
  };
  const GameId waiting = total - first;
  const unsigned jobs = waiting / kGamesPerClaim < jobs_ ? 1 : jobs_;
  std::vector<std::future<TuplePile>> workers;
  for (unsigned i = 0; i < jobs; ++i)
    workers.push_back(std::async(std::launch::async, work));
  Gathered gathered;
  for (auto& worker : workers)
    gathered.piles.push_back(worker.get());
  gathered.end = static_cast<GameId>(std::min<std::uint64_t>(next, total));
  return gathered;
}

IndexBuilder::Packed IndexBuilder::pack(std::span<const TuplePile> piles, Parts parts,
                                        Write write) const {
  const auto files_of = [&](Table table, std::string_view name, auto key_at) {
    const std::string unique = fmt::format("{}-{}", name, parts.first);
    if (write != Write::Replace) return SortedFiles(tables_, table, unique);
    return SortedFiles(tables_, table, unique, key_at(parts.first), key_at(parts.end));
  };
  constexpr unsigned kPartShift = 64U - TuplePile::kPartBits;
  const auto page_at = [](std::size_t part) {
    return page_key(static_cast<std::uint32_t>(part << (kPageBits - TuplePile::kPartBits)));
  };
  const auto list_at = [](std::size_t part) {
    if (part < TuplePile::kPartCount) return list_key({std::uint64_t{part} << kPartShift}, 0);
    return list_key({UINT64_MAX}, UINT32_MAX) + '\0';  // behind all lists
  };
  PagePacker packer(tables_, rows_, files_of(Table::Pages, "pages", page_at),
                    files_of(Table::Lists, "lists", list_at), write != Write::Merge);
  TupleSorter sorter;
  for (std::size_t part = parts.first; part < parts.end; ++part) {
    const std::span<const Tuple> tuples = sorter.sort(piles, part);
    for (auto begin = tuples.begin(); begin != tuples.end();) {
      const auto next = std::find_if(begin, tuples.end(),
                                     [&](const Tuple& tuple) { return tuple.key != begin->key; });
      packer.add({begin, next});
      begin = next;
    }
  }
  auto [files, collisions] = std::move(packer).finish();
  return {std::move(files), collisions};
}

IndexBuilder::Packed IndexBuilder::pack_all(std::span<const TuplePile> piles, Parts parts,
                                            Write write) const {
  std::size_t tuples = 0;
  for (const TuplePile& pile : piles)
    tuples += pile.size();
  const std::size_t count = parts.end - parts.first;
  const std::size_t jobs = tuples < kTuplesWorthAThread ? 1 : std::min<std::size_t>(jobs_, count);
  std::vector<std::future<Packed>> workers;
  for (std::size_t i = 0; i < jobs; ++i) {
    const Parts some{parts.first + count * i / jobs, parts.first + count * (i + 1) / jobs};
    workers.push_back(
        std::async(std::launch::async, [=, this] { return pack(piles, some, write); }));
  }
  Packed all;
  for (auto& worker : workers) {
    Packed packed = worker.get();
    all.collisions += packed.collisions;
    std::move(packed.files.begin(), packed.files.end(), std::back_inserter(all.files));
  }
  return all;
}

void IndexBuilder::take_in(Packed packed, const IndexMark& mark) const {
  SortedFiles& meta = packed.files.emplace_back(tables_, Table::Meta, "meta");
  meta.put(meta_key::kIndexed, encode_index_mark(mark));
  ingest(tables_, std::move(packed.files));
}

IndexMark IndexBuilder::add_step(const IndexMark& mark, std::size_t max_tuples) {
  Gathered gathered = gather(mark.end, max_tuples, {});
  std::uint64_t tuples = 0;
  for (const TuplePile& pile : gathered.piles)
    tuples += pile.size();
  clear_staging(tables_);
  check_room(tables_, tuples * kBytesPerTuple);
  Packed packed = pack_all(gathered.piles, {}, mark.end == 0 ? Write::Put : Write::Merge);
  const IndexMark moved{gathered.end, mark.collisions + packed.collisions};
  take_in(std::move(packed), moved);
  return moved;
}

void IndexBuilder::join_steps() const {
  rocksdb::ColumnFamilyMetaData pages;
  tables_.db().GetColumnFamilyMetaData(tables_.handle(Table::Pages), &pages);
  // Steps that came to lie over others are in the levels above.
  const auto oldest = std::find_if(pages.levels.rbegin(), pages.levels.rend(),
                                   [](const auto& level) { return level.size > 0; });
  if (oldest == pages.levels.rend()) return;
  if (pages.size - oldest->size <= oldest->size / kShareWorthJoining) return;
  tables_.check(tables_.db().CompactRange({}, tables_.handle(Table::Pages), nullptr, nullptr));
}

IndexMark IndexBuilder::rebuild(std::uint64_t total_tuples, std::size_t max_tuples,
                                const Progress& progress) {
  clear_staging(tables_);
  check_room(tables_, total_tuples * kBytesPerTuple);
  const std::size_t rounds = std::clamp<std::size_t>(
      static_cast<std::size_t>((total_tuples + max_tuples - 1) / max_tuples), 1,
      TuplePile::kPartCount);
  const auto total = static_cast<GameId>(rows_.size());
  Packed all;
  for (std::size_t round = 0; round < rounds; ++round) {
    if (progress) progress(round * total, rounds * total);
    const Parts parts{TuplePile::kPartCount * round / rounds,
                      TuplePile::kPartCount * (round + 1) / rounds};
    Gathered gathered = gather(0, SIZE_MAX, parts);
    Packed packed = pack_all(gathered.piles, parts, Write::Replace);
    all.collisions += packed.collisions;
    std::move(packed.files.begin(), packed.files.end(), std::back_inserter(all.files));
  }
  // The new counts are of the games as they are now.
  all.files.emplace_back(tables_, Table::Overlay, "overlay", std::string(1, '\0'),
                         overlay_key({UINT64_MAX}) + '\0');
  const IndexMark mark{total, all.collisions};
  take_in(std::move(all), mark);
  return mark;
}

}  // namespace qipu
