// SPDX-License-Identifier: GPL-3.0-or-later

// How far a database had come, written beside it after every commit.
//
// RocksDB takes a log or manifest whose end makes no sense for one whose writer was killed, and
// opens an older state without a word. The mark tells the two apart: a killed writer leaves at
// least what was marked.

#pragma once

#include <cstdint>
#include <filesystem>

namespace qipu {

// The number of the newest change that is marked; 0 if none is.
std::uint64_t read_commit_mark(const std::filesystem::path& place);
// Marks `change`, which is durable. The last mark stays where writing this one fails in the
// middle. THROWS: IoError.
void write_commit_mark(const std::filesystem::path& place, std::uint64_t change);

}  // namespace qipu
