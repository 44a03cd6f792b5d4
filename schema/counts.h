// SPDX-License-Identifier: GPL-3.0-or-later

// The bytes of a stored move, of PositionCounts and of differences between them, and their sums.
// SOURCE: schema/v1.md, "Page", "Overlay".

#pragma once

#include <optional>
#include <string>

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

// A difference between counts is written as counts too, modulo 2^64: one less is 2^64 - 1 more. So
// the sum of counts and differences is right whatever the order.
//
// Leaves out the moves that nobody played.
void drop_empty_moves(PositionCounts& counts);
// Whether no number is less than 0, as of counts that are no difference.
bool is_whole(const PositionCounts& counts);

// The value of Table::Overlay. REQUIRES: no empty move; a difference at all.
std::string encode_difference(const PositionCounts& difference);
// ERRORS: Damaged.
Result<PositionCounts> decode_difference(Bytes bytes);

}  // namespace qipu
