// SPDX-License-Identifier: GPL-3.0-or-later

// Reading and writing records of a format by its name, and what came of it as text.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "importers/record_format.h"

namespace qipu {

std::vector<Record> read_records(std::string_view format, std::string_view bytes,
                                 const ReadOptions& options = {});
// The games among them.
std::vector<Game> read_games(std::string_view format, std::string_view bytes,
                             const ReadOptions& options = {});
// REQUIRES (as a test): the bytes give one record, a game.
Game read_one_game(std::string_view format, std::string_view bytes,
                   const ReadOptions& options = {});

// What the format's writer makes of the games; its losses are added to `losses`, if given.
std::string write_games(std::string_view format, const std::vector<Game>& games,
                        Losses* losses = nullptr, const WriteOptions& options = {});

// All lines from the root to a leaf, "h2e2 b9c7", in the order of the tree.
std::vector<std::string> lines_of(const MoveTree& tree);
// What is said at the node that `line` leads to; empty if nothing.
std::string comment_at(const MoveTree& tree, std::string_view line);
bool has_note(const Game& game, Note::Kind kind);
// How many moves of records in the trees of `games` are there.
std::size_t move_count(const std::vector<Game>& games);

// The bytes of lines "offset: hex hex ..."; zeros up to `size` and where no line is.
std::string bytes_of_dump(std::size_t size, const std::vector<std::string>& lines);

std::string file_bytes(const std::filesystem::path& path);
// A file or folder of the shared corpus; empty, and a word in the log, if it is not there.
std::filesystem::path corpus(const std::string& path);

}  // namespace qipu
