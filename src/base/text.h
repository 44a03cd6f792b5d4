// SPDX-License-Identifier: GPL-3.0-or-later

// Text in and out: charsets decided by content, width folding, keys for comparing names, columns.
//
// Inside qipu text is UTF-8. Foreign bytes are decoded once, by the reader that met them, for the
// file as a whole. Converters and tables are ICU's. All functions are safe to call from any thread.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace qipu {

// A text and how its bytes were read.
struct DecodedText {
  std::string text;     // UTF-8, without a byte order mark
  std::string charset;  // "UTF-8", "UTF-16LE", "UTF-16BE", "GB18030", "Big5-HKSCS" ...; ICU's names
  std::size_t bad_bytes = 0;  // sequences that were no text in it; each became U+FFFD
};

// The charset that fits all of `bytes` best: byte order mark, strict UTF-8, UTF-16 by its zero
// bytes, then GB18030 against Big5-HKSCS by what xiangqi records are full of (move patterns,
// everyday characters), less replacement characters. Ties go to GB18030.
// SOURCE: formats/pgn.md, "Text encodings".
std::string detect_charset(Bytes bytes);

// Decodes all of `bytes`. `charset` empty: decided by content; `fallback` is used where the
// decided one leaves bad bytes and the fallback leaves none. THROWS: UsageError for a charset
// nobody knows. Linear in the bytes.
DecodedText decode_text(Bytes bytes, std::string_view charset = {}, std::string_view fallback = {});

// UTF-8 to another charset. ERRORS: BadEncoding, naming the first character it cannot hold.
// THROWS: UsageError for a charset nobody knows.
Result<std::string> encode_text(std::string_view text, std::string_view charset);

bool is_utf8(std::string_view text);

// One value of a file of which the rest was read in `charset`: in another of the Chinese charsets
// where only that makes everyday text of all its bytes. SOURCE: problem case 01.
DecodedText decode_value(Bytes bytes, std::string_view charset);

// Every invalid sequence replaced by U+FFFD; valid text comes back unchanged.
std::string valid_utf8(std::string_view text);

// Full-width ASCII and the ideographic space as their half-width forms: "Ｃ２＝５" -> "C2=5".
// Other characters stay as they are.
std::string fold_width(std::string_view text);

// Traditional characters as simplified ones: "胡榮華" -> "胡荣华". Also mends the wrong conversions
// met in the field (於/于, 徵/征, 鬱/郁, 乾/干, 後/后). For comparing, never for showing.
std::string fold_simplified(std::string_view text);

// The key under which two spellings are the same name: simplified, half width, lower case,
// without blanks and the punctuation of names. "Hu Rong-hua" -> "huronghua".
std::string name_key(std::string_view name);

// As name_key, each character for itself, by a table: for texts, at some 100 MB a second.
std::string text_key(std::string_view text);

// The sound of a name as a key: "胡荣华" and "Hu Rong-hua" -> "huronghua". Empty for text that has
// neither Han nor Latin letters.
std::string pinyin_key(std::string_view name);

// Latin capitals (ASCII) as small letters, whatever the locale; other bytes stay.
constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string to_lower(std::string_view text);

// Blanks (ASCII, full-width) and control characters taken off both ends.
std::string_view trim(std::string_view text);

// Columns that `text` takes in a terminal: East Asian wide and full-width characters take two,
// combining marks none.
std::size_t display_width(std::string_view text);

// `text` with blanks to fill `columns`; longer text comes back unchanged.
std::string pad_right(std::string_view text, std::size_t columns);
std::string pad_left(std::string_view text, std::size_t columns);

}  // namespace qipu
