// SPDX-License-Identifier: GPL-3.0-or-later

// Where one record of a PGN file ends and the next begins. Internal to PGN.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace qipu {

// How the bytes of a text make characters: a second byte of GBK and Big5 can look like a bracket.
enum class CharWidth : std::uint8_t { Utf8, DoubleByte };

// The end of the record that starts at `text[from]`: the line of the next tag that comes after
// moves and not inside a comment, or the end of the text. A comment with a tag's line in it goes
// on only if the next brace closes it; otherwise its end was forgotten. Linear in what it walks.
std::size_t record_end(std::string_view text, std::size_t from, CharWidth width);

// The start of the last record of `window`, which may not be whole; 0 if there is but one.
std::size_t last_record_start(std::string_view window);

}  // namespace qipu
