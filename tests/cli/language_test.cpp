// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/language.h"

#include <catch2/catch.hpp>

#include "importers/record_format.h"
#include "tests/support/pgn_games.h"

using namespace qipu;

namespace {

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("every kind of error and note has a Chinese name", "[cli]") {
  for (int code = 1; code <= static_cast<int>(Error::Code::Unsupported); ++code) {
    const auto kind = static_cast<Error::Code>(code);
    CHECK_FALSE(is_ascii(kind_of_error(kind, kChinese)));
    CHECK(kind_of_error(kind, kEnglish) == to_text(kind));
  }
  for (int kind = 1; kind <= static_cast<int>(Note::Kind::IllegalStart); ++kind) {
    const char* text = to_text(static_cast<Note::Kind>(kind));
    CHECK_FALSE(is_ascii(kind_of_note(text, kChinese)));
    CHECK(kind_of_note(text, kEnglish) == text);
  }
}

TEST_CASE("what a format cannot hold is said in Chinese, details kept", "[cli]") {
  CHECK(kind_of_loss("rating", kChinese) == "等级分");
  CHECK(kind_of_loss("red player cut to 15 bytes", kChinese) == "红方姓名截至 15 字节");
  CHECK(kind_of_loss("event cut to 31 characters", kChinese) == "赛事截至 31 字");
  CHECK(kind_of_loss("tag Foo", kChinese) == "标签 Foo");
  CHECK(kind_of_loss("something new", kChinese) == "something new");
  CHECK(kind_of_loss("tag Foo", kEnglish) == "tag Foo");
}

TEST_CASE("what the formats that are written say of a rich game has a Chinese name", "[cli]") {
  Game game = read_pgn_game(
      "[Event "
      "\"一个名字长得任何旧格式都放不下的全国象棋个人锦标赛暨友谊邀请赛第一阶段预赛第一场\"]\n"
      "[Red \"甲\"]\n[RedTeam \"乙\"]\n[RedElo \"2400\"]\n[RedTitle \"特级大师\"]\n[Round \"1\"]\n"
      "[ECCO \"C20\"]\n[Opening \"中炮\"]\n[Variation \"屏风马\"]\n[Foo \"bar\"]\n\n"
      "1. h2e2 $1 { } } ({or} 1. c3c4 g6g5) h9g7 1-0\n");
  for (const char* name : {"pgn", "xqf", "dhtmlxq", "cbr", "csv", "jsonl"}) {
    const RecordFormat* format = find_record_format(name);
    REQUIRE(format != nullptr);
    const auto writer = format->writer([](std::string_view) {}, {});
    writer->write(game);
    writer->finish();
    for (const auto& [kind, count] : writer->losses()) {
      CAPTURE(format->name, kind, count);
      CHECK_FALSE(is_ascii(kind_of_loss(kind, kChinese)));
    }
  }
}
