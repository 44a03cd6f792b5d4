// SPDX-License-Identifier: GPL-3.0-or-later

// Text in the charsets of old files.

#pragma once

#include <string>
#include <string_view>

namespace qipu {

// UTF-8 in another charset. Fails the test that asks for what the charset cannot say.
std::string encoded(std::string_view text, std::string_view charset);

}  // namespace qipu
