// SPDX-License-Identifier: GPL-3.0-or-later

// Work on a whole database now and then: its index made anew, its tables packed, copies of it.
//
// All of it may be killed at any moment and costs no game. THROWS everywhere: StoreError for a
// missing, damaged or locked database, IoError for a disk that fails or is full.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

namespace qipu {

// Games read, and to be read. May throw to give up; nothing is changed then.
using UpkeepProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// Makes the position index anew from the games, and puts it in place of the old one in one atomic
// step. Needs room for one more index, until the old one is cleared away at the end.
void rebuild_index(const std::filesystem::path& place, const UpkeepProgress& progress = {});

// Writes every table anew, sorted and without what was replaced.
void compact(const std::filesystem::path& place);

struct BackupSummary {
  std::uint32_t number = 0;  // of the backup in its folder, from 1
  std::uint64_t bytes = 0;   // of its files; those it shares with older backups are counted
  std::uint64_t copied_bytes = 0;
  std::uint32_t kept = 0;  // backups in the folder
};
// Copies the database into the folder `to`, which may hold older backups: files that these have
// are not copied again. Works while another process writes, and gives a state between two of its
// commits. `keep`: so many backups stay, the newest; 0 = all.
BackupSummary back_up(const std::filesystem::path& place, const std::filesystem::path& to,
                      std::uint32_t keep = 0);

// Makes a database at `place` from the newest backup in `from`. THROWS: StoreError if there is
// something at `place`, or no backup.
void restore(const std::filesystem::path& from, const std::filesystem::path& place);

}  // namespace qipu
