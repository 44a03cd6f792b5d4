// SPDX-License-Identifier: GPL-3.0-or-later

// Where records come from: files, folders, archives, standard input.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace qipu {

struct SourceOptions {
  // What one source may unpack to, in bytes: a guard against bombs.
  std::uint64_t max_unpacked = std::uint64_t{4} << 30U;
};

// A source whose bytes are at hand for the time of the visit.
struct Source {
  std::string name;  // "games/a.pgn", "all.tar.zst!1990/b.xqf", "-"; UTF-8
  Bytes bytes;
};

// Visits every file under `paths`, folders in the order of their names, archives and compressed
// files opened (libarchive: tar, zip, 7z, gz, bz2, xz, zst; by content). `visit` stops the walk by
// returning false. What cannot be read goes to `failed` with the reason, and the walk goes on.
// THROWS: UsageError if a path does not exist.
void each_source(const std::vector<std::string>& paths, const SourceOptions& options,
                 const std::function<bool(const Source&)>& visit,
                 const std::function<void(const std::string& name, const Error&)>& failed);

}  // namespace qipu
