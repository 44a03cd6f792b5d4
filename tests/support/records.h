// SPDX-License-Identifier: GPL-3.0-or-later

// Games read and written by the name of a format, files of the corpus, dumps of bytes.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "format_reading.h"

namespace qipu {

// The games that the bytes hold.
std::vector<Game> read_games(std::string_view format, std::string_view bytes,
                             const ReadOptions& options = {});
// What the format's writer makes of the games; its losses are added to `losses`, if given.
std::string write_games(std::string_view format, const std::vector<Game>& games,
                        Losses* losses = nullptr, const WriteOptions& options = {});

// What is said at the node that `line` leads to; empty if nothing.
std::string comment_at(const MoveTree& tree, std::string_view line);
// How many moves of records in the trees of `games` are there.
std::size_t move_count(const std::vector<Game>& games);

// The bytes of lines "offset: hex hex ..."; zeros up to `size` and where no line is.
std::string bytes_of_dump(std::size_t size, const std::vector<std::string>& lines);

// A file or folder of the shared corpus; empty, and a word in the log, if it is not there.
std::filesystem::path corpus(const std::string& path);

}  // namespace qipu
