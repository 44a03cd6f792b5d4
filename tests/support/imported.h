// SPDX-License-Identifier: GPL-3.0-or-later

// Puts games into a store as an import would.

#pragma once

#include <string_view>
#include <vector>

#include "record/game.h"
#include "store/store.h"

namespace qipu {

// A source whose content is `name`'s own text.
SourceInfo source_of(std::string_view name);

// Adds and commits `games` as the records of a source, or its further records if it was seen
// before; does not index them.
void import_games(Store& store, std::string_view source, const std::vector<Game>& games);

// Indexes the games that wait.
void index_all(Store& store);

}  // namespace qipu
