// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/filter.h"

#include <algorithm>
#include <iterator>

#include "store/counted_outcome.h"

namespace qipu {

namespace {

template <class T>
bool holds(const std::optional<std::vector<T>>& list, T value) {
  return !list || std::binary_search(list->begin(), list->end(), value);
}

bool matches_players(const Filter& filter, const GameRow& row) {
  if (!holds(filter.red, row.red) || !holds(filter.black, row.black)) return false;
  const auto is_versus = [&](PlayerId id) { return holds(filter.versus, id); };
  if (!filter.player) return is_versus(row.red) || is_versus(row.black);
  return (holds(filter.player, row.red) && is_versus(row.black)) ||
         (holds(filter.player, row.black) && is_versus(row.red));
}

bool is_in_ranges(const std::vector<std::pair<GameId, GameId>>& ranges, GameId id) {
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), id,
      [](GameId game, const std::pair<GameId, GameId>& range) { return game < range.first; });
  return after != ranges.begin() && id < std::prev(after)->second;
}

}  // namespace

bool Filter::matches(GameId id, const GameRow& row) const {
  if (row.is_hidden != is_hidden) return false;
  if (kind && row.kind != *kind) return false;
  if (outcome && counted_outcome(row) != *outcome) return false;
  if (row.plies < min_plies && row.plies != kMaxRowPlies) return false;
  if (row.plies > max_plies) return false;
  if ((from.is_known() || to.is_known()) && !is_within(row.date, from, to)) return false;
  if (!holds(events, row.event) || !holds(ecco, row.ecco)) return false;
  if (!matches_players(*this, row)) return false;
  return !games || is_in_ranges(*games, id);
}

bool Filter::is_default() const {
  static const Filter kDefault;
  return *this == kDefault;
}

}  // namespace qipu
