// SPDX-License-Identifier: GPL-3.0-or-later

// The charsets of text.h: which one bytes are in, from it and to it.

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
#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/text.h"

namespace qipu {

namespace {

// --- charsets

constexpr const char* kGb18030 = "GB18030";
constexpr const char* kBig5 = "Big5-HKSCS";

constexpr std::size_t kChunkUnits = 4096;

struct ConverterCloser {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, ConverterCloser>;

// The name under which a charset is known here. GBK and GB2312 are read as GB18030, which holds
// both; Big5 with the Hong Kong characters, which its files use.
std::string canonical_charset(std::string_view charset) {
  if (charset == "UTF-8" || charset == kGb18030 || charset == kBig5) return std::string(charset);
  std::string key;
  for (const char c : charset) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      key += to_lower(c);
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

// Each sequence that is no text becomes U+FFFD and is counted in `context`.
void count_and_replace(const void* context, UConverterToUnicodeArgs* args, const char* /*units*/,
                       int32_t /*length*/, UConverterCallbackReason reason, UErrorCode* status) {
  if (reason > UCNV_IRREGULAR) return;
  ++*static_cast<std::size_t*>(const_cast<void*>(context));  // NOLINT: ICU hands contexts as const
  *status = U_ZERO_ERROR;
  const UChar replacement = 0xFFFD;
  ucnv_cbToUWriteUChars(args, &replacement, 1, 0, status);
}

// Hands the text to `sink` as UTF-16, some thousand units at a time. Returns how many sequences
// were no text.
template <class Sink>
std::size_t decode_by_converter(std::string_view bytes, const std::string& charset,
                                const Sink& sink) {
  UConverter* converter = converter_for(charset);
  std::size_t bad_bytes = 0;
  UErrorCode status = U_ZERO_ERROR;
  ucnv_setToUCallBack(converter, count_and_replace, &bad_bytes, nullptr, nullptr, &status);
  const char* source = bytes.data();
  const char* const end = source + bytes.size();
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): output
  std::array<char16_t, kChunkUnits> units;
  std::size_t count = 0;
  do {
    char16_t* target = units.data() + count;
    status = U_ZERO_ERROR;
    ucnv_toUnicode(converter, &target, units.data() + units.size(), &source, end, nullptr, 1,
                   &status);
    count = static_cast<std::size_t>(target - units.data());
    // The two halves of a character stay together.
    const bool is_cut = status == U_BUFFER_OVERFLOW_ERROR && U16_IS_LEAD(units[count - 1]);
    if (is_cut) --count;
    sink(std::u16string_view(units.data(), count));
    if (is_cut) units[0] = units[count];
    count = is_cut ? 1 : 0;
  } while (status == U_BUFFER_OVERFLOW_ERROR);
  return bad_bytes;
}

// The characters of two bytes of a Chinese charset, as ICU's converter reads them. Nearly all of a
// text is those and ASCII, and a look into a table is several times as fast as the converter.
class PairTable {
 public:
  explicit PairTable(const char* charset);

  // The character; 0 where the two bytes are none, or are not all of one, or are two.
  char16_t at(char lead, char trail) const {
    return units_[static_cast<unsigned char>(lead) & 0x7FU][static_cast<unsigned char>(trail)];
  }
  // Where the character after `at` starts, or a later one: a byte below '0' is part of no other.
  static std::size_t safe_start(std::string_view bytes, std::size_t at) {
    while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) >= '0')
      ++at;
    return std::min(at + 1, bytes.size());
  }

