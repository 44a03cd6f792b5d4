// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "importers/piece_slots.h"
#include "importers/record_format.h"
#include "importers/xqf_layout.h"
#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"

using namespace qipu;

namespace {

const RecordFormat& xqf() {
  const RecordFormat* format = find_record_format("xqf");
  REQUIRE(format != nullptr);
  return *format;
}

std::vector<Record> read(std::string_view bytes, const ReadOptions& options = {}) {
  std::vector<Record> records;
  xqf().read(as_bytes(bytes), options,
             [&](Record record) { records.push_back(std::move(record)); });
  return records;
}

Game read_game(std::string_view bytes, const ReadOptions& options = {}) {
  const std::vector<Record> records = read(bytes, options);
  REQUIRE(records.size() == 1);
  CHECK(records[0].size == bytes.size());
  const Game* game = std::get_if<Game>(&records[0].found);
  REQUIRE(game != nullptr);
  return *game;
}

std::string write(const Game& game, Losses* losses = nullptr) {
  std::string bytes;
  const auto writer = xqf().writer([&](std::string_view part) { bytes += part; }, {});
  writer->write(game);
  writer->finish();
  if (losses != nullptr) *losses = writer->losses();
  return bytes;
}

// Bytes of a dump: lines of "offset: hex hex ...", zeros where no line is, at least a header.
std::string bytes_of(std::initializer_list<const char*> lines) {
  std::string bytes(kXqfHeaderSize, '\0');
  for (const std::string line : lines) {
    std::size_t at = std::stoul(line, nullptr, 16);
    for (std::size_t i = line.find(':') + 1; i + 2 < line.size() + 0; i += 3) {
      if (at >= bytes.size()) bytes.resize(at + 1);
      bytes[at++] = static_cast<char>(std::stoi(line.substr(i, 3), nullptr, 16));
    }
  }
  return bytes;
}

std::string iccs(Move move) {
  const auto square = [](Square s) {
    return std::string{static_cast<char>('a' + s.file()), static_cast<char>('0' + s.rank())};
  };
  return square(move.from()) + square(move.to());
}

// All lines from the root to a leaf, "h2e2 b9c7", in the order of the tree.
std::vector<std::string> lines_as_iccs(const MoveTree& tree) {
  std::vector<std::string> lines;
  for (const NodeId leaf : tree.preorder()) {
    if (tree[leaf].first_child != kNoNode) continue;
    std::string line;
    for (NodeId node = leaf; node != kRoot; node = tree[node].parent)
      line.insert(0, iccs(tree[node].move) + (line.empty() ? "" : " "));
    lines.push_back(line);
  }
  return lines;
}

bool has_note(const Game& game, Note::Kind kind) {
  for (const Note& note : game.notes)
    if (note.kind == kind) return true;
  return false;
}

NodeId child(const MoveTree& tree, NodeId parent, std::string_view move) {
  for (NodeId node = tree[parent].first_child; node != kNoNode; node = tree[node].next_sibling)
    if (iccs(tree[node].move) == move) return node;
  FAIL("no child " << move);
  return kNoNode;
}

// The vectors of formats/xqf.md, section 9.
const std::string kPlain = bytes_of({
    "0000: 58 51 0A 00 00 00 00 00 00 00 00 00 00 00 00 00",
    "0010: 50 46 3C 32 28 1E 14 0A 00 48 0C 53 3F 2B 17 03",
    "0020: 09 13 1D 27 31 3B 45 4F 59 11 4D 06 1A 2E 42 56",
    "0030: 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00",
    "0050: 04 B2 E2 CA D4 00 00 00 00 00 00 00 00 00 00 00",
    "0110: 0A 32 30 32 30 2E 30 31 2E 30 32 00 00 00 00 00",
    "0130: 02 BC D7 00 00 00 00 00 00 00 00 00 00 00 00 00",
    "0140: 02 D2 D2 00 00 00 00 00 00 00 00 00 00 00 00 00",
    "0400: 18 20 F0 FF 00 00 00 00 60 4A F0 00 00 00 00 00",
    "0410: 67 63 00 00 00 00 00 00",
});
const std::string kKeyed = bytes_of({
    "0000: 58 51 12 AB 00 00 00 00 10 20 30 40 9A 11 22 33",
    "0010: 2B 21 17 0D 03 4B 0F 56 42 2E 1A 06 0C 16 20 2A",
    "0020: 34 3E 48 52 5C 14 50 09 1D 31 45 59 53 49 3F 35",
    "0030: 00 00 00 03 00 00 00 00 00 00 00 00 00 00 00 00",
    "0040: 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
    "0050: 04 B1 E4 D7 C5 00 00 00 00 00 00 00 00 00 00 00",
    "00D0: 02 C8 FC 00 00 00 00 00 00 00 00 00 00 00 00 00",
    "0400: 72 71 A2 21 12 21 22 60 DE 10 9F 8A C8 20 6A 59",
    "0410: F2 20 32 60 0A 20 DC E3 8F 5B 20 63 86 61 22 41",
    "0420: 68 35 82 21 79 3F 22 60",
});
const std::string kVersion11 = bytes_of({
    "0000: 58 51 0B 00 00 00 00 00 00 00 00 00 F1 03 05 07",
    "0010: A3 A4 A5 67 71 72 A9 AA AB AC AD AE AF B0 B1 B2",
    "0020: B3 B4 B5 B6 70 B8 B9 BA BB BC BD 74 BF C0 C1 C2",
    "0040: 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
    "0050: 04 B2 D0 BE D6 00 00 00 00 00 00 00 00 00 00 00",
    "0400: 58 51 80 00 3E 42 80 00 3C 41 00 00",
});
const std::string kPlainTree = bytes_of({
    "0000: 58 51 0A",
    "0010: 50 46 3C 32 28 1E 14 0A 00 48 0C 53 3F 2B 17 03",
    "0020: 09 13 1D 27 31 3B 45 4F 59 11 4D 06 1A 2E 42 56",
    "0400: 18 20 F0 FF 02 00 00 00 63 30 60 4A FF 00 00 00",
    "0410: 00 00 67 63 00 00 00 00 00 00 24 4A 00 00 00 00",
    "0420: 00 00",
});

// A plain file with the usual start and these bytes from 0x400.
std::string plain_file(const std::string& body) { return kPlain.substr(0, kXqfHeaderSize) + body; }

// A record of version 10.
std::string plain_record(const char* move, unsigned tag, const std::string& comment = {}) {
  std::string record;
  record += static_cast<char>((move[0] - 'a') * 10 + (move[1] - '0') + 24);
  record += static_cast<char>((move[2] - 'a') * 10 + (move[3] - '0') + 32);
  record += static_cast<char>(tag);
  record += '\0';
  for (unsigned shift = 0; shift < 32; shift += 8)
    record += static_cast<char>(comment.size() >> shift & 0xFFU);
  return record + comment;
}

const std::string kPlainRoot("\x18\x20\xF0\xFF\0\0\0\0", 8);

}  // namespace

