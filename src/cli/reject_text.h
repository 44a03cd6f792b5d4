// SPDX-License-Identifier: GPL-3.0-or-later

// A record that was set aside, laid out for people.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "cli/language.h"
#include "schema/values.h"

namespace qipu {

// The bytes as text, if they are any. `charset` empty: by content.
std::optional<DecodedText> text_of_reject(const Reject& reject, std::string_view charset);

// Place, reason and content: text with the line numbers of the source, the line at fault marked by
// '>'; other bytes in rows of 16 with their offsets, the first 4 KiB.
std::string reject_text(const Reject& reject, std::string_view id, std::string_view source,
                        std::string_view charset, Language tr);

}  // namespace qipu
