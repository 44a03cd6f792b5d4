// SPDX-License-Identifier: GPL-3.0-or-later

// Made-up games that crowd where an archive's do: few openings take most games, few players play
// most of them, and the later in a game, the fewer were there before.
//
// Game `i` of a seed is the same whatever else is asked, so that a small set is the start of a
// larger one; only names, and lines where they are limited, depend on the size of the whole set.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "record/date.h"
#include "record/wdl.h"
#include "xiangqi/position.h"

namespace qipu {

// A stream of numbers that is the same on every machine.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mix64(state_ += 0x9E37'79B9'7F4A'7C15U); }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  // True `share` times in 1024.
  bool happens(unsigned share) { return next() % 1024 < share; }
  // From 0 to below 1, evenly.
  double fraction() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

struct MadeUpHeader {
  std::string red;
  std::string black;
  std::string event;
  std::string round;
  Date date;
  Outcome outcome = Outcome::Unknown;
};

class MadeUpGames {
 public:
  // `count`: of the whole set, which decides how many players and events there are. `lines`: so
  // many different lines there are, of which each game takes one; 0 = one for each game.
  MadeUpGames(std::uint64_t seed, std::size_t count, std::size_t lines = 0);

  MadeUpHeader header(std::size_t game) const;
  // Legal moves from the usual start.
  std::vector<Move> moves(std::size_t game) const;
  // How long a game is to be unless it is over before: 80 plies on average, 20 to 221.
  static std::size_t length(Chance& chance);
  // Which of `count` moves is chosen at `ply`, given the hash of the position, which says how its
  // moves share the games. REQUIRES: count > 0. Fitted to real games: docs/storage.md, "How it is
  // measured".
  static std::size_t choice(Chance& chance, std::uint64_t hash, std::size_t ply, std::size_t count);
  // The numbers for the moves of a game.
  Chance chance(std::size_t game) const { return line_chance(line_of(game)); }

 private:
  std::size_t line_of(std::size_t game) const;
  Chance line_chance(std::size_t line) const { return Chance(mix64(seed_ + 2 * line)); }

  std::uint64_t seed_;
  std::size_t players_;
  std::size_t events_;
  std::size_t lines_;
  bool has_copies_;  // whether games share lines
};

}  // namespace qipu
