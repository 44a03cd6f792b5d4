// SPDX-License-Identifier: GPL-3.0-or-later

// The charset of the texts in binary files of Chinese programs.

#pragma once

#include <string>
#include <string_view>

namespace qipu {

// "GB18030" or "Big5-HKSCS", whichever `bytes`, all texts of one file, are. Short texts are often
// good in both; GB18030 is the rule, so Big5 must show itself.
std::string gb_or_big5(std::string_view bytes);

// `bytes` without the half of a character at their end, as a field of fixed size leaves it. Of
// either charset.
std::string_view without_half_character(std::string_view bytes);

}  // namespace qipu
