// SPDX-License-Identifier: GPL-3.0-or-later

// Which position and which games a command is about: the options that all commands share.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "schema/values.h"
#include "store/filter.h"
#include "xiangqi/position.h"

namespace qipu {

class Session;
class Store;

extern const OptionGroup kPositionOptions;  // --fen, --moves, --game
extern const OptionGroup kFilterOptions;    // --player, --event, --from ...

// A position, and how it was come to.
struct AskedPosition {
  Position position = Position::start();
  // From the usual start; not set where that is not known (--fen) or the game began elsewhere.
  std::optional<std::vector<Move>> line;
  bool is_asked = false;  // some option named it; else it is the usual start
};

// Reads the position options. `store` is asked for --game alone; null opens the database for it.
// THROWS: UsageError for a FEN, moves or a game that are none.
AskedPosition asked_position(const Session& session, const Store* store);

// Reads the filter options. THROWS: UsageError; for a name that nobody has it lists the closest.
Filter asked_filter(const Session& session, const Store& store);

// Whether one of the filter options was given.
bool has_filter(const Session& session);

// The game that stands for `id`: itself, or the one that edits of the moves have put in its place,
// which is then said on standard error.
GameId current_game(const Session& session, const Store& store, GameId id);

// "12" or "12:40": a game, and a ply of it. THROWS: UsageError if it is neither, StoreError if
// there is no such game.
std::pair<GameId, std::optional<std::size_t>> asked_game(const Session& session, const Store& store,
                                                         std::string_view text);

}  // namespace qipu
