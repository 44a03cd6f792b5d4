// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../support/format_reading.h"
#include "base/text.h"
#include "importers/record_format.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

const RecordFormat& dhtmlxq() {
  const RecordFormat* format = find_record_format("dhtmlxq");
  REQUIRE(format != nullptr);
  return *format;
}

std::vector<Record> read(std::string_view bytes, const ReadOptions& options = {}) {
  std::vector<Record> records;
  dhtmlxq().read(as_bytes(bytes), options,
                 [&](Record record) { records.push_back(std::move(record)); });
  return records;
}

Game read_game(std::string_view bytes, const ReadOptions& options = {}) {
  const std::vector<Record> records = read(bytes, options);
  REQUIRE(records.size() == 1);
  const Game* game = std::get_if<Game>(&records[0].found);
  REQUIRE(game != nullptr);
  return *game;
}

std::string write(const Game& game, Losses* losses = nullptr,
                  const std::string& charset = "UTF-8") {
  std::string bytes;
  const auto writer =
      dhtmlxq().writer([&](std::string_view part) { bytes += part; }, {.charset = charset});
  writer->write(game);
  writer->finish();
  if (losses != nullptr) *losses = writer->losses();
  return bytes;
}

std::string iccs(Move move) {
  const auto square = [](Square s) {
    return std::string{static_cast<char>('a' + s.file()), static_cast<char>('0' + s.rank())};
  };
  return square(move.from()) + square(move.to());
}

std::string line_to(const MoveTree& tree, NodeId leaf) {
  std::string line;
  for (NodeId node = leaf; node != kRoot; node = tree[node].parent)
    line.insert(0, iccs(tree[node].move) + (line.empty() ? "" : " "));
  return line;
}

// The remarks by the line that leads to them.
std::map<std::string, std::string> comments_of(const MoveTree& tree) {
  std::map<std::string, std::string> comments;
  for (const auto& [node, annotation] : tree.annotations())
    if (!annotation.comment.empty()) comments[line_to(tree, node)] = annotation.comment;
  return comments;
}

using Lines = std::vector<std::string>;

// The vectors of formats/dhtmlxq.md, section 9.
const std::string kVariations =
    "[DhtmlXQ]\n"
    "[DhtmlXQ_movelist]774772427967706226256364171580706665[/DhtmlXQ_movelist]\n"
    "[DhtmlXQ_move_0_5_1]8979807079706270[/DhtmlXQ_move_0_5_1]\n"
    "[DhtmlXQ_move_0_5_2]1927102289798070[/DhtmlXQ_move_0_5_2]\n"
    "[DhtmlXQ_comment5]a||b[/DhtmlXQ_comment5]\n"
    "[DhtmlXQ_comment1_8]end[/DhtmlXQ_comment1_8]\n"
    "[DhtmlXQ_blacktime][/DhtmlXQ_time]\n"
    "[DhtmlXQ_result]和棋[/DhtmlXQ_result]\n"
    "[/DhtmlXQ]\n";
const std::string kNested =
    "[DhtmlXQ_movelist]77471022[/DhtmlXQ_movelist]"
    "[DhtmlXQ_move_1_2_2]6364[/DhtmlXQ_move_1_2_2]"
    "[DhtmlXQ_move_0_1_1]26257242[/DhtmlXQ_move_0_1_1]";
const std::string kBlackFirst =
    "[DhtmlXQ_binit]9999993949489999999999999999999999999999309999999999994699999999"
    "[/DhtmlXQ_binit][DhtmlXQ_movelist]46364857[/DhtmlXQ_movelist]";

}  // namespace

TEST_CASE("digits that make no whole DhtmlXQ move are dropped with a note",
          "[importers][dhtmlxq]") {
  const Game game = read_game("[DhtmlXQ][DhtmlXQ_movelist]774712222[/DhtmlXQ_movelist][/DhtmlXQ]");
  CHECK(lines_as_iccs(game.tree) == Lines{"h2e2 b7c7"});
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].kind == Note::Kind::Repaired);
  CHECK(game.charset.empty());
}

