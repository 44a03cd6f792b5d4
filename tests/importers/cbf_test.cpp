// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "../support/records.h"

using namespace qipu;

namespace {

std::string document(const std::string& head, const std::string& moves) {
  return "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<ChineseChessRecord Version=\"1.0\">\n <Head>" +
         head + "</Head>\n <MoveList>" + moves + "</MoveList>\n</ChineseChessRecord>\n";
}

// The vector C5 of formats/cbr-cbl.md, section 9.
const std::string kMoves =
    R"(<Move value="00-00"/><Move value="77-47" branch="1"/><Move value="10-22" end="1"/>)"
    R"(<Move value="26-25" end="1"/>)";

}  // namespace

TEST_CASE("the moves of a CBF file are read", "[importers][cbf]") {
  const Game game = read_one_game("cbf", document("", kMoves));
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2 b9c7", "c3c4"});
  CHECK(game.has_usual_start());
  CHECK(game.notes.empty());
}

TEST_CASE("the head of a CBF file is kept whole, and written back", "[importers][cbf]") {
  const Game game = read_one_game(
      "cbf",
      document(
          "<Name>局 &amp; 谱</Name><URL>u</URL><From>f</From><Contest>赛</Contest><Red>甲</Red>"
          "<RedTeam>队</RedTeam><Black>乙</Black><Referee>裁</Referee><ECCO>C66</ECCO>"
          "<RecordType>4</RecordType><RecordResult>3</RecordResult><Mood>good</Mood>"
          "<FEN>3k5/9/9/9/9/9/4p4/9/4A4/3AK4 b - - 0 1</FEN>",
          R"(<Move value="00-00" end="1"><![CDATA[说 <明>]]></Move>)"));
  CHECK(game.header.title == "局 & 谱");
  CHECK(game.header.event == "赛");
  CHECK(game.header.red.team == "队");
  CHECK(game.header.outcome == Outcome::Draw);
  CHECK(game.type == "编排局部");
  CHECK(game.header.ecco == "C66");
  CHECK(game.header.others ==
        std::vector<Tag>{{"URL", "u"}, {"Source", "f"}, {"Judge", "裁"}, {"Mood", "good"}});
  CHECK(game.start.to_move() == Color::Black);
  CHECK(comment_at(game.tree, "") == "说 <明>");
  Losses losses;
  Game again = read_one_game("cbf", write_games("cbf", {game}, &losses));
  CHECK(losses == Losses{{"tag Mood", 1}});
  again.header.others.push_back({"Mood", "good"});
  CHECK(again == game);
}

TEST_CASE("a remark with the end of a CDATA section in it survives CBF", "[importers][cbf]") {
  Game game = read_one_game("cbf", document("", kMoves));
  game.tree.annotate(1).comment = "a]]>b & <c>\nd";
  CHECK(read_one_game("cbf", write_games("cbf", {game})) == game);
}

TEST_CASE("odd CBF moves are noted", "[importers][cbf]") {
  const std::string owing = R"(<Move value="00-00"/><Move value="77-47" branch="1" end="1"/>)";
  CHECK(has_note(read_one_game("cbf", document("", kMoves + owing)), Note::Kind::Cut));
  const std::string bad = R"(<Move value="00-00"/><Move value="7x-47"/>)";
  CHECK(read_one_game("cbf", document("", bad)).tree.annotation(kRoot)->unread == "??e2");
  const std::string unmarked = R"(<Move value="00-00"/><Move value="77-47"/>)";
  CHECK(read_one_game("cbf", document("", unmarked)).notes.empty());
}

TEST_CASE("entities of a CBF file's own are not expanded", "[importers][cbf]") {
  std::string bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">";
  for (char c = 'b'; c < 'k'; ++c)
    bomb += std::string("<!ENTITY ") + c + " \"" + std::string(3, '&') + char(c - 1) + ";\">";
  bomb += "]><ChineseChessRecord><Head><Name>&j;</Name></Head></ChineseChessRecord>";
  CHECK(read_one_game("cbf", bomb).header.title == "&j;");
}

TEST_CASE("a deep and a wide CBF file are read without recursion", "[importers][cbf]") {
  std::string deep = "<ChineseChessRecord><Head>";
  for (int i = 0; i < 300'000; ++i)
    deep += "<a>";
  CHECK(read_records("cbf", deep).size() == 1);
  std::string moves = R"(<Move value="00-00"/>)";
  const std::vector<std::string> cycle{"09-08", "00-01", "08-09", "01-00"};
  for (std::size_t i = 0; i < 40'000; ++i) {
    moves += "<Move value=\"" + cycle[i % 4] + "\"" + (i % 2 == 0 ? " branch=\"1\"" : "") +
             (i + 1 == 40'000 ? " end=\"1\"" : "") + "/>";
  }
  for (std::size_t i = 0; i < 20'000; ++i)
    moves += R"(<Move value="26-25" end="1"/>)";
  const Game game = read_one_game("cbf", document("", moves));
  CHECK(game.notes.empty());
  CHECK(game.tree.ply_count() == 40'000);
  CHECK(game.tree.branch_count() == 20'000);
}

TEST_CASE("a CBF file bears being cut and flipped", "[importers][cbf]") {
  const std::string good = document("<Name>局</Name>", kMoves);
  check_bears_damage("cbf", good);
  const Game cut = read_one_game("cbf", good.substr(0, good.find("<Move value=\"26")));
  CHECK(cut.header.title == "局");
  CHECK(lines_as_iccs(cut.tree) == std::vector<std::string>{"h2e2 b9c7"});
  CHECK(has_note(cut, Note::Kind::Cut));
  CHECK(read_one_error("cbf", "<other/>").code == Error::Code::NoGame);
  CHECK(read_one_error("cbf", "<x").code == Error::Code::BadHeader);
}

TEST_CASE("the CBF files of the shared corpus are read whole and come back equal",
          "[importers][cbf]") {
  const auto folder = corpus("cbf");
  if (folder.empty()) return;
  std::vector<Game> games;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    CAPTURE(entry.path().string());
    const std::string bytes = file_bytes(entry.path().string());
    CHECK(recognise("x", as_bytes(bytes)) == find_record_format("cbf"));
    games.push_back(read_one_game("cbf", bytes));
    Losses losses;
    CHECK(read_one_game("cbf", write_games("cbf", {games.back()}, &losses)) == games.back());
    CHECK(losses.empty());
  }
  CHECK(games.size() == 3);
  CHECK(move_count(games) == 15367);
  // The same book as CBR, version 1.
  const Game book = read_one_game(
      "cbf", file_bytes((folder / "zfdang-chess-fish/棋谱/sample_22_ccbridge.cbf").string()));
  const Game twin = read_one_game(
      "cbr",
      file_bytes((corpus("cbr") / "zfdang-chess-fish/棋谱/sample_23_ccbridge.cbr").string()));
  CHECK(book.tree == twin.tree);
}