TEST_CASE("a plain XQF file of version 10 is read", "[importers][xqf]") {
  const Game game = read_game(kPlain);
  CHECK(game.header.title == "测试");
  CHECK(game.header.date_text == "2020.01.02");
  CHECK(game.header.red.name == "甲");
  CHECK(game.header.black.name == "乙");
  CHECK(game.header.outcome == Outcome::RedWin);
  CHECK(game.type == "全局");
  CHECK(game.charset == "GB18030");
  CHECK(game.has_usual_start());
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2 h9g7"});
  CHECK(game.notes.empty());
}

TEST_CASE("a keyed XQF file of version 18 is read", "[importers][xqf]") {
  const Game game = read_game(kKeyed);
  CHECK(game.header.title == "变着");
  CHECK(game.header.event == "赛");
  CHECK(game.header.outcome == Outcome::Draw);
  CHECK(game.type == "布局");
  CHECK(game.has_usual_start());
  CHECK(lines_as_iccs(game.tree) ==
        std::vector<std::string>{"h2e2 b9c7 h0g2", "h2e2 h9g7", "c3c4 g6g5"});
  CHECK(game.tree.annotation(kRoot)->comment == "起");
  const NodeId reply = child(game.tree, child(game.tree, kRoot, "h2e2"), "b9c7");
  CHECK(game.tree.annotation(reply)->comment == "好");
  CHECK(game.notes.empty());
}

