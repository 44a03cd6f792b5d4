// SPDX-License-Identifier: GPL-3.0-or-later

// A game written out for people: header, moves in two columns, remarks and variations indented.

#pragma once

#include <string>

#include "cli/language.h"
#include "record/game.h"
#include "xiangqi/notation.h"

namespace qipu {

// What the record says of the game, a line each.
std::string header_text(const Game& game, Language tr);
// The moves of all lines, with what is said about them.
std::string moves_text(const Game& game, Notation notation);

// "红胜", "Red wins".
std::string_view outcome_text(Outcome outcome, Language tr);

}  // namespace qipu
