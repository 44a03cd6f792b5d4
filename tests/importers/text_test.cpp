// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/text.h"
#include "importers/record_format.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

const RecordFormat& text_format() {
  const RecordFormat* format = find_record_format("text");
  REQUIRE(format != nullptr);
  return *format;
}

std::vector<Record> read(std::string_view bytes) {
  std::vector<Record> records;
  text_format().read(as_bytes(bytes), {},
                     [&](Record record) { records.push_back(std::move(record)); });
  return records;
}

const Game& game_of(const Record& record) {
  if (const auto* error = std::get_if<Error>(&record.found)) FAIL(error->message);
  REQUIRE(std::holds_alternative<Game>(record.found));
  return std::get<Game>(record.found);
}

Game read_game(std::string_view bytes) {
  const auto records = read(bytes);
  REQUIRE(records.size() == 1);
  return game_of(records[0]);
}

Error read_error(std::string_view bytes) {
  const auto records = read(bytes);
  REQUIRE(records.size() == 1);
  REQUIRE(std::holds_alternative<Error>(records[0].found));
  return std::get<Error>(records[0].found);
}

std::string line_of(const Game& game) {
  std::string line;
  for (const Move move : game.tree.main_line()) {
    for (const Square square : {move.from(), move.to()}) {
      line += static_cast<char>('a' + square.file());
      line += static_cast<char>('0' + square.rank());
    }
    line += ' ';
  }
  return line.substr(0, line.empty() ? 0 : line.size() - 1);
}

// What is said after ply `ply` (0: before the first move).
std::string said_at(const Game& game, std::size_t ply) {
  const NodeId node = ply == 0 ? kRoot : game.tree.main_nodes().at(ply - 1);
  const Annotation* annotation = game.tree.annotation(node);
  return annotation == nullptr ? "" : annotation->comment;
}

std::string format_of(std::string_view name, std::string_view bytes) {
  const RecordFormat* format = recognise(name, as_bytes(bytes));
  return format == nullptr ? "" : std::string(format->name);
}

std::string tag(const Game& game, std::string_view name) {
  for (const Tag& other : game.header.others)
    if (other.name == name) return other.value;
  return "";
}

}  // namespace

// --- bare squares

TEST_CASE("ICCS moves that run together are a game, with a FEN on the next line",
          "[importers][text]") {
  const std::string text =
      "g4g9e7g9\n4ka3/4a2R1/b3b4/pR2N4/2p4n1/2P1c1C2/P5P1r/3CB4/4Ar3/2BAK3cw--01\nh2e2h9g7\n";
  CHECK(format_of("b171967fb5fd972cc9acfdfebfb54bf2", text) == "text");
  const auto records = read(text);
  REQUIRE(records.size() == 2);
  CHECK(line_of(game_of(records[0])) == "g4g9 e7g9");
  CHECK(to_fen(game_of(records[0]).start) ==
        "4ka3/4a2R1/b3b4/pR2N4/2p4n1/2P1c1C2/P5P1r/3CB4/4Ar3/2BAK3c w - - 0 1");
  CHECK(line_of(game_of(records[1])) == "h2e2 h9g7");
  CHECK(records[1].line == 3);
}

TEST_CASE("a run that does not start from the usual position needs a FEN", "[importers][text]") {
  const Error error = read_error("f4f8e9e8\n");
  CHECK(error.code == Error::Code::NeedsFen);
  CHECK(error.ply == 0);
}

TEST_CASE("four digits a move are read as rank and file where only that can be played",
          "[importers][text]") {
  const auto records = read("/7774/2124\n/9274/2124/9183/B\n\n/7774/x\n");
  REQUIRE(records.size() == 3);
  CHECK(line_of(game_of(records[0])) == "h2e2 b7e7");
  CHECK(line_of(game_of(records[1])) == "c0e2 b7e7 b0d1");
  CHECK(game_of(records[1]).header.outcome == Outcome::BlackWin);
  CHECK(records[2].line == 4);
}

TEST_CASE("pairs of digits count files from 1 or from 0, as can be played", "[importers][text]") {
  CHECK(line_of(read_game("87-57 20-32\n")) == "h2e2 b9c7");
  CHECK(line_of(read_game("77-47\n10-22 \n")) == "h2e2 b9c7");
}

TEST_CASE("plies of eight digits tell side, piece, squares and what is taken",
          "[importers][text]") {
  CHECK(line_of(read_game("16774700 24102200\n")) == "h2e2 b9c7");
}