TEST_CASE("an XQF file of version 11 has keyed squares in plain order", "[importers][xqf]") {
  const Game game = read_game(kVersion11);
  CHECK(game.header.title == "残局");
  CHECK(to_fen(game.start) == "3k5/9/9/9/9/9/4p4/9/4A4/3AK4 b - - 0 1");
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"e3d3 e1d2"});
  CHECK(has_note(game, Note::Kind::Guessed));  // the header says that Red is to move
}

TEST_CASE("a plain XQF tree holds remarks and side lines", "[importers][xqf]") {
  const Game game = read_game(kPlainTree);
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2 h9g7", "b2e2"});
  CHECK(game.tree.annotation(kRoot)->comment == "c0");
  CHECK(game.charset.empty());  // ASCII leaves no choice
}

TEST_CASE("an XQF root that promises a move at the end of the file is a bare position",
          "[importers][xqf]") {
  const Game game = read_game(plain_file(kPlainRoot));
  CHECK(game.tree.size() == 1);
  CHECK(game.notes.empty());
}

TEST_CASE("the vectors are written as they were read, byte for byte", "[importers][xqf]") {
  for (const std::string& bytes : {kPlain, kKeyed, kVersion11, kPlainTree}) {
    const Game game = read_game(bytes);
    Losses losses;
    std::string again = to_xqf(game, XqfKeys::from_header(as_bytes(bytes)), losses);
    again[kXqfWhoPlay] = bytes[kXqfWhoPlay];  // version 11 above says Red though Black moves
    CHECK(again == bytes);
    CHECK(losses.empty());
    CHECK(read_game(write(game)) == game);
  }
}

TEST_CASE("version 18 of XQF is written as the published vector, byte for byte",
          "[importers][xqf]") {
  const WriteOptions options{.xqf_version = 18};
  std::string written;
  const auto writer = xqf().writer([&](std::string_view part) { written += part; }, options);
  const Game game = read_game(kKeyed);
  writer->write(game);
  CHECK(written == kKeyed);
  CHECK(writer->losses().empty());
  CHECK_THROWS_AS(xqf().writer([](std::string_view) {}, {.xqf_version = 17}), UsageError);
}

TEST_CASE("an XQF file that ends in its header gives one error and no game", "[importers][xqf]") {
  for (const std::size_t size : {0U, 1U, 2U, 3U, 500U, 1023U}) {
    const std::vector<Record> records = read(kPlain.substr(0, size));
    REQUIRE(records.size() == 1);
    const Error& error = std::get<Error>(records[0].found);
    CHECK(error.code == Error::Code::Truncated);
    CHECK(error.offset == size);
  }
}

TEST_CASE("a file without the XQF signature is refused", "[importers][xqf]") {
  std::string bytes = kPlain;
  bytes[0] = 'Y';
  CHECK(std::get<Error>(read(bytes)[0].found).code == Error::Code::BadHeader);
  CHECK_FALSE(xqf().recognises(as_bytes(bytes)));
  CHECK(xqf().recognises(as_bytes(kPlain)));
  CHECK_FALSE(xqf().recognises(as_bytes("XQ is short for Xiangqi")));
}

TEST_CASE("an XQF file cut anywhere gives the moves before the cut", "[importers][xqf]") {
  for (std::size_t size = kXqfHeaderSize; size < kKeyed.size(); ++size) {
    CAPTURE(size);
    const Game game = read_game(kKeyed.substr(0, size));
    CHECK(has_note(game, Note::Kind::Cut));
    CHECK(game.tree.size() < 8);
  }
}

TEST_CASE("text longer than its XQF field is cut at the field", "[importers][xqf]") {
  std::string bytes = kPlain;
  bytes.replace(0x130, 32,
                std::string("\x11") +
                    "\xBA\xFE\xB1\xB1\xD6\xD0\xD1\xCE\xBA\xEA\xB2\xA9\xC1\xF8\xB4" +
                    std::string("\x11") + "\xB9\xE3");
  bytes.resize(kPlain.size());
  const Game game = read_game(bytes);
  CHECK(game.header.red.name == "湖北中盐宏博柳");  // the half character is gone
  CHECK(game.header.black.name.substr(0, 3) == "广");
}

TEST_CASE("no control character of an XQF field enters a name", "[importers][xqf]") {
  std::string bytes = kPlain;
  bytes.replace(0x130, 7, std::string("\x06\t\xBC\r\xD7\n ", 7));
  bytes.replace(0x140, 6, std::string("\x05\xD2\xD2\0\x41\x42", 6));
  const Game game = read_game(bytes);
  CHECK(game.header.black.name == "乙");  // a zero ends it
  for (const char c : game.header.red.name)
    CHECK(static_cast<unsigned char>(c) >= 0x20);
}

