// SPDX-License-Identifier: GPL-3.0-or-later

// How a game ended, as statistics and filters count it.

#pragma once

#include "schema/values.h"

namespace qipu {

// A result that the record itself contradicts is not known until somebody settles it.
inline Outcome counted_outcome(const GameRow& row) {
  return row.has_conflicting_result ? Outcome::Unknown : row.outcome;
}

}  // namespace qipu
