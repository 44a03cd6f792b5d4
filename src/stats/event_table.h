// SPDX-License-Identifier: GPL-3.0-or-later

// Events: which there are, and who played whom, with what result, at one of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "search/query.h"
#include "stats/player_report.h"
#include "stats/standings.h"
#include "store/store.h"

namespace qipu {

struct EventLine {
  std::string name;           // the spelling of most games
  std::size_t spellings = 0;  // that have one name_key
  std::size_t players = 0;
  Wdl wdl;
  Date first;  // of dated games
  Date last;
};

// The events of the games of `filter`, most games first, then the newest, then by name. Games that
// do not name one are left out. O(games + spellings).
std::vector<EventLine> list_events(const Store& store, const Filter& filter);

struct EventOptions {
  Rules rules = Rules::Of2011;
  std::optional<Pairing> pairing;  // not set: guessed
  SwissTieBreak tie_break = SwissTieBreak::Opponents;
  Scoring scoring;
};

struct TableGame {
  EventGame game;  // players by their number in EventTable::players
  FoundGame found;
  std::string round;  // as found
};

struct EventTable {
  std::vector<Spelling> spellings;   // of the event, most games first
  std::vector<std::string> players;  // by number
  std::vector<TableGame> games;      // by round, then date, then id
  std::vector<Standing> standings;
  Pairing pairing = Pairing::Swiss;
  Date first;
  Date last;
  // What the records do not say, or say twice.
  std::size_t copies = 0;         // games left out: same players and moves as one that counts
  std::size_t unnamed = 0;        // games left out: they do not name two players
  std::size_t unknown = 0;        // games without a result
  std::size_t without_round = 0;  // games
  std::size_t unmet = 0;          // pairs of players without a game
};

// The games of `filter` at `events` (Filter::events is set by it), as one event. Reads every game.
EventTable event_table(const Store& store, const std::vector<EventId>& events, Filter filter,
                       const EventOptions& options);

}  // namespace qipu