TEST_CASE("an XQF name in a code page of its own is read as told, or keeps its bytes",
          "[importers][xqf]") {
  std::string bytes = kPlain;
  bytes.replace(0x50, 5, std::string(5, '\0'));
  bytes.replace(0x130, 13, "\x0CNguyen Th\xE0nh");
  bytes.replace(0x140, 3, std::string("\0\0\0", 3));
  CHECK(read_game(bytes, {.charset = "windows-1258"}).header.red.name == "Nguyen Thành");
  CHECK(read_game(bytes, {.fallback_charset = "windows-1258"}).header.red.name == "Nguyen Thành");
  CHECK(read_game(bytes).header.red.name == "Nguyen Th\\xE0nh");
  CHECK(read_game(bytes).tree.size() == 3);
  bytes.replace(0x130, 9,
                "\x08"
                "ABC \xD6\xD0\xB9\xFA");
  CHECK(read_game(bytes, {.fallback_charset = "windows-1258"}).header.red.name == "ABC 中国");
}

TEST_CASE("Big5 text in an XQF file is noticed", "[importers][xqf]") {
  std::string bytes = plain_file(kPlainRoot);
  const std::string comment =  // 許銀川先手應戰呂欽後來勝了
      "\xB3\x5C\xBB\xC8\xA4\x74\xA5\xFD\xA4\xE2\xC0\xB3\xBE\xD4\xA7\x66\xB4\xDC\xAB\xE1\xA8\xD3"
      "\xB3\xD3\xA4\x46";
  bytes.replace(0x50, 5, std::string(5, '\0'));
  bytes.replace(0x130, 7, "\x06\xB3\x5C\xBB\xC8\xA4\x74");
  bytes.replace(0x140, 5, "\x04\xA7\x66\xB4\xDC");
  bytes += plain_record("h2e2", 0, comment);
  const Game game = read_game(bytes);
  CHECK(game.header.red.name == "許銀川");
  CHECK(game.header.black.name == "呂欽");
  CHECK(game.charset == "Big5-HKSCS");
  CHECK(read_game(bytes, {.charset = "GB18030"}).header.red.name != "許銀川");
}

TEST_CASE("a GB2312 text in an XQF file is not taken for Big5", "[importers][xqf]") {
  // 第14轮 第3场 先和: read as Big5 these bytes are characters too.
  std::string bytes = plain_file(kPlainRoot);
  bytes.replace(0x50, 21, "\x14\xB5\xDA\x31\x34\xC2\xD6 \xB5\xDA\x33\xB3\xA1 \xCF\xC8\xBA\xCD  ");
  CHECK(read_game(bytes).header.title == "第14轮 第3场 先和");
}

TEST_CASE("line ends of XQF remarks are one kind and none at the end", "[importers][xqf]") {
  const std::string bytes =
      plain_file(kPlainRoot + plain_record("h2e2", 0, "one\r\ntwo\rthree\n\r\n\r\n"));
  const Game game = read_game(bytes);
  CHECK(game.tree.annotation(1)->comment == "one\ntwo\nthree");
  CHECK(read_game(write(game)) == game);
}

TEST_CASE("an illegal move in an XQF side line goes with its line, siblings stay",
          "[importers][xqf]") {
  // h2e2 (h2e3 h9g7; c3c4) h9g7
  const std::string bytes =
      plain_file(kPlainRoot + plain_record("h2e2", 0xFF) + plain_record("h9g7", 0) +
                 plain_record("h2e3", 0xFF) + plain_record("h9g7", 0) + plain_record("c3c4", 0));
  const Game game = read_game(bytes);
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2 h9g7", "c3c4"});
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].kind == Note::Kind::DroppedMoves);
  CHECK(game.notes[0].ply == 0);
}

TEST_CASE("an illegal move in the XQF main line cuts it and keeps the rest as text",
          "[importers][xqf]") {
  const std::string bytes = plain_file(kPlainRoot + plain_record("h2e2", 0xF0) +
                                       plain_record("h9g6", 0xF0) + plain_record("h0g2", 0));
  const Game game = read_game(bytes);
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2"});
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].kind == Note::Kind::Cut);
  CHECK(game.notes[0].ply == 1);
  CHECK(game.tree.annotation(1)->unread == "h9g6 h0g2");
}

