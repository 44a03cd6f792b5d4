// SPDX-License-Identifier: GPL-3.0-or-later

// The hash by which records, main lines and sources are known again: 128 bits of XXH3, stored in
// its canonical (big-endian) form.

#pragma once

#include "schema/values.h"

namespace qipu {

Hash128 hash_of(Bytes bytes);

}  // namespace qipu
