// SPDX-License-Identifier: GPL-3.0-or-later

#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../support/hostile.h"
#include "../support/random_games.h"
#include "../support/records.h"
#include "importers/cbl_layout.h"

using namespace qipu;

namespace {

// The vector C3 of formats/cbr-cbl.md, section 9: a library of CCBridge 2, not packed.
const std::string kOld = bytes_of_dump(0, {"0000: 43 43 42 72 69 64 67 65 15 00 00 00 00 00 00 00",
                                           "0010: 05 01 00 00 02 00 00 00 BF E2 00 00 00 00 00 00",
                                           "0020: 00 00 00 00 00 00 00 00 00 00 32 30 30 31 2D 32",
                                           "0030: 2D 31 38 20 31 32 3A 33 30 3A 32 32 20 32 30 30",
                                           "0040: 31 2D 32 2D 31 38 20 31 32 3A 33 30 3A 32 32 20",
                                           "0050: 01 00 00 00 00 00 00 00 C1 00 00 00 1A 2A 3A 4A",
                                           "0060: 5A 6A 7A 8A 9A 28 88 17 37 57 77 97 11 21 31 41",
                                           "0070: 51 61 71 81 91 23 83 14 34 54 74 94 01 00 00 00",
                                           "0080: 02 00 00 00 C8 FC 01 00 00 00 02 00 00 00 CC E2",
                                           "0090: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
                                           "00A0: 02 00 00 00 BC D7 02 00 00 00 D2 D2 01 00 00 00",
                                           "00B0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
                                           "00C0: 00 00 00 00 01 32 30 30 31 2D 32 2D 31 38 20 31",
                                           "00D0: 32 3A 33 30 3A 32 32 20 32 30 30 31 2D 32 2D 31",
                                           "00E0: 38 20 31 32 3A 33 30 3A 32 32 20 05 00 00 00 01",
                                           "00F0: 00 77 47 00 00 02 00 10 22 00 00 03 00 79 67 00",
                                           "0100: 00 02 00 70 62 00 00 01 00 26 25 00 00 0D 0A BA",
                                           "0110: C3 0D 0A 0D 0A 0D 0A 0D 0A"});
constexpr std::size_t kOldBlock = 0x58;  // where its game begins

std::string packed(const std::string& old) {
  std::vector<Bytef> out(compressBound(static_cast<uLong>(old.size())));
  auto size = static_cast<uLongf>(out.size());
  REQUIRE(compress2(out.data(), &size, reinterpret_cast<const Bytef*>(old.data()) + 20,
                    static_cast<uLong>(old.size() - 20), 9) == Z_OK);
  std::string bytes = old.substr(0, 20);
  bytes[12] = 3;
  return bytes.append(reinterpret_cast<const char*>(out.data()), size);
}

// A library with the game of the vector so many times.
std::string old_library(std::size_t count) {
  std::string bytes = kOld.substr(0, kOldBlock);
  bytes[0x50] = static_cast<char>(count);
  for (std::size_t i = 0; i < count; ++i)
    bytes += kOld.substr(kOldBlock);
  return bytes;
}

std::vector<Game> three_games() {
  std::vector<Game> games = read_games("cbl", old_library(3));
  games[1].header.title = "第二局";
  games[2].header.title = "第三局";
  for (Game& game : games)
    game.header.others = {};
  return games;
}

std::size_t records_offset() { return kCblIndex + 128 * kCblEntrySize; }

std::vector<std::string> kinds_of(const std::vector<Record>& records) {
  std::vector<std::string> kinds;
  for (const Record& record : records) {
    if (const auto* game = std::get_if<Game>(&record.found)) {
      kinds.push_back(game->header.title);
    } else if (const auto* error = std::get_if<Error>(&record.found)) {
      kinds.emplace_back(to_text(error->code));
    } else {
      kinds.push_back(std::get<OtherGame>(record.found).name);
    }
  }
  return kinds;
}

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("a library of CCBridge 2 is read, packed or not", "[importers][cbl]") {
  for (const std::string& bytes : {kOld, packed(kOld)}) {
    const Game game = read_one_game("cbl", bytes);
    CHECK(game.header.title == "题");
    CHECK(game.header.event == "赛");
    CHECK(game.header.red.name == "甲");
    CHECK(game.header.black.name == "乙");
    CHECK(game.header.outcome == Outcome::RedWin);
    CHECK(game.type == "实战全局");
    CHECK(game.has_usual_start());
    CHECK(lines_as_iccs(game.tree) ==
          std::vector<std::string>{"h2e2 b9c7 h0g2", "h2e2 h9g7", "c3c4"});
    CHECK(comment_at(game.tree, "h2e2 b9c7") == "好");
    CHECK(tag(game, "LibraryName") == "库");
    CHECK(tag(game, "Created") == "2001-2-18 12:30:22");
    CHECK(game.notes.empty());
  }
}

TEST_CASE("a library of CCBridge 3 is laid out as published", "[importers][cbl]") {
  const std::vector<Game> games = three_games();
  const std::string bytes = write_games("cbl", games);
  CHECK(bytes.size() == records_offset() + std::size_t{3} * 4096);
  CHECK(bytes.substr(0, 20) == std::string("CCBridgeLibrary\0\3\0\0\0", 20));
  CHECK(bytes.substr(52, 12) == std::string("\xFF\xFF\xFF\x7F\0\0\0\0\x80\0\0\0", 12));
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string entry = bytes.substr(kCblIndex + i * kCblEntrySize, kCblEntrySize);
    const std::string record = bytes.substr(records_offset() + i * 4096, 4096);
    CHECK(to_hex(entry.substr(0, 12)) ==
          "07000000" + to_hex(std::string(1, static_cast<char>(i))) + "00000001000000");
    // 2214 bytes, root, five moves, one comment of a character
    CHECK(to_hex(entry.substr(12, 8)) == "c408000000000000");
    CHECK(entry.substr(20, 76) == cbl_guid_text(record.substr(20, 16)));
    CHECK(entry.substr(100, 128) == record.substr(180, 128));
    CHECK(record.starts_with("CCBridge Record"));
    CHECK(record.find_last_not_of('\0') < 0x8C4);
  }
  CHECK(read_games("cbl", bytes) == games);
  CHECK(write_games("cbl", read_games("cbl", bytes)) == bytes);
}

