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

enum class BookWeight : std::uint8_t { Games, Score, Wilson, Recent };

struct BookOptions {
  int max_ply = 40;             // positions fewer plies than this from the start get moves
  std::uint64_t min_games = 2;  // a move needs so many
  double min_score = 0;  // and this score of its side, 0..1; where no result is known it passes
  std::optional<Color> side;  // only moves of this side
  BookWeight weight = BookWeight::Games;
};

struct BuiltBook {
  Book book;
  // Moves left out, by reason ("fewer than 2 games", "deeper than 40 plies").
  std::map<std::string, std::uint64_t> left_out;
};

// Walks breadth first from `start` through moves_at. Each position once, mirror images folded.
// `progress` gets positions done; it stops the walk by returning false.
BuiltBook build_book(const Store& store, const Position& start, const Filter& filter,
                     const BookOptions& options,
                     const std::function<bool(std::uint64_t positions)>& progress = {});

}  // namespace qipu
