// SPDX-License-Identifier: GPL-3.0-or-later

// An opening book as qipu thinks of it, whatever file it will become.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/wdl.h"
#include "xiangqi/position.h"

namespace qipu {

struct BookMove {
  Move move;                // as it stands on the entry's position
  std::int64_t weight = 0;  // bigger is better; compared within a position only
  // Games by the side to move.
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::string memo;  // UTF-8
  bool is_enabled = true;
};

// A position and what to play there, best first. Of a position and its mirror image a book holds
// one; on a symmetric position it holds one of each mirror pair of moves.
struct BookEntry {
  Position position = Position::start();
  int ply = 0;  // how far from the start of the book it was first met
  std::vector<BookMove> moves;
};

struct Book {
  std::vector<BookEntry> entries;  // in breadth-first order from the start
};

}  // namespace qipu
