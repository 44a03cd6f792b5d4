// SPDX-License-Identifier: GPL-3.0-or-later

// Text laid out for a terminal in which Chinese characters take two columns: wrapping, clipping,
// and numbers as people read them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qipu {

// Text of records made safe to print: control characters, which a terminal might obey, become
// blanks, bytes that are no UTF-8 become U+FFFD.
std::string printable(std::string_view text);

// The characters of UTF-8 text, one by one.
std::vector<std::string_view> characters_of(std::string_view text);

// The start of `text` that fits, with "…" where something is missing.
std::string clip(std::string_view text, std::size_t columns);

// Lines of at most `columns`, broken at blanks and between Chinese characters (never before a
// closing sign such as ，). A longer word has a line of its own.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);
// The same as one text, each line indented.
std::string wrap_indented(std::string_view text, std::size_t columns, std::size_t indent);

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number);
// 0.6254 -> "62.5%" with one decimal, "63%" with none.
std::string percent(double ratio, int decimals);
// 3211264 -> "3.1 MiB".
std::string byte_size(std::uint64_t bytes);
// Seconds as "0:07", "1:02:03".
std::string clock_time(double seconds);

// The word of `candidates` that is closest to `word` by slips of the keyboard (a letter wrong,
// missing, extra, or two exchanged); nothing if none is close.
std::optional<std::string> closest_word(std::string_view word,
                                        const std::vector<std::string>& candidates);
// All that are about as close, best first, at most `limit`.
std::vector<std::string> closest_words(std::string_view word,
                                       const std::vector<std::string>& candidates,
                                       std::size_t limit);

}  // namespace qipu
