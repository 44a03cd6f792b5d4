// SPDX-License-Identifier: GPL-3.0-or-later

// The bytes of a Place, wherever one is stored: five varints. SOURCE: schema/v1.md, "Place".

#pragma once

#include "base/bytes.h"
#include "schema/values.h"

namespace qipu {

void append_place(ByteWriter& out, const Place& place);
// The reader's ok() tells whether there was one.
Place read_place(ByteReader& in);

}  // namespace qipu
