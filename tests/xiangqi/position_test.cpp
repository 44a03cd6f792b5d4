// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/position.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "../support/positions.h"
#include "xiangqi/movegen.h"

using namespace qipu;

TEST_CASE("the start position has 32 pieces, Red to move, and is its own mirror image",
          "[xiangqi]") {
  const Position start = Position::start();
  CHECK(start.pieces(Color::Red).size() == 16);
  CHECK(start.pieces(Color::Black).size() == 16);
  CHECK(start.to_move() == Color::Red);
  CHECK(start.at({0, 0}) == Piece(Color::Red, PieceKind::Rook));
  CHECK(start.king(Color::Black) == Square(4, 9));
  CHECK(start.mirrored() == start);
  CHECK(start.key().symmetric);
  CHECK(find_fault(start) == PositionFault::None);
}

TEST_CASE("what play keeps up to date equals what the board alone gives", "[xiangqi]") {
  std::mt19937 random(11);
  each_random_position(1500, random, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      Position next = position;
      const Piece taken = next.play(move);
      REQUIRE(taken == position.at(move.to()));
      const Position again = Position::from_board(next.board(), next.to_move());
      REQUIRE(next == again);
      REQUIRE(next.hash() == again.hash());
      REQUIRE(next.mirrored_hash() == again.mirrored_hash());
      for (const Color color : {Color::Red, Color::Black}) {
        REQUIRE(next.pieces(color) == again.pieces(color));
        REQUIRE(next.king(color) == again.king(color));
      }
      REQUIRE(next.to_move() == opponent(position.to_move()));
    }
  });
}

TEST_CASE("a king that is taken is gone", "[xiangqi]") {
  Position position = position_of("4k4/9/9/9/9/9/9/9/9/3KR4 w - - 0 1");
  CHECK(position.play({{4, 0}, {4, 9}}) == Piece(Color::Black, PieceKind::King));
  CHECK_FALSE(position.king(Color::Black));
  CHECK_FALSE(position.in_check());
}

TEST_CASE("mirroring twice gives the same position, and a position and its mirror share a key",
          "[xiangqi]") {
  std::mt19937 random(12);
  each_random_position(3000, random, [](const Position& position) {
    const Position mirror = position.mirrored();
    REQUIRE(mirror.mirrored() == position);
    REQUIRE(mirror.hash() == position.mirrored_hash());
    REQUIRE(mirror.mirrored_hash() == position.hash());
    REQUIRE(mirror.key().key == position.key().key);
    REQUIRE(mirror.key().symmetric == (mirror == position));
    if (!mirror.key().symmetric) REQUIRE(mirror.key().mirrored != position.key().mirrored);
  });
}

TEST_CASE("a move comes back from its stored form, or its mirror image on a symmetric position",
          "[xiangqi]") {
  std::mt19937 random(13);
  each_random_position(1000, random, [](const Position& position) {
    const OrientedKey key = position.key();
    const OrientedKey mirror_key = position.mirrored().key();
    for (const Move move : legal_moves(position)) {
      const Move back = from_stored(key, to_stored(key, move));
      REQUIRE((back == move || (key.symmetric && back == move.mirrored())));
      REQUIRE(to_stored(key, move) == to_stored(mirror_key, move.mirrored()));
    }
  });
}

TEST_CASE("the side to move is part of the position and of its hash", "[xiangqi]") {
  const Position red = Position::start();
  const Position black = red.with_to_move(Color::Black);
  CHECK_FALSE(red == black);
  CHECK(red.board() == black.board());
  CHECK(red.hash() != black.hash());
  CHECK(black.with_to_move(Color::Red).hash() == red.hash());
}

TEST_CASE("a position that cannot occur has its first fault named", "[xiangqi]") {
  const auto [fen, fault] = GENERATE(table<std::string, PositionFault>({
      {"9/9/9/9/9/9/9/9/9/4K4 w", PositionFault::MissingKing},
      {"3k1k3/9/9/9/9/9/9/9/9/4K4 w", PositionFault::ExtraKing},
      {"9/9/9/4k4/9/9/9/9/9/3K5 w", PositionFault::KingOutsidePalace},
      {"3k5/9/9/9/9/9/9/9/9/2K6 w", PositionFault::KingOutsidePalace},
      {"4k4/9/9/9/9/9/9/9/3A5/3K5 w", PositionFault::AdvisorOffPoints},
      {"4k4/9/9/9/9/9/9/9/9/1B1K5 w", PositionFault::BishopOffPoints},
      {"4k4/9/9/9/2B6/9/9/9/9/3K5 w", PositionFault::BishopOffPoints},
      {"4k4/9/9/9/9/9/9/P8/9/3K5 w", PositionFault::PawnOffPoints},
      {"4k4/9/9/9/9/1P7/9/9/9/3K5 w", PositionFault::PawnOffPoints},
      {"4k4/9/9/1p7/9/9/9/9/9/3K5 w", PositionFault::PawnOffPoints},
      {"4k4/RRR6/9/9/9/9/9/9/9/3K5 b", PositionFault::TooManyPieces},
      {"4k4/9/9/9/9/9/9/9/9/4K4 w", PositionFault::KingsFacing},
      {"4k4/9/9/9/9/9/9/9/9/3KR4 w", PositionFault::OpponentInCheck},
      {"4k4/9/9/9/9/9/9/9/9/3KR4 b", PositionFault::None},
      {"2bak1b2/4a4/9/P8/9/2B3P2/p8/B8/4A4/3A1K3 w", PositionFault::None},
  }));
  INFO(fen);
  CHECK(find_fault(position_of(fen)) == fault);
  CHECK(std::string(to_text(fault)).size() > 3);
}

TEST_CASE("studies with too many pieces, facing kings or a side in check can be played from",
          "[xiangqi]") {
  CHECK(is_playable(PositionFault::None));
  CHECK(is_playable(PositionFault::TooManyPieces));
  CHECK(is_playable(PositionFault::OpponentInCheck));
  CHECK_FALSE(is_playable(PositionFault::PawnOffPoints));
  CHECK_FALSE(is_playable(PositionFault::MissingKing));
}

TEST_CASE("changing colours over twice gives the position back, and keeps the rules", "[xiangqi]") {
  std::mt19937 random(3);
  each_random_position(300, random, [](const Position& position) {
    const Position flipped = position.flipped();
    CHECK(flipped.flipped() == position);
    CHECK(flipped.to_move() != position.to_move());
    CHECK(flipped.mirrored() == position.mirrored().flipped());
    CHECK(legal_moves(flipped).size() == legal_moves(position).size());
    CHECK(flipped.in_check() == position.in_check());
  });
  const Position after_cannon =
      position_of("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
  CHECK(after_cannon.flipped() ==
        position_of("rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"));
}
