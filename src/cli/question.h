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
#include "search/query.h"
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

// The words of the filter options.
QueryWords asked_words(const Session& session);

// Reads the filter options. Where they ask something of records, these are read, with progress
// shown, and the filter takes those that meet it. THROWS: UsageError; for a name that nobody has it
// lists the closest. Interrupted.
Filter asked_filter(const Session& session, const Store& store);
// The same in two steps: what rows of the game table tell, and what takes reading records.
Filter asked_rows(const Session& session, const Store& store);
void narrow_by_records(const Session& session, const Store& store, Filter& filter);

// Whether one of the filter options was given.
bool has_filter(const Session& session);

// The game that stands for `id`: itself, or the one that edits of the moves have put in its place,
// which is then said on standard error.
GameId current_game(const Session& session, const Store& store, GameId id);

// A game, and perhaps a place in it: a ply of its main line, or a node of a variation.
struct AskedGame {
  GameId id = 0;
  std::optional<std::size_t> ply;
  std::optional<NodeId> variation;

  bool has_place() const { return ply || variation; }
};
// "12", "12:40" or "12:v57". THROWS: UsageError if it is none, StoreError if there is no such game.
AskedGame asked_game(const Session& session, const Store& store, std::string_view text);

}  // namespace qipu
