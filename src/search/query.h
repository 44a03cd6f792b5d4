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

  // Asked of the records themselves (record_condition.h).
  std::string text;                             // words in headers and remarks (text_words.h)
  std::string pattern, region, material, hold;  // as PatternWords has them (pattern.h)
  std::string mate;                             // a form of mate that the game ends in (mates.h)
  std::string family;           // a family of openings it belongs to (opening_families.h)
  bool is_flipped_too = false;  // patterns and positions also with colours changed over
  bool in_variations = false;   // and also in side lines
};

// The filter that `words` mean, but for what they ask of records. THROWS: UsageError for a date,
// result, length or kind that is none; for a name nobody has: it lists the closest names there are;
// and for a sound that several names have: it lists them.
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

enum class GameOrder : std::uint8_t {
  DateDescending,
  DateAscending,
  PliesDescending,
  Event,
  Import
};

// A game that was found, and at which ply it stands at the position asked.
struct FoundGame {
  GameId id = 0;
  GameRow row;
  int ply_matched = -1;        // -1: no position was asked
  NodeId variation = kNoNode;  // its node, where it is in a side line
};

struct SearchOptions {
  GameOrder order = GameOrder::DateDescending;  // unknown dates come last in either order of dates
  std::size_t limit = 20;
  std::size_t offset = 0;
  bool is_flipped_too = false;  // games at the position with colours changed over are found as well
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
// Of games that are known with their plies: those that the options show, in their order.
SearchResult first_games(const Store& store, const std::vector<FoundGame>& games,
                         const SearchOptions& options);

// The games of `filter` that reached the position (with `is_flipped_too` also the flipped one) in
// their main lines, ascending: by the index, unchecked.
std::vector<GameId> games_reaching(const Store& store, const Position& position,
                                   bool is_flipped_too, const Filter& filter);

}  // namespace qipu