TEST_CASE("the published library of one record and one entry is read", "[importers][cbl]") {
  // The vector C4: an index of one entry, so that the record is at 66900.
  std::string bytes = write_games("cbl", {three_games()[0]});
  bytes.erase(kCblIndex + kCblEntrySize, 127 * kCblEntrySize);
  bytes[kCblCapacity] = 1;
  CHECK(bytes.size() == 70996);
  CHECK(read_one_game("cbl", bytes) == three_games()[0]);
}

TEST_CASE("the text of a GUID is that of Windows", "[importers][cbl]") {
  std::string text;
  for (const char c :
       cbl_guid_text("\x04\x03\x02\x01\x06\x05\x08\x07\x09\x0A\x0B\x0C\x0D\x0E\x0F\x10"))
    if (c != '\0') text += c;
  CHECK(text == "{01020304-0506-0708-090A-0B0C0D0E0F10}");
}

TEST_CASE("equal games of a library have GUIDs of their own", "[importers][cbl]") {
  const Game game = three_games()[0];
  const std::string bytes = write_games("cbl", {game, game});
  CHECK(bytes.substr(records_offset() + 20, 16) != bytes.substr(records_offset() + 4096 + 20, 16));
  CHECK(read_games("cbl", bytes) == std::vector<Game>{game, game});
}

TEST_CASE("what a library says of itself is on its first game, and is written back",
          "[importers][cbl]") {
  std::vector<Game> games = three_games();
  for (const CblText& text : kCblTexts)
    games[0].header.others.push_back({std::string(text.tag), "值\n二"});
  Losses losses;
  const std::string bytes = write_games("cbl", games, &losses);
  CHECK(losses.empty());
  CHECK(read_games("cbl", bytes) == games);
  games[1].header.others = {{"LibraryName", "另一个"}, {"LibraryOther", "?"}};
  write_games("cbl", games, &losses);
  CHECK(losses == Losses{{"tag LibraryName of a later game", 1}, {"tag LibraryOther", 1}});
}

TEST_CASE("deleted records are told of and no games, found by GUID or by place",
          "[importers][cbl]") {
  std::string bytes = write_games("cbl", three_games());
  std::string moved = bytes;
  bytes[kCblIndex + kCblEntrySize] = 5;
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "deleted record", "第三局"});
  // The entries in another order than the records.
  const std::string first = moved.substr(kCblIndex, kCblEntrySize);
  moved.replace(kCblIndex, kCblEntrySize, moved.substr(kCblIndex + kCblEntrySize, kCblEntrySize));
  moved.replace(kCblIndex + kCblEntrySize, kCblEntrySize, first);
  moved[kCblIndex] = 5;
  CHECK(kinds_of(read_records("cbl", moved)) == Kinds{"题", "deleted record", "第三局"});
}

