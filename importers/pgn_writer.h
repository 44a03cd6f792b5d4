// SPDX-License-Identifier: GPL-3.0-or-later

// Writes games as PGN. Internal to PGN. SOURCE: formats/pgn.md, section 12.

#pragma once

#include <memory>

#include "importers/record_format.h"

namespace qipu {

// Of what it writes, the reader makes an equal game; what PGN cannot hold is in losses().
// THROWS: UsageError for a charset nobody knows.
std::unique_ptr<GameWriter> make_pgn_writer(ByteSink sink, const WriteOptions& options);

}  // namespace qipu
