// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/tree_lines.h"

#include <catch2/catch.hpp>

using namespace qipu;

namespace {

Move step(int from_file, int from_rank, int to_file, int to_rank) {
  return {Square(from_file, from_rank), Square(to_file, to_rank)};
}

const Move kCannon = step(7, 2, 4, 2);
const Move kHorse = step(7, 0, 6, 2);
const Move kPawn = step(2, 3, 2, 4);

}  // namespace

TEST_CASE("an empty tree is one empty line", "[record]") {
  const auto lines = lines_of(MoveTree());
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].nodes.empty());
}

TEST_CASE("each variation is a line that says where it leaves which", "[record]") {
  MoveTree tree;
  const NodeId a = tree.add(kRoot, kCannon);
  const NodeId b = tree.add(a, kHorse);
  const NodeId other_a = tree.add(kRoot, kPawn);
  const NodeId other_b = tree.add(a, kPawn);
  const NodeId below = tree.add(other_a, kCannon);
  const NodeId other_below = tree.add(other_a, kHorse);
  const auto lines = lines_of(tree);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].nodes == std::vector<NodeId>{a, b});
  CHECK(lines[1].nodes == std::vector<NodeId>{other_a, below});
  CHECK((lines[1].parent == 0 && lines[1].ply == 0 && lines[1].depth == 1));
  CHECK(lines[2].nodes == std::vector<NodeId>{other_below});
  CHECK((lines[2].parent == 1 && lines[2].ply == 1 && lines[2].depth == 2));
  CHECK(lines[3].nodes == std::vector<NodeId>{other_b});
  CHECK((lines[3].parent == 0 && lines[3].ply == 1 && lines[3].depth == 1));
}

TEST_CASE("every node but the root is in one line", "[record]") {
  MoveTree tree;
  for (const Move first : {kCannon, kHorse, kPawn}) {
    const NodeId node = tree.add(kRoot, first);
    for (const Move second : {kCannon, kHorse, kPawn})
      tree.add(node, second);
  }
  std::size_t count = 0;
  for (const TreeLine& line : lines_of(tree))
    count += line.nodes.size();
  CHECK(count == tree.size() - 1);
}

TEST_CASE("the position at a node has the moves up to it played", "[record]") {
  Game game;
  const NodeId first = game.tree.add(kRoot, kCannon);
  Position expected = Position::start();
  expected.play(kCannon);
  CHECK(position_at(game, first) == expected);
  CHECK(position_at(game, kRoot) == Position::start());
}