 private:
  std::array<std::array<char16_t, 0x100>, 0x80> units_{};
};

PairTable::PairTable(const char* charset) {
  for (int lead = 0x81; lead <= 0xFE; ++lead) {
    std::string bytes;
    for (int trail = 0x40; trail <= 0xFE; ++trail)
      bytes.append({static_cast<char>(lead), static_cast<char>(trail), ' '});
    std::u16string text;
    decode_by_converter(bytes, charset, [&](std::u16string_view units) { text += units; });
    std::size_t start = 0;
    for (std::size_t trail = 0x40; trail <= 0xFE; ++trail) {
      const std::size_t end = text.find(u' ', start);
      if (end == start + 1 && text[start] != 0xFFFD) {
        units_.at(static_cast<std::size_t>(lead - 0x80)).at(trail) = text[start];
      }
      start = end + 1;
    }
  }
}

// Null for a charset that is not of that kind.
const PairTable* find_pair_table(std::string_view charset) {
  if (charset == kGb18030) {
    static const PairTable kTable(kGb18030);
    return &kTable;
  }
  if (charset == kBig5) {
    static const PairTable kTable(kBig5);
    return &kTable;
  }
  return nullptr;
}

// As decode_by_converter; the text is the same.
template <class Sink>
std::size_t decode(std::string_view bytes, const std::string& charset, const Sink& sink) {
  const PairTable* pairs = find_pair_table(charset);
  if (pairs == nullptr) return decode_by_converter(bytes, charset, sink);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): output
  std::array<char16_t, kChunkUnits> units;
  std::size_t count = 0;
  std::size_t bad_bytes = 0;
  const auto hand_on = [&] {
    if (count > 0) sink(std::u16string_view(units.data(), count));
    count = 0;
  };
  for (std::size_t at = 0; at < bytes.size();) {
    if (count == units.size()) hand_on();
    const char first = bytes[at];
    if (static_cast<unsigned char>(first) < 0x80) {
      units[count++] = static_cast<char16_t>(first);
      ++at;
      continue;
    }
    const char16_t unit = at + 1 < bytes.size() ? pairs->at(first, bytes[at + 1]) : u'\0';
    if (unit != 0) {
      units[count++] = unit;
      at += 2;
      continue;
    }
    hand_on();
    const std::size_t end = PairTable::safe_start(bytes, at);
    bad_bytes += decode_by_converter(bytes.substr(at, end - at), charset, sink);
    at = end;
  }
  hand_on();
  return bad_bytes;
}

std::u16string decode16(std::string_view bytes, const std::string& charset) {
  std::u16string text;
  decode(bytes, charset, [&](std::u16string_view units) { text += units; });
  return text;
}

void append_utf8(std::string& out, std::u16string_view text) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): output
  std::array<char, kChunkUnits * 3> bytes;  // no unit takes more
  const auto size = static_cast<int32_t>(text.size());
  for (int32_t i = 0; i < size;) {
    int32_t length = 0;
    while (i < size && static_cast<std::size_t>(length) + U8_MAX_LENGTH <= bytes.size()) {
      UChar32 character = 0;
      U16_NEXT(text.data(), i, size, character);
      if (U_IS_SURROGATE(character)) character = 0xFFFD;
      U8_APPEND_UNSAFE(bytes.data(), length, character);
    }
    out.append(bytes.data(), static_cast<std::size_t>(length));
  }
}

