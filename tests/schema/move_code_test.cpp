// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/move_code.h"

#include <catch2/catch.hpp>

#include <array>

#include "../support/hostile.h"
#include "../support/random_games.h"
#include "schema/values.h"
#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"
#include "xiangqi/notation.h"

using namespace qipu;

namespace {

std::vector<Move> iccs_line(const std::vector<std::string>& texts) {
  std::vector<Move> moves;
  Position position = Position::start();
  for (const std::string& text : texts) {
    const auto move = parse_move(position, text);
    REQUIRE(move);
    moves.push_back(*move);
    position.play(*move);
  }
  return moves;
}

Position position_of(const std::string& fen) {
  const auto position = parse_fen(fen);
  REQUIRE(position);
  return *position;
}

}  // namespace

TEST_CASE("the bytes of moves are those of the schema", "[schema]") {
  // 炮二平五 马８进７ 马二进三 车９平８ 兵七进一 卒７进１ 车一进一 象７进５ 仕四进五
  const auto moves =
      iccs_line({"h2e2", "h9g7", "h0g2", "i9h9", "g3g4", "g6g5", "i0i1", "c9e7", "f0e1"});
  const auto codes = encode_line(Position::start(), moves);
  REQUIRE(codes);
  CHECK(to_hex(*codes) == "5c142324716b3d130b");
}

TEST_CASE("a line of any game reads back from its bytes", "[schema]") {
  RandomGames games(31);
  int coded = 0;
  for (int i = 0; i < 500; ++i) {
    const Game game = games.next();
    const std::vector<Move> moves = game.tree.main_line();
    const auto codes = encode_line(game.start, moves);
    if (!codes) continue;
    ++coded;
    CHECK(codes->size() == moves.size());
    CHECK(decode_line(game.start, as_bytes(*codes)) == moves);
  }
  CHECK(coded > 490);
}

TEST_CASE("each legal move has a byte of its own", "[schema]") {
  Random random(8);
  for (int game = 0; game < 50; ++game) {
    Position position = Position::start();
    CodedLine line(position);
    for (int ply = 0; ply < 150; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      std::array<bool, CodedLine::kCodeCount> is_used{};
      for (const Move move : moves) {
        CodedLine next = line;
        const auto code = next.encode(move);
        REQUIRE(code);
        CHECK_FALSE(is_used[*code]);
        is_used[*code] = true;
        next = line;
        CHECK(next.decode(*code) == move);
      }
      const Move played = moves[pick(random, moves.size())];
      line.encode(played);
      position.play(played);
    }
  }
}

TEST_CASE("a byte that is no move here is told, and plays nothing", "[schema]") {
  for (unsigned code = 0; code < 256; ++code) {
    CodedLine line(Position::start());
    const Move move = line.decode(static_cast<std::uint8_t>(code));
    if (move.is_none()) {
      CHECK(line.decode(99) == CodedLine(Position::start()).decode(99));
      continue;
    }
    CHECK(code < CodedLine::kCodeCount);
    CHECK(Position::start().at(move.from()).is(Color::Red));
    CHECK_FALSE(Position::start().at(move.to()).is(Color::Red));
  }
}

TEST_CASE("any bytes give moves of the side to move, or none", "[schema]") {
  Random random(12);
  for (int i = 0; i < 20'000; ++i) {
    std::string codes(1 + pick(random, 30), '\0');
    for (char& code : codes)
      code = static_cast<char>(pick(random, i % 2 == 0 ? 120 : 256));
    Position position = Position::start();
    const auto moves = decode_line(position, as_bytes(codes));
    if (!moves) continue;
    CHECK(moves->size() == codes.size());
    CHECK(encode_line(position, *moves) == codes);
    for (const Move move : *moves) {
      REQUIRE(position.at(move.from()).is(position.to_move()));
      REQUIRE_FALSE(position.at(move.to()).is(position.to_move()));
      position.play(move);
    }
  }
}

TEST_CASE("what no byte can say is kept in two bytes a move", "[schema]") {
  const auto check_kept = [](const Position& start, const std::vector<Move>& moves, bool is_coded) {
    StoredGame stored;
    stored.game.start = start;
    NodeId node = kRoot;
    for (const Move move : moves)
      node = stored.game.tree.add(node, move);
    CHECK(encode_line(start, moves).has_value() == is_coded);
    const std::string bytes = encode_game(stored);
    const auto read = decode_game(as_bytes(bytes));
    REQUIRE(read);
    CHECK(read->game == stored.game);
    const auto line = decode_main_line(as_bytes(bytes));
    REQUIRE(line);
    CHECK(line->moves == moves);
  };
  // A third rook, where the first two may move.
  const Position rooks = position_of("4k4/9/9/9/9/9/9/9/9/R1R1K1R2 w - - 0 1");
  check_kept(rooks, {Move(Square(0, 0), Square(0, 5))}, true);
  check_kept(rooks, {Move(Square(6, 0), Square(6, 5))}, false);
  // A rook that steps like a knight, a move that takes a piece of its own side.
  check_kept(Position::start(), {Move(Square(0, 0), Square(1, 2))}, false);
  check_kept(Position::start(), {Move(Square(0, 0), Square(0, 3))}, false);
}

TEST_CASE("a game of before there were bytes of moves is still read", "[schema]") {
  // Names 1, 2, 3; source 7; the usual start; 炮二平五 马８进７ in two bytes each; no header.
  const std::string bytes(
      "\x01\x02\x03\x07\x00\x00\x00\x00"
      "\x00\x02\x16\x19\x45\x58\x00",
      15);
  const auto line = decode_main_line(as_bytes(bytes));
  REQUIRE(line);
  CHECK(line->moves == iccs_line({"h2e2", "h9g7"}));
  CHECK(decode_game(as_bytes(bytes)));
}
