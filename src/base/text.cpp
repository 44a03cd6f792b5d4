// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/text.h"

#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace qipu {

// --- folding

namespace {

// The thread's transliterator of that name.
const icu::Transliterator& transliterator(const char* id) {
  thread_local std::map<std::string, std::unique_ptr<icu::Transliterator>, std::less<>> opened;
  std::unique_ptr<icu::Transliterator>& found = opened[id];
  if (!found) {
    UErrorCode status = U_ZERO_ERROR;
    found.reset(icu::Transliterator::createInstance(id, UTRANS_FORWARD, status));
    if (U_FAILURE(status)) throw IoError(std::string("ICU's data lack ") + id);
  }
  return *found;
}

// Conversions that machines got wrong in the field. SOURCE: problem case 46.
constexpr std::array<std::pair<char16_t, char16_t>, 5> kMends{
    {{u'於', u'于'}, {u'徵', u'征'}, {u'鬱', u'郁'}, {u'乾', u'干'}, {u'後', u'后'}}};

icu::UnicodeString to_utf16(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
}

icu::UnicodeString simplified16(std::string_view text) {
  icu::UnicodeString folded = to_utf16(text);
  for (const auto& [wrong, right] : kMends) {
    folded.findAndReplace(icu::UnicodeString(wrong), icu::UnicodeString(right));
  }
  transliterator("Hant-Hans").transliterate(folded);
  return folded;
}

// A full-width form at `text[i]`: its half-width one, and 3 bytes; otherwise '\0'.
char half_width(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[i + k]); };
  if (i + 2 >= text.size()) return '\0';
  if (byte(0) == 0xEF && byte(1) == 0xBC && byte(2) >= 0x81 && byte(2) <= 0xBF) {
    return static_cast<char>(byte(2) - 0x60);  // U+FF01..FF3F: '!'..'_'
  }
  if (byte(0) == 0xEF && byte(1) == 0xBD && byte(2) >= 0x80 && byte(2) <= 0x9E) {
    return static_cast<char>(byte(2) - 0x20);  // U+FF40..FF5E: '`'..'~'
  }
  return byte(0) == 0xE3 && byte(1) == 0x80 && byte(2) == 0x80 ? ' ' : '\0';
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_separator(UChar32 c) {
  return u_ispunct(c) != 0 || u_isUWhiteSpace(c) != 0 || u_iscntrl(c) != 0 || c == '`' || c == '|';
}

}  // namespace

std::string fold_width(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const char folded = half_width(text, i);
    out += folded == '\0' ? text[i] : folded;
    i += folded == '\0' ? 1 : 3;
  }
  return out;
}

std::string fold_simplified(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  std::string out;
  simplified16(text).toUTF8String(out);
  return out;
}

std::string name_key(std::string_view name) {
  icu::UnicodeString folded = simplified16(fold_width(name));
  folded.foldCase();
  icu::UnicodeString letters;
  for (int32_t i = 0; i < folded.length(); i = folded.moveIndex32(i, 1)) {
    const UChar32 character = folded.char32At(i);
    if (!is_separator(character)) letters.append(character);
  }
  std::string key;
  letters.toUTF8String(key);
  return key;
}

namespace {

// By UTF-16 unit: the character that stands for it in a key; 0: none.
using KeyTable = std::array<char16_t, 0x10000>;

// Each of the units as a simplified character, all in one go: asking ICU costs more than answering.
void simplify(KeyTable& table, char16_t first, char16_t last) {
  icu::UnicodeString lines;
  for (std::uint32_t unit = first; unit <= last; ++unit)
    lines.append(static_cast<UChar32>(table[unit])).append(u'\n');
  transliterator("Hant-Hans").transliterate(lines);
  int32_t at = 0;
  for (std::uint32_t unit = first; unit <= last; ++unit) {
    const int32_t end = lines.indexOf(u'\n', at);
    if (end == at + 1) table[unit] = lines.charAt(at);
    at = end + 1;
  }
}

std::unique_ptr<KeyTable> make_key_table() {
  auto table = std::make_unique<KeyTable>();
  for (std::uint32_t unit = 0; unit < table->size(); ++unit)
    (*table)[unit] = static_cast<char16_t>(unit);
  for (std::uint32_t unit = 0xFF01; unit <= 0xFF5E; ++unit)  // full-width ASCII
    (*table)[unit] = static_cast<char16_t>(unit - 0xFEE0);
  for (const auto& [wrong, right] : kMends)
    (*table)[wrong] = right;
  simplify(*table, 0x2E80, 0x9FFF);  // the ideographs, and what is among them
  simplify(*table, 0xF900, 0xFAFF);
  for (char16_t& unit : *table) {
    const UChar32 folded = u_foldCase(unit, U_FOLD_CASE_DEFAULT);
    unit = U16_IS_SURROGATE(unit) || is_separator(folded) ? char16_t{0}
                                                          : static_cast<char16_t>(folded);
  }
  return table;
}

}  // namespace