TEST_CASE("the parameters of an applet are a game", "[importers][text]") {
  SECTION("ICCS moves from a layout of 32 squares") {
    // The fifth slot of a side is its king, the ninth a rook.
    std::string layout = "--,--,--,--,F0,--,--,--,A0";
    for (int i = 9; i < 32; ++i)
      layout += i == 20 ? ",E9" : ",--";
    const std::string page =
        "<html><body><applet code=\"JavaXQ.class\">\n<PARAM name=\"Position\" "
        "value=\"" +
        layout +
        "\">\n<PARAM NAME='MoveList' "
        "VALUE='A0-A9,E9-E8'>\n<param name=\"Event\" value=\"x\"></applet>";
    CHECK(format_of("game.html", page) == "text");
    const Game game = read_game(page);
    CHECK(to_fen(game.start) == "4k4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1");
    CHECK(line_of(game) == "a0a9 e9e8");
    CHECK(tag(game, "Event") == "x");
  }
  SECTION("pairs of digits, files from 1") {
    CHECK(line_of(read_game("<applet><param name=movelist value=\"87-57 20-32\"></applet>")) ==
          "h2e2 b9c7");
  }
  SECTION("a layout that is none") {
    CHECK(read_error("<applet><param name=\"position\" value=\"E0\"><param name=\"movelist\" "
                     "value=\"a0a1\"></applet>")
              .code == Error::Code::BadPosition);
  }
}

// --- words

TEST_CASE("an export of CCBridge is read with its remark and opening", "[importers][text]") {
  const Game game = read_game(
      "\xEF\xBB\xBF标题：五七炮对屏风马\r\n分类：\r\n来源：网络\r\n赛事：某杯\r\n日期：1999.12."
      "09\r\n"
      "红方：许银川\r\n红队：广东\r\n黑方：聂卫平\r\n解说：(Email:)\r\n"
      "ECCO：C66 五七炮对屏风马进７卒\r\n棋谱类型：摆谱全局/开局\r\n结果：未知\r\n"
      "FEN ：rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\r\n\r\n\r\n"
      "最新弈法\r\n\r\n\r\n  1. 炮二平五 马８进７\r\n  2. 马二进三\r\n");
  CHECK(game.header.title == "五七炮对屏风马");
  CHECK(game.header.event == "某杯");
  CHECK(game.header.red.name == "许银川");
  CHECK(game.header.red.team == "广东");
  CHECK(game.header.black.name == "聂卫平");
  CHECK(game.header.annotator.empty());
  CHECK(game.header.ecco == "C66");
  CHECK(game.header.opening == "五七炮对屏风马进７卒");
  CHECK(game.type == "摆谱全局/开局");
  CHECK(tag(game, "Source") == "网络");
  CHECK(said_at(game, 0) == "最新弈法");
  CHECK(line_of(game) == "h2e2 h9g7 h0g2");
  CHECK(game.notes.empty());
}

TEST_CASE("an export of dpxq keeps its footer", "[importers][text]") {
  const std::string text =
      "标题: 湖北 柳大华 和 上海 胡荣华\n分类: 全国赛\n赛事: 1980年全国赛\n轮次: 第01轮\n布局: B00 "
      "中炮局\n"
      "红方: 湖北 柳大华\n黑方: 上海 胡荣华\n结果: 和棋\n日期: 1980-09-01\n地点: 乐山\n"
      "红方团体: 湖北\n红方姓名: 柳大华\n黑方团体: 上海\n黑方姓名: 胡荣华\n\n"
      "1. 炮二平五　　马８进７\n2. 马二进三　　车９平８\n\n棋谱由 http://www.dpxq.com/ 生成\n";
  const Result<std::string> gbk = encode_text(text, "GB18030");
  REQUIRE(gbk);
  CHECK(format_of("1.txt", *gbk) == "text");
  CHECK(format_of("1.pgn", *gbk) == "text");
  const Game game = read_game(*gbk);
  CHECK(game.charset == "GB18030");
  CHECK(game.header.red.name == "柳大华");
  CHECK(game.header.red.team == "湖北");
  CHECK(game.header.outcome == Outcome::Draw);
  CHECK(game.header.site == "乐山");
  CHECK(game.header.ecco == "B00");
  CHECK(line_of(game) == "h2e2 h9g7 h0g2 i9h9");
  CHECK(tag(game, "Footer") == "棋谱由 http://www.dpxq.com/ 生成");
}

