// SPDX-License-Identifier: GPL-3.0-or-later

// What the game table says of a game.

#pragma once

#include "schema/values.h"

namespace qipu {

// Without ids. Not to be indexed are games whose start cannot be played from, and those of which
// fewer than ten plies could be read before they were cut.
GameRow row_of(const Game& game);

}  // namespace qipu
