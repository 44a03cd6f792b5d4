// SPDX-License-Identifier: GPL-3.0-or-later

// Which games a question is about: ids and ranges, already resolved from words (search/query.h).

#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "schema/values.h"

namespace qipu {

// All conditions must hold. A list that is not set asks nothing; one that is set and empty is met
// by no game (a name nobody has).
struct Filter {
  std::optional<std::vector<PlayerId>> player;  // on either side; sorted, as all lists here
  std::optional<std::vector<PlayerId>> red;
  std::optional<std::vector<PlayerId>> black;
  std::optional<std::vector<PlayerId>> versus;  // the other side than `player` (or either side)
  std::optional<std::vector<EventId>> events;
  std::optional<std::vector<std::uint16_t>> ecco;  // ordinals
  Date from;                                       // unknown = open
  Date to;
  std::optional<Outcome> outcome;
  std::optional<GameKind> kind = GameKind::Game;  // not set: every kind
  std::uint16_t min_plies = 0;  // a row of 511 plies stands for 511 or more: it meets any minimum
  std::uint16_t max_plies = 0xFFFF;
  // Games of some sources: half-open ranges of ids, sorted.
  std::optional<std::vector<std::pair<GameId, GameId>>> games;
  // The games that were hidden, and no others; else those that were not.
  bool is_hidden = false;

  bool matches(GameId id, const GameRow& row) const;
  // Whether every game of kind Game that is not hidden matches: the stored summaries answer it.
  bool is_default() const;

  friend bool operator==(const Filter&, const Filter&) = default;
};

}  // namespace qipu
