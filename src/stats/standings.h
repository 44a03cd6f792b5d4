// SPDX-License-Identifier: GPL-3.0-or-later

// Who came first: the standings of an event from its games, by the competition rules.
//
// SOURCE: rules/tournament.md (rules of 2011, clauses 11-14; of 1999, clauses 12-15). Fouls and
// sanctions are not in records: that criterion is left out, and its place in the order kept.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "record/wdl.h"

namespace qipu {

enum class Rules : std::uint8_t { Of1999, Of2011 };

enum class Pairing : std::uint8_t {
  RoundRobin,        // one game a pairing
  DoubleRoundRobin,  // two or more
  Swiss,             // points pairing (积分编排)
};

// The second criterion of a Swiss: variant 1 and 2 of the rules.
enum class SwissTieBreak : std::uint8_t {
  Opponents,   // 对手分: the points of all opponents met
  Cumulative,  // 累进分: the sum of the running totals
};

// Points for a game. The rules of 1999 have 1, 1/2, 0: the same as these, halved.
struct Scoring {
  int win = 2;
  int draw = 1;           // Red's, and Black's where that is not told apart
  int draw_as_black = 1;  // "3-0 with a draw worth 1 to Red and 2 to Black"
};

inline constexpr std::size_t kBye = static_cast<std::size_t>(-1);

// A game between players numbered from 0. `black` may be kBye: Red won without playing.
struct EventGame {
  std::size_t red = 0;
  std::size_t black = 0;
  Outcome outcome = Outcome::Unknown;
  unsigned round = 0;  // 0 = not known
};

struct StandingsOptions {
  Rules rules = Rules::Of2011;
  Pairing pairing = Pairing::RoundRobin;
  SwissTieBreak tie_break = SwissTieBreak::Opponents;
  Scoring scoring;
};

// All numbers in points of Scoring; `minor` doubled, so that it is whole.
struct Standing {
  std::size_t player = 0;
  std::size_t place = 0;  // from 1; equal players share the best of their places
  int games = 0;          // with a known result
  int points = 0;
  int wins = 0;       // a bye counts
  int as_second = 0;  // games with Black
  int wins_as_second = 0;
  int match_points = 0;  // DoubleRoundRobin: 2, 1, 0 for each opponent
  int minor = 0;         // 小分, doubled: 2 for each point of one beaten, 1 for one drawn with
  int opponents = 0;     // 对手分
  int cumulative = 0;    // 累进分; 0 where rounds are not known
};

// The standings of `player_count` players, best first; equals in the order of their numbers. Games
// without a result count for nothing. Criteria that ask for rounds are passed over unless all games
// have one. O(games * rounds + players^2).
std::vector<Standing> standings(std::size_t player_count, const std::vector<EventGame>& games,
                                const StandingsOptions& options);

// What the games look like: each pair of players met about once, twice or more, or few did.
Pairing guess_pairing(std::size_t player_count, const std::vector<EventGame>& games);

// The round that a record names: "3", "第3轮", "第十二轮", "R05"; 0 if it names none up to 99.
unsigned round_number(std::string_view text);

}  // namespace qipu