std::string to_utf8(std::u16string_view text) {
  std::string out;
  append_utf8(out, text);
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
  std::uint64_t eight = 0;
  for (; i + sizeof(eight) <= text.size(); i += sizeof(eight)) {
    std::memcpy(&eight, text.data() + i, sizeof(eight));
    if ((eight & 0x8080'8080'8080'8080U) != 0) break;
  }
  while (i < text.size() && static_cast<unsigned char>(text[i]) < 0x80)
    ++i;
  return i;
}

// UTF-8 with every invalid sequence replaced and counted.
DecodedText decode_utf8(std::string_view bytes) {
  DecodedText decoded{{}, "UTF-8", 0};
  if (is_utf8(bytes)) {
    decoded.text = bytes;
    return decoded;
  }
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
constexpr std::u16string_view kDigits = u"一二三四五六七八九123456789１２３４５６７８９";

bool is_direction(char16_t c) {
  return c == u'进' || c == u'進' || c == u'退' || c == u'平' || c == u'上' || c == u'下';
}

bool is_one_of(std::u16string_view set, char16_t c) {
  return set.find(c) != std::u16string_view::npos;
}

// Whether a move like 炮二平五 or 前马退四 stands around the direction at text[i].
bool is_move(std::u16string_view text, std::size_t i) {
  if (i < 2 || i + 1 >= text.size() || !is_one_of(kDigits, text[i + 1])) return false;
  const char16_t first = text[i - 2];
  const char16_t second = text[i - 1];
  if (is_one_of(kPieces, first)) return is_one_of(kDigits, second) || is_one_of(kPlaces, second);
  return is_one_of(kPlaces, first) && (is_one_of(kPieces, second) || is_one_of(kDigits, second));
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
  return decode16(bytes, charset);
}

bool is_han(char16_t c) { return c >= 0x3400 && c <= 0x9FFF; }

// The characters that everyday text is made of: those of GB2312's first level, and what is one of
// them when written simplified.
const Characters& everyday_characters() {
  static const Characters kSet = [] {
    Characters set;
    for (const char16_t c : characters_of(kGb18030, 0xB0, 0xD7, 0xA1)) {
      if (is_han(c)) set.set(c);
    }
    const std::u16string traditional = characters_of(kBig5, 0xA4, 0xC6, 0x40);
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

// Moves less three times what is no text; private use does not count as text.
// SOURCE: formats/pgn.md, section 3. Moves across two chunks of the text are not seen.
std::ptrdiff_t score(std::string_view bytes, const std::string& charset) {
  std::ptrdiff_t moves = 0;
  std::size_t strange = 0;
  strange += decode(bytes, charset, [&](std::u16string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] < 0x80) continue;
      if (text[i] >= 0xE000 && text[i] <= 0xF8FF) ++strange;
      if (is_direction(text[i]) && is_move(text, i)) ++moves;
    }
  });
  return moves - 3 * static_cast<std::ptrdiff_t>(strange);
}

// Everyday characters less rare ones.
std::ptrdiff_t count_everyday(std::string_view bytes, const std::string& charset) {
  const Characters& everyday = everyday_characters();
  std::ptrdiff_t count = 0;
  decode(bytes, charset, [&](std::u16string_view text) {
    for (const char16_t c : text) {
      if (is_han(c)) count += everyday.test(c) ? 1 : -1;
    }
  });
  return count;
}

// Whether more of `text` is UTF-8 than is not: a few bad bytes do not settle it.
bool is_mostly_utf8(std::string_view text) {
  std::size_t good = 0;
  std::size_t bad = 0;
  for (std::size_t i = 0; i < text.size() && bad <= good + 64;) {
    const std::size_t start = i;
    if (next_character(text, i) < 0) {
      ++bad;
    } else if (i - start > 1) {
      ++good;
    }
  }
  return good > bad;
}

// The charset in which looks into many places of a long text all find moves, where the other one
// reads as no text; empty where they do not agree. A look at all of it takes longer than decoding.
std::string charset_of_samples(std::string_view text) {
  constexpr std::size_t kSamples = 16;
  constexpr std::size_t kSampleBytes = 4096;
  constexpr std::ptrdiff_t kClearScore = 4;
  if (text.size() < 4 * kSamples * kSampleBytes) return {};
  std::string agreed;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const std::size_t begin = PairTable::safe_start(text, text.size() / kSamples * i);
    const std::size_t end = PairTable::safe_start(text, begin + kSampleBytes);
    const std::string_view sample = text.substr(begin, std::min(end - begin, 2 * kSampleBytes));
    const std::ptrdiff_t gb18030 = score(sample, kGb18030);
    const std::ptrdiff_t big5 = score(sample, kBig5);
    const bool is_clear = std::max(gb18030, big5) >= kClearScore && std::min(gb18030, big5) < 0;
    const char* charset = gb18030 > big5 ? kGb18030 : kBig5;
    if (!is_clear || is_mostly_utf8(sample) || (i > 0 && agreed != charset)) return {};
    agreed = charset;
  }
  return agreed;
}

bool starts_with(Bytes bytes, std::string_view start) { return as_text(bytes).starts_with(start); }

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kUtf16LittleMark{"\xFF\xFE", 2};
constexpr std::string_view kUtf16BigMark{"\xFE\xFF", 2};

// UTF-16 without a mark: ASCII in it has zero bytes on one side only. Empty if it is none.
std::string find_utf16(Bytes bytes) {
  if (as_text(bytes).find('\0') == std::string_view::npos) return {};
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
  DecodedText decoded{{}, charset, 0};
  if (find_pair_table(charset) != nullptr && ascii_prefix(text) == text.size()) {
    decoded.text = text;
    return decoded;
  }
  decoded.text.reserve(text.size() + text.size() / 2);
  decoded.bad_bytes =
      decode(text, charset, [&](std::u16string_view units) { append_utf8(decoded.text, units); });
  return decoded;
}

// How well a value reads in a charset.
struct ValueReading {
  bool is_clean = false;     // no bad bytes, nothing from the private use area
  bool is_everyday = false;  // all Chinese characters are everyday ones, and there is one
  bool is_rare = false;      // none of them is, and there is one
};

ValueReading judge(std::string_view bytes, const std::string& charset) {
  const Characters& everyday = everyday_characters();
  std::size_t han_count = 0;
  std::size_t everyday_count = 0;
  std::size_t strange = 0;
  strange += decode(bytes, charset, [&](std::u16string_view text) {
    for (const char16_t c : text) {
      if (c >= 0xE000 && c <= 0xF8FF) ++strange;
      if (!is_han(c)) continue;
      ++han_count;
      if (everyday.test(c)) ++everyday_count;
    }
  });
  return {.is_clean = strange == 0,
          .is_everyday = han_count > 0 && everyday_count == han_count,
          .is_rare = han_count > 0 && everyday_count == 0};
}

}  // namespace

