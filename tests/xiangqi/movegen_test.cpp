// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/movegen.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "../support/positions.h"

using namespace qipu;

namespace {

// The board turned half round and every piece in the other colour: the same for the other side.
Position with_sides_swapped(const Position& position) {
  Board board{};
  for (int i = 0; i < Square::kCount; ++i) {
    const Piece piece = position.at(Square::at(i));
    if (piece.is_none()) continue;
    board[static_cast<std::size_t>(Square::kCount - 1 - i)] =
        Piece(opponent(piece.color()), piece.kind());
  }
  return Position::from_board(board, opponent(position.to_move()));
}

}  // namespace

TEST_CASE("perft from the start position matches the published counts", "[xiangqi]") {
  const auto [depth, nodes] =
      GENERATE(table<int, std::uint64_t>({{0, 1}, {1, 44}, {2, 1920}, {3, 79666}, {4, 3290240}}));
  CHECK(perft(Position::start(), depth) == nodes);
}

TEST_CASE("perft matches two independent engines in every row of the table", "[xiangqi]") {
  for (const TableRow& row : read_shared_table("rules/perft.tsv")) {
    INFO(row.at("name") << " depth " << row.at("depth"));
    CHECK(perft(position_of(row.at("fen")), std::stoi(row.at("depth"))) ==
          std::stoull(row.at("nodes")));
  }
}

TEST_CASE("is_legal and is_pseudo_legal agree with the lists for any two squares", "[xiangqi]") {
  std::mt19937 random(1);
  each_random_position(150, random, [](const Position& position) {
    const MoveList legal = legal_moves(position);
    const MoveList pseudo_legal = pseudo_legal_moves(position);
    REQUIRE(as_set(legal).size() == legal.size());
    for (int from = 0; from < Square::kCount; ++from) {
      for (int to = 0; to < Square::kCount; ++to) {
        const Move move(Square::at(from), Square::at(to));
        if (is_legal(position, move) != legal.contains(move)) FAIL("legal " << from << ' ' << to);
        if (is_pseudo_legal(position, move) != pseudo_legal.contains(move)) {
          FAIL("pseudo-legal " << from << ' ' << to);
        }
      }
    }
  });
}

TEST_CASE("a legal move is a pseudo-legal one that leaves the own king safe", "[xiangqi]") {
  std::mt19937 random(2);
  each_random_position(3000, random, [](const Position& position) {
    std::set<Move> safe;
    for (const Move move : pseudo_legal_moves(position)) {
      Position next = position;
      next.play(move);
      if (!next.in_check(position.to_move())) safe.insert(move);
    }
    REQUIRE(safe == as_set(legal_moves(position)));
    REQUIRE(has_legal_move(position) != safe.empty());
  });
}

TEST_CASE("the mirror image has the mirrored moves", "[xiangqi]") {
  std::mt19937 random(3);
  each_random_position(2000, random, [](const Position& position) {
    std::set<Move> mirrored;
    for (const Move move : legal_moves(position))
      mirrored.insert(move.mirrored());
    REQUIRE(mirrored == as_set(legal_moves(position.mirrored())));
  });
}

TEST_CASE("with sides swapped and the board turned there are the same moves, turned", "[xiangqi]") {
  std::mt19937 random(4);
  each_random_position(2000, random, [](const Position& position) {
    std::set<Move> turned;
    for (const Move move : legal_moves(position)) {
      turned.insert({Square::at(Square::kCount - 1 - move.from().index()),
                     Square::at(Square::kCount - 1 - move.to().index())});
    }
    REQUIRE(turned == as_set(legal_moves(with_sides_swapped(position))));
    REQUIRE(with_sides_swapped(position).in_check() == position.in_check());
  });
}

TEST_CASE("the known mates are checkmates and the known stalemate is one", "[xiangqi]") {
  for (const TableRow& row : read_shared_table("rules/mates.tsv")) {
    INFO(row.at("name"));
    const Position position = position_of(row.at("final_fen"));
    CHECK(is_checkmate(position) == (row.at("state") == "checkmate"));
    CHECK(is_stalemate(position) == (row.at("state") == "stalemate"));
    CHECK_FALSE(has_legal_move(position));
    CHECK(legal_moves(position).empty());
  }
}

TEST_CASE("the start position is neither mate nor stalemate", "[xiangqi]") {
  CHECK_FALSE(is_checkmate(Position::start()));
  CHECK_FALSE(is_stalemate(Position::start()));
  CHECK(has_legal_move(Position::start()));
}

TEST_CASE("a piece that alone keeps the kings apart may not leave their file", "[xiangqi]") {
  const Position position = position_of("4k4/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1");
  const auto is_rook_move = [](Move move) { return move.from() == Square(4, 4); };
  for (const Move move : legal_moves(position)) {
    if (is_rook_move(move)) CHECK(move.to().file() == 4);
  }
  CHECK(is_pseudo_legal(position, {{4, 4}, {0, 4}}));
  CHECK_FALSE(is_legal(position, {{4, 4}, {0, 4}}));
}

TEST_CASE("a side without a king may move anything anywhere its pieces go", "[xiangqi]") {
  const Position position = position_of("4k4/9/9/9/9/9/9/9/9/R8 w - - 0 1");
  CHECK(as_set(legal_moves(position)) == as_set(pseudo_legal_moves(position)));
  CHECK(is_legal(position, {{0, 0}, {0, 9}}));
}