TEST_CASE("squares off the board in an XQF tree are illegal moves", "[importers][xqf]") {
  const std::string bytes = plain_file(kPlainRoot + std::string("\xFF\xFF\0\0\0\0\0\0", 8));
  const Game game = read_game(bytes);
  CHECK(game.tree.size() == 1);
  CHECK(game.tree.annotation(kRoot)->unread == "????");
  CHECK(has_note(game, Note::Kind::Cut));
}

TEST_CASE("with allow_self_check a pinned piece of an XQF game may move", "[importers][xqf]") {
  const auto start = parse_fen("3k5/4r4/9/9/9/4R4/9/9/9/4K4 w - - 0 1");
  REQUIRE(start);
  Game game;
  game.start = *start;
  NodeId node = kRoot;
  for (const char* text : {"e4a4", "d9d8", "e0f0"})
    node = game.tree.add(
        node, {Square(text[0] - 'a', text[1] - '0'), Square(text[2] - 'a', text[3] - '0')});
  const std::string bytes = write(game);
  CHECK(read_game(bytes).tree.size() == 1);
  CHECK(read_game(bytes).tree.annotation(kRoot)->unread == "e4a4 d9d8 e0f0");
  const Game whole = read_game(bytes, {.allow_self_check = true});
  CHECK(lines_as_iccs(whole.tree) == std::vector<std::string>{"e4a4 d9d8 e0f0"});
  CHECK(has_note(whole, Note::Kind::Repaired));
}

TEST_CASE("XQF moves after a king is taken are dropped", "[importers][xqf]") {
  const auto start = parse_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1");
  REQUIRE(start);
  Game game;
  game.start = *start;
  game.tree.add(game.tree.add(kRoot, {Square(4, 1), Square(4, 9)}), {Square(3, 0), Square(3, 1)});
  const Game again = read_game(write(game));
  CHECK(lines_as_iccs(again.tree) == std::vector<std::string>{"e1e9"});
  CHECK(has_note(again, Note::Kind::IllegalStart));  // Black's king could be taken
  CHECK(has_note(again, Note::Kind::Cut));
}

TEST_CASE("an XQF diagram without kings is kept and not indexed", "[importers][xqf]") {
  Board board{};
  board[0] = Piece(Color::Red, PieceKind::Rook);
  Game game;
  game.start = Position::from_board(board, Color::Red);
  const Game again = read_game(write(game));
  CHECK(again.start == game.start);
  CHECK(kind_of(again) == GameKind::Position);
  CHECK(has_note(again, Note::Kind::IllegalStart));
  CHECK_FALSE(again.is_indexable());
}

TEST_CASE("equal XQF siblings become one node with both remarks", "[importers][xqf]") {
  const std::string bytes =
      plain_file(kPlainRoot + plain_record("h2e2", 0x0F, "a") + plain_record("h2e2", 0, "b"));
  const Game game = read_game(bytes);
  CHECK(game.tree.size() == 2);
  CHECK(game.tree.annotation(1)->comment == "a\nb");
}

TEST_CASE("XQF keys that do not add up are refused only with an illegal first move",
          "[importers][xqf]") {
  std::string bytes = kVersion11;
  bytes[0xC] = static_cast<char>(0xF2);
  CHECK(has_note(read_game(bytes), Note::Kind::Guessed));
  bytes[0xE] = 9;
  CHECK(std::get<Error>(read(bytes)[0].found).code == Error::Code::BadHeader);
}

TEST_CASE("an XQF result that is no result is unknown", "[importers][xqf]") {
  std::string bytes = kPlain;
  bytes[kXqfResult] = 4;
  CHECK(read_game(bytes).header.outcome == Outcome::Unknown);
}