TEST_CASE("a damaged record of a library costs no neighbour", "[importers][cbl]") {
  const std::string good = write_games("cbl", three_games());
  const std::size_t second = records_offset() + 4096;
  std::string bytes = good;
  bytes[second + 2120 + 40] = 0x55;  // no piece
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "bad position", "第三局"});
  CHECK(std::get<Error>(read_records("cbl", bytes)[1].found).offset == second + 2160);

  bytes = good;
  bytes[second] = 'X';  // a block without a start, which seems to go on the first record
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "damaged", "第三局"});
  CHECK(std::get<Error>(read_records("cbl", bytes)[1].found).offset == second);

  bytes = good;
  bytes.insert(second + 3000, "lost and found");  // all behind it is off the grid
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "第二局", "第三局"});

  bytes = good.substr(0, second + 1000);
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "truncated"});

  bytes = good;
  bytes[kCblCapacity] = 99;  // the records are not where it says
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "第二局", "第三局"});
}

TEST_CASE("a record that takes several blocks is one record", "[importers][cbl]") {
  std::vector<Game> games = three_games();
  games[1].tree.annotate(1).comment = std::string(20'000, 'x');
  CHECK(read_games("cbl", write_games("cbl", games)) == games);
}

TEST_CASE("a large library is read in pieces as in one", "[importers][cbl]") {
  std::vector<Game> games;
  const Game game = three_games()[0];
  for (std::size_t i = 0; i < 9000; ++i) {
    games.push_back(game);
    games.back().header.title = "第" + std::to_string(i) + "局";
  }
  std::string bytes = write_games("cbl", games);
  bytes[kCblIndex + 8500 * kCblEntrySize] = 5;
  const RecordFormat& format = format_named("cbl");
  CHECK(format.split(as_bytes(bytes).first(1U << 20U)) == 0);
  const std::size_t cut = format.split(as_bytes(bytes).first(std::size_t{33} << 20U));
  REQUIRE(cut > 0);
  REQUIRE(cut < bytes.size());
  std::vector<std::string> titles = kinds_of(read_records("cbl", bytes.substr(0, cut)));
  ReadOptions rest;
  rest.before = as_bytes(bytes).first(cut);
  for (const std::string& title : kinds_of(read_records("cbl", bytes.substr(cut), rest)))
    titles.push_back(title);
  CHECK(titles.size() == 9000);
  CHECK(titles == kinds_of(read_records("cbl", bytes)));
  CHECK(std::count(titles.begin(), titles.end(), "deleted record") == 1);
  CHECK(titles[8500] == "deleted record");
}

TEST_CASE("a damaged block of an old library costs no neighbour", "[importers][cbl]") {
  const std::string good = old_library(3);
  const std::size_t second = kOldBlock + 0xC1;
  CHECK(read_games("cbl", good).size() == 3);
  std::string bytes = good;
  bytes[second + 3] = 0x7F;  // its length
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "damaged", "题"});
  bytes = good;
  bytes[second] = static_cast<char>(0x82);
  bytes[second + 1] = 1;  // as long as two
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "题", "题"});
  CHECK(has_note(read_games("cbl", bytes)[1], Note::Kind::Repaired));
  bytes = good;
  bytes[0x50] = 4;
  CHECK(kinds_of(read_records("cbl", bytes)) == Kinds{"题", "题", "题", "truncated"});
}

TEST_CASE("what is packed with others is handed on as a library of its own", "[importers][cbl]") {
  std::string bytes = old_library(3);
  bytes[kOldBlock + 0xC1 + 4 + 2] = 0x7F;  // a square off the board
  const auto records = read_records("cbl", packed(bytes));
  REQUIRE(kinds_of(records) == Kinds{"题", "damaged", "题"});
  for (const Record& record : records)
    CHECK(kinds_of(read_records("cbl", record.alone)) == kinds_of({record}));
  CHECK(std::get<Game>(records[2].found) == read_one_game("cbl", records[2].alone));
  for (const Record& record : read_records("cbl", bytes))
    CHECK(record.alone.empty());
}

TEST_CASE("packed data that end early or are damaged give the games before that",
          "[importers][cbl]") {
  std::string many = old_library(120);
  Random random(5);  // so that the games differ, and packing does not make one of them
  for (std::size_t i = 0; i < 120; ++i)
    for (std::size_t k = 0; k < 30; ++k)
      many[kOldBlock + i * 0xC1 + 0x6D + k % 38] = static_cast<char>('0' + pick(random, 10));
  const std::string bytes = packed(many);
  CHECK(read_games("cbl", bytes).size() == 120);
  const auto records = read_records("cbl", bytes.substr(0, bytes.size() * 2 / 3));
  CHECK(records.size() > 10);
  CHECK(std::get<Error>(records.back().found).code == Error::Code::Truncated);
}

