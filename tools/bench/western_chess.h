// SPDX-License-Identifier: GPL-3.0-or-later

// Western chess, as much of it as it takes to make legal games for the programs that qipu is
// measured beside. Nobody castles or takes in passing here: a game need not.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "made_up_games.h"

namespace qipu {

// A game of `plies` moves from the usual start, or fewer if there is none left, as SAN without
// the marks of check. Openings crowd as those of MadeUpGames do.
std::vector<std::string> made_up_chess(Chance& chance, std::size_t plies);

}  // namespace qipu
