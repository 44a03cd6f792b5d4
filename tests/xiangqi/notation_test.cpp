// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/notation.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "../support/positions.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

const std::string kStart = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const std::string kStartBlack = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";

Move move_of(std::string_view iccs) {
  REQUIRE(iccs.size() == 4);
  return {{iccs[0] - 'a', iccs[1] - '0'}, {iccs[2] - 'a', iccs[3] - '0'}};
}

std::string iccs_of(Move move) {
  std::string text;
  for (const Square square : {move.from(), move.to()}) {
    text += static_cast<char>('a' + square.file());
    text += static_cast<char>('0' + square.rank());
  }
  return text;
}

// "c6d6 g6h6": the readings in their order.
std::string read(const Position& position, std::string_view text, RankBase base = RankBase::Zero) {
  std::string list;
  for (const Move move : readings(position, text, base))
    list += (list.empty() ? "" : " ") + iccs_of(move);
  return list;
}

std::string read(std::string_view fen, std::string_view text, RankBase base = RankBase::Zero) {
  return read(position_of(fen), text, base);
}

std::string read_line(std::string_view fen, std::string_view text) {
  const auto moves = parse_line(position_of(fen), text);
  if (!moves) return to_text(moves.error().code);
  std::string list;
  for (const Move move : *moves)
    list += (list.empty() ? "" : " ") + iccs_of(move);
  return list;
}

}  // namespace

TEST_CASE("every row of the notation table is written and read back", "[xiangqi]") {
  for (const TableRow& row : read_shared_table("rules/notation-cases.tsv")) {
    INFO(row.at("id") << ' ' << row.at("full"));
    const Position position = position_of(row.at("fen"));
    const Move move = move_of(row.at("iccs"));
    CHECK(to_text(position, move, Notation::Chinese) == row.at("full"));
    CHECK(to_text(position, move, Notation::Wxf) == row.at("wxf"));
    CHECK(to_text(position, move, Notation::Iccs) == row.at("iccs"));
    CHECK(read(position, row.at("full")) == row.at("iccs"));
    CHECK(read(position, row.at("wxf")) == row.at("iccs"));
    CHECK(read(position, row.at("iccs")) == row.at("iccs"));
    if (row.at("accepted_alternatives") != "-") {
      for (const std::string& text : split(row.at("accepted_alternatives"), '|')) {
        INFO(text);
        CHECK(read(position, text) == row.at("iccs"));
      }
    }
  }
}

TEST_CASE("every short form of the notation table is read, and written if it is not ambiguous",
          "[xiangqi]") {
  for (const TableRow& row : read_shared_table("rules/notation-cases.tsv")) {
    INFO(row.at("id") << ' ' << row.at("short"));
    const Position position = position_of(row.at("fen"));
    const Move move = move_of(row.at("iccs"));
    std::set<std::string> expected{row.at("iccs")};
    const bool is_ambiguous = row.at("short_also_reads_as") != "-";
    if (is_ambiguous) expected.insert(row.at("short_also_reads_as"));
    const auto found = split(read(position, row.at("short")), ' ');
    CHECK(std::set<std::string>(found.begin(), found.end()) == expected);
    const std::string written = to_text(position, move, Notation::Short);
    CHECK((written == row.at("short")) == !is_ambiguous);
    CHECK(read(position, written) == row.at("iccs"));
  }
}

TEST_CASE("an ambiguous short form is written with its direction", "[xiangqi]") {
  CHECK(to_text(position_of(kStart), move_of("b2b9"), Notation::Short) == "炮8进7");
  CHECK(to_text(position_of(kStart), move_of("b2c2"), Notation::Short) == "炮8平7");
  CHECK(to_text(position_of(kStart), move_of("h2e2"), Notation::Short) == "炮25");
}

