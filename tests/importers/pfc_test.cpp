// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "../support/format_reading.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

// SOURCE: formats/others.md, section 12.
const std::string kGolden =
    R"(<n version="2" win="*" m="4ka3/8R/9/7N1/9/9/9/9/4A4/crBAK4 w - - 0 1"><n m="h6f7">)"
    R"(<n m="e9d9"><n m="i8d8" c="x"/></n></n></n>)";
constexpr const char* kMate = "corpus/other/zfdang-chess-fish/棋谱/sample_31_pengfei.pfc";
constexpr const char* kStudy =
    "corpus/other/zfdang-chess-fish/XQF/1.棋理大全-赵鑫鑫/中局/谋子篇/"
    "p06 双子星之最强场控——连环马02.pfc";

}  // namespace

TEST_CASE("a PFC file gives its moves, remarks and start", "[importers][pfc]") {
  const Game game = read_one_game("pfc", kGolden);
  CHECK(to_iccs(game.tree.main_line()) == "h6f7 e9d9 i8d8");
  CHECK(to_fen(game.start) == "4ka3/8R/9/7N1/9/9/9/9/4A4/crBAK4 w - - 0 1");
  CHECK(game.tree.annotation(3)->comment == "x");
  CHECK(game.header.outcome == Outcome::Unknown);
  CHECK(game.charset.empty());
  CHECK(game.notes.empty());
  check_bears_damage("pfc", kGolden);
}

TEST_CASE("the attributes of a PFC root are headers", "[importers][pfc]") {
  const Game game = read_one_game(
      "pfc",
      "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- made by hand -->\n"
      R"(<n version="2" win="R" title="题 &quot;一&quot;" event="赛" red="湖北 洪智" )"
      R"(black="乙" create-time="2012-01-27 22:29:27" own="x" c="开局"><n m="h2e2"/></n>)");
  CHECK(game.header.title == "题 \"一\"");
  CHECK(game.header.event == "赛");
  CHECK(game.header.red.name == "洪智");
  CHECK(game.header.red.team == "湖北");
  CHECK(game.header.black.name == "乙");
  CHECK(game.header.date_text == "2012-01-27 22:29:27");
  CHECK(game.header.outcome == Outcome::RedWin);
  CHECK(tag(game, "own") == "x");
  CHECK(game.tree.annotation(kRoot)->comment == "开局");
  CHECK(game.charset == "UTF-8");
}

TEST_CASE("the PFC child marked as default is the main line", "[importers][pfc]") {
  const Game game =
      read_one_game("pfc", R"(<n version="2"><n m="c3c4"/><n m="b2e2"/><n m="h2e2" default="true">)"
                           R"(<n m="h9g7" s="7" c="良"/></n></n>)");
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2 h9g7", "c3c4", "b2e2"});
  CHECK(game.tree.annotation(2)->comment == "良\ns=7");
}

TEST_CASE("PFC games in forum posts are read one by one", "[importers][pfc]") {
  const std::string text = "posted:\n[pfchessrecord]<!-- " + kGolden +
                           " -->[/pfchessrecord]\nand\n[pfchessrecord]<!-- <n version=\"2\">" +
                           R"(<n m="h2e2"/></n> -->[/pfchessrecord])" +
                           "[pfchessrecord]<!-- nothing -->[/pfchessrecord]";
  CHECK(format_named("pfc").recognises(as_bytes(text)));
  const std::vector<Record> records = read_records("pfc", text);
  REQUIRE(records.size() == 3);
  CHECK(std::get<Game>(records[0].found).tree.ply_count() == 3);
  CHECK(records[0].line == 2);
  CHECK(text.substr(records[0].offset, records[0].size) == " " + kGolden + " ");
  CHECK(to_iccs(std::get<Game>(records[1].found).tree.main_line()) == "h2e2");
  CHECK(records[1].line == 4);
  CHECK(std::get<Error>(records[2].found).code == Error::Code::BadHeader);
  CHECK(std::get<Error>(records[2].found).line == 4);
}

TEST_CASE("the PFC samples are read whole", "[importers][pfc]") {
  if (!has_shared(kMate)) {
    WARN("skipped: no shared corpus");
    return;
  }
  const std::string mate_bytes = file_bytes(shared_path(kMate));
  const Game mate = read_one_game("pfc", mate_bytes);
  CHECK(to_iccs(mate.tree.main_line()) == "h6f7 e9d9 i8d8");
  CHECK(mate.tree.annotation(3)->comment == "杀！(红胜)");
  CHECK(mate.notes.empty());
  const std::string study_bytes = file_bytes(shared_path(kStudy));
  const Game study = read_one_game("pfc", study_bytes);
  REQUIRE(study.notes.size() == 1);  // Black has a third advisor, on e7
  CHECK(study.notes[0].kind == Note::Kind::IllegalStart);
  CHECK(study.tree.size() == 1 + 25);  // every <n> of the file but the root
  CHECK(study.tree.branch_count() == 5);
  CHECK(study.start.to_move() == Color::Black);
  check_bears_damage("pfc", mate_bytes, 500);
  check_bears_damage("pfc", study_bytes, 500);
}

TEST_CASE("a PFC file that is cut gives the moves it has, or one error", "[importers][pfc]") {
  const Game game = read_one_game("pfc", kGolden.substr(0, kGolden.size() - 12));
  CHECK(game.tree.ply_count() == 3);
  CHECK(has_note(game, Note::Kind::Cut));
  CHECK(read_one_error("pfc", "").code == Error::Code::BadHeader);
  CHECK(read_one_error("pfc", "no XML").code == Error::Code::BadHeader);
  CHECK(read_one_error("pfc", "<x><n version=\"2\"/></x>").code == Error::Code::NoGame);
}

TEST_CASE("a PFC tree ten thousand moves deep is read without recursion", "[importers][pfc]") {
  std::string bytes = R"(<n version="2">)";
  constexpr int kRounds = 25000;
  for (int i = 0; i < kRounds; ++i)
    bytes += R"(<n m="a0a1"><n m="a9a8"><n m="a1a0"><n m="a8a9">)";
  for (int i = 0; i < 4 * kRounds; ++i)
    bytes += "</n>";
  bytes += "</n>";
  CHECK(read_one_game("pfc", bytes).tree.ply_count() == std::size_t{4} * kRounds);
}
