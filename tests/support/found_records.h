// SPDX-License-Identifier: GPL-3.0-or-later

// Files read as an import reads them.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/record_format.h"

namespace qipu {

// The records of a file called `name`: its format is found by content, games are normalised.
// Fails the test if no format knows it.
std::vector<Record> records_of(std::string_view name, std::string_view bytes,
                               const ReadOptions& options = {});
// The only record there is, which must be a game.
Game only_game(std::string_view name, std::string_view bytes, const ReadOptions& options = {});
// The only record there is, which must be an error.
Error only_error(std::string_view name, std::string_view bytes, const ReadOptions& options = {});

// `game` as a file of `format`.
std::string file_of(std::string_view format, const Game& game, const WriteOptions& options = {});

}  // namespace qipu
