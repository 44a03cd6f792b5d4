// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/overlay.h"
#include "store/counted_outcome.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "schema/counts.h"
#include "store/position_reader.h"
#include "store/tuple.h"

namespace qipu {

namespace {

constexpr std::size_t kGamesAtOnce = 4096;  // some 330,000 tuples, 5 MB
constexpr std::uint64_t kOneLess = 0 - std::uint64_t{1};

// The outcome that a game adds to counts, if it is counted.
std::optional<Outcome> counted(const GameRow& row) {
  if (!row.is_counted()) return std::nullopt;
  return counted_outcome(row);
}

void add_difference(Wdl& wdl, const RowChange& row) {
  if (const auto before = counted(row.before)) wdl.add(*before, kOneLess);
  if (const auto after = counted(row.after)) wdl.add(*after);
}

class Differences {
 public:
  Differences(const Tables& tables, const GameTable& table)
      : tables_(tables),
        none_(tables, table, static_cast<GameId>(table.size())),
        reader_(tables, table, none_) {}

  // REQUIRES: by game; their counting changes, and their positions are in the index.
  void add(std::span<const RowChange> rows);
  void put_sums(ChangeSet& changes) const;

 private:
  std::vector<Tuple> tuples_of(std::span<const RowChange> rows) const;
  void add_at(PositionKey key, std::span<const Tuple> here, std::span<const RowChange> rows);

  const Tables& tables_;
  WaitingGames none_;  // games that wait are not asked for
  PositionReader reader_;
  std::map<std::uint64_t, PositionCounts> sums_;  // by position key; moves ascending
};

std::vector<Tuple> Differences::tuples_of(std::span<const RowChange> rows) const {
  std::vector<Tuple> tuples;
  for (const RowChange& row : rows) {
    const auto bytes = tables_.get(Table::Games, game_key(row.game));
    if (!bytes) tables_.fail("game " + std::to_string(row.game) + " is missing");
    each_tuple(tables_.whole(decode_main_line(as_bytes(*bytes))), row.game, row.before,
               [&](const Tuple& tuple) { tuples.push_back(tuple); });
  }
  std::sort(tuples.begin(), tuples.end());
  const auto repeats =
      std::unique(tuples.begin(), tuples.end(),
                  [](const Tuple& a, const Tuple& b) { return a.is_same_posting(b); });
  tuples.erase(repeats, tuples.end());
  return tuples;
}

void Differences::add(std::span<const RowChange> rows) {
  const std::vector<Tuple> tuples = tuples_of(rows);
  for (auto begin = tuples.begin(); begin != tuples.end();) {
    const auto end = std::find_if(begin, tuples.end(),
                                  [&](const Tuple& tuple) { return tuple.key != begin->key; });
    add_at({begin->key}, {begin, end}, rows);
    begin = end;
  }
}

void Differences::add_at(PositionKey key, std::span<const Tuple> here,
                         std::span<const RowChange> rows) {
  const PageEntry entry = reader_.page_entry(key);
  if (entry.listed == 0) return;
  PositionCounts difference;
  std::map<Move, Wdl> moves;
  std::optional<GameId> last;
  for (const Tuple& tuple : here) {
    const GameId game = tuple.game();
    // All postings of a game at a position are in one place: the page, which counts by rows, or
    // the lists, which the page's summary counts.
    const auto held = std::lower_bound(entry.postings.begin(), entry.postings.end(), game,
                                       [](const Posting& a, GameId id) { return a.game < id; });
    if (held != entry.postings.end() && held->game == game) continue;
    const auto row = std::lower_bound(rows.begin(), rows.end(), game,
                                      [](const RowChange& a, GameId id) { return a.game < id; });
    if (last != game) add_difference(difference.all, *row);
    last = game;
    add_difference(moves[tuple.move()], *row);
  }
  for (const auto& [move, wdl] : moves)
    difference.moves.push_back({move, wdl});
  add_counts(sums_[key.value], difference);
}

void Differences::put_sums(ChangeSet& changes) const {
  for (const auto& [key, sum] : sums_) {
    PositionCounts difference = sum;
    const std::string row = overlay_key({key});
    const auto before = tables_.get(Table::Overlay, row);
    if (before) add_counts(difference, tables_.whole(decode_difference(as_bytes(*before))));
    drop_empty_moves(difference);
    if (difference != PositionCounts{}) {
      changes.put(Table::Overlay, row, encode_difference(difference));
    } else if (before) {
      changes.remove(Table::Overlay, row);
    }
  }
}

}  // namespace

void put_differences(const Tables& tables, const GameTable& table, GameId index_end,
                     std::span<const RowChange> rows, ChangeSet& changes) {
  std::vector<RowChange> counted_otherwise;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(counted_otherwise),
               [&](const RowChange& row) {
                 return row.game < index_end && !row.before.is_unindexed &&
                        counted(row.before) != counted(row.after);
               });
  Differences differences(tables, table);
  const std::span<const RowChange> all = counted_otherwise;
  for (std::size_t first = 0; first < all.size(); first += kGamesAtOnce)
    differences.add(all.subspan(first, std::min(kGamesAtOnce, all.size() - first)));
  differences.put_sums(changes);
}

}  // namespace qipu