TEST_CASE("DhtmlXQ side lines and remarks are read", "[importers][dhtmlxq]") {
  const Game game = read_game(kVariations);
  CHECK(lines_as_iccs(game.tree) == Lines{"h2e2 h7e7 h0g2 h9g7 c3c4 g6g5 b2b4 i9h9 g3g4",
                                          "h2e2 h7e7 h0g2 h9g7 i0h0 i9h9 h0h9 g7h9",
                                          "h2e2 h7e7 h0g2 h9g7 b0c2 b9c7 i0h0 i9h9"});
  CHECK(comments_of(game.tree) ==
        std::map<std::string, std::string>{{"h2e2 h7e7 h0g2 h9g7 c3c4", "a\nb"},
                                           {"h2e2 h7e7 h0g2 h9g7 i0h0 i9h9 h0h9 g7h9", "end"}});
  CHECK(game.header.outcome == Outcome::Draw);
  CHECK(game.header.result_text.empty());
  CHECK(game.notes.empty());
}

TEST_CASE("a DhtmlXQ diagram with a black first move is Black's to move", "[importers][dhtmlxq]") {
  const Game game = read_game(kBlackFirst);
  CHECK(to_fen(game.start) == "3k5/9/9/9/9/9/4p4/9/4A4/3AK4 b - - 0 1");
  CHECK(lines_as_iccs(game.tree) == Lines{"e3d3 e1f2"});
}

TEST_CASE("DhtmlXQ lines hang on each other in whatever order they come", "[importers][dhtmlxq]") {
  const Game game = read_game(kNested);
  CHECK(lines_as_iccs(game.tree) == Lines{"h2e2 b9c7", "c3c4 h7e7", "c3c4 g6g5"});
  CHECK(game.notes.empty());
}

TEST_CASE("a DhtmlXQ line for the wrong side is dropped with a note", "[importers][dhtmlxq]") {
  std::string text = kNested;
  text.replace(text.find("6364"), 4, "6665");
  const Game game = read_game(text);
  CHECK(lines_as_iccs(game.tree) == Lines{"h2e2 b9c7", "c3c4 h7e7"});
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].kind == Note::Kind::DroppedMoves);
}

TEST_CASE("DhtmlXQ lines that leave nothing are dropped with one note", "[importers][dhtmlxq]") {
  const Game game = read_game(
      "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_7_2_8]1022[/DhtmlXQ_move_7_2_8]"
      "[DhtmlXQ_move_0_9_1]1022[/DhtmlXQ_move_0_9_1][DhtmlXQ_move_0_0_3]2625[/DhtmlXQ_move_0_0_3]");
  CHECK(lines_as_iccs(game.tree) == Lines{"h2e2"});
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].text.substr(0, 2) == "3 ");
}

TEST_CASE("moves in a page's script are read", "[importers][dhtmlxq]") {
  const Game game = read_game(
      "<html><script>var DhtmlXQ_movelist = '[0_1_0]77471022[/0_1_0][0_1_1]2625[/0_1_1]';"
      "</script></html>");
  CHECK(lines_as_iccs(game.tree) == Lines{"h2e2 b9c7", "c3c4"});
}

TEST_CASE("moves in a page's script go to the block whose movelist is empty",
          "[importers][dhtmlxq]") {
  const Game game = read_game(
      "<html><script>var DhtmlXQ_movelist = "
      "'[DhtmlXQ_movelist]77471022[/DhtmlXQ_movelist]';</script><div>[DhtmlXQ]<br>"
      "[DhtmlXQ_title]one[/DhtmlXQ_title][DhtmlXQ_movelist][/DhtmlXQ_movelist][/DhtmlXQ]</div>");
  CHECK(game.header.title == "one");
  CHECK(lines_as_iccs(game.tree) == Lines{"h2e2 b9c7"});
}

TEST_CASE("a block in the address of a frame is read, encoded once or twice",
          "[importers][dhtmlxq]") {
  const std::string once =
      "<iframe name='NoFile_%5BDhtmlXQiFrame%5D%5BDhtmlXQ_movelist%5D7747%5B%2FDhtmlXQ_movelist%5D"
      "%5BDhtmlXQ_title%5D%u5E7F%u4E1C%5B/DhtmlXQ_title%5D%5B%2FDhtmlXQiFrame%5D'>";
  std::string twice;
  for (const char c : once)
    twice += c == '%' ? std::string("%25") : std::string(1, c);
  for (const std::string& page : {once, twice}) {
    CHECK(dhtmlxq().recognises(as_bytes(page)));
    const Game game = read_game(page);
    CHECK(game.header.title == "广东");
    CHECK(lines_as_iccs(game.tree) == Lines{"h2e2"});
  }
}

