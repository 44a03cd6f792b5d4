// SPDX-License-Identifier: GPL-3.0-or-later

// The bytes of a stored move and of PositionCounts, and the sum of these. SOURCE: schema/v1.md,
// "Page".

#pragma once

#include <optional>

#include "base/bytes.h"
#include "base/result.h"
#include "schema/values.h"

namespace qipu {

// A move's code; nothing if the bytes are no move's, or end.
std::optional<Move> read_move(ByteReader& in);

void append_counts(ByteWriter& out, const PositionCounts& counts);
// ERRORS: Damaged.
Result<PositionCounts> read_counts(ByteReader& in);

// Adds `part` to `whole`; the moves of both, and of the sum, are ascending.
void add_counts(PositionCounts& whole, const PositionCounts& part);

}  // namespace qipu
