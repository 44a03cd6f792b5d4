// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/text.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/encoded_text.h"

using namespace qipu;

namespace {

std::string to_utf8(char32_t c) {
  const auto tail = [c](unsigned shift) { return static_cast<char>(0x80U | (c >> shift & 0x3FU)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0U | c >> 6U), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0U | c >> 12U), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | c >> 18U), tail(12), tail(6), tail(0)};
}

std::string charset_of(std::string_view bytes) { return detect_charset(as_bytes(bytes)); }

}  // namespace

TEST_CASE("a short game is told apart in every charset records come in", "[base]") {
  const std::string simplified = "[Red \"吕钦\"]\n[Black \"许银川\"]\n\n1. 炮二平五 马8进7\n";
  const std::string traditional = "[Red \"呂欽\"]\n[Black \"許銀川\"]\n\n1. 炮二平五 馬８進７\n";
  for (const char* charset : {"UTF-8", "UTF-16LE", "UTF-16BE", "GB18030"}) {
    CAPTURE(charset);
    const DecodedText read = decode_text(as_bytes(encoded(simplified, charset)));
    CHECK(read.charset == charset);
    CHECK(read.text == simplified);
    CHECK(read.bad_bytes == 0);
  }
  const DecodedText big5 = decode_text(as_bytes(encoded(traditional, "Big5")));
  CHECK(big5.charset == "Big5-HKSCS");
  CHECK(big5.text == traditional);
}

TEST_CASE("a long text has the charset of most of its games", "[base]") {
  const auto games = [](const std::string& game, std::size_t bytes) {
    std::string text;
    while (text.size() < bytes)
      text += game;
    return text;
  };
  constexpr std::size_t kLong = 400'000;
  const std::string simplified = encoded("[Red \"吕钦\"]\n\n1. 炮二平五 马8进7\n\n", "GBK");
  const std::string traditional = encoded("[Red \"呂欽\"]\n\n1. 炮二平五 馬８進７\n\n", "Big5");
  CHECK(charset_of(games(simplified, kLong)) == "GB18030");
  CHECK(charset_of(games(traditional, kLong)) == "Big5-HKSCS");
  CHECK(charset_of(games(simplified, kLong) + games(traditional, kLong / 8)) == "GB18030");
  CHECK(charset_of(games(simplified, kLong / 8) + games(traditional, kLong)) == "Big5-HKSCS");
  CHECK(charset_of(std::string(kLong, ' ') + simplified) == "GB18030");
}

TEST_CASE("without a move everyday characters decide the charset", "[base]") {
  CHECK(charset_of(encoded("第五届全国象棋个人赛 胡荣华 先胜 杨官璘", "GBK")) == "GB18030");
  CHECK(charset_of(encoded("第五屆全國象棋個人賽 胡榮華 先勝 楊官璘", "Big5")) == "Big5-HKSCS");
  CHECK(charset_of("Hu Ronghua") == "UTF-8");
  CHECK(charset_of("") == "UTF-8");
}

TEST_CASE("a byte order mark is believed only where the bytes fit", "[base]") {
  const DecodedText marked = decode_text(as_bytes("\xEF\xBB\xBF炮二平五"));
  CHECK(marked.text == "炮二平五");
  const std::string lying = "\xEF\xBB\xBF" + encoded("1. 炮二平五 马8进7", "GBK");
  CHECK(charset_of(lying) == "GB18030");
}

TEST_CASE("bytes that are no text are counted and replaced", "[base]") {
  const DecodedText read = decode_text(as_bytes("a\xFF\xFE"
                                                "b"),
                                       "UTF-8");
  CHECK(read.text ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD"
        "b");
  CHECK(read.bad_bytes == 2);
  CHECK(valid_utf8("炮\xE7\x82") == "炮\xEF\xBF\xBD");
  CHECK(valid_utf8("炮二") == "炮二");
}

TEST_CASE("GB18030 holds every character, next to any others", "[base]") {
  std::string text;
  std::string bytes;
  for (char32_t c = 0x20; c < 0x30000; ++c) {
    if (c == 0xD800) c = 0xE000;  // surrogates are none
    const std::string character = to_utf8(c);
    text += character;
    bytes += encoded(character, "GB18030");
  }
  const DecodedText read = decode_text(as_bytes(bytes), "GB18030");
  CHECK(read.bad_bytes == 0);
  CHECK((read.text == text));  // not shown: it is long
}

