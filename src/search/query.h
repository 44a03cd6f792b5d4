// SPDX-License-Identifier: GPL-3.0-or-later

// From the words a person types to the games they mean.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/filter.h"
#include "store/store.h"

namespace qipu {

// The filter words of the command line and of the HTTP API, as typed. Empty = not asked.
struct QueryWords {
  std::string player, red, black, versus;
  std::string event;
  std::string from, to;  // 2009, 2009-05, 2009-05-17
  std::string result;    // red, black, draw, unknown
  std::string opening;   // an ECCO code or prefix, or a name
  std::string length;    // "MIN..MAX" plies, either may be missing
  std::string source;    // a glob over the names of sources, all that each has
  std::string kind;      // game (default), study, puzzle, position, all
};

// The filter that `words` mean. THROWS: UsageError for a date, result, length or kind that is
// none; for a name nobody has: it lists the closest names there are; and for a sound that several
// names have: it lists them.
Filter parse_query(const Store& store, const QueryWords& words);

// The spellings that `name` finds: equal by name_key; else, for a name in Latin letters, by sound
// (pinyin_key), which reads every spelling there is (about 25 us each); else none. A name in
// Chinese characters never finds another one by its sound.
std::vector<PlayerId> find_players(const Store& store, const std::string& name);
// Equal by name_key, else the events whose key contains that of `name`.
std::vector<EventId> find_events(const Store& store, const std::string& name);

// The names closest to `name`, best first, at most `limit`: such that contain it (a team stands
// before the player) or sound the same, then those the fewest changed characters away. Names that
// have little in common with it are not listed.
std::vector<std::string> closest_players(const Store& store, const std::string& name,
                                         std::size_t limit);
std::vector<std::string> closest_events(const Store& store, const std::string& name,
                                        std::size_t limit);

enum class GameOrder : std::uint8_t { DateDescending, DateAscending, PliesDescending, Event };

// A game that was found, and at which ply it stands at the position asked.
struct FoundGame {
  GameId id = 0;
  GameRow row;
  int ply_matched = -1;  // -1: no position was asked
};

struct SearchOptions {
  GameOrder order = GameOrder::DateDescending;  // unknown dates come last in either order of dates
  std::size_t limit = 20;
  std::size_t offset = 0;
};

struct SearchResult {
  std::uint64_t total = 0;  // games found, before limit and offset
  std::vector<FoundGame> games;
};

// Games of `filter`, and at `position` if there is one. The shown games are replayed and compared
// with the position square by square, so a collision of keys cannot show a wrong one.
SearchResult search(const Store& store, const std::optional<Position>& position,
                    const Filter& filter, const SearchOptions& options);
// The same among `games` (each once), which the filter and the key of the position already
// selected.
SearchResult search_among(const Store& store, const std::vector<GameId>& games,
                          const std::optional<Position>& position, const SearchOptions& options);

}  // namespace qipu