TEST_CASE("entities count in a page and not in plain text", "[importers][dhtmlxq]") {
  const std::string block =
      "[DhtmlXQ][DhtmlXQ_title]A &amp; B &#24191;[/DhtmlXQ_title]"
      "[DhtmlXQ_comment0]x<br/>y\\u5E7F[/DhtmlXQ_comment0]"
      "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";
  CHECK(read_game("<div>" + block).header.title == "A & B 广");
  CHECK(read_game(block).header.title == "A &amp; B &#24191;");
  CHECK(read_game(block).tree.annotation(kRoot)->comment == "x\ny广");
}

TEST_CASE("each DhtmlXQ opener starts a game, and so does a second bare movelist",
          "[importers][dhtmlxq]") {
  const std::string tag = "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]";
  const std::string wrapped =
      "x\n[DhtmlXQ]" + tag + "[/DhtmlXQ]\n\n[DhtmlXQHTML]" + tag + "[/DhtmlXQHTML]";
  const std::vector<Record> two = read(wrapped);
  REQUIRE(two.size() == 2);
  CHECK(two[0].line == 2);
  CHECK(wrapped.substr(two[0].offset, two[0].size) == "[DhtmlXQ]" + tag + "[/DhtmlXQ]");
  CHECK(two[1].line == 4);
  CHECK(wrapped.substr(two[1].offset, two[1].size) == "[DhtmlXQHTML]" + tag + "[/DhtmlXQHTML]");
  const std::vector<Record> bare = read("[DhtmlXQ_title]a[/DhtmlXQ_title]" + tag + tag);
  REQUIRE(bare.size() == 2);
  CHECK(std::get<Game>(bare[0].found).header.title == "a");
  CHECK(std::get<Game>(bare[1].found).header.title.empty());
}

TEST_CASE("text without a DhtmlXQ block gives one error", "[importers][dhtmlxq]") {
  for (const char* text : {"", "<html><body>nothing</body></html>", "[DhtmlXQ][/DhtmlXQ]",
                           "[DhtmlXQ_", "[/DhtmlXQ]", "[DhtmlXQ_movelist"}) {
    CAPTURE(text);
    const std::vector<Record> records = read(text);
    REQUIRE(records.size() == 1);
    CHECK(std::get<Error>(records[0].found).code == Error::Code::NoGame);
  }
}

TEST_CASE("players are split into team, name and title", "[importers][dhtmlxq]") {
  const auto player = [](const std::string& tags) {
    return read_game(tags + "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]").header.red;
  };
  CHECK(player("[DhtmlXQ_red]湖北 洪智[/DhtmlXQ_red]") ==
        PlayerHeader{.name = "洪智", .team = "湖北"});
  CHECK(player("[DhtmlXQ_red]湖北 洪智 (特级大师)[/DhtmlXQ_red]") ==
        PlayerHeader{.name = "洪智", .team = "湖北", .title = "特级大师"});
  CHECK(player("[DhtmlXQ_red]湖北 洪智[/DhtmlXQ_red][DhtmlXQ_redteam]湖北[/DhtmlXQ_redteam]") ==
        PlayerHeader{.name = "洪智", .team = "湖北"});
  CHECK(player("[DhtmlXQ_red]x y z[/DhtmlXQ_red][DhtmlXQ_redname]洪 智[/DhtmlXQ_redname]") ==
        PlayerHeader{.name = "洪 智"});
  CHECK(player("[DhtmlXQ_red]LIU DaHua[/DhtmlXQ_red]") == PlayerHeader{.name = "LIU DaHua"});
}

TEST_CASE("results in other words are kept beside their meaning", "[importers][dhtmlxq]") {
  const auto header = [](const std::string& result) {
    return read_game("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_result]" + result +
                     "[/DhtmlXQ_result]")
        .header;
  };
  CHECK(header("红胜").outcome == Outcome::RedWin);
  CHECK(header("红胜").result_text.empty());
  CHECK(header("L").outcome == Outcome::BlackWin);
  CHECK(header("L").result_text == "L");
  CHECK(header("未知").result_text.empty());
  CHECK(header("封盘").outcome == Outcome::Unknown);
  CHECK(header("封盘").result_text == "封盘");
}

TEST_CASE("a faulty binit is noted, and the usual start taken", "[importers][dhtmlxq]") {
  const Game game =
      read_game("[DhtmlXQ_binit]12345[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]");
  CHECK(game.has_usual_start());
  CHECK(has_note(game, Note::Kind::Guessed));
  CHECK(lines_as_iccs(game.tree) == Lines{"h2e2"});
}

