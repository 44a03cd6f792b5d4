// SPDX-License-Identifier: GPL-3.0-or-later

// What changed games change in the counts that pages hold.

#pragma once

#include <span>

#include "store/change_set.h"
#include "store/game_table.h"
#include "store/tables.h"

namespace qipu {

// What the game table said of a game, and what it is to say.
struct RowChange {
  GameId game = 0;
  GameRow before;
  GameRow after;
};

// Puts into `changes` the rows of Table::Overlay as they are to be. `index_end` is where the
// position index ends: games from there on are counted from their rows. REQUIRES: `rows` by game.
// Replays the games whose counting changes and looks their positions up, some 0.3 ms each.
// THROWS: StoreError.
void put_differences(const Tables& tables, const GameTable& table, GameId index_end,
                     std::span<const RowChange> rows, ChangeSet& changes);

}  // namespace qipu