TEST_CASE("a character stands for its piece, number and direction in every script and width",
          "[xiangqi]") {
  const auto [fen, text, iccs] = GENERATE(table<std::string, std::string, std::string>({
      {kStart, "砲二平五", "h2e2"},
      {kStart, "包２平５", "h2e2"},
      {kStart, "炮貳平伍", "h2e2"},
      {kStart, "炮 二 平 五", "h2e2"},
      {kStart, "　炮二　平五 ", "h2e2"},
      {kStart, "傌二进三", "h0g2"},
      {kStart, "馬二進三", "h0g2"},
      {kStart, "马八上七", "b0c2"},
      {kStart, "俥一進一", "i0i1"},
      {kStart, "車九进壹", "a0a1"},
      {kStart, "將五進一", "e0e1"},
      {kStart, "士六进五", "d0e1"},
      {kStart, "象三进五", "g0e2"},
      {kStart, "卒三进一", "g3g4"},
      {kStart, "炮2+7", "h2h9"},
      {kStart, "炮2=5", "h2e2"},
      {kStart, "炮2·5", "h2e2"},
      {kStart, "马2 3", "h0g2"},
      {kStartBlack, "炮八平五", "h7e7"},
      {kStartBlack, "馬８進７", "h9g7"},
      {kStartBlack, "帅５进１", "e9e8"},
      {"4k4/9/9/9/9/9/R8/9/9/3K5 w", "车九退二", "a3a1"},
      {"4k4/9/9/9/9/9/R8/9/9/3K5 w", "車９下２", "a3a1"},
  }));
  INFO(text);
  CHECK(read(fen, text) == iccs);
}

TEST_CASE("WXF is read in all its spellings", "[xiangqi]") {
  const std::string tandem_rooks = "4k4/4R4/9/9/4R4/9/9/9/9/3K5 w";
  const std::string five_pawns = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w";
  const auto [fen, text, iccs] = GENERATE_COPY(table<std::string, std::string, std::string>({
      {kStart, "C2=5", "h2e2"},
      {kStart, "C2.5", "h2e2"},
      {kStart, "c2.5", "h2e2"},
      {kStart, "c2=5", "h2e2"},
      {kStart, "Ｃ２＝５", "h2e2"},
      {kStart, "H2+3", "h0g2"},
      {kStart, "N2+3", "h0g2"},
      {kStart, "n2+3", "h0g2"},
      {kStart, "E3+5", "g0e2"},
      {kStart, "B3+5", "g0e2"},
      {kStart, "M3+5", "g0e2"},
      {kStart, "A4+5", "f0e1"},
      {kStart, "a4+5", "f0e1"},
      {kStart, "G4+5", "f0e1"},
      {kStart, "K5+1", "e0e1"},
      {kStart, "P7+1!?", "c3c4"},
      {tandem_rooks, "R+=4", "e8f8"},
      {tandem_rooks, "+R=4", "e8f8"},
      {tandem_rooks, "R+.4", "e8f8"},
      {tandem_rooks, "R-=9", "e5a5"},
      {tandem_rooks, "-R.9", "e5a5"},
      {tandem_rooks, "r--1", "e5e4"},
      {tandem_rooks, "R5=9", "e8a8 e5a5"},
      {five_pawns, "15=4", "e8f8"},
      {five_pawns, "Pa=4", "e8f8"},
      {five_pawns, "PA=4", "e8f8"},
      {five_pawns, "pd.4", "e5f5"},
      {five_pawns, "P-=4", "e5f5"},
      {five_pawns, "45=4", "e5f5"},
      {five_pawns, "55=4", ""},
      {kStart, "A6=P", ""},
      {kStart, "C2=0", ""},
      {kStart, "C0=5", ""},
  }));
  INFO(text);
  CHECK(read(fen, text) == iccs);
}

TEST_CASE("coordinates are read with ranks from 0 and from 1", "[xiangqi]") {
  for (const char* text : {"h2e2", "H2-E2", "H2E2", "h2-e2", "h2–e2", "ｈ２ｅ２", "h2e2+"})
    CHECK(read(kStart, text) == "h2e2");
  CHECK(read(kStart, "h3e3", RankBase::One) == "h2e2");
  CHECK(read(kStartBlack, "h10g8", RankBase::One) == "h9g7");
  CHECK(read(kStartBlack, "i10i9", RankBase::One) == "i9i8");
  CHECK(read(kStart, "h2xh9") == "h2h9");
  CHECK(read(kStart, "h2xh5").empty());
  CHECK(read(kStart, "h2e2", RankBase::One).empty());
  CHECK(read(kStart, "h10g8").empty());
  CHECK(read(kStart, "a0a0").empty());
}