TEST_CASE("GBK and Big5 blocks are decoded by their content", "[importers][dhtmlxq]") {
  const std::string text =
      "[DhtmlXQ]\n[DhtmlXQ_title]許銀川先勝呂欽的一局實戰[/DhtmlXQ_title]\n"
      "[DhtmlXQ_comment0]紅方先走中炮，黑方應以屏風馬，這是最常見的開局[/DhtmlXQ_comment0]\n"
      "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";
  for (const char* charset : {"GB18030", "Big5-HKSCS", "UTF-8"}) {
    CAPTURE(charset);
    const Result<std::string> bytes = encode_text(text, charset);
    REQUIRE(bytes);
    const Game game = read_game(*bytes);
    CHECK(game.header.title == "許銀川先勝呂欽的一局實戰");
    CHECK(game.charset == charset);
  }
}

TEST_CASE("what is written as DhtmlXQ is read back equal", "[importers][dhtmlxq]") {
  Game game = read_game(kVariations);
  game.header.title = "广东许银川 先胜 河北李来群";
  game.header.event = "第十届“银荔杯”";
  game.header.date_text = "1999-05-14";
  game.header.site = "北京";
  game.header.round = "第03轮";
  game.header.red = {.name = "许银川", .team = "广东", .rating = "2600", .title = "特级大师"};
  game.header.black = {.name = "李 来群", .team = "", .rating = "", .title = ""};
  game.header.result_text = "1/2-1/2";
  game.header.annotator = "某某";
  game.header.author = "他人";
  game.header.ecco = "B20";
  game.header.opening = "中炮对三步虎";
  game.header.variation = "变例";
  game.header.others = {{"Table", "1"}, {"TimeControl", "60'"}, {"Title2", "二"}, {"x-y.2", "z"}};
  game.type = "全局";
  game.tree.annotate(kRoot).comment = "开头\n\n第二段 [Event \"x\"] 1-0";
  for (const char* charset : {"UTF-8", "GB18030"}) {
    Losses losses;
    const std::string text = write(game, &losses, charset);
    CHECK(losses.empty());
    CHECK(read_game(text) == game);
  }
  for (const std::string& text : {kNested, kBlackFirst}) {
    const Game other = read_game(text);
    CHECK(read_game(write(other)) == other);
  }
}

TEST_CASE("diagrams are written as DhtmlXQ with their side to move", "[importers][dhtmlxq]") {
  for (const char* fen :
       {"3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/9/9/PPPPPP3/9/9/9/9/9/4K4 w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1"}) {
    Game game;
    const auto start = parse_fen(fen);
    REQUIRE(start);
    game.start = *start;
    Losses losses;
    CHECK(read_game(write(game, &losses)) == game);
    CHECK(losses.empty());
  }
}

TEST_CASE("text that DhtmlXQ would read otherwise is counted as changed", "[importers][dhtmlxq]") {
  for (const char* comment : {"a||b", "[DhtmlXQ] is a mark", "a<br>b", "\\u5E7F", "[/DhtmlXQ_x]"}) {
    CAPTURE(comment);
    Game game;
    game.tree.annotate(kRoot).comment = comment;
    Losses losses;
    const std::string text = write(game, &losses);
    CHECK(losses.size() == 1);
    CHECK(read(text).size() == 1);
  }
}

TEST_CASE("many games are written one after the other as DhtmlXQ", "[importers][dhtmlxq]") {
  std::string bytes;
  const auto writer = dhtmlxq().writer([&](std::string_view part) { bytes += part; }, {});
  const Game one = read_game(kVariations);
  const Game two = read_game(kNested);
  writer->write(one);
  writer->write(two);
  writer->finish();
  const std::vector<Record> records = read(bytes);
  REQUIRE(records.size() == 2);
  CHECK(std::get<Game>(records[0].found) == one);
  CHECK(std::get<Game>(records[1].found) == two);
}

TEST_CASE("DhtmlXQ lines that climb through many others take linear time", "[importers][dhtmlxq]") {
  // Each line leaves the one before it one ply later; then as many leave the last one near the
  // root.
  const std::vector<std::string> cycle{"8988", "8081", "8889", "8180"};
  constexpr std::size_t kLines = 20'000;
  std::string text = "[DhtmlXQ_movelist]8988[/DhtmlXQ_movelist]";
  for (std::size_t i = 1; i <= kLines; ++i) {
    text += "[DhtmlXQ_move_" + std::to_string(i - 1) + "_" + std::to_string(i + 1) + "_" +
            std::to_string(i) + "]" + cycle[i % 4] + "[/DhtmlXQ_]";
  }
  for (std::size_t i = 1; i <= kLines; ++i) {
    text += "[DhtmlXQ_move_" + std::to_string(kLines) + "_2_" + std::to_string(kLines + i) +
            "]1022[/DhtmlXQ_]";
  }
  const Game game = read_game(text);
  CHECK(game.notes.empty());
  CHECK(game.tree.ply_count() == kLines + 1);
  CHECK(game.tree.branch_count() == 1);
}

