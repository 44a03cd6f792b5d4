// SPDX-License-Identifier: GPL-3.0-or-later

// Results of games, one and many.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "xiangqi/types.h"

namespace qipu {

enum class Outcome : std::uint8_t {  // stored; never renumber
  Unknown = 0,
  RedWin = 1,
  BlackWin = 2,
  Draw = 3,
};

// What the words of records say: "1-0", "红胜", "黑方勝", "1/2-1/2", "和棋", "½-½", "*", "W" ...
// Nothing for words that are no result; Unknown for words that say it is not known.
std::optional<Outcome> parse_outcome(std::string_view text);

// "1-0", "0-1", "1/2-1/2", "*".
std::string_view to_pgn(Outcome outcome);

// "red", "black", "draw", "unknown": what options and JSON say.
std::string_view to_word(Outcome outcome);
// Nothing for any other word.
std::optional<Outcome> find_outcome(std::string_view word);

// How many games ended how.
struct Wdl {
  std::uint64_t red_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t unknown = 0;

  std::uint64_t games() const { return red_wins + draws + black_wins + unknown; }
  std::uint64_t decided() const { return red_wins + draws + black_wins; }  // with a known result
  void add(Outcome outcome, std::uint64_t count = 1);
  Wdl& operator+=(const Wdl& other);

  // (wins + draws / 2) / decided() of `color`, in 0..1; nothing if no result is known.
  std::optional<double> score(Color color) const;

  friend bool operator==(const Wdl&, const Wdl&) = default;
};

// The 95 % interval of a score: Wilson's, on wins + draws / 2 out of decided games. Conservative,
// since a draw varies less than a win or loss. {0, 1} if no result is known.
struct Interval {
  double low = 0;
  double high = 1;
};
Interval wilson_interval(const Wdl& wdl, Color color);

}  // namespace qipu
