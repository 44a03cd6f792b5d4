// SPDX-License-Identifier: GPL-3.0-or-later

// Text on its way into a file of another charset.

#pragma once

#include <string>
#include <string_view>

#include "importers/record_format.h"

namespace qipu {

// `text` in `charset`. Characters that it has not become question marks, and a loss. THROWS:
// UsageError for a charset nobody knows.
std::string encoded(std::string_view text, const std::string& charset, Losses& losses);

}  // namespace qipu
