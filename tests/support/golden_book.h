// SPDX-License-Identifier: GPL-3.0-or-later

// The golden games and the rows that books made from them must hold. SOURCE: corpus/books.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "book/book.h"
#include "record/wdl.h"
#include "xiangqi/position.h"

namespace qipu {

struct GoldenGame {
  std::vector<Move> moves;
  Outcome outcome = Outcome::Unknown;
};

struct GoldenRow {
  std::string fen;
  std::uint64_t key = 0;
  Move move;
  std::int64_t vmove = 0;
  std::int64_t score = 0;  // 2 * wins + draws
  std::int64_t wins = 0, draws = 0, losses = 0;
};

// Where the golden books are; empty (and a word of warning) if they are not here.
std::filesystem::path golden_folder();

// "h2e2". REQUIRES: well formed.
Move iccs(std::string_view text);
// The moves of "h2e2 h9g7", and the position after them.
std::vector<Move> moves_of(std::string_view line);
Position after(std::string_view line);

std::vector<GoldenGame> golden_games();
std::vector<GoldenRow> golden_rows();
// The rows as a book, in their order.
Book golden_book();

}  // namespace qipu
