// SPDX-License-Identifier: GPL-3.0-or-later

// From the statistics of a store to a book.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "book/book.h"
#include "stats/moves_at.h"

namespace qipu {

// What makes a move better than another. All weights are whole and at least 1.
//   Games   how many games played the move here.
//   Score   1000 * (wins + draws / 2) / decided games, of the side to move; 500 if none is decided.
//   Wilson  1000 * the low end of the score's 95 % interval (wdl.h): a good score of few games is
//           less than a fair one of many.
//   Recent  1000 * the sum over the games of 2^(-age / 5), age in years before the newest dated
//   game
//           of the filter: half of a game's weight is gone after five years. A game without a date
//           counts as one twenty years old.
enum class BookWeight : std::uint8_t { Games, Score, Wilson, Recent };

struct BookOptions {
  int max_ply = 40;             // positions fewer plies than this from the start get moves
  std::uint64_t min_games = 2;  // a move needs so many
  double min_score = 0;  // and this score of its side, 0..1; where no result is known it passes
  // Only moves of this side. Replies of the other side are followed if they have min_games,
  // whatever their score, so that the book answers bad moves too.
  std::optional<Color> side;
  BookWeight weight = BookWeight::Games;
};

struct BuiltBook {
  Book book;
  // Moves left out, by reason ("fewer than 2 games", "deeper than 40 plies").
  std::map<std::string, std::uint64_t> left_out;
};

// Walks breadth first from `start` through moves_at. Each position once, by whatever moves it is
// reached, mirror images folded; a move that is left out is not followed. The same store and
// options give the same book. `progress` gets positions done; it stops the walk by returning false,
// and what was walked is the book.
//
// Takes some 300 bytes of memory a position and 80 a move; min_games = 1 over a large store is a
// large book. THROWS: StoreError, UsageError for options that no number of games could meet.
BuiltBook build_book(const Store& store, const Position& start, const Filter& filter,
                     const BookOptions& options,
                     const std::function<bool(std::uint64_t positions)>& progress = {});

}  // namespace qipu
