// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/game.h"

#include <catch2/catch.hpp>

using namespace qipu;

namespace {

Move move(const char* text) {
  return {Square(text[0] - 'a', text[1] - '0'), Square(text[2] - 'a', text[3] - '0')};
}

// h2e2 {b9c7 {h0g2} h9g7} c3c4, in preorder.
MoveTree small_tree() {
  MoveTree tree;
  const NodeId first = tree.add(kRoot, move("h2e2"));
  tree.add(tree.add(first, move("b9c7")), move("h0g2"));
  tree.add(first, move("h9g7"));
  tree.add(kRoot, move("c3c4"));
  return tree;
}

}  // namespace

TEST_CASE("a tree gives its main line along first children", "[record]") {
  const MoveTree tree = small_tree();
  CHECK(tree.main_line() == std::vector{move("h2e2"), move("b9c7"), move("h0g2")});
  CHECK(tree.main_nodes() == std::vector<NodeId>{1, 2, 3});
  CHECK(tree.ply_count() == 3);
  CHECK(tree.branch_count() == 2);
  CHECK(tree.has_variations());
  CHECK(MoveTree().main_line().empty());
  CHECK_FALSE(MoveTree().has_variations());
}

TEST_CASE("a move that a node already has is not added again", "[record]") {
  MoveTree tree = small_tree();
  const std::size_t size = tree.size();
  CHECK(tree.add(kRoot, move("c3c4")) == tree[kRoot].last_child);
  CHECK(tree.add(kRoot, move("h2e2")) == tree[kRoot].first_child);
  CHECK(tree.size() == size);
}

TEST_CASE("trees built in another order are equal", "[record]") {
  MoveTree other;  // breadth first
  const NodeId first = other.add(kRoot, move("h2e2"));
  other.add(kRoot, move("c3c4"));
  const NodeId reply = other.add(first, move("b9c7"));
  other.add(first, move("h9g7"));
  other.add(reply, move("h0g2"));
  MoveTree tree = small_tree();
  CHECK(tree == other);
  CHECK(tree.preorder() == std::vector<NodeId>{0, 1, 2, 3, 4, 5});
  CHECK(other.preorder() == std::vector<NodeId>{0, 1, 3, 5, 4, 2});

  tree.annotate(4).comment = "好";
  CHECK(tree.has_comments());
  CHECK_FALSE(tree == other);
  other.annotate(4).comment = "好";
  CHECK(tree == other);
  other.annotate(1);  // an empty remark is none
  CHECK(tree == other);
}

TEST_CASE("trees with the same moves hung differently are not equal", "[record]") {
  MoveTree a;
  a.add(a.add(kRoot, move("h2e2")), move("h9g7"));
  a.add(kRoot, move("c3c4"));
  MoveTree b;
  b.add(kRoot, move("h2e2"));
  b.add(b.add(kRoot, move("c3c4")), move("h9g7"));
  CHECK_FALSE(a == b);
  MoveTree c;  // the other sibling first
  c.add(kRoot, move("c3c4"));
  c.add(c.add(kRoot, move("h2e2")), move("h9g7"));
  CHECK_FALSE(a == c);
}

TEST_CASE("a line of a million moves is walked without recursion", "[record]") {
  MoveTree tree;
  NodeId node = kRoot;
  for (int i = 0; i < 250'000; ++i) {
    for (const char* step : {"a0a1", "a9a8", "a1a0", "a8a9"})
      node = tree.add(node, move(step));
  }
  CHECK(tree.ply_count() == 1'000'000);
  CHECK(tree.preorder().size() == 1'000'001);
  CHECK(tree == MoveTree(tree));
}

TEST_CASE("the kind of a record follows from what it holds", "[record]") {
  Game game;
  CHECK(kind_of(game) == GameKind::Position);
  game.header.red.name = "甲";
  game.header.black.name = "乙";
  CHECK(kind_of(game) == GameKind::Position);
  game.header.outcome = Outcome::BlackWin;
  CHECK(kind_of(game) == GameKind::Game);  // a forfeit

  game.tree.add(kRoot, move("h2e2"));
  CHECK(kind_of(game) == GameKind::Game);
  game.start = Position::start().with_to_move(Color::Black);
  CHECK(kind_of(game) == GameKind::Game);  // a handicap between two players
  game.header.black.name.clear();
  CHECK(kind_of(game) == GameKind::Puzzle);
  game.type = "布局";
  CHECK(kind_of(game) == GameKind::Study);
}

TEST_CASE("more than twenty branches make a study", "[record]") {
  Game game;
  NodeId node = kRoot;
  for (int i = 0; i < 21; ++i) {
    if (i == 20) CHECK(kind_of(game) == GameKind::Game);
    const NodeId next = game.tree.add(node, move("a0a1"));
    game.tree.add(node, move("a0a2"));
    node = next;
    if (i == 0) CHECK(game.tree.branch_count() == 1);
  }
  CHECK(game.tree.branch_count() == 21);
  CHECK(kind_of(game) == GameKind::Study);
}
