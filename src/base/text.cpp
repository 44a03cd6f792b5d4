// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/text.h"

#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/ucnv_err.h>
#include <unicode/unistr.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cctype>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace qipu {

namespace {

// --- charsets

struct ConverterCloser {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, ConverterCloser>;

// The name under which a charset is known here. GBK and GB2312 are read as GB18030, which holds
// both; Big5 with the Hong Kong characters, which its files use.
std::string canonical_charset(std::string_view charset) {
  std::string key;
  for (const char c : charset) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  static const std::map<std::string, std::string, std::less<>> kNames{
      {"utf8", "UTF-8"},           {"utf16le", "UTF-16LE"}, {"utf16be", "UTF-16BE"},
      {"gb18030", "GB18030"},      {"gbk", "GB18030"},      {"gb2312", "GB18030"},
      {"euccn", "GB18030"},        {"cp936", "GB18030"},    {"big5", "Big5-HKSCS"},
      {"big5hkscs", "Big5-HKSCS"}, {"cp950", "Big5-HKSCS"}};
  const auto found = kNames.find(key);
  return found == kNames.end() ? std::string(charset) : found->second;
}

// The thread's converter for `charset`, fresh. THROWS: UsageError.
UConverter* converter_for(const std::string& charset) {
  thread_local std::map<std::string, Converter, std::less<>> converters;
  auto found = converters.find(charset);
  if (found == converters.end()) {
    UErrorCode status = U_ZERO_ERROR;
    Converter opened(ucnv_open(charset.c_str(), &status));
    if (U_FAILURE(status) || charset.empty()) {
      throw UsageError("no charset is called '" + charset + "'");
    }
    found = converters.emplace(charset, std::move(opened)).first;
  }
  ucnv_reset(found->second.get());
  return found->second.get();
}

// A text as UTF-16, as far as it could be read.
struct Decoded16 {
  std::u16string text;
  std::size_t bad_bytes = 0;
};

// Each sequence that is no text becomes U+FFFD and is counted in `context`.
void count_and_replace(const void* context, UConverterToUnicodeArgs* args, const char* /*units*/,
                       int32_t /*length*/, UConverterCallbackReason reason, UErrorCode* status) {
  if (reason > UCNV_IRREGULAR) return;
  ++*static_cast<std::size_t*>(const_cast<void*>(context));  // NOLINT: ICU hands contexts as const
  *status = U_ZERO_ERROR;
  const UChar replacement = 0xFFFD;
  ucnv_cbToUWriteUChars(args, &replacement, 1, 0, status);
}

Decoded16 decode16(std::string_view bytes, const std::string& charset) {
  UConverter* converter = converter_for(charset);
  Decoded16 decoded;
  UErrorCode status = U_ZERO_ERROR;
  ucnv_setToUCallBack(converter, count_and_replace, &decoded.bad_bytes, nullptr, nullptr, &status);
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  std::size_t written = 0;
  decoded.text.resize(bytes.size() / 2 + 16);
  while (true) {
    char16_t* target = decoded.text.data() + written;
    status = U_ZERO_ERROR;
    ucnv_toUnicode(converter, &target, decoded.text.data() + decoded.text.size(), &source, end,
                   nullptr, 1, &status);
    written = static_cast<std::size_t>(target - decoded.text.data());
    if (status != U_BUFFER_OVERFLOW_ERROR) break;
    decoded.text.resize(decoded.text.size() * 2);
  }
  decoded.text.resize(written);
  return decoded;
}

void append_utf8(std::string& out, UChar32 character) {
  std::array<char, U8_MAX_LENGTH> units{};
  int32_t length = 0;
  U8_APPEND_UNSAFE(units.data(), length, character);
  out.append(units.data(), static_cast<std::size_t>(length));
}

std::string to_utf8(std::u16string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 2);
  const auto size = static_cast<int32_t>(std::min<std::size_t>(text.size(), INT32_MAX));
  for (int32_t i = 0; i < size;) {
    UChar32 character = 0;
    U16_NEXT(text.data(), i, size, character);
    if (character < 0x80) {
      out += static_cast<char>(character);
    } else {
      append_utf8(out, U_IS_SURROGATE(character) ? 0xFFFD : character);
    }
  }
  return out;
}

// The character at `text[i]`, negative where there is none; moves `i` past it.
UChar32 next_character(std::string_view text, std::size_t& i) {
  UChar32 character = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // inside ICU's macro
  U8_NEXT(text.data(), i, text.size(), character);
#pragma GCC diagnostic pop
  return character;
}

// Bytes at the front that are ASCII.
std::size_t ascii_prefix(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && static_cast<unsigned char>(text[i]) < 0x80)
    ++i;
  return i;
}

bool is_valid_utf8(std::string_view text) {
  std::size_t i = ascii_prefix(text);
  while (i < text.size()) {
    if (next_character(text, i) < 0) return false;
    i += ascii_prefix(text.substr(i));
  }
  return true;
}