TEST_CASE("paragraphs between the moves of XQStudio are remarks on the move before",
          "[importers][text]") {
  const Game game = read_game(
      "--------------------\n标题: 例局\n红方: 甲\n黑方: 乙\n结果: 红胜\n评论: 丙\n"
      "--------------------\n  开头的话\n  1. 炮二平五 马８进７ 2. 马二进三\n"
      "  炮二平五是最常见的开局，\n  红方：先手。\n  2. ...... 车９平８\n"
      "  3. 车一平二 好棋！ 马２进３\n--------------------\n棋谱由XQStudio生成 2001\n");
  CHECK(line_of(game) == "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
  CHECK(said_at(game, 0) == "开头的话");
  CHECK(said_at(game, 3) == "炮二平五是最常见的开局，\n红方：先手。");
  CHECK(said_at(game, 5) == "好棋！");
  CHECK(game.header.annotator == "丙");
  CHECK(game.header.outcome == Outcome::RedWin);
  CHECK(tag(game, "Footer") == "棋谱由XQStudio生成 2001");
}

TEST_CASE("labels with blanks inside, several on a line, are told apart", "[importers][text]") {
  const Game game = read_game(
      "对局名称：例局 比赛日期：2016年12月27日20时 比赛地点：联众\n"
      "红    方：甲(id1)  耗时：2分24秒\n黑　　方：乙(id2)  耗时：3分\n比赛结果：黑方胜\n\n"
      "1. 炮二平五 马8进7\n");
  CHECK(game.header.title == "例局");
  CHECK(game.header.date_text == "2016年12月27日20时");
  CHECK(game.header.site == "联众");
  CHECK(tag(game, "RedTime") == "2分24秒");
  CHECK(tag(game, "BlackTime") == "3分");
  CHECK(game.header.outcome == Outcome::BlackWin);
  CHECK(game.header.red.name == "甲");
}

TEST_CASE("lines above and between those of a header are kept", "[importers][text]") {
  const Game game = read_game(
      "第三局\n红方：甲\n裁判：丁\n编号：7\n\n一段介绍\n\n黑方：乙\n结果：和棋\n\n1. 炮二平五\n");
  CHECK(game.header.title == "第三局");
  CHECK(tag(game, "编号") == "7");
  CHECK(tag(game, "Text") == "一段介绍");
  CHECK(game.header.black.name == "乙");
}

TEST_CASE("several records may stand in one text file", "[importers][text]") {
  const std::string one = "标题: 第一局\n红方: 甲\n黑方: 乙\n结果: 红胜\n\n1. 炮二平五 马8进7\n\n";
  const std::string two =
      "标题: 第二局\n红方: 丙\n黑方: 丁\n结果: 和棋\n\n1. 兵七进一\n红方: 是错的\n";
  const auto records = read(one + two);
  REQUIRE(records.size() == 2);
  CHECK(game_of(records[0]).header.title == "第一局");
  CHECK(game_of(records[1]).header.title == "第二局");
  CHECK(records[1].offset == one.size());
  CHECK(records[1].line == 8);
  CHECK(said_at(game_of(records[1]), 1) == "红方: 是错的");
}

TEST_CASE("a broken record in a text file costs its neighbours nothing", "[importers][text]") {
  const std::string good = "标题: 甲局\n红方: 甲\n黑方: 乙\n\n1. 炮二平五 马8进7\n\n";
  const auto records =
      read(good + "标题: 坏局\n红方: 丙\n黑方: 丁\n\n1. 车五进三 马8进7\n\n" + good);
  REQUIRE(records.size() == 3);
  REQUIRE(std::holds_alternative<Error>(records[1].found));
  const Error& error = std::get<Error>(records[1].found);
  CHECK(error.code == Error::Code::NeedsFen);
  CHECK(error.line == 11);
  CHECK(error.text == "车五进三");
  CHECK(line_of(game_of(records[2])) == "h2e2 h9g7");
}

TEST_CASE("a text file of WXF is read between START and END", "[importers][text]") {
  const std::string text =
      "FORMAT WXF\nGAME 1\nEVENT PlayOK game ; 5 min\nSITE playok.com\nDATE 2026-09-03 16:20:58\n"
      "RED anna ; 1500 ;\nBLACK bob ; 1400\nRESULT 1-0\n\nSTART{\n  1. C8.5 c2.5 [quick] 2. H8+7\n"
      "{well}\n}END\n";
  CHECK(format_of("a.txt", text) == "text");
  const Game game = read_game(text);
  CHECK(line_of(game) == "b2e2 b7e7 b0c2");
  CHECK(game.header.event == "PlayOK game");
  CHECK(game.header.red.name == "anna");
  CHECK(game.header.red.rating == "1500");
  CHECK(game.header.black.rating == "1400");
  CHECK(game.header.outcome == Outcome::RedWin);
  CHECK(said_at(game, 2) == "quick");
  CHECK(said_at(game, 3) == "well");
  CHECK(read(text + "\n" + text).size() == 2);
}

TEST_CASE("a list of games has two names and an event above the moves", "[importers][text]") {
  const std::string text =
      "ZHAO GuoRong - KE YongQing\nZhongli Cup 1997 EOD\nh2e2 h9g7 h0g2\n\n"
      "LIU DianZhong - LIU DaHua\nJiafun Cup EOD\nh2e2 b9c7\n";
  CHECK(format_of("games.pgn", text) == "text");
  const auto records = read(text);
  REQUIRE(records.size() == 2);
  const Game& game = game_of(records[0]);
  CHECK(game.header.red.name == "ZHAO GuoRong");
  CHECK(game.header.black.name == "KE YongQing");
  CHECK(game.header.event == "Zhongli Cup 1997");
  CHECK(line_of(game) == "h2e2 h9g7 h0g2");
  CHECK(line_of(game_of(records[1])) == "h2e2 b9c7");
  CHECK(records[1].line == 5);
}

TEST_CASE("moves under a FEN are a game from there", "[importers][text]") {
  SECTION("a line a move, the result last") {
    const Game game = read_game("4k4/9/9/9/9/9/9/9/4R4/3K5 w\n车五进一\n将5平6\n红胜\n");
    CHECK(line_of(game) == "e1e2 e9f9");
    CHECK(game.header.result_text == "红胜");
  }
  SECTION("all on one line, between commas") {
    const Game game =
        read_game("9/3k5/4c4/4N4/9/6R2/9/5p3/4r4/5K3 w, g4g8 d8d9 e6c7 d9e9 g8g9, 1-0");
    CHECK(line_of(game) == "g4g8 d8d9 e6c7 d9e9 g8g9");
    CHECK(game.header.result_text == "1-0");
    CHECK(game.notes.empty());
  }
}

TEST_CASE("a board of 90 letters gives the start", "[importers][text]") {
  std::string letters(90, 'Z');
  letters[4] = 'j';
  letters[9 * 9 + 3] = 'J';
  letters[9 * 8 + 4] = 'C';
  const Game game = read_game("标题: 残局\n红方: 甲\n" + letters + "\n\n1. 车五平六 将5平4\n");
  CHECK(to_fen(game.start) == "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1");
}

TEST_CASE("an ambiguous move of a text is settled by those after it", "[importers][text]") {
  const Game game = read_game(
      "标题: 例\nFEN: 4k4/9/9/9/9/4C4/9/4C4/9/3K5 w - - 0 1\n结果: 未知\n\n"
      "1. 炮五平一 将５进１\n2. 炮一进七\n");
  CHECK(line_of(game) == "e2i2 e9e8 i2i9");
}

TEST_CASE("texts of other formats are left to them", "[importers][text]") {
  CHECK(format_of("a.txt", "1. 炮二平五 马8进7\n2. 马二进三\n") == "pgn");
  CHECK(format_of("a.txt", "[Red \"甲\"]\n\n1. 炮二平五\n") == "pgn");
  CHECK(format_of("a.txt", "[DhtmlXQ]\n[DhtmlXQ_title]a[/DhtmlXQ_title]\n") == "dhtmlxq");
  CHECK(format_of("a.html", "<html><body></body></html>") == "dhtmlxq");
  CHECK(format_of("a.txt", "日期：今天\n作者：某人\n一篇文章。\n").empty());
}

TEST_CASE("the text files of the corpus are read whole", "[importers][text]") {
  const std::filesystem::path folder = std::filesystem::path(QIPU_SHARED_DIR) / "corpus/other";
  if (!std::filesystem::exists(folder)) {
    WARN("no corpus");
    return;
  }
  const auto read_file = [&](const char* name) {
    std::ifstream in(folder / name, std::ios::binary);
    return read(std::string(std::istreambuf_iterator<char>(in), {}));
  };
  const auto bridge = read_file("zfdang-chess-fish/棋谱/sample_04x.txt");
  REQUIRE(bridge.size() == 1);
  CHECK(game_of(bridge[0]).tree.ply_count() == 45);
  const auto past = read_file("kirakira-zaixianxiangqi/testdata/past_games.txt");
  CHECK(past.size() == 193);
  std::size_t marked = 0;
  for (const Record& record : past)
    if (!game_of(record).notes.empty()) ++marked;
  CHECK(marked == 0);
}
