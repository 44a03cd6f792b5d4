// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "../support/hostile.h"
#include "../support/records.h"
#include "importers/cbr_record.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

// The vector C1 of formats/cbr-cbl.md, section 9.
const std::string kVersion2 = bytes_of_dump(
    2214, {
              "0000: 43 43 42 72 69 64 67 65 20 52 65 63 6F 72 64",
              "0013: 02",
              "00B4: D8 53 40 77",
              "0434: 32 75",
              "0514: 59 4E",
              "07F8: 01",
              "081C: 01",
              "0840: 01",
              "0844: 01",
              "0848: 21 22 23 24 25 24 23 22 21",
              "085B: 26 00 00 00 00 00 26",
              "0863: 27 00 27 00 27 00 27 00 27",
              "087E: 17 00 17 00 17 00 17 00 17",
              "0888: 16 00 00 00 00 00 16",
              "0899: 11 12 13 14 15 14 13 12 11",
              "08A2: FF FF FF FF",
              "08A6: 04 00 00 00 02 00 00 00 77 8D 02 00 46 43 06 00 01 14 02 00 00 00 7D 59",
              "08BE: 01 00 58 45 01 00 07 18 00 00 38 2F 01 00 21 2A",
          });

// A record of version 1 with the usual start and these bytes as its moves (C2).
std::string version1(const std::vector<std::string>& moves) {
  std::string bytes = kVersion2.substr(0, 1958);
  std::fill(bytes.begin() + 52, bytes.end(), '\0');
  bytes[19] = 1;
  bytes.replace(1864, 90, kVersion2.substr(2120, 90));
  bytes += bytes_of_dump(0, moves);
  return bytes;
}

std::string without_guid(std::string bytes) {
  bytes.replace(20, 16, 16, '\0');
  return bytes;
}

std::string with_moves(const std::vector<std::string>& moves) {
  return kVersion2.substr(0, 2214) + bytes_of_dump(0, moves);
}

}  // namespace

TEST_CASE("a CBR record of version 2 is read", "[importers][cbr]") {
  const Game game = read_one_game("cbr", kVersion2);
  CHECK(game.header.title == "变着");
  CHECK(game.header.red.name == "甲");
  CHECK(game.header.black.name == "乙");
  CHECK(game.header.outcome == Outcome::RedWin);
  CHECK(game.header.others.empty());
  CHECK(game.type == "实战全局");
  CHECK(game.has_usual_start());
  CHECK(lines_as_iccs(game.tree) ==
        std::vector<std::string>{"h2e2 b9c7 h0g2", "h2e2 h9g7", "c3c4 g6g5"});
  CHECK(comment_at(game.tree, "") == "起");
  CHECK(comment_at(game.tree, "h2e2 b9c7") == "好");
  CHECK(game.notes.empty());
}

TEST_CASE("a CBR record is written as the published vector, but for its GUID", "[importers][cbr]") {
  Losses losses;
  const std::string written = write_games("cbr", {read_one_game("cbr", kVersion2)}, &losses);
  CHECK(to_hex(without_guid(written)) == to_hex(kVersion2));
  CHECK(written.substr(20, 16) != std::string(16, '\0'));
  CHECK(losses.empty());
  CHECK(write_games("cbr", {read_one_game("cbr", written)}) == written);
}

TEST_CASE("the squares of a CBR record of version 1 are file and row", "[importers][cbr]") {
  const Game game = read_one_game(
      "cbr", version1({"0: 04 00 00 00 0C 00 00 00 00 67 B0 65 08 5F D5 6C 0D 00 0A 00 00 00 77 47",
                       "18: 02 00 70 62 01 00 79 67 01 00 10 22"}));
  CHECK(comment_at(game.tree, "") == "最新弈法");
  CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2 h9g7 h0g2", "h2e2 b9c7"});
  CHECK(game.notes.empty());
}

TEST_CASE("all texts of a CBR header are kept, and written back", "[importers][cbr]") {
  Game game = read_one_game("cbr", kVersion2);
  game.header = {.title = "局",
                 .event = "赛",
                 .site = "广州",
                 .date_text = "1989年6月3日",
                 .round = "第一轮",
                 .red = {"许银川", "广东", "2600", ""},
                 .black = {"李来群", "河北", "2500", ""},
                 .result_text = "多种结果",
                 .annotator = "评",
                 .author = "录",
                 .ecco = "C66"};
  for (const char* name : {"Script", "Category", "Source", "Class", "Group", "Table", "TimeControl",
                           "RedTime", "BlackTime", "Judge", "Recorder", "AnnotatorEmail",
                           "AuthorEmail", "Created", "Modified", "GameType", "Termination"}) {
    game.header.others.push_back({name, std::string("值") + name});
  }
  game.header.others.push_back({"FirstMoveNumber", "12"});
  game.type = "编排局部";
  game.start = *parse_fen("3k5/9/9/9/9/9/4p4/9/4A4/3AK4 b - - 0 1");
  game.tree = {};
  Losses losses;
  const std::string written = write_games("cbr", {game}, &losses);
  CHECK(losses.empty());
  CHECK(read_one_game("cbr", written) == game);
  CHECK(written[2076] == 4);
  CHECK(written[2112] == 2);
}