TEST_CASE("letter-and-square moves are resolved by what is legal", "[xiangqi]") {
  const std::string two_rooks = "3k5/9/9/9/9/9/9/9/5K3/R7R w";
  const std::string side_pawns = "4k4/9/9/9/5PP2/9/9/9/9/3K5 w";
  const auto [fen, text, iccs] = GENERATE_COPY(table<std::string, std::string, std::string>({
      {kStart, "Che2", "h2e2"},
      {kStart, "Ch2e2", "h2e2"},
      {kStart, "Ch2-e2", "h2e2"},
      {kStart, "Ce2", "h2e2 b2e2"},
      {kStart, "Nhg2", "h0g2"},
      {kStart, "Hg2", "h0g2"},
      {kStart, "Ege2", "g0e2"},
      {kStart, "Bge2", "g0e2"},
      {kStart, "Afe1", "f0e1"},
      {kStart, "Ke1", "e0e1"},
      {kStart, "g4", "g3g4"},
      {kStart, "Pg4", "g3g4"},
      {kStart, "Chxh9", "h2h9"},
      {kStart, "Chxh5", ""},
      {"4k4/9/9/4p4/9/9/9/4C4/4R4/3K5 w", "Cxe6", ""},
      {"4k4/9/9/4p4/9/9/4A4/4C4/9/3K5 w", "Cxe6", "e2e6"},
      {"4k4/9/9/4p4/9/9/4A4/4C4/9/3K5 w", "Ce6", "e2e6"},
      {two_rooks, "Rd0", "i0d0 a0d0"},
      {two_rooks, "Rad0", "a0d0"},
      {two_rooks, "Raa5", "a0a5"},
      {two_rooks, "Rae0+", "a0e0"},
      {"3k5/9/9/R8/9/9/9/9/5K3/R8 w", "R0a3", "a0a3"},
      {"3k5/9/9/R8/9/9/9/9/5K3/R8 w", "Ra6a3", "a6a3"},
      {side_pawns, "gh5", "g5h5"},
      {side_pawns, "f6", "f5f6"},
      {side_pawns, "g6", "g5g6"},
      {side_pawns, "gg6", "g5g6"},
      {"4k4/9/9/6p2/6P2/9/9/9/9/3K5 w", "gxg6", "g5g6"},
      {"4k4/9/9/9/5PP2/9/9/9/9/3K5 w", "Che2", ""},
  }));
  INFO(text);
  CHECK(read(fen, text) == iccs);
}

TEST_CASE("the forward pawn is meant where no file is written", "[xiangqi]") {
  CHECK(read("4k4/9/9/6P2/5P3/9/9/9/9/3K5 w", "f6") == "f5f6");
  CHECK(read("4k4/9/9/6P2/5P3/9/9/9/9/3K5 w", "gf6") == "g6f6");
}

TEST_CASE("letter-and-square moves count ranks from 1 where the record does", "[xiangqi]") {
  CHECK(read(kStart, "Che3", RankBase::One) == "h2e2");
  CHECK(read(kStartBlack, "Nhg8", RankBase::One) == "h9g7");
  CHECK(read("3k4r/9/9/9/9/9/9/9/9/5K3 b", "Rih10", RankBase::One) == "i9h9");
}