TEST_CASE("what XQF cannot hold is counted when written", "[importers][xqf]") {
  Game game = read_game(kPlain);
  game.header.red = {.name = "胡荣华", .team = "上海", .rating = "2600", .title = "特级大师"};
  game.header.event = std::string(70, 'x');
  game.header.site = "一个很长的地名这里";  // nine characters, 18 bytes
  game.header.round = "3";
  game.header.others = {{"TimeControl", "60'"}, {"Weather", "rain"}};
  game.tree.annotate(1).nags = {1, 14};
  game.tree.annotate(2).before = "先说";
  game.tree.annotate(2).comment = "后说";
  Losses losses;
  const Game again = read_game(write(game, &losses));
  CHECK(again.header.red.name == "上海 胡荣华");
  CHECK(again.header.event.size() == 63);
  CHECK(again.header.site == "一个很长的地名");
  CHECK(again.header.others == std::vector<Tag>{{"TimeControl", "60'"}});
  CHECK(again.tree.annotation(2)->comment == "先说\n后说");
  CHECK(losses == Losses{{"event cut to 63 bytes", 1},
                         {"site cut to 15 bytes", 1},
                         {"team joined to the player's name", 1},
                         {"rating", 1},
                         {"player's title", 1},
                         {"round", 1},
                         {"tag Weather", 1},
                         {"move marks", 2},
                         {"remark before a move put after it", 1}});
}

TEST_CASE("a start with six pawns of a side is not written as XQF", "[importers][xqf]") {
  const auto start = parse_fen("3k5/9/9/PPPPPP3/9/9/9/9/9/4K4 w - - 0 1");
  REQUIRE(start);
  Game game;
  game.start = *start;
  Losses losses;
  CHECK(write(game, &losses).empty());
  CHECK(losses.size() == 1);
}

TEST_CASE("an XQF file takes one game only", "[importers][xqf]") {
  const auto writer = xqf().writer([](std::string_view) {}, {});
  writer->write(Game());
  CHECK_THROWS_AS(writer->write(Game()), UsageError);
}

TEST_CASE("a large XQF tree is read in linear time and without recursion", "[importers][xqf]") {
  // Rooks go to and fro for 200,000 plies, each of Red's moves with a remark and a side line.
  std::string body = kPlainRoot;
  const std::vector<const char*> cycle{"a0a1", "a9a8", "a1a0", "a8a9"};
  const std::vector<const char*> other{"c3c4", "", "e3e4", ""};
  constexpr std::size_t kPlies = 200'000;
  for (std::size_t i = 0; i < kPlies; ++i)
    body += plain_record(cycle[i % 4], i % 2 == 0 ? 0xFF : 0xF0, i % 2 == 0 ? "!" : "");
  body += plain_record(cycle[0], 0x00);
  for (std::size_t i = kPlies; i-- > 0;)
    if (i % 2 == 0) body += plain_record(other[i % 4], 0);
  const Game game = read_game(plain_file(body));
  CHECK(game.notes.empty());
  CHECK(game.tree.ply_count() == kPlies + 1);
  CHECK(game.tree.branch_count() == kPlies / 2);
}

TEST_CASE("XQF files of the shared corpus are read whole and written back equal",
          "[importers][xqf]") {
  const std::filesystem::path folder = std::filesystem::path(QIPU_SHARED_DIR) / "corpus/xqf";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: no shared corpus");
    return;
  }
  std::size_t games = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".zst") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    CAPTURE(entry.path().filename().string());
    const Game game = read_game(bytes);
    CHECK(game.notes.empty());
    CHECK(game.tree.ply_count() > 0);
    Losses losses;
    const std::string again = write(game, &losses);
    CHECK(losses.empty());
    CHECK(read_game(again) == game);
    ++games;
  }
  CHECK(games == 7);
}

TEST_CASE("an XQF text with characters of four bytes is written and read as GB18030",
          "[importers][xqf]") {
  // Noise with characters that are none: written as U+FFFD, which Big5 took for its own.
  std::ifstream in(std::filesystem::path(QIPU_SOURCE_DIR) / "tests/golden/crash/xqf-four-bytes",
                   std::ios::binary);
  REQUIRE(in);
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const Game game = read_game(bytes);
  const Game again = read_game(write(game));
  CHECK(again.charset == "GB18030");
  CHECK(again == game);
}

TEST_CASE("the slots of a position give the position back", "[importers][xqf]") {
  for (const char* fen :
       {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "3k5/9/9/9/9/9/4p4/9/4A4/3AK4 b - - 0 1", "9/9/9/9/9/9/9/9/9/9 w - - 0 1"}) {
    const auto position = parse_fen(fen);
    REQUIRE(position);
    const auto slots = to_slots(position->board());
    REQUIRE(slots.has_value());
    CHECK(to_board(*slots) == position->board());
  }
}
