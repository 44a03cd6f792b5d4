// SPDX-License-Identifier: GPL-3.0-or-later

// Damaged forms of good bytes, for decoders that must bear them.

#pragma once

#include <functional>
#include <string>

#include "base/bytes.h"
#include "random_games.h"

namespace qipu {

using TryBytes = std::function<void(Bytes)>;

// `good` cut after each of its bytes but the last. Each form lies in memory of its own size, so
// that a sanitizer sees a read past its end.
void each_truncation(const std::string& good, const TryBytes& attempt);
// `good` with one to four bits flipped, `count` times.
void each_flip(const std::string& good, Random& random, int count, const TryBytes& attempt);

// "0a1b": two digits a byte.
std::string to_hex(const std::string& bytes);

}  // namespace qipu