TEST_CASE("a CBR text ends at a zero unit, not at two zero bytes", "[importers][cbr]") {
  std::string bytes = kVersion2;
  bytes.replace(180, 10, std::string("1\0\0\x4E\0\x30q\0\0\0", 10));  // U+0031 U+4E00 U+3000 q
  CHECK(read_one_game("cbr", bytes).header.title == "1一\u3000q");
}

TEST_CASE("what no CBR field holds is counted when written", "[importers][cbr]") {
  Game game = read_one_game("cbr", kVersion2);
  game.header.title = std::string(62, 'x') + "\U0001F600";  // two units, one too many
  game.header.red.title = "特级大师";
  game.header.opening = "中炮";
  game.header.variation = "急进中兵";
  game.header.ecco = "C66a";
  game.header.others = {{"Source", "a"}, {"Source", "b"}, {"Weather", "rain"}};
  game.type = "布局";
  game.tree.annotate(1).nags = {1};
  Losses losses;
  const Game again = read_one_game("cbr", write_games("cbr", {game}, &losses));
  CHECK(again.header.title == std::string(62, 'x'));
  CHECK(again.header.others == std::vector<Tag>{{"Source", "a"}});
  CHECK(losses == Losses{{"title cut to 63 characters", 1},
                         {"player's title", 1},
                         {"opening", 1},
                         {"variation name", 1},
                         {"ECCO tag", 1},
                         {"tag Source", 1},
                         {"tag Weather", 1},
                         {"type", 1},
                         {"move marks", 1}});
}

TEST_CASE("a CBR player who is only called Red or Black is nobody", "[importers][cbr]") {
  std::string bytes = kVersion2;
  bytes.replace(1076, 4, "\xA2\x7E\xB9\x65");
  bytes.replace(1300, 4, "\xD1\x9E\xB9\x65");
  CHECK(read_one_game("cbr", bytes).header.red.name.empty());
  CHECK(read_one_game("cbr", bytes).header.black.name.empty());
}

TEST_CASE("a CBR record with title and no piece is a heading", "[importers][cbr]") {
  std::string bytes = with_moves({"0: 05 00 00 00 02 00 00 00 7D 59"});
  bytes.replace(1076, 4, 4, '\0');  // no players
  bytes.replace(1300, 4, 4, '\0');
  bytes.replace(2120, 90, 90, '\0');
  const Game game = read_one_game("cbr", bytes);
  CHECK(kind_of(game) == GameKind::Position);
  CHECK(game.header.title == "变着");
  CHECK(comment_at(game.tree, "") == "好");
  CHECK(game.notes.empty());
  CHECK(read_one_game("cbr", write_games("cbr", {game})) == game);
}

TEST_CASE("a CBR record followed by zeros has the moves before them", "[importers][cbr]") {
  const std::string padding(3000, '\0');
  CHECK(read_one_game("cbr", kVersion2 + padding) == read_one_game("cbr", kVersion2));
  CHECK(read_one_game("cbr", kVersion2 + padding).notes.empty());
  const Game bare = read_one_game("cbr", kVersion2.substr(0, 2214) + padding);
  CHECK(bare.tree.size() == 1);
  CHECK(bare.notes.empty());
}

TEST_CASE("CBR moves that go over into other bytes end there, and the game says so",
          "[importers][cbr]") {
  for (const char* bytes :
       {"0: 00 00 00 00 00 00 46 43 08 00 01 14", "0: 00 00 00 00 00 00 46 43",
        "0: 00 00 00 00 00 00 46 43 00 00 FF 14", "0: 00 00 00 00 04 00 46 43 FF FF FF FF 41 00"}) {
    CAPTURE(bytes);
    const Game game = read_one_game("cbr", with_moves({bytes}));
    CHECK(lines_as_iccs(game.tree) == std::vector<std::string>{"h2e2"});
    CHECK(has_note(game, Note::Kind::Cut));
  }
}