TEST_CASE("pawns on one file or two are named in every custom", "[xiangqi]") {
  const std::string three = "3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w";
  const std::string four = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w";
  const std::string two_files = "3k5/3P1P3/9/3P1P3/9/9/9/9/9/4K4 w";
  const std::string black_files = "3k5/9/9/9/9/3p1p3/3p1p3/9/9/4K4 b";
  const auto [fen, text, iccs] = GENERATE_COPY(table<std::string, std::string, std::string>({
      {three, "前兵平四", "e8f8"},
      {three, "中兵平六", "e7d7"},
      {three, "后兵平四", "e6f6"},
      {three, "P+.4", "e8f8"},
      {three, "P..6", "e7d7"},
      {three, "P-.4", "e6f6"},
      {three, "15=4", "e8f8"},
      {four, "一兵平四", "e8f8"},
      {four, "前兵平四", "e8f8"},
      {four, "四兵平四", "e5f5"},
      {four, "后兵平四", "e5f5"},
      {four, "Pd.4", "e5f5"},
      {two_files, "一兵平五", "f8e8"},
      {two_files, "1兵平5", "f8e8"},
      {two_files, "前兵四平五", "f8e8"},
      {two_files, "兵四前平五", "f8e8"},
      {two_files, "前四平五", "f8e8"},
      {two_files, "二兵平五", "f6e6"},
      {two_files, "三兵平五", "d8e8"},
      {two_files, "四兵平五", "d6e6"},
      {two_files, "后六平五", "d6e6"},
      {two_files, "-6.5", "d6e6"},
      {two_files, "+P6=5", "d8e8"},
      {two_files, "前兵平五", "f8e8 d8e8"},
      {two_files, "兵前平五", "f8e8 d8e8"},
      {two_files, "五兵平五", ""},
      {black_files, "一卒平５", "d3e3"},
      {black_files, "Pa.5", "d3e3"},
      {black_files, "14=5", "d3e3"},
      {black_files, "前4平5", "d3e3"},
      {black_files, "三卒平５", "f3e3"},
      {black_files, "后卒6平5", "f4e4"},
      {"4k4/9/9/2P3P2/2P3P2/9/9/9/9/3K5 w", "三兵平六", "c6d6"},
      {"4k4/9/9/2P3P2/2P3P2/9/9/9/9/3K5 w", "前七平六", "c6d6"},
      {"4k4/9/9/2P3P2/2P3P2/9/9/9/9/3K5 w", "+P=6", "c6d6"},
      {"4k4/9/9/2P3P2/2P3P2/9/9/9/9/3K5 w", "+P+1", "g6g7 c6c7"},
  }));
  INFO(text);
  CHECK(read(fen, text) == iccs);
}

TEST_CASE(
    "an ordinal that fits no piece in the mover's order is tried in each file, then from "
    "Red's right",
    "[xiangqi]") {
  const std::string black_files = "3k5/9/9/9/9/1p3p3/1p3p3/9/9/4K4 b";
  CHECK(read(black_files, "一卒平7") == "f3g3");  // the first of the only file that gets to 7
  CHECK(read(black_files, "四卒平1") == "b4a4");  // counted from Red's right
}

TEST_CASE("rank words without need are read where they leave one meaning", "[xiangqi]") {
  CHECK(read("4k4/R8/9/9/9/9/9/8R/9/3K5 w", "前车进一") == "a8a9");
  CHECK(read("4k4/R8/9/9/9/9/9/8R/9/3K5 w", "后车进一") == "i2i3");
  CHECK(read("4k4/R8/9/9/9/9/9/9/9/3K5 w", "前车进一") == "a8a9");
  CHECK(read("4k4/R7R/9/9/9/9/9/9/9/3K5 w", "前车进一").empty());
  CHECK(read(kStart, "前车进一").empty());
}

TEST_CASE("advisors and elephants of one file are told apart by their direction", "[xiangqi]") {
  const std::string black = "3ak4/4a4/4b4/9/6b2/9/9/9/9/4K4 b";
  CHECK(read(black, "士５进６") == "e8f7");
  CHECK(read(black, "象７退９") == "g5i7");
  const std::string middle = "rnbakabnr/9/1c5c1/p1p1p1p1p/4P4/1NB6/P1P1P3P/1C1A3C1/9/RNBAK4 w";
  CHECK(read(middle, "E7-5") == "c4e2");
  CHECK(read(middle, "A6+5") == "d0e1");
  CHECK(read(middle, "H++7") == "b4c6");
  CHECK(read(middle, "P-+1") == "e3e4");
}

TEST_CASE("a short form means 平 or 进, and 退 only where nothing else fits or the game has no 退",
          "[xiangqi]") {
  const std::string fen = "4k4/9/9/9/9/C8/9/9/9/3K5 w";
  CHECK(read(fen, "炮92") == "a4h4 a4a6");
  const auto scanned = scan_move("炮92");
  REQUIRE(scanned);
  const MoveList all = resolve(position_of(fen), scanned->shape, RankBase::Zero, false);
  REQUIRE(all.size() == 3);
  CHECK(all[2] == move_of("a4a2"));
  CHECK(read("4k4/9/9/9/9/9/R8/1N7/9/3K5 w", "马86") == "b2d3");
  CHECK(read("4k4/9/9/9/9/9/9/9/4A4/3K5 w", "仕56") == "e1d2");
  CHECK(read("4k4/9/9/9/9/9/9/3A5/9/3K5 w", "仕65") == "d2e1");
}

