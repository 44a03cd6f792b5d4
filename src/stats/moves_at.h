// SPDX-License-Identifier: GPL-3.0-or-later

// What was played at a position, and how it scored.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "search/query.h"
#include "store/store.h"
#include "xiangqi/position.h"

namespace qipu {

// Of a move and its mirror image the one whose ICCS text sorts last: h2e2 (炮二平五), not b2e2.
constexpr Move right_hand(Move move) {
  const Move mirror = move.mirrored();
  const auto place = [](Square square) { return square.file() * 10 + square.rank(); };
  const auto place_of = [&](Move m) { return place(m.from()) * 100 + place(m.to()); };
  return place_of(mirror) > place_of(move) ? mirror : move;
}

struct MoveStats {
  Move move;  // as it stands on the position asked
  Wdl wdl;    // games in which it was played here, each counted once
};

// The moves played from `position` in the games of `filter`, most played first (then by move).
//
// Counts a game once, however often the position came back in it. Mirror
// images are one position; moves are given as they stand on `position`. On a
// symmetric position a move and its mirror image are one: right_hand of them.
// Empty if nobody got there. THROWS: StoreError.
std::vector<MoveStats> moves_at(const Store& store, const Position& position, const Filter& filter);

// A move with all that `explore` shows.
struct ExploredMove {
  MoveStats stats;
  std::uint64_t reached = 0;     // games that reach the position after it by any order
  std::uint16_t first_year = 0;  // 0 = no dated game
  std::uint16_t last_year = 0;
  Position to = Position::start();
};

struct Exploration {
  OrientedKey key;
  Wdl all;                           // games that reached the position
  std::uint64_t ended = 0;           // of them: ended here
  std::vector<ExploredMove> moves;   // most played first
  std::vector<FoundGame> top_games;  // newest first
};

struct ExploreOptions {
  std::size_t top_games = 5;
};

// All that is shown of a position. Walks the postings of its games, so at the start position it
// takes some 70 ms a million games. Moves that were played in games without a date have no years.
Exploration explore(const Store& store, const Position& position, const Filter& filter,
                    const ExploreOptions& options = {});

enum class GroupBy : std::uint8_t { Year, Event, Player, Result };

// Games at the position with one year, event (spelling), player (spelling) or result.
struct Group {
  std::string name;  // "" = unknown
  Wdl wdl;
  // GroupBy::Player only: the same games by the side the player had.
  Wdl as_red;
  Wdl as_black;
};

// Years ascending, games without one last; others most games first (then by id, the first imported
// first). A game counts for both its players, and once for one who plays himself. Results are named
// "red", "black", "draw" and "".
std::vector<Group> group_at(const Store& store, const Position& position, const Filter& filter,
                            GroupBy by);

}  // namespace qipu