// UTF-8 with every invalid sequence replaced and counted.
DecodedText decode_utf8(std::string_view bytes) {
  DecodedText decoded{{}, "UTF-8", 0};
  decoded.text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t start = i;
    if (next_character(bytes, i) < 0) {
      decoded.text += "\xEF\xBF\xBD";
      ++decoded.bad_bytes;
    } else {
      decoded.text.append(bytes, start, i - start);
    }
  }
  return decoded;
}

// --- what speaks for a charset

using Characters = std::bitset<0x10000>;

constexpr std::u16string_view kPieces = u"帅帥将將仕士相象马馬傌㐷码车車俥伡砗硨炮砲包兵卒";
constexpr std::u16string_view kPlaces = u"前中后後";
constexpr std::u16string_view kDirections = u"进進退平上下";
constexpr std::u16string_view kDigits = u"一二三四五六七八九123456789１２３４５６７８９";

bool is_one_of(std::u16string_view set, char16_t c) {
  return set.find(c) != std::u16string_view::npos;
}

// How many moves like 炮二平五 or 前马退四 stand in `text`.
std::size_t count_moves(std::u16string_view text) {
  std::size_t moves = 0;
  for (std::size_t i = 2; i + 1 < text.size(); ++i) {
    if (text[i] < 0x80 || !is_one_of(kDirections, text[i])) continue;
    const char16_t first = text[i - 2];
    const char16_t second = text[i - 1];
    const bool is_move = is_one_of(kDigits, text[i + 1]) &&
                         (is_one_of(kPieces, first)
                              ? is_one_of(kDigits, second) || is_one_of(kPlaces, second)
                              : is_one_of(kPlaces, first) &&
                                    (is_one_of(kPieces, second) || is_one_of(kDigits, second)));
    if (is_move) ++moves;
  }
  return moves;
}

// All two-byte characters of `charset` with lead bytes `first`..`last`, blanks between.
std::u16string characters_of(const std::string& charset, int first, int last, int first_trail) {
  std::string bytes;
  for (int lead = first; lead <= last; ++lead) {
    for (int trail = first_trail; trail <= 0xFE; ++trail) {
      if (trail > 0x7E && trail < 0xA1) continue;
      bytes += static_cast<char>(lead);
      bytes += static_cast<char>(trail);
      bytes += ' ';
    }
  }
  return decode16(bytes, charset).text;
}

bool is_han(char16_t c) { return c >= 0x3400 && c <= 0x9FFF; }

// The characters that everyday text is made of: those of GB2312's first level, and what is one of
// them when written simplified.
const Characters& everyday_characters() {
  static const Characters kSet = [] {
    Characters set;
    for (const char16_t c : characters_of("GB18030", 0xB0, 0xD7, 0xA1)) {
      if (is_han(c)) set.set(c);
    }
    const std::u16string traditional = characters_of("Big5-HKSCS", 0xA4, 0xC6, 0x40);
    const std::string folded = fold_simplified(to_utf8(traditional));
    const icu::UnicodeString simplified = icu::UnicodeString::fromUTF8(folded);
    if (static_cast<std::size_t>(simplified.length()) != traditional.size()) return set;
    for (std::size_t i = 0; i < traditional.size(); ++i) {
      const char16_t plain = simplified.charAt(static_cast<int32_t>(i));
      if (is_han(traditional[i]) && is_han(plain) && set.test(plain)) set.set(traditional[i]);
    }
    return set;
  }();
  return kSet;
}

// Everyday characters less rare ones.
std::ptrdiff_t count_everyday(std::u16string_view text) {
  const Characters& everyday = everyday_characters();
  std::ptrdiff_t count = 0;
  for (const char16_t c : text) {
    if (is_han(c)) count += everyday.test(c) ? 1 : -1;
  }
  return count;
}

std::ptrdiff_t score(const Decoded16& decoded) {
  std::size_t private_use = 0;
  for (const char16_t c : decoded.text) {
    if (c >= 0xE000 && c <= 0xF8FF) ++private_use;
  }
  return static_cast<std::ptrdiff_t>(count_moves(decoded.text)) -
         3 * static_cast<std::ptrdiff_t>(decoded.bad_bytes + private_use);
}

bool starts_with(Bytes bytes, std::string_view start) { return as_text(bytes).starts_with(start); }

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kUtf16LittleMark{"\xFF\xFE", 2};
constexpr std::string_view kUtf16BigMark{"\xFE\xFF", 2};

// UTF-16 without a mark: ASCII in it has zero bytes on one side only. Empty if it is none.
std::string find_utf16(Bytes bytes) {
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == std::byte{0}) ++zeros[i % 2];
  }
  const std::size_t many = bytes.size() / 20 + 1;
  if (zeros[1] >= many && zeros[0] * 50 <= zeros[1]) return "UTF-16LE";
  if (zeros[0] >= many && zeros[1] * 50 <= zeros[0]) return "UTF-16BE";
  return {};
}

