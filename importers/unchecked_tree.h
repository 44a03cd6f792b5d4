// SPDX-License-Identifier: GPL-3.0-or-later

// A tree of moves as a file gives it, and what of it the rules allow.
//
// Formats that hold moves as squares (XQF, DhtmlXQ) read a record into such a tree first, however
// its lines are numbered there, and then place it into a game in one pass over the board.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "importers/record_format.h"
#include "record/game.h"

namespace qipu {

// The squares of a move; one that is off the board is nothing.
struct UncheckedMove {
  std::optional<Square> from;
  std::optional<Square> to;
};

// Links as in MoveTree, without its promises: siblings may be equal, moves may be impossible.
class UncheckedTree {
 public:
  struct Node {
    UncheckedMove move;
    NodeId parent = kNoNode;
    NodeId first_child = kNoNode;
    NodeId last_child = kNoNode;
    NodeId next_sibling = kNoNode;
    NodeId jump = kRoot;      // an ancestor further up, for ancestor_at
    std::uint32_t depth = 0;  // moves from the root
    std::uint32_t comment = kNoComment;
  };

  UncheckedTree() : nodes_(1) {}

  // Makes room for so many nodes in all.
  void reserve(std::size_t nodes) { nodes_.reserve(nodes); }
  // A new last child of `parent`.
  NodeId add(NodeId parent, UncheckedMove move);
  // The node `depth` moves from the root on the way to `node`. REQUIRES: depth is not more than
  // the node's. Logarithmic.
  NodeId ancestor_at(NodeId node, std::uint32_t depth) const;

  const Node& operator[](NodeId node) const { return nodes_[node]; }
  std::size_t size() const { return nodes_.size(); }

  // Adds to what is said at `node`; the text is decoded, lines end in '\n'.
  void add_comment(NodeId node, std::string comment);
  // Empty if nothing is said.
  const std::string& comment(NodeId node) const;

 private:
  static constexpr std::uint32_t kNoComment = 0xFFFF'FFFFU;

  std::vector<Node> nodes_;
  std::vector<std::string> comments_;  // Node::comment counts in it
};

// Gives the move to the side whose piece makes the first move of `tree`, with a note if that is not
// the side that game.start says.
void settle_side_to_move(const UncheckedTree& tree, Game& game);

// Puts what is legal of `tree` into game.tree, played from game.start, with its comments.
//
// An illegal move goes with all that is below it; its siblings stay. Where that ends the main line,
// the rest is kept as text and noted as Cut, elsewhere it is noted as DroppedMoves. Moves after a
// king is taken are dropped too. Linear in the tree; no recursion. REQUIRES: game.tree is empty.
void place_moves(const UncheckedTree& tree, const ReadOptions& options, Game& game);

// The text of moves as files have it, brought to one form: lines end in '\n', no NULs, no blanks
// at the ends.
std::string tidy_comment(std::string_view text);

}  // namespace qipu