TEST_CASE("the pattern at the start of a text is found with its length", "[xiangqi]") {
  const auto [text, length] = GENERATE(table<std::string, std::size_t>({
      {"炮2平32.兵三进一", 8},
      {"兵七进一炮2平3", 12},
      {"兵七 进 一 炮2平3", 14},
      {"前兵九平八车一", 15},
      {"炮25 2.马23", 5},
      {"后车6", 7},
      {"h2e22.h9g7", 4},
      {"h10g8", 5},
      {"Rih10", 5},
      {"Rd0 Ke9", 3},
      {"Che2+", 4},
      {"g5 gf3", 2},
      {"c2-5", 4},
      {"c2-e2", 5},
      {"C3c4", 4},
      {"15=6", 4},
      {"1兵平六", 10},
  }));
  INFO(text);
  const auto scanned = scan_move(text);
  REQUIRE(scanned);
  CHECK(scanned->length == length);
}

TEST_CASE("letters and digits have one form by what follows them", "[xiangqi]") {
  using Form = MoveShape::Form;
  const auto [text, form] = GENERATE(table<std::string, Form>({
      {"c2-5", Form::Words},
      {"c2.5", Form::Words},
      {"a4+5", Form::Words},
      {"A1-2", Form::Words},
      {"c2-e2", Form::Coordinates},
      {"c3c4", Form::Coordinates},
      {"C3C4", Form::Coordinates},
      {"C3-C4", Form::Coordinates},
      {"a1xa2", Form::Coordinates},
      {"C3c4", Form::San},
      {"C3xc4", Form::San},
      {"Cc3c4", Form::San},
      {"c4", Form::San},
  }));
  INFO(text);
  const auto scanned = scan_move(text);
  REQUIRE(scanned);
  CHECK(scanned->shape.form == form);
  CHECK(scanned->length == text.size());
}

TEST_CASE("numbers, results, dates and prose hold no move", "[xiangqi]") {
  for (const char* text :
       {"",    " ",  "1.",       "12. 5", "12.5", "1-0", "0-1",  "1/2-1/2", "2026.11.30",
        "...", "……", "*",        "--",    "红胜", "炮",  "炮二", "炮二平",  "炮〇平五",
        "前",  "一", "第三局",   "h2",    "h2e",  "C2=", "R+4",  "+",       "+-",
        "Ke",  "H2", "\xE7\x82", "\xFF",  "$1",   "Z2=5"}) {
    INFO(text);
    const auto scanned = scan_move(text);
    const bool is_pawn_square = std::string_view(text) == "h2" || std::string_view(text) == "h2e";
    CHECK(scanned.has_value() == is_pawn_square);
  }
}

TEST_CASE("a move at the prompt is one move, or an error that says why not", "[xiangqi]") {
  const auto good = parse_move(position_of(kStart), " 炮二平五 ");
  REQUIRE(good);
  CHECK(*good == move_of("h2e2"));

  const auto nonsense = parse_move(position_of(kStart), "hello");
  REQUIRE_FALSE(nonsense);
  CHECK(nonsense.error().code == Error::Code::BadMove);
  CHECK(nonsense.error().text == "hello");

  const auto illegal = parse_move(position_of(kStart), "马二进四");
  REQUIRE_FALSE(illegal);
  CHECK(illegal.error().code == Error::Code::IllegalMove);
  CHECK(illegal.error().message.find("king") == std::string::npos);

  const auto exposed = parse_move(position_of("3k5/4r4/9/9/9/4R4/9/9/9/4K4 w"), "e4a4");
  REQUIRE_FALSE(exposed);
  CHECK(exposed.error().code == Error::Code::IllegalMove);
  CHECK(exposed.error().message.find("king") != std::string::npos);

  const auto ambiguous = parse_move(position_of(kStart), "炮24");
  REQUIRE_FALSE(ambiguous);
  CHECK(ambiguous.error().code == Error::Code::AmbiguousMove);
  CHECK(ambiguous.error().message == "'炮24' can mean 炮二平四 (h2f2) or 炮二进四 (h2h6)");
}

