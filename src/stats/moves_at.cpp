// SPDX-License-Identifier: GPL-3.0-or-later

#include "stats/moves_at.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "store/counted_outcome.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

Move as_shown(const OrientedKey& key, Move stored) {
  return key.symmetric ? right_hand(stored) : from_stored(key, stored);
}

std::vector<MoveStats> to_stats(const Position& position, const std::vector<MoveCount>& counts) {
  const OrientedKey key = position.key();
  std::vector<MoveStats> moves;
  for (const MoveCount& count : counts) {
    if (count.move.is_none()) continue;
    const Move move = as_shown(key, count.move);
    // A collision of keys shows itself here.
    if (is_legal(position, move)) moves.push_back({move, count.wdl});
  }
  std::sort(moves.begin(), moves.end(), [](const MoveStats& a, const MoveStats& b) {
    return a.wdl.games() != b.wdl.games() ? a.wdl.games() > b.wdl.games() : a.move < b.move;
  });
  return moves;
}

// The games of `postings`, each once, ascending.
std::vector<GameId> distinct_games(const std::vector<Posting>& postings) {
  std::vector<GameId> games;
  for (const Posting& posting : postings) {
    if (games.empty() || games.back() != posting.game) games.push_back(posting.game);
  }
  return games;
}

struct Years {
  Move move;  // as stored
  std::uint16_t first = 0;
  std::uint16_t last = 0;
};

std::vector<Years>::iterator find_move(std::vector<Years>& years, Move move) {
  return std::find_if(years.begin(), years.end(),
                      [move](const Years& span) { return span.move == move; });
}

// What is shown of the games at a position, besides their counts.
struct Survey {
  std::vector<Years> years;  // in the order moves were first seen: frequent ones are found soon
  std::vector<GameId> newest;
};

// Keeps the `count` newest games of those offered, the last imported first among equals.
class NewestGames {
 public:
  explicit NewestGames(std::size_t count) : count_(count) {}

  void offer(Date date, GameId game) {
    const std::pair dated(date, game);
    if (heap_.size() == count_) {
      if (count_ == 0 || dated < heap_.front()) return;
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
    }
    heap_.push_back(dated);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }
  std::vector<GameId> games() const {
    std::vector<GameId> games;
    games.reserve(heap_.size());
    for (const auto& [date, game] : heap_)
      games.push_back(game);
    return games;
  }

 private:
  std::size_t count_;
  std::vector<std::pair<Date, GameId>> heap_;  // its front is the oldest
};

// In one pass: at the start there are millions.
Survey survey(const Store& store, PositionKey key, const Filter& filter, std::size_t newest_count) {
  std::vector<Years> years;
  NewestGames newest(newest_count);
  std::optional<GameId> last;
  store.each_posting(key, filter, [&](const Posting& posting, const GameRow& row) {
    if (last != posting.game) newest.offer(row.date, posting.game);
    last = posting.game;
    const std::uint16_t year = row.date.year;
    if (year == 0) return;
    auto span = find_move(years, posting.move);
    if (span == years.end()) span = years.insert(span, {posting.move, year, year});
    span->first = std::min(span->first, year);
    span->last = std::max(span->last, year);
  });
  return {std::move(years), newest.games()};
}

}  // namespace

std::vector<MoveStats> moves_at(const Store& store, const Position& position,
                                const Filter& filter) {
  return to_stats(position, store.counts_at(position.key().key, filter).moves);
}

Exploration explore(const Store& store, const Position& position, const Filter& filter,
                    const ExploreOptions& options) {
  Exploration result;
  result.key = position.key();
  const PositionCounts counts = store.counts_at(result.key.key, filter);
  result.all = counts.all;
  for (const MoveCount& count : counts.moves) {
    if (count.move.is_none()) result.ended += count.wdl.games();
  }
  if (result.all.games() == 0) return result;

  Survey surveyed = survey(store, result.key.key, filter, options.top_games);
  for (const MoveStats& stats : to_stats(position, counts.moves)) {
    ExploredMove move;
    move.stats = stats;
    move.to = position;
    move.to.play(stats.move);
    move.reached = store.games_reached(move.to.key().key, filter).games();
    if (const auto found = find_move(surveyed.years, to_stored(result.key, stats.move));
        found != surveyed.years.end()) {
      move.first_year = found->first;
      move.last_year = found->last;
    }
    result.moves.push_back(move);
  }
  SearchOptions newest;
  newest.limit = options.top_games;
  result.top_games = search_among(store, surveyed.newest, position, newest).games;
  return result;
}

// --- groups

namespace {

// The number that stands for a game in a grouping by year, event or result.
std::uint32_t group_of(const GameRow& row, GroupBy by) {
  switch (by) {
    case GroupBy::Year:
      return row.date.year;
    case GroupBy::Event:
      return row.event;
    default:
      return static_cast<std::uint32_t>(counted_outcome(row));
  }
}

std::string group_name(const Store& store, std::uint32_t group, GroupBy by) {
  switch (by) {
    case GroupBy::Year:
      return group == 0 ? "" : std::to_string(group);
    case GroupBy::Event:
      return group == 0 ? "" : store.event_name(group);
    case GroupBy::Player:
      return group == 0 ? "" : store.player_name(group);
    case GroupBy::Result:
      break;
  }
  const auto outcome = static_cast<Outcome>(group);
  return outcome == Outcome::Unknown ? "" : std::string(to_word(outcome));
}

}  // namespace

std::vector<Group> group_at(const Store& store, const Position& position, const Filter& filter,
                            GroupBy by) {
  std::map<std::uint32_t, Group> groups;
  for (const GameId game : distinct_games(store.games_at(position.key().key, filter))) {
    const GameRow row = store.row(game);
    if (by != GroupBy::Player) {
      groups[group_of(row, by)].wdl.add(counted_outcome(row));
      continue;
    }
    groups[row.red].wdl.add(counted_outcome(row));
    if (row.black != row.red) groups[row.black].wdl.add(counted_outcome(row));
    groups[row.red].as_red.add(counted_outcome(row));
    groups[row.black].as_black.add(counted_outcome(row));
  }
  std::vector<Group> result;
  for (auto& [number, group] : groups) {
    group.name = group_name(store, number, by);
    result.push_back(std::move(group));
  }
  std::stable_sort(result.begin(), result.end(), [&](const Group& a, const Group& b) {
    if (by == GroupBy::Year) return b.name.empty() && !a.name.empty();
    return a.wdl.games() > b.wdl.games();
  });
  return result;
}

}  // namespace qipu
