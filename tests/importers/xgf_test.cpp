// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>

#include "../support/format_reading.h"

using namespace qipu;

namespace {

constexpr const char* kSample = "corpus/other/zfdang-chess-fish/棋谱/sample_32_xiexieXiangqi.xgf";

// The texts, the block before the moves with no position in it, and two moves.
// SOURCE: formats/others.md, section 12: the records.
std::string small_file() {
  std::string bytes = "\x06\x0B";
  for (char tag = 1; tag <= 9; ++tag)
    bytes += std::string{tag, 1, static_cast<char>('a' + tag)};
  bytes += std::string(361 - 8, '\xFF');
  bytes += from_hex("02 00 00 00 02 00 00 00");
  std::string first = from_hex("39 00 69");
  std::string second = from_hex("32 00 44");
  first.resize(20);
  second.resize(20);
  return bytes + first + second;
}

}  // namespace

TEST_CASE("an XGF file gives its moves and its texts", "[importers][xgf]") {
  const Game game = read_one_game("xgf", small_file());
  CHECK(to_iccs(game.tree.main_line()) == "b2e2 b9c7");
  CHECK(game.header.event == "b");
  CHECK(game.header.round == "e");
  CHECK(game.header.black.rating == "i");
  CHECK(tag(game, "Text9") == "j");
  CHECK(game.notes.empty());
  check_bears_damage("xgf", small_file(), 500);
}

TEST_CASE("all 53 moves of the XGF sample are legal", "[importers][xgf]") {
  if (!has_shared(kSample)) {
    WARN("skipped: no shared corpus");
    return;
  }
  const std::string bytes = file_bytes(shared_path(kSample));
  const Game game = read_one_game("xgf", bytes);
  CHECK(game.tree.ply_count() == 53);
  CHECK(game.notes.empty());
  CHECK(game.has_usual_start());
  CHECK(game.header.event == "第25届五羊杯全国象棋冠军邀请赛");
  CHECK(game.header.site == "广州");
  CHECK(game.header.date_text == "2005-01-18");
  CHECK(game.header.round == "27");
  CHECK(game.header.red.name == "吉林 洪智");
  CHECK(game.header.red.rating == "1500");
  CHECK(game.header.black.name == "火车头 于幼华");
  CHECK(game.charset == "GB18030");
  check_bears_damage("xgf", bytes, 500);
}

TEST_CASE("an XGF file that is cut gives the moves it has, or one error", "[importers][xgf]") {
  const std::string bytes = small_file();
  const Game game = read_one_game("xgf", bytes.substr(0, bytes.size() - 20));
  CHECK(to_iccs(game.tree.main_line()) == "b2e2");
  CHECK(has_note(game, Note::Kind::Cut));
  CHECK(read_one_error("xgf", bytes.substr(0, 200)).code == Error::Code::Truncated);
  CHECK(read_one_error("xgf", bytes.substr(0, 10)).code == Error::Code::Truncated);
  CHECK(read_one_error("xgf", "XGF").code == Error::Code::BadHeader);
}