TEST_CASE("the DhtmlXQ records of the shared corpus are read whole", "[importers][dhtmlxq]") {
  const std::filesystem::path folder = std::filesystem::path(QIPU_SHARED_DIR) / "corpus/dhtmlxq";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: no shared corpus");
    return;
  }
  std::size_t games = 0;
  std::size_t plies = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    CAPTURE(entry.path().filename().string());
    CHECK(dhtmlxq().recognises(as_bytes(bytes.substr(0, 4096))));
    const Game game = read_game(bytes);
    CHECK(game.notes.empty());
    CHECK(read_game(write(game)) == game);
    ++games;
    plies += game.tree.ply_count();
  }
  CHECK(games == 17);
  CHECK(plies == 1472);
}

TEST_CASE("the XQF and DhtmlXQ samples hold what their manifest says", "[importers]") {
  const std::filesystem::path folder = std::filesystem::path(QIPU_SOURCE_DIR) / "data-samples";
  std::ifstream manifest(folder / "manifest.tsv");
  REQUIRE(manifest);
  std::map<std::string, std::vector<Record>> files;
  std::size_t games = 0;
  std::string row;
  while (std::getline(manifest, row)) {
    std::vector<std::string> cells;
    std::istringstream columns(row);
    for (std::string cell; std::getline(columns, cell, '\t');)
      cells.push_back(cell);
    const std::string format = cells[0].substr(0, cells[0].find('/'));
    if (format != "xqf" && format != "dhtmlxq") continue;
    CAPTURE(row);
    REQUIRE(cells.size() == 9);
    if (files.count(cells[0]) == 0) {
      std::ifstream in(folder / cells[0], std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      find_record_format(format)->read(as_bytes(bytes), {}, [&](Record record) {
        files[cells[0]].push_back(std::move(record));
      });
    }
    const std::vector<Record>& records = files[cells[0]];
    const std::size_t ordinal = std::stoul(cells[1]);
    REQUIRE(ordinal <= records.size());
    REQUIRE(std::holds_alternative<Game>(records[ordinal - 1].found));
    Game game = std::get<Game>(records[ordinal - 1].found);
    normalise(game);
    CHECK(game.notes.empty());
    CHECK(game.header.red.name == cells[2]);
    CHECK(game.header.black.name == cells[3]);
    CHECK(game.header.event == cells[4]);
    CHECK(to_iso(game.header.date) == cells[5]);
    const std::map<std::string, Outcome> outcomes{
        {"red", Outcome::RedWin}, {"black", Outcome::BlackWin}, {"draw", Outcome::Draw}};
    CHECK(game.header.outcome == outcomes.at(cells[6]));
    CHECK_FALSE(game.header.has_conflicting_result);
    CHECK(game.tree.ply_count() == std::stoul(cells[7]));
    CHECK(lines_as_iccs(game.tree) == Lines{cells[8]});
    ++games;
  }
  CHECK(games == 134);
}

TEST_CASE("a DHJHtmlXQ block is read as the DhtmlXQ it stands for", "[importers][dhtmlxq]") {
  const std::string golden =
      "[DHJHtmlXQ][DHJHtmlXQ_34]72421927[/DHJHtmlXQ_34][/DHJHtmlXQ]";  // others.md, section 12
  CHECK(dhtmlxq().recognises(as_bytes(golden)));
  const Game game = read_game(golden);
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2 b9c7"});
  CHECK(game.notes.empty());

  const std::string text =
      "posted:\n[DHJHtmlXQ]\n[DHJHtmlXQ_10]题[/DHJHtmlXQ_10]\n[DHJHtmlXQ_13]2010-05-01"
      "[/DHJHtmlXQ_13]\n[DHJHtmlXQ_17]湖北 洪智[/DHJHtmlXQ_17][DHJHtmlXQ_28]黑胜[/DHJHtmlXQ_28]"
      "[DHJHtmlXQ_31]***k******************************************************p****"
      "*************A*******AK****"
      "[/DHJHtmlXQ_31][DHJHtmlXQ_32]1[/DHJHtmlXQ_32]"
      "[DHJHtmlXQ_34]4333[/DHJHtmlXQ_34][DHJHtmlXQ_99]new[/DHJHtmlXQ_99]"
      "[game_comment_0_0]开||局[/comment_0_0][game_comment_0_1]末[/comment_0_1][/DHJHtmlXQ]\n"
      "[DHJHtmlXQ][DHJHtmlXQ_34]7242[/DHJHtmlXQ_34][/DHJHtmlXQ]";
  const std::vector<Record> records = read(text);
  REQUIRE(records.size() == 2);
  CHECK(records[0].line == 2);
  CHECK(records[0].offset == text.find('['));
  CHECK(records[1].line == 6);
  CHECK(records[1].offset == text.rfind("[DHJHtmlXQ]"));
  CHECK(records[1].offset + records[1].size == text.size());
  const Game& study = std::get<Game>(records[0].found);
  CHECK(to_fen(study.start) == "3k5/9/9/9/9/9/4p4/9/4A4/3AK4 b - - 0 1");
  CHECK(lines_as_iccs(study.tree) == std::vector<std::string>{"e3d3"});
  CHECK(study.header.title == "题");
  CHECK(study.header.red.team == "湖北");
  CHECK(study.header.outcome == Outcome::BlackWin);
  CHECK(study.header.others == std::vector<Tag>{{"DHJHtmlXQ_99", "new"}});
  CHECK(study.tree.annotation(kRoot)->comment == "开\n局");
  CHECK(study.tree.annotation(1)->comment == "末");
}

TEST_CASE("JSON with the digits of DhtmlXQ is read, plies counted from the start of each line",
          "[importers][dhtmlxq]") {
  // Line 1 leaves the main line with its second ply, line 2 leaves line 1 with line 1's second.
  const std::string json = R"({"code":0,"data":[{"title":"题","movelist":"774710227967",)"
                           R"("movetag":{"1-2-2":{"msg":"19272324"},"0-2-1":"72427967"},)"
                           R"("commentv2":{"1":"a||b","1-2":[{"msg":"c"},"d"],"2-1":"e"},)"
                           R"("red":"湖北 洪智","mode":3}]})";
  CHECK(dhtmlxq().recognises(as_bytes(json)));
  const Game game = read_game(json);
  CHECK(lines_as_iccs(game.tree) ==
        std::vector<std::string>{"h2e2 b9c7 h0g2", "h2e2 h7e7 h0g2", "h2e2 h7e7 b0c2 c6c5"});
  CHECK(game.header.title == "题");
  CHECK(game.header.red.name == "洪智");
  CHECK(game.header.others == std::vector<Tag>{{"mode", "3"}});
  std::map<std::string, std::string> comments;
  for (const auto& [node, annotation] : game.tree.annotations())
    comments[line_to(game.tree, node)] = annotation.comment;
  CHECK(comments == std::map<std::string, std::string>{
                        {"h2e2", "a\nb"}, {"h2e2 h7e7 h0g2", "c\nd"}, {"h2e2 h7e7 b0c2", "e"}});
}

TEST_CASE("JSON that holds no game, or is nested without end, gives one error",
          "[importers][dhtmlxq]") {
  for (const std::string& json :
       {std::string(R"({"movelist":3})"), std::string(R"({"movelist":"7747")"),
        R"({"movelist":)" + std::string(200000, '[') + std::string(200000, ']') + "}"}) {
    const std::vector<Record> records = read(json);
    REQUIRE(records.size() == 1);
    CHECK(std::get<Error>(records[0].found).code == Error::Code::NoGame);
  }
  CHECK_FALSE(dhtmlxq().recognises(as_bytes(R"({"moves":[1,2]})")));
}

TEST_CASE("damaged DHJHtmlXQ and JSON give records or errors", "[importers][dhtmlxq]") {
  check_bears_damage("dhtmlxq",
                     "[DHJHtmlXQ][DHJHtmlXQ_32]1[/DHJHtmlXQ_32][DHJHtmlXQ_34]7242[/DHJHtmlXQ_34]"
                     "[game_comment_0_1]x[/comment_0_1][/DHJHtmlXQ]");
  check_bears_damage("dhtmlxq",
                     R"({"movelist":"77471022","movetag":{"0-2-1":"7242","1-2-2":"8979"},)"
                     R"("commentv2":{"2-1":{"msg":"x"}},"binit":""})");
}
