// SPDX-License-Identifier: GPL-3.0-or-later

// Players: who there are, and what one of them played and scored.
//
// Results are told from the player's side, as if he always had Red: Wdl::red_wins are his wins.
// Results that a record itself contradicts count as unknown. A game in which a player meets himself
// counts once, as Red. Spellings with one name_key (text.h) are one player.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "search/query.h"
#include "store/store.h"

namespace qipu {

struct PlayerLine {
  std::string name;           // the spelling of most games
  std::size_t spellings = 0;  // how many there are
  Wdl as_red;
  Wdl as_black;
};

// Everybody in the games of `filter`, most games first, then by name. Games that do not name a
// player count for nobody. O(games + spellings).
std::vector<PlayerLine> list_players(const Store& store, const Filter& filter);

struct Spelling {
  std::string name;
  std::uint64_t games = 0;
};

// What a player scored in a year, against somebody, at an event, with an opening.
struct ScoreLine {
  std::string name;          // of the opponent or event; "" = not said
  std::uint16_t number = 0;  // the year, or the ordinal of the opening; 0 = not known
  Wdl own;
  Date last;  // of the newest dated game
};

// A longest run of games without another one between, by date (games of one day in the order of
// import). Undated games and unknown results are passed over: they neither end nor lengthen it.
struct Run {
  std::size_t games = 0;
  Date from;
  Date to;
};

struct PlayerReport {
  std::vector<Spelling> spellings;  // most games first
  Wdl as_red;
  Wdl as_black;
  Date first;  // dated games
  Date last;
  Run wins;
  Run unbeaten;
  Run without_win;
  std::vector<ScoreLine> years;      // ascending; undated games last, as year 0
  std::vector<ScoreLine> opponents;  // this and the next: most games first, then the newest
  std::vector<ScoreLine> events;
  std::vector<ScoreLine> red_openings;
  std::vector<ScoreLine> black_openings;
  std::vector<FoundGame> newest;  // at most as many as asked
  Wdl everybody;                  // the games of `filter` whoever played them, told as they are
};

// The games of `filter` in which one of `spellings` sat on either side. Filter::player is set by
// it. O(games); a million take some ten milliseconds.
PlayerReport report_player(const Store& store, const std::vector<PlayerId>& spellings,
                           Filter filter, std::size_t newest);

// Both sides together.
inline Wdl both_sides(const Wdl& as_red, const Wdl& as_black) {
  Wdl sum = as_red;
  return sum += as_black;
}

}  // namespace qipu
