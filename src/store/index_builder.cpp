// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/index_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <span>
#include <utility>

#include "schema/page.h"
#include "store/count_tally.h"
#include "store/waiting_games.h"

namespace qipu {

namespace {

constexpr GameId kGamesPerClaim = 256;
constexpr std::size_t kTuplesWorthAThread = 200'000;

// Packs the tuples of one position after the other into rows of the index.
class PagePacker {
 public:
  PagePacker(const Tables& tables, SortedFiles pages, SortedFiles lists, bool is_first_load)
      : tables_(tables),
        pages_(std::move(pages)),
        lists_(std::move(lists)),
        is_first_load_(is_first_load) {}

  // All tuples of a position, sorted; positions ascending.
  void add(std::span<const Tuple> tuples);
  // Writes the last page; gives the files and the number of collisions seen.
  std::pair<std::vector<SortedFiles>, std::uint64_t> finish() &&;

 private:
  void write_page();
  PageEntry listed(PositionKey key);

  const Tables& tables_;
  SortedFiles pages_;
  SortedFiles lists_;
  bool is_first_load_;
  PageBuilder page_;
  std::uint32_t page_number_ = 0;
  std::vector<Tuple> here_;  // the tuples of the position, none twice
  std::uint64_t collisions_ = 0;
};

void PagePacker::add(std::span<const Tuple> tuples) {
  const PositionKey key{tuples.front().key};
  here_.clear();
  std::unique_copy(tuples.begin(), tuples.end(), std::back_inserter(here_),
                   [](const Tuple& a, const Tuple& b) { return a.is_same_posting(b); });
  const auto has_other_board = [&](const Tuple& tuple) {
    return tuple.check() != tuples.front().check();
  };
  if (std::any_of(tuples.begin(), tuples.end(), has_other_board)) ++collisions_;

  if (page_of(key) != page_number_) write_page();
  page_number_ = page_of(key);
  if (here_.size() == 1) {
    page_.add_posting(remainder_of(key), here_.front().posting());
    return;
  }
  if (here_.size() >= kSpillCount) {
    page_.add(remainder_of(key), listed(key));
    return;
  }
  PageEntry entry;
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

void PagePacker::write_page() {
  if (page_.empty()) return;
  const std::string page = tables_.whole(page_.finish());
  if (is_first_load_) {
    pages_.put(page_key(page_number_), page);
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

IndexBuilder::Gathered IndexBuilder::gather(GameId first, std::size_t max_tuples) const {
  const auto total = static_cast<GameId>(rows_.size());
  std::atomic<std::uint64_t> next = first;  // the first game nobody has claimed
  std::atomic<std::size_t> tuples = 0;
  const auto work = [&] {
    TuplePile pile;
    while (tuples < max_tuples) {
      const std::uint64_t claimed = next.fetch_add(kGamesPerClaim);
      if (claimed >= total) break;
      const std::size_t before = pile.size();
      const auto begin = static_cast<GameId>(claimed);
      each_main_line(tables_, rows_, begin, std::min(total - begin, kGamesPerClaim) + begin,
                     [&](GameId id, const GameRow& row, const MainLine& line) {
                       each_tuple(line, id, row, [&](const Tuple& tuple) { pile.push(tuple); });
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

IndexBuilder::Packed IndexBuilder::pack(std::span<TuplePile> piles, std::size_t first,
                                        std::size_t end, bool is_first_load) const {
  PagePacker packer(tables_, SortedFiles(tables_, Table::Pages, fmt::format("pages-{}", first)),
                    SortedFiles(tables_, Table::Lists, fmt::format("lists-{}", first)),
                    is_first_load);
  for (std::size_t part = first; part < end; ++part) {
    const std::vector<Tuple> tuples = TuplePile::take_sorted(piles, part);
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

IndexMark IndexBuilder::add_step(const IndexMark& mark, std::size_t max_tuples) {
  Gathered gathered = gather(mark.end, max_tuples);
  std::size_t tuples = 0;
  for (const TuplePile& pile : gathered.piles)
    tuples += pile.size();
  clear_staging(tables_);
  const unsigned jobs = tuples < kTuplesWorthAThread ? 1 : jobs_;
  std::vector<std::future<Packed>> workers;
  for (unsigned i = 0; i < jobs; ++i) {
    const std::size_t first = TuplePile::kPartCount * i / jobs;
    const std::size_t end = TuplePile::kPartCount * (i + 1) / jobs;
    workers.push_back(std::async(std::launch::async, [&, first, end] {
      return pack(gathered.piles, first, end, mark.end == 0);
    }));
  }
  IndexMark moved = mark;
  moved.end = gathered.end;
  std::vector<SortedFiles> files;
  for (auto& worker : workers) {
    Packed packed = worker.get();
    moved.collisions += packed.collisions;
    std::move(packed.files.begin(), packed.files.end(), std::back_inserter(files));
  }
  SortedFiles& meta = files.emplace_back(tables_, Table::Meta, "meta");
  meta.put(meta_key::kIndexed, encode_index_mark(moved));
  ingest(tables_, std::move(files));
  return moved;
}

}  // namespace qipu