std::string text_key(std::string_view text) {
  static const std::unique_ptr<const KeyTable> kTable = make_key_table();
  std::string key;
  key.reserve(text.size());
  const auto* const bytes_in = reinterpret_cast<const std::uint8_t*>(text.data());
  for (std::size_t i = 0; i < text.size();) {
    UChar32 character = 0;
    U8_NEXT_OR_FFFD(bytes_in, i, text.size(), character);
    if (character < 0x10000) {
      character = (*kTable)[static_cast<std::size_t>(character)];
    } else if (is_separator(character)) {
      character = 0;
    }
    if (character == 0) continue;
    std::array<char, U8_MAX_LENGTH> bytes{};
    int32_t length = 0;
    U8_APPEND_UNSAFE(bytes.data(), length, character);
    key.append(bytes.data(), static_cast<std::size_t>(length));
  }
  return key;
}

std::string pinyin_key(std::string_view name) {
  icu::UnicodeString sound = simplified16(fold_width(name));
  transliterator("Han-Latin/Names; Latin-ASCII").transliterate(sound);
  std::string key;
  bool has_letters = false;
  for (int32_t i = 0; i < sound.length(); ++i) {
    const char16_t c = sound.charAt(i);
    if (c >= 0x80 || std::isalnum(c) == 0) continue;
    has_letters = has_letters || std::isalpha(c) != 0;
    key += static_cast<char>(std::tolower(c));
  }
  return has_letters ? key : std::string();
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = to_lower(c);
  return out;
}

// --- blanks and columns

namespace {

// Bytes of the blank or control character at the start of `text`; 0 if there is none.
std::size_t leading_blank(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first <= 0x20 || first == 0x7F) return 1;
  if (text.starts_with("\xE3\x80\x80")) return 3;  // U+3000
  if (text.starts_with("\xC2\xA0")) return 2;      // U+00A0
  return 0;
}

std::size_t trailing_blank(std::string_view text) {
  const auto last = static_cast<unsigned char>(text.back());
  if (last <= 0x20 || last == 0x7F) return 1;
  if (text.ends_with("\xE3\x80\x80")) return 3;
  if (text.ends_with("\xC2\xA0")) return 2;
  return 0;
}

std::size_t columns_of(UChar32 character) {
  if (character < 0x20 || (character >= 0x7F && character < 0xA0)) return 0;
  if (character < 0x300) return 1;
  switch (u_charType(character)) {
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_FORMAT_CHAR:
      return 0;
    default:
      break;
  }
  const int32_t width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

std::string blanks_to_fill(std::string_view text, std::size_t columns) {
  const std::size_t width = display_width(text);
  std::string blanks;
  if (width < columns) blanks.assign(columns - width, ' ');
  return blanks;
}

}  // namespace

std::string_view trim(std::string_view text) {
  for (std::size_t blank = 1; !text.empty() && blank != 0;) {
    blank = leading_blank(text);
    text.remove_prefix(blank);
  }
  for (std::size_t blank = 1; !text.empty() && blank != 0;) {
    blank = trailing_blank(text);
    text.remove_suffix(blank);
  }
  return text;
}

std::size_t display_width(std::string_view text) {
  if (is_ascii(text)) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return columns_of(static_cast<UChar32>(c)) > 0; }));
  }
  const icu::UnicodeString characters = to_utf16(text);
  std::size_t columns = 0;
  for (int32_t i = 0; i < characters.length(); i = characters.moveIndex32(i, 1))
    columns += columns_of(characters.char32At(i));
  return columns;
}

std::string pad_right(std::string_view text, std::size_t columns) {
  return std::string(text) + blanks_to_fill(text, columns);
}

std::string pad_left(std::string_view text, std::size_t columns) {
  return blanks_to_fill(text, columns) + std::string(text);
}

}  // namespace qipu
