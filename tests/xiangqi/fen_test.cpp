// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/fen.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>

using namespace qipu;

namespace {

const std::string kStartBoard = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
const std::string kStartFen = kStartBoard + " w - - 0 1";

}  // namespace

TEST_CASE("the start position is written as the usual FEN and read back from it", "[xiangqi]") {
  CHECK(to_fen(Position::start()) == kStartFen);
  const auto position = parse_fen(kStartFen);
  REQUIRE(position);
  CHECK(*position == Position::start());
  CHECK(position->hash() == Position::start().hash());
}

TEST_CASE("every letter dialect of FEN reads as the same position", "[xiangqi]") {
  const std::string board =
      GENERATE(as<std::string>(), "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR",
               "rnmakamnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNMAKAMNR",
               "rheagaehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEAGAEHR",
               "rhegkgehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEGKGEHR",
               "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAMNR",
               "rnbakabnr/9/1c5c1/p1p1p1p1p/45/333/P1P1P1P1P/1C5C1/111111111/RNBAKABNR");
  const auto position = parse_fen(board + " r - - 0 1");
  REQUIRE(position);
  CHECK(*position == Position::start());
}

TEST_CASE("the side to move is w or r for Red and b for Black, in any case", "[xiangqi]") {
  const auto [side, color] = GENERATE(table<std::string, Color>({{"w", Color::Red},
                                                                 {"r", Color::Red},
                                                                 {"b", Color::Black},
                                                                 {"W", Color::Red},
                                                                 {"R", Color::Red},
                                                                 {"B", Color::Black}}));
  const std::string tail = GENERATE(as<std::string>(), "", " ", " - - 0 1", " 0 0 12 40", " - -",
                                    " - - 7", "--01", " -- 0 1", "\t-  -\r\n");
  INFO(side << "|" << tail);
  for (const bool glued : {false, true}) {
    const auto reading = read_fen(kStartBoard + (glued ? "" : " ") + side + tail);
    REQUIRE(reading);
    CHECK(reading->position.to_move() == color);
    CHECK(reading->side_given);
    CHECK(reading->side_glued == glued);
    CHECK(reading->rest.empty());
  }
}

TEST_CASE("a FEN without a usable side has Red to move and says that it was assumed", "[xiangqi]") {
  const std::string tail =
      GENERATE(as<std::string>(), "", "  ", " - - 0 1", " -b - - 0 1", "-b", " -w", " 0 1", "-");
  INFO(tail);
  const auto reading = read_fen(kStartBoard + tail);
  REQUIRE(reading);
  CHECK(reading->position == Position::start());
  CHECK_FALSE(reading->side_given);
  CHECK(reading->rest.empty());
}

TEST_CASE("what follows a FEN is handed back", "[xiangqi]") {
  const auto [text, rest] = GENERATE(table<std::string, std::string>({
      {kStartFen + " moves h2e2 h9g7", "moves h2e2 h9g7"},
      {kStartBoard + " w moves h2e2", "moves h2e2"},
      {kStartBoard + " w 1. h2e2", "1. h2e2"},
      {kStartBoard + " b2e2", "b2e2"},
      {kStartFen + " 5 6", "5 6"},
  }));
  const auto reading = read_fen(text);
  REQUIRE(reading);
  CHECK(reading->rest == rest);
  CHECK_FALSE(parse_fen(text));
}

TEST_CASE("blanks around a FEN are skipped", "[xiangqi]") {
  CHECK(parse_fen("  \n" + kStartFen + " \r\n").has_value());
}

TEST_CASE("a text that is no board is a bad position, with the place of the fault", "[xiangqi]") {
  const auto [text, offset] = GENERATE(table<std::string, std::size_t>({
      {"", 0},
      {"   ", 3},
      {"hello", 2},
      {"9/9/9 w", 5},
      {"9/9/9/9/9/9/9/9/9", 17},
      {"9/9/9/9/9/9/9/9/9/8 w", 19},
      {"9/9/8/9/9/9/9/9/9/9 w", 5},
      {"9/9/91/9/9/9/9/9/9/9 w", 5},
      {"9/9/81k/9/9/9/9/9/9/9 w", 6},
      {"9/9/82/9/9/9/9/9/9/9 w", 5},
      {"9/9/9/9/9/9/9/9/9/9/9 w", 19},
      {"9/9/9/9/9/9/9/9/9/91 w", 19},
      {"9/9/9/9/9/9/9/9/9/9k w", 19},
      {"9/9/9/9/9/9/9/9/9/9b2 w", 19},
      {"9/9/09/9/9/9/9/9/9/9 w", 4},
      {"9/9/4q4/9/9/9/9/9/9/9 w", 5},
      {"9/9/4\xFF"
       "4/9/9/9/9/9/9/9 w",
       5},
      {"PPPPPPPPP/PPPPPPPP1/9/9/9/9/9/9/9/9 w", 17},
  }));
  INFO(text);
  const auto position = parse_fen(text);
  REQUIRE_FALSE(position);
  CHECK(position.error().code == Error::Code::BadPosition);
  CHECK(position.error().offset == offset);
}

TEST_CASE("a board with covered pieces is of another game", "[xiangqi]") {
  const std::string board =
      GENERATE(as<std::string>(), "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w",
               "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABXR w");
  const auto position = parse_fen(board);
  REQUIRE_FALSE(position);
  CHECK(position.error().code == Error::Code::Unsupported);
}

TEST_CASE("any board of at most 16 pieces a side survives writing and reading", "[xiangqi]") {
  std::mt19937 random(20);  // NOLINT(bugprone-random-generator-seed): the same boards each time
  for (int round = 0; round < 2000; ++round) {
    Board board{};
    for (const Color color : {Color::Red, Color::Black}) {
      const auto pieces = random() % 17;
      for (unsigned i = 0; i < pieces; ++i) {
        board[random() % board.size()] = Piece(color, static_cast<PieceKind>(random() % 7));
      }
    }
    const Position position =
        Position::from_board(board, random() % 2 == 0 ? Color::Red : Color::Black);
    const auto again = parse_fen(to_fen(position));
    REQUIRE(again);
    REQUIRE(*again == position);
  }
}

TEST_CASE("a damaged FEN is read or refused, never worse", "[xiangqi]") {
  std::mt19937 random(21);  // NOLINT(bugprone-random-generator-seed): the same damage each time
  for (int round = 0; round < 20000; ++round) {
    std::string text = kStartFen;
    for (auto changes = random() % 4 + 1; changes > 0; --changes) {
      text[random() % text.size()] = static_cast<char>(random() % 256);
    }
    text.resize(text.size() - random() % text.size());
    const auto reading = read_fen(text);
    if (reading) {
      CHECK(read_fen(to_fen(reading->position)).has_value());
    } else {
      CHECK(reading.error().offset <= text.size());
    }
  }
}