std::string_view mark_of(const std::string& charset) {
  if (charset == "UTF-8") return kUtf8Mark;
  if (charset == "UTF-16LE") return kUtf16LittleMark;
  if (charset == "UTF-16BE") return kUtf16BigMark;
  return {};
}

DecodedText decode_as(Bytes bytes, const std::string& charset) {
  std::string_view text = as_text(bytes);
  const std::string_view mark = mark_of(charset);
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  if (charset == "UTF-8") return decode_utf8(text);
  const Decoded16 decoded = decode16(text, charset);
  return {to_utf8(decoded.text), charset, decoded.bad_bytes};
}

}  // namespace

std::string detect_charset(Bytes bytes) {
  if (starts_with(bytes, kUtf16LittleMark)) return "UTF-16LE";
  if (starts_with(bytes, kUtf16BigMark)) return "UTF-16BE";
  if (std::string utf16 = find_utf16(bytes); !utf16.empty()) return utf16;
  std::string_view text = as_text(bytes);
  if (is_valid_utf8(text)) return "UTF-8";
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());

  // A mark or a few bad bytes do not settle it: UTF-8 stands as well, last in a tie.
  static constexpr std::array<const char*, 3> kCharsets{"GB18030", "Big5-HKSCS", "UTF-8"};
  std::array<std::pair<std::ptrdiff_t, std::ptrdiff_t>, 3> scores;
  for (std::size_t i = 0; i < kCharsets.size(); ++i) {
    const Decoded16 decoded = decode16(text, kCharsets[i]);
    scores[i] = {score(decoded), count_everyday(decoded.text)};
  }
  return kCharsets[static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) -
                                            scores.begin())];
}

DecodedText decode_text(Bytes bytes, std::string_view charset, std::string_view fallback) {
  DecodedText decoded =
      decode_as(bytes, charset.empty() ? detect_charset(bytes) : canonical_charset(charset));
  if (decoded.bad_bytes == 0 || fallback.empty()) return decoded;
  DecodedText other = decode_as(bytes, canonical_charset(fallback));
  return other.bad_bytes == 0 ? other : decoded;
}

Result<std::string> encode_text(std::string_view text, std::string_view charset) {
  const std::string name = canonical_charset(charset);
  UConverter* converter = converter_for(name);
  const std::u16string source_text = decode16(text, "UTF-8").text;
  UErrorCode status = U_ZERO_ERROR;
  ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  const char16_t* source = source_text.data();
  const char16_t* const end = source + source_text.size();
  std::string out(source_text.size() * 3 + 16, '\0');
  std::size_t written = 0;
  while (true) {
    char* target = out.data() + written;
    status = U_ZERO_ERROR;
    ucnv_fromUnicode(converter, &target, out.data() + out.size(), &source, end, nullptr, 1,
                     &status);
    written = static_cast<std::size_t>(target - out.data());
    if (status != U_BUFFER_OVERFLOW_ERROR) break;
    out.resize(out.size() * 2);
  }
  if (U_SUCCESS(status)) {
    out.resize(written);
    return out;
  }
  std::array<char16_t, 16> units{};
  auto length = static_cast<int8_t>(units.size());
  UErrorCode ignored = U_ZERO_ERROR;
  ucnv_getInvalidUChars(converter, units.data(), &length, &ignored);
  std::string character =
      to_utf8(std::u16string_view(units.data(), static_cast<std::size_t>(length)));
  Error error{Error::Code::BadEncoding, name + " has no '" + character + "'"};
  error.text = std::move(character);
  return error;
}

std::string valid_utf8(std::string_view text) {
  return is_valid_utf8(text) ? std::string(text) : decode_utf8(text).text;
}

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

icu::UnicodeString simplified16(std::string_view text) {
  icu::UnicodeString folded = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
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
  if (ascii_prefix(text) == text.size()) return std::string(text);
  std::string out;
  simplified16(text).toUTF8String(out);
  return out;
}

std::string name_key(std::string_view name) {
  icu::UnicodeString folded = simplified16(fold_width(name));
  folded.foldCase();
  std::string key;
  for (int32_t i = 0; i < folded.length(); i = folded.moveIndex32(i, 1)) {
    const UChar32 character = folded.char32At(i);
    if (!is_separator(character)) append_utf8(key, character);
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
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size();) {
    const UChar32 character = next_character(text, i);
    columns += columns_of(character < 0 ? 0xFFFD : character);
  }
  return columns;
}

std::string pad_right(std::string_view text, std::size_t columns) {
  return std::string(text) + blanks_to_fill(text, columns);
}

std::string pad_left(std::string_view text, std::size_t columns) {
  return blanks_to_fill(text, columns) + std::string(text);
}

}  // namespace qipu
