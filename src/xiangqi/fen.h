// SPDX-License-Identifier: GPL-3.0-or-later

// Positions as FEN. Reads every letter dialect met in the field, writes one.
//
// SOURCE: formats/pgn.md, section 2. Counters are read over and written as "0 1".

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "xiangqi/position.h"

namespace qipu {

// What a FEN says, and what had to be guessed.
struct FenReading {
  Position position;
  bool side_given = true;   // false: no usable side field; Red is assumed
  bool side_glued = false;  // the side stood at the end of the board field
  std::string_view rest;    // what follows the FEN in the text given, such as "moves h2e2"
};

// ERRORS: BadPosition (ranks, files, letters, more than 16 pieces a side), Unsupported for the X/x
// of jieqi. Whether the position can occur is find_fault's question.
Result<FenReading> read_fen(std::string_view text);

// As read_fen, for a text that is a FEN and nothing else.
Result<Position> parse_fen(std::string_view text);

// "rnbakabnr/9/... w - - 0 1": letters KABNRCP, Red upper case.
std::string to_fen(const Position& position);

}  // namespace qipu
