// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>

#include "../support/format_reading.h"
#include "../support/random_games.h"
#include "base/text.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

void put(std::string& bytes, std::size_t at, std::string_view value) {
  bytes.replace(at, value.size(), value);
}

unsigned code_of(Piece piece) {
  constexpr std::string_view kOrder = "RNCKABP";  // from 1; Black's from 9
  constexpr std::string_view kLetters = "KABNRCPKABNRCP";
  if (piece.is_none()) return 0;
  const auto low = kOrder.find(kLetters.at(static_cast<std::size_t>(piece.index()))) + 1;
  return 0x10U + static_cast<unsigned>(low) + (piece.is(Color::Black) ? 8U : 0U);
}

void put_board(std::string& bytes, std::size_t at, const Position& position) {
  for (int i = 0; i < Square::kCount; ++i) {
    bytes[at + static_cast<std::size_t>(i)] =
        static_cast<char>(code_of(position.at(Square(i / 10, 9 - i % 10))));
  }
}

char square_byte(Square square) {
  return static_cast<char>((9 - square.rank()) * 16 + square.file());
}

// A file as section 5 of formats/others.md lays it out.
std::string gl_file(const Position& start, const std::vector<Move>& moves) {
  std::string bytes(472 + 36 * (moves.size() + 1), '\0');
  put(bytes, 0, from_hex("47 4C D0 07 D4 07 01 00"));
  put(bytes, 8, "Tue Dec 27 21:14:05 2016\n");
  put(bytes, 36, *encode_text("红[a1] - 黑[b2]", "GB18030"));
  put(bytes, 100, "a1");
  put(bytes, 120, *encode_text("红", "GB18030"));
  put(bytes, 140, "b2");
  put(bytes, 160, *encode_text("黑", "GB18030"));
  put_board(bytes, 180, start);
  bytes[364] = static_cast<char>(moves.size() & 0xFFU);
  bytes[365] = static_cast<char>(moves.size() >> 8U);
  Position position = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::size_t node = 472 + 36 * (i + 1);
    bytes[node + 14] = square_byte(moves[i].from());
    bytes[node + 15] = square_byte(moves[i].to());
    position.play(moves[i]);
  }
  put_board(bytes, 270, position);
  return bytes;
}

std::string old_file(const std::vector<Move>& moves) {
  std::string bytes(188, 'x');
  for (const Move move : moves) {
    std::string record(32, '\0');
    record[4] = static_cast<char>(move.from().file());
    record[6] = static_cast<char>(9 - move.from().rank());
    record[8] = static_cast<char>(move.to().file());
    record[10] = static_cast<char>(9 - move.to().rank());
    bytes += record;
  }
  return bytes;
}

const std::vector<Move> kMoves{
    {Square(7, 2), Square(4, 2)}, {Square(1, 9), Square(2, 7)}, {Square(7, 0), Square(6, 2)}};

}  // namespace

TEST_CASE("a CHN file gives its game with all that it says", "[importers][chn]") {
  const std::string bytes = gl_file(Position::start(), kMoves);
  // SOURCE: formats/others.md, section 12: squares of three nodes.
  CHECK(bytes.substr(472 + 36 + 14, 2) == from_hex("77 74"));
  CHECK(bytes.substr(472 + 72 + 14, 2) == from_hex("01 22"));
  CHECK(bytes.substr(472 + 108 + 14, 2) == from_hex("97 76"));
  const Game game = read_one_game("chn", bytes);
  CHECK(to_iccs(game.tree.main_line()) == "h2e2 b9c7 h0g2");
  CHECK(game.has_usual_start());
  CHECK(game.header.title == "红[a1] - 黑[b2]");
  CHECK(game.header.red.name == "红");
  CHECK(game.header.black.name == "黑");
  CHECK(tag(game, "RedId") == "a1");
  CHECK(tag(game, "BlackId") == "b2");
  CHECK(game.header.date_text == "2016-12-27");
  CHECK(tag(game, "Time") == "Tue Dec 27 21:14:05 2016");
  CHECK(game.notes.empty());
  check_bears_damage("chn", bytes, 500);
}

TEST_CASE("a CHN game may start anywhere, with either side", "[importers][chn]") {
  const Position start = *parse_fen("3k5/9/9/9/9/9/4p4/9/4A4/3AK4 b");
  const Game game = read_one_game("chn", gl_file(start, {{Square(4, 3), Square(3, 3)}}));
  CHECK(game.start == start);
  CHECK(to_iccs(game.tree.main_line()) == "e3d3");
}

TEST_CASE("a CHN file whose moves do not lead to its last position says so", "[importers][chn]") {
  std::string bytes = gl_file(Position::start(), kMoves);
  put_board(bytes, 270, Position::start());
  const Game game = read_one_game("chn", bytes);
  CHECK(game.tree.ply_count() == 3);
  CHECK(has_note(game, Note::Kind::Guessed));
}

TEST_CASE("made-up games written as CHN come back, in both forms", "[importers][chn]") {
  RandomGames games(5);
  for (int i = 0; i < 200; ++i) {
    const Game made = games.next();
    const std::vector<Move> moves = made.tree.main_line();
    const Game game = read_one_game("chn", gl_file(made.start, moves));
    CHECK(game.tree.main_line() == moves);
    if (!moves.empty()) CHECK(game.start == made.start);
    if (!made.has_usual_start() || moves.empty()) continue;
    const std::string old = old_file(moves);
    CHECK(read_one_game("chn", old).tree.main_line() == moves);
    CHECK(format_named("chn").recognises(
        as_bytes(old).first(std::min<std::size_t>(old.size(), 4096))));
  }
  check_bears_damage("chn", old_file(kMoves), 500);
}

TEST_CASE("a CHN file that is cut gives the moves it has", "[importers][chn]") {
  const std::string bytes = gl_file(Position::start(), kMoves);
  const Game game = read_one_game("chn", bytes.substr(0, bytes.size() - 1));
  CHECK(to_iccs(game.tree.main_line()) == "h2e2 b9c7");
  CHECK(has_note(game, Note::Kind::Cut));
  CHECK(read_one_error("chn", bytes.substr(0, 471)).code == Error::Code::Truncated);
  CHECK(read_one_error("chn", std::string(400, 'x')).code == Error::Code::BadHeader);
}
