// SPDX-License-Identifier: GPL-3.0-or-later

// The bytes of a Place, wherever one is stored: five varints. SOURCE: schema/v1.md, "Place".

#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "schema/values.h"

namespace qipu {

// A varint of 32 bits; a larger one makes the reader's ok() false.
std::uint32_t read_varint32(ByteReader& in);

void append_place(ByteWriter& out, const Place& place);
// The reader's ok() tells whether there was one.
Place read_place(ByteReader& in);

}  // namespace qipu