TEST_CASE("a CBR record of another version is read if its board is one", "[importers][cbr]") {
  std::string bytes = kVersion2;
  bytes[19] = 3;
  CHECK(has_note(read_one_game("cbr", bytes), Note::Kind::Guessed));
  CHECK(read_one_game("cbr", bytes).tree == read_one_game("cbr", kVersion2).tree);
  bytes[2120] = 0x3F;
  const auto unknown = read_records("cbr", bytes);
  CHECK(std::get<Error>(unknown[0].found).code == Error::Code::Unsupported);
  bytes[19] = 2;
  const auto damaged = read_records("cbr", bytes);
  CHECK(std::get<Error>(damaged[0].found).code == Error::Code::BadPosition);
  CHECK(std::get<Error>(damaged[0].found).offset == 2120);
}

TEST_CASE("a file without the CBR signature is refused", "[importers][cbr]") {
  std::string bytes = kVersion2;
  bytes[4] = 'x';
  CHECK(std::get<Error>(read_records("cbr", bytes)[0].found).code == Error::Code::BadHeader);
  CHECK(recognise("a.cbr", as_bytes(bytes)) == nullptr);
  CHECK(recognise("a.dat", as_bytes(kVersion2)) == find_record_format("cbr"));
}

TEST_CASE("a CBR record cut anywhere gives an error, or the moves before the cut",
          "[importers][cbr]") {
  std::size_t games = 0;
  each_truncation(kVersion2, [&](Bytes bytes) {
    const auto records = read_records("cbr", as_text(bytes));
    REQUIRE(records.size() == 1);
    if (const auto* error = std::get_if<Error>(&records[0].found)) {
      CHECK(error->code == Error::Code::Truncated);
      CHECK(error->offset == bytes.size());
    } else {
      CHECK(has_note(std::get<Game>(records[0].found), Note::Kind::Cut));
      ++games;
    }
  });
  CHECK(games == kVersion2.size() - 2214);
}

TEST_CASE("a CBR record with flipped bits gives a game or an error", "[importers][cbr]") {
  Random random(3);
  each_flip(kVersion2, random, 3000, [&](Bytes bytes) {
    const auto records = read_records("cbr", as_text(bytes));
    REQUIRE(records.size() == 1);
    if (const auto* game = std::get_if<Game>(&records[0].found)) {
      Losses losses;
      const Game again = read_one_game("cbr", write_games("cbr", {*game}, &losses));
      CHECK(again.tree.main_line() == game->tree.main_line());
    }
  });
}

TEST_CASE("a deep and a wide CBR tree are read in linear time and without recursion",
          "[importers][cbr]") {
  // Rooks go to and fro for 200,000 plies, each of Red's moves with a side line.
  std::string body("\0\0\0\0", 4);
  const std::vector<std::string> cycle{"\x51\x48", std::string("\0\x09", 2), "\x48\x51",
                                       std::string("\x09\0", 2)};
  constexpr std::size_t kPlies = 200'000;
  for (std::size_t i = 0; i < kPlies; ++i) {
    body += static_cast<char>((i + 1 == kPlies ? 1 : 0) | (i % 2 == 0 ? 2 : 0));
    body += '\0' + cycle[i % 4];
  }
  for (std::size_t i = kPlies; i-- > 0;)
    if (i % 2 == 0) body += std::string("\1\0\x38\x2F", 4);  // c3c4
  const Game game = read_one_game("cbr", kVersion2.substr(0, 2214) + body);
  CHECK(game.notes.empty());
  CHECK(game.tree.ply_count() == kPlies);
  CHECK(game.tree.branch_count() == kPlies / 2);
  CHECK(read_one_game("cbr", write_games("cbr", {game})) == game);
}

TEST_CASE("the CBR files of the shared corpus give the moves that were counted in them",
          "[importers][cbr]") {
  const auto folder = corpus("cbr");
  if (folder.empty()) return;
  const Game book =
      read_one_game("cbr", file_bytes(folder / "zfdang-chess-fish/棋谱/sample_23_ccbridge.cbr"));
  CHECK(book.header.title == "五七炮对屏风马");
  CHECK(book.header.ecco == "C66");
  CHECK(comment_at(book.tree, "") == "最新弈法");
  CHECK(book.tree.size() - 1 == 15242);
  CHECK(book.notes.size() == 2);  // a move each that leaves the king in check
  const Game small =
      read_one_game("cbr", file_bytes(folder / "walker8088-cchess-tests/tests/data/test2.cbr"));
  CHECK(small.header.title == "Test");
  CHECK(small.notes.empty());
  for (const Game& game : {book, small}) {
    Losses losses;
    CHECK(read_one_game("cbr", write_games("cbr", {game}, &losses)) == game);
    CHECK(losses.empty());
  }
}