bool is_utf8(std::string_view text) {
  std::size_t i = ascii_prefix(text);
  while (i < text.size()) {
    if (next_character(text, i) < 0) return false;
    i += ascii_prefix(text.substr(i));
  }
  return true;
}

std::string detect_charset(Bytes bytes) {
  if (starts_with(bytes, kUtf16LittleMark)) return "UTF-16LE";
  if (starts_with(bytes, kUtf16BigMark)) return "UTF-16BE";
  if (std::string utf16 = find_utf16(bytes); !utf16.empty()) return utf16;
  std::string_view text = as_text(bytes);
  if (is_utf8(text)) return "UTF-8";
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());

  if (std::string sampled = charset_of_samples(text); !sampled.empty()) return sampled;
  std::vector<std::string> charsets{kGb18030, kBig5};
  if (is_mostly_utf8(text)) charsets.emplace_back("UTF-8");
  std::vector<std::ptrdiff_t> scores(charsets.size());
  for (std::size_t i = 0; i < charsets.size(); ++i)
    scores[i] = score(text, charsets[i]);
  const std::ptrdiff_t best = *std::max_element(scores.begin(), scores.end());
  std::string chosen;
  std::ptrdiff_t chosen_everyday = 0;
  for (std::size_t i = 0; i < charsets.size(); ++i) {
    if (scores[i] != best) continue;
    const bool is_alone = std::count(scores.begin(), scores.end(), best) == 1;
    const std::ptrdiff_t everyday = is_alone ? 0 : count_everyday(text, charsets[i]);
    if (!chosen.empty() && everyday <= chosen_everyday) continue;
    chosen = charsets[i];
    chosen_everyday = everyday;
  }
  return chosen;
}

DecodedText decode_text(Bytes bytes, std::string_view charset, std::string_view fallback) {
  DecodedText decoded =
      decode_as(bytes, charset.empty() ? detect_charset(bytes) : canonical_charset(charset));
  if (decoded.bad_bytes == 0 || fallback.empty()) return decoded;
  DecodedText other = decode_as(bytes, canonical_charset(fallback));
  return other.bad_bytes == 0 ? other : decoded;
}

DecodedText decode_value(Bytes bytes, std::string_view charset) {
  const std::string own_charset = canonical_charset(charset);
  DecodedText own = decode_as(bytes, own_charset);
  if (ascii_prefix(as_text(bytes)) == bytes.size()) return own;
  const ValueReading reading = judge(as_text(bytes), own_charset);
  if (reading.is_clean && !reading.is_rare) return own;
  for (const char* other : {"UTF-8", kGb18030, kBig5}) {
    if (other == own_charset) continue;
    const ValueReading read = judge(as_text(bytes), other);
    if (read.is_clean && read.is_everyday) return decode_as(bytes, other);
  }
  return own;
}

Result<std::string> encode_text(std::string_view text, std::string_view charset) {
  const std::string name = canonical_charset(charset);
  UConverter* converter = converter_for(name);
  const std::u16string source_text = decode16(text, "UTF-8");
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
  return is_utf8(text) ? std::string(text) : decode_utf8(text).text;
}

}  // namespace qipu
