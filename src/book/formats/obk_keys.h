// SPDX-License-Identifier: GPL-3.0-or-later

// The position keys of OBK books, and the odd ways in which they lie in a file.
//
// A key is 64 bits. Half of all keys have the top bit set; those lie in most files as an SQLite
// REAL of the same bit pattern, in some as a negative INTEGER. SQLite turns a REAL that is a whole
// number into an INTEGER, and a NaN into NULL. SOURCE: schema/formats/obk.md, "Keys".

#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "xiangqi/position.h"

namespace qipu {

// The key of a position as it stands: its mirror image has another one.
std::uint64_t obk_key(const Position& position);

// A value of the column vkey: INTEGER or REAL.
using ObkStoredKey = std::variant<std::int64_t, double>;

// Whether the key survives as a REAL: it is neither a NaN (stored as NULL) nor -0.0 (stored as 0).
// True of every key with the top bit clear that is no NaN either.
bool is_storable_as_real(std::uint64_t key);

// The values under which `key` may lie in a file. A negative INTEGER is ambiguous: in a file that
// has REAL rows it is a REAL that SQLite made whole, in one that has none it is the key itself.
std::vector<ObkStoredKey> obk_stored_forms(std::uint64_t key, bool file_has_reals);

}  // namespace qipu
