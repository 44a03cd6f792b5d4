// SPDX-License-Identifier: GPL-3.0-or-later

#include "stats/moves_at.h"

#include <algorithm>
#include <map>
#include <tuple>
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
  std::uint16_t first = 0;
  std::uint16_t last = 0;
};

// By stored move.
std::map<Move, Years> years_of(const Store& store, const std::vector<Posting>& postings) {
  std::map<Move, Years> years;
  for (const Posting& posting : postings) {
    const std::uint16_t year = store.row(posting.game).date.year;
    if (year == 0) continue;
    Years& span = years[posting.move];
    if (span.first == 0 || year < span.first) span.first = year;
    span.last = std::max(span.last, year);
  }
  return years;
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

  const std::vector<Posting> postings = store.games_at(result.key.key, filter);
  const std::map<Move, Years> years = years_of(store, postings);
  for (const MoveStats& stats : to_stats(position, counts.moves)) {
    ExploredMove move;
    move.stats = stats;
    move.to = position;
    move.to.play(stats.move);
    move.reached = store.games_reached(move.to.key().key, filter).games();
    if (const auto found = years.find(to_stored(result.key, stats.move)); found != years.end()) {
      move.first_year = found->second.first;
      move.last_year = found->second.last;
    }
    result.moves.push_back(move);
  }
  SearchOptions newest;
  newest.limit = options.top_games;
  result.top_games = search_among(store, distinct_games(postings), position, newest).games;
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