TEST_CASE("Big5 gives back the Chinese characters that it holds, next to any others", "[base]") {
  std::string text;
  std::string bytes;
  for (char32_t c = 0x4E00; c < 0x9FB0; ++c) {
    const auto encoding = encode_text(to_utf8(c), "Big5");
    if (!encoding) continue;
    text += to_utf8(c);
    bytes += *encoding;
  }
  CHECK(text.size() > std::size_t{3} * 13'000);
  const DecodedText read = decode_text(as_bytes(bytes), "Big5");
  CHECK(read.bad_bytes == 0);
  CHECK((read.text == text));  // not shown: it is long
}

TEST_CASE("no line of a text, whatever its bytes, changes how the next is read", "[base]") {
  const auto* const charset = GENERATE("GB18030", "Big5-HKSCS");
  CAPTURE(charset);
  std::mt19937 random(1);  // NOLINT(bugprone-random-generator-seed): the same bytes each time
  for (int i = 0; i < 2000; ++i) {
    std::string bytes;
    std::string text;
    std::size_t bad_bytes = 0;
    for (int lines = 0; lines < 3; ++lines) {
      std::string line;
      for (std::size_t length = random() % 12; length > 0; --length)
        line +=
            static_cast<char>(random() % 3 == 0 ? 0x30 + random() % 0x4F : 0x80 + random() % 0x80);
      line += '\n';
      const DecodedText alone = decode_text(as_bytes(line), charset);
      bytes += line;
      text += alone.text;
      bad_bytes += alone.bad_bytes;
    }
    CAPTURE(bytes);
    const DecodedText read = decode_text(as_bytes(bytes), charset);
    CHECK(read.text == text);
    CHECK(read.bad_bytes == bad_bytes);
  }
}

TEST_CASE("the fallback charset serves where the first leaves bad bytes", "[base]") {
  const std::string vietnamese = "Nguyen Th\xE0nh";
  const DecodedText read = decode_text(as_bytes(vietnamese), "UTF-8", "windows-1258");
  CHECK(read.text == "Nguyen Thành");
  CHECK(read.charset == "windows-1258");
  CHECK(decode_text(as_bytes("炮"), "UTF-8", "windows-1258").charset == "UTF-8");
}

TEST_CASE("a charset nobody knows is a usage error", "[base]") {
  CHECK_THROWS_AS(decode_text(as_bytes("a"), "klingon"), UsageError);
  CHECK_THROWS_AS(encode_text("a", "klingon"), UsageError);
}

TEST_CASE("text that a charset cannot hold is an error that names the character", "[base]") {
  const Result<std::string> bytes = encode_text("aกb", "Big5");
  REQUIRE_FALSE(bytes);
  CHECK(bytes.error().code == Error::Code::BadEncoding);
  CHECK(bytes.error().text == "ก");
  CHECK(encoded("炮二平五", "GB18030") == "\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5");
}

TEST_CASE("full-width letters become half-width and the rest stays", "[base]") {
  CHECK(fold_width("Ｃ２＝５　（炮）") == "C2=5 (炮)");
  CHECK(fold_width("～！＿｀") == "~!_`");
  CHECK(fold_width("、。ｱ") == "、。ｱ");
  CHECK(fold_width("\xEF\xBC") == "\xEF\xBC");
}

TEST_CASE("traditional and wrongly converted names fold to one spelling", "[base]") {
  CHECK(fold_simplified("胡榮華") == "胡荣华");
  CHECK(fold_simplified("於幼華") == "于幼华");
  CHECK(fold_simplified("孫勇徵") == "孙勇征");
  CHECK(fold_simplified("鬱 乾 後") == "郁 干 后");
  CHECK(fold_simplified("plain") == "plain");
}

TEST_CASE("spellings of one name share a key", "[base]") {
  CHECK(name_key("Hu Rong-hua") == "huronghua");
  CHECK(name_key("ＨＵ　ronghua") == "huronghua");
  CHECK(name_key("湖北 柳大華") == name_key("湖北柳大华"));
  CHECK(name_key("胡荣华") != name_key("柳大华"));
  CHECK(name_key(" - ").empty());
}

TEST_CASE("texts have the keys that names have", "[base]") {
  for (const char* text :
       {"Hu Rong-hua", "ＨＵ　ronghua", "湖北 柳大華", "於幼華 孫勇徵 鬱 乾 後",
        "第5届「五羊盃」…… 中炮對屏風馬（红先胜）\n", "Nguyễn Thành Bảo", " - ", ""}) {
    INFO(text);
    CHECK(text_key(text) == name_key(text));
  }
  CHECK_FALSE(text_key("\xFF胡\xE8").empty());  // no text of any charset is refused
}

TEST_CASE("Chinese and Latin spellings of a name share a sound", "[base]") {
  CHECK(pinyin_key("胡荣华") == "huronghua");
  CHECK(pinyin_key("胡榮華") == "huronghua");
  CHECK(pinyin_key("Hu Rong-hua") == "huronghua");
  CHECK(pinyin_key("单霞丽") == "shanxiali");
  CHECK(pinyin_key("Nguyễn Thành Bảo") == "nguyenthanhbao");
  CHECK(pinyin_key("????.12").empty());
}

TEST_CASE("trim takes blanks and control characters off both ends", "[base]") {
  CHECK(trim(" \t\r\n　胡　荣华　\x01 ") == "胡　荣华");
  CHECK(trim("　").empty());
  CHECK(trim("").empty());
}

TEST_CASE("Chinese characters take two columns, combining marks none", "[base]") {
  CHECK(display_width("炮二平五") == 8);
  CHECK(display_width("Ｃ2") == 3);
  CHECK(display_width("e\xCC\x81") == 1);
  CHECK(pad_right("炮", 4) == "炮  ");
  CHECK(pad_left("炮", 4) == "  炮");
  CHECK(pad_left("炮二", 3) == "炮二");
}

TEST_CASE("text functions can be called from several threads", "[base][threads]") {
  std::vector<std::thread> threads;
  std::vector<std::string> keys(4);
  threads.reserve(keys.size());
  for (std::string& key : keys) {
    threads.emplace_back([&key] {
      for (int i = 0; i < 50; ++i) {
        key = pinyin_key("胡榮華") + name_key("胡榮華") +
              detect_charset(as_bytes("\xB2\xC4\xA4\xAD\xA9\xA1"));
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  for (const std::string& key : keys)
    CHECK(key == keys.front());
}