TEST_CASE("moves that leave the king in check are found where a record has them", "[xiangqi]") {
  const Position position = position_of("3k5/4r4/9/9/9/4R4/9/9/9/4K4 w");
  const auto scanned = scan_move("车五平九");
  REQUIRE(scanned);
  CHECK(resolve(position, scanned->shape).empty());
  const MoveList moves = resolve_pseudo_legal(position, scanned->shape);
  REQUIRE(moves.size() == 1);
  CHECK(moves[0] == move_of("e4a4"));
}

TEST_CASE("a line of moves is read in any notation", "[xiangqi]") {
  const auto [text, moves] = GENERATE(table<std::string, std::string>({
      {"", ""},
      {" \n", ""},
      {"炮二平五 马8进7", "h2e2 h9g7"},
      {"1. 炮二平五 馬８進７ 2. 傌二进三 車9平8", "h2e2 h9g7 h0g2 i9h9"},
      {"1.兵七进一炮2平32.兵三进一炮8平5", "c3c4 b7c7 g3g4 h7e7"},
      {"１．炮二平五　马８进７", "h2e2 h9g7"},
      {"1炮二平五，马8进7，2马二进三", "h2e2 h9g7 h0g2"},
      {"1 炮二平五 马8进7 2 马二进三", "h2e2 h9g7 h0g2"},
      {"1、炮二平五 马8进7 2、马二进三", "h2e2 h9g7 h0g2"},
      {"1. C2=5 H8+7 2. H2+3 R9=8", "h2e2 h9g7 h0g2 i9h9"},
      {"1. H2-E2 h9-g7 2. h0g2", "h2e2 h9g7 h0g2"},
      {"h3e3 h10g8 h1g3", "h2e2 h9g7 h0g2"},
      {"1. h3e3 h10g8 2. h1g3 i10h10", "h2e2 h9g7 h0g2 i9h9"},
      {"1. Che3 Nhg8 2. Nhg3 Rih10", "h2e2 h9g7 h0g2 i9h9"},
      {"1. Che2 Chg7 2. Cxe6+", "h2e2 h7g7 e2e6"},
      {"c4c5 c7c6", "c3c4 c6c5"},
      {"c3c4 c6c5", "c3c4 c6c5"},
      {"炮25 马87 马23", "h2e2 h9g7 h0g2"},
      {"h2e2 马8进7 H2+3", "h2e2 h9g7 h0g2"},
      {"7747", "unreadable move"},
      {"1-0", "unreadable move"},
      {"12", "unreadable move"},
      {"炮二平五 hello", "unreadable move"},
      {"炮二平五 马8进8", "illegal move"},
      {"炮24", "ambiguous move"},
      {"h2e2 h10g8", "illegal move"},
  }));
  INFO(text);
  CHECK(read_line(kStart, text) == moves);
}

TEST_CASE("the error of a line tells the move at fault", "[xiangqi]") {
  const auto line = parse_line(position_of(kStart), "1. 炮二平五 马8进8 2. 马二进三");
  REQUIRE_FALSE(line);
  CHECK(line.error().ply == 1);
  CHECK(line.error().text == "马8进8");
  CHECK(line.error().offset == 16);
}

TEST_CASE("a notation is found by the name it is written with", "[xiangqi]") {
  for (const Notation notation : {Notation::Chinese, Notation::Short, Notation::Wxf, Notation::Iccs,
                                  Notation::Uci1, Notation::San}) {
    CHECK(find_notation(to_text(notation)) == notation);
  }
  CHECK_FALSE(find_notation("pgn"));
}

TEST_CASE("coordinates stand where a study has more pieces than words tell apart", "[xiangqi]") {
  const Position rooks = position_of("3k5/R8/R8/R8/R8/9/9/9/9/5K3 w");
  CHECK(to_text(rooks, move_of("a6c6"), Notation::Chinese) == "三车平七");
  CHECK(to_text(rooks, move_of("a6c6"), Notation::Wxf) == "a6c6");
  CHECK(read(rooks, "三车平七") == "a6c6");
}
