// SPDX-License-Identifier: GPL-3.0-or-later

// Reading bytes with a record format, as its tests do.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/record_format.h"

namespace qipu {

// REQUIRES: there is such a format.
const RecordFormat& format_named(std::string_view name);

std::vector<Record> read_records(std::string_view format, std::string_view bytes,
                                 const ReadOptions& options = {});
// REQUIRES: the bytes hold one record, a game.
Game read_one_game(std::string_view format, std::string_view bytes,
                   const ReadOptions& options = {});
// REQUIRES: the bytes hold one record, an error.
Error read_one_error(std::string_view format, std::string_view bytes);

// "h2e2 b9c7"
std::string to_iccs(const std::vector<Move>& moves);
// All lines from the root to a leaf, in the order of the tree.
std::vector<std::string> lines_as_iccs(const MoveTree& tree);

bool has_note(const Game& game, Note::Kind kind);
// The value of a tag among the others of a header; empty if it is not there.
std::string tag(const Game& game, std::string_view name);

// Tells, with CHECKs, that a format bears `good` cut after every byte and with flipped bits: there
// is a record, and what it covers lies within the bytes.
void check_bears_damage(std::string_view format, const std::string& good, int flips = 2000);

// The bytes of "01 0A FF".
std::string from_hex(std::string_view hex);

// A file of the shared folder, and whether it is there.
std::string shared_path(std::string_view name);
bool has_shared(std::string_view name);
std::string file_bytes(const std::string& path);

}  // namespace qipu
