// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/reject_text.h"

#include <catch2/catch.hpp>

using namespace qipu;
using Catch::Matchers::Contains;

namespace {

Reject reject_of(std::string bytes) {
  Reject reject;
  reject.place = {.source = 3, .ordinal = 4, .offset = 4096, .size = bytes.size(), .line = 11};
  reject.error = {.code = Error::Code::IllegalMove,
                  .message = "king left in check",
                  .offset = 4096 + 17,
                  .line = 12,
                  .ply = 2,
                  .text = "车一进五"};
  reject.bytes = std::move(bytes);
  return reject;
}

}  // namespace

TEST_CASE("a reject that is text is shown with the lines of its file", "[cli]") {
  const std::string text =
      reject_text(reject_of("[Red \"甲\"]\n1. 炮二平五\x1B[31m\n"), "3.5", "a.pgn", "", kEnglish);
  CHECK_THAT(text, Contains("Reject 3.5\nfrom: a.pgn, byte 4096"));
  CHECK_THAT(text, Contains("reason: illegal move: king left in check (line 12, move 3)"));
  CHECK_THAT(text, Contains("read: 车一进五"));
  CHECK(text.find('\x1B') == std::string::npos);
}

TEST_CASE("the line at fault is marked, in any charset", "[cli]") {
  const Reject reject = reject_of("[Red \"\xBC\xD7\"]\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5\n");
  const std::string text = reject_text(reject, "3.5", "a.pgn", "GB18030", kChinese);
  CHECK_THAT(text, Contains("     11  [Red \"甲\"]\n"));
  CHECK_THAT(text, Contains(">    12  1. 炮二平五\n"));
  CHECK_THAT(text, Contains("着法不合规则"));
  CHECK(text_of_reject(reject, "GB18030")->text == "[Red \"甲\"]\n1. 炮二平五\n");
}

TEST_CASE("a reject that is no text is shown in numbers, the place at fault marked", "[cli]") {
  const std::string text =
      reject_text(reject_of(std::string("XQ\x01\x00\x02\x7F", 6) + std::string(5000, '\x05')),
                  "3.5", "a.xqf", "", kEnglish);
  CHECK_THAT(text, Contains("    1000  58 51 01 00 02 7f 05"));
  CHECK_THAT(text, Contains(">    1010  05"));
  CHECK_THAT(text, Contains("910 bytes more"));
}

TEST_CASE("it is said where bytes were not kept, or only in part", "[cli]") {
  CHECK_THAT(reject_text(reject_of(""), "1.1", "a", "", kEnglish), Contains("No bytes were kept"));
  Reject cut = reject_of("abc");
  cut.is_cut = true;
  CHECK_THAT(reject_text(cut, "1.1", "a", "", kEnglish), Contains("Only the first 3 bytes"));
}