TEST_CASE("a library that unpacks to far more than its size is stopped, with the limit told",
          "[importers][cbl]") {
  std::string bomb = kOld.substr(0, kOldBlock);
  bomb[0x50] = 127;
  bomb.append(std::size_t{40} << 20U, '\0');
  const auto records = read_records("cbl", packed(bomb));
  const auto found = std::find_if(records.begin(), records.end(), [](const Record& record) {
    const auto* error = std::get_if<Error>(&record.found);
    return error != nullptr && error->code == Error::Code::TooLarge;
  });
  REQUIRE(found != records.end());
  CHECK(std::get<Error>(found->found).message.find("16777216 bytes") != std::string::npos);
}

TEST_CASE("bytes that are no library are refused, and unknown versions named", "[importers][cbl]") {
  CHECK(read_one_error("cbl", "CCBridgeL").code == Error::Code::BadHeader);
  CHECK(read_one_error("cbl", "").code == Error::Code::BadHeader);
  std::string bytes = kOld;
  bytes[8] = 0x16;
  CHECK(read_one_error("cbl", bytes).code == Error::Code::Unsupported);
  CHECK(read_one_error("cbl", write_games("cbl", {})).code == Error::Code::NoGame);
  CHECK(read_one_error("cbl", kOld.substr(0, 19)).code == Error::Code::Truncated);
}

TEST_CASE("libraries bear being cut and flipped", "[importers][cbl]") {
  check_bears_damage("cbl", kOld);
  check_bears_damage("cbl", packed(kOld));
  const std::string whole = write_games("cbl", three_games());
  const std::string records = whole.substr(records_offset());
  check_bears_damage("cbl", records, 500);
  Random random(7);
  for (std::size_t i = 0; i < 30; ++i)
    CHECK_FALSE(read_records("cbl", whole.substr(0, pick(random, whole.size()))).empty());
  each_flip(whole, random, 50,
            [](Bytes bytes) { CHECK_FALSE(read_records("cbl", as_text(bytes)).empty()); });
}

TEST_CASE("made-up games come back from a library as they went in, but for what is told",
          "[importers][cbl]") {
  for (const Game& game : RandomGames(11).next(60)) {
    Losses losses;
    const std::string bytes = write_games("cbl", {game}, &losses);
    const Game again = read_one_game("cbl", bytes);
    CHECK(again.start == game.start);
    CHECK(again.tree.size() == game.tree.size());
    if (losses.empty()) CHECK(again.tree == game.tree);
  }
}

TEST_CASE("the libraries of the shared corpus give what was counted in them, and come back equal",
          "[importers][cbl]") {
  const auto folder = corpus("cbl");
  if (folder.empty()) return;
  struct Count {
    std::size_t games;
    std::size_t deleted;
  };
  std::map<std::string, Count> counts;
  std::size_t moves_of_2 = 0;
  std::size_t moves_of_3 = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string bytes = file_bytes(entry.path().string());
    CAPTURE(entry.path().string());
    const auto records = read_records("cbl", bytes);
    Count count{};
    for (const Record& record : records) {
      CHECK_FALSE(std::holds_alternative<Error>(record.found));
      if (std::holds_alternative<OtherGame>(record.found)) ++count.deleted;
    }
    const std::vector<Game> games = read_games("cbl", bytes);
    count.games = games.size();
    counts[entry.path().filename().string()] = count;
    (is_old_cbl(as_bytes(bytes)) ? moves_of_2 : moves_of_3) += move_count(games);
    Losses losses;
    const std::vector<Game> again = read_games("cbl", write_games("cbl", games, &losses));
    REQUIRE(again.size() == games.size());
    std::size_t cut = 0;  // at an illegal move; the rest is text, which no record holds
    for (std::size_t i = 0; i < games.size(); ++i) {
      if (has_note(games[i], Note::Kind::Cut)) {
        ++cut;
      } else {
        CHECK(again[i] == games[i]);
      }
    }
    CHECK(cut <= 2);
    CHECK(losses == (cut == 0 ? Losses{} : Losses{{"unread moves", cut}}));
  }
  REQUIRE(counts.size() == 14);
  CHECK(counts["残局全书.CBL"].games == 757);
  CHECK(counts["残局全书.CBL"].deleted == 27);
  CHECK(counts["1956年全国象棋锦标赛93局.CBL"].games == 93);
  CHECK(counts["1989年龙化杯象棋名师邀请赛35局.CBL"].games == 37);  // two are headings
  CHECK(counts["1989年龙化杯象棋名师邀请赛35局.CBL"].deleted == 1);
  CAPTURE(moves_of_2, moves_of_3);
  CHECK(moves_of_2 == 60655);
}
