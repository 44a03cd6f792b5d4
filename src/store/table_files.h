// SPDX-License-Identifier: GPL-3.0-or-later

// Checks what RocksDB itself trusts in a table file.
//
// RocksDB reads the properties of a file before it looks at their checksum; damage there ends the
// process. It does check everything else, when it reads it.

#pragma once

#include <filesystem>

namespace qipu {

// Looks at the last blocks of all table files in the folder: a few small reads each. A file that
// has no proper end (a writer may be at it) is left to RocksDB, which tells if it needs it.
// THROWS: StoreError that names the damaged file.
void check_table_files(const std::filesystem::path& place);

}  // namespace qipu
