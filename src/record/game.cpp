// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/game.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace qipu {

namespace {

// The node after `node` in preorder, or kNoNode after the last.
NodeId next_in_preorder(const MoveTree& tree, NodeId node) {
  if (tree[node].first_child != kNoNode) return tree[node].first_child;
  while (node != kNoNode && tree[node].next_sibling == kNoNode)
    node = tree[node].parent;
  return node == kNoNode ? kNoNode : tree[node].next_sibling;
}

bool same_annotation(const Annotation* a, const Annotation* b) {
  const bool a_is_empty = a == nullptr || a->empty();
  const bool b_is_empty = b == nullptr || b->empty();
  return a_is_empty || b_is_empty ? a_is_empty == b_is_empty : *a == *b;
}

bool is_opening_type(const std::string& type) {
  constexpr std::array<std::string_view, 6> kWords{"布局", "佈局",    "开局",
                                                   "開局", "opening", "Opening"};
  return std::find(kWords.begin(), kWords.end(), type) != kWords.end();
}

constexpr std::size_t kGameMaxBranches = 20;  // SOURCE: cli.md, "--kind"

}  // namespace

MoveTree::MoveTree() : nodes_(1) {}

NodeId MoveTree::add(NodeId parent, Move move) {
  assert(parent < nodes_.size());
  for (NodeId child = nodes_[parent].first_child; child != kNoNode;
       child = nodes_[child].next_sibling) {
    if (nodes_[child].move == move) return child;
  }
  const auto added = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({.move = move, .parent = parent});
  Node& above = nodes_[parent];
  if (above.last_child == kNoNode) {
    above.first_child = added;
  } else {
    nodes_[above.last_child].next_sibling = added;
  }
  above.last_child = added;
  return added;
}

Annotation& MoveTree::annotate(NodeId node) {
  assert(node < nodes_.size());
  return annotations_[node];
}

const Annotation* MoveTree::annotation(NodeId node) const {
  const auto found = annotations_.find(node);
  return found == annotations_.end() ? nullptr : &found->second;
}

bool MoveTree::has_comments() const {
  return std::any_of(annotations_.begin(), annotations_.end(), [](const auto& entry) {
    return !entry.second.comment.empty() || !entry.second.before.empty();
  });
}

bool MoveTree::has_variations() const {
  return std::any_of(nodes_.begin(), nodes_.end(),
                     [](const Node& node) { return node.next_sibling != kNoNode; });
}

std::vector<Move> MoveTree::main_line() const {
  std::vector<Move> moves;
  moves.reserve(nodes_.size() - 1);  // most trees are one line
  for (NodeId node = nodes_[kRoot].first_child; node != kNoNode; node = nodes_[node].first_child)
    moves.push_back(nodes_[node].move);
  return moves;
}

std::vector<NodeId> MoveTree::main_nodes() const {
  std::vector<NodeId> nodes;
  for (NodeId node = nodes_[kRoot].first_child; node != kNoNode; node = nodes_[node].first_child)
    nodes.push_back(node);
  return nodes;
}

std::size_t MoveTree::ply_count() const {
  std::size_t count = 0;
  for (NodeId node = nodes_[kRoot].first_child; node != kNoNode; node = nodes_[node].first_child)
    ++count;
  return count;
}

std::size_t MoveTree::branch_count() const {
  return static_cast<std::size_t>(std::count_if(
      nodes_.begin(), nodes_.end(), [](const Node& node) { return node.next_sibling != kNoNode; }));
}

std::vector<NodeId> MoveTree::preorder() const {
  std::vector<NodeId> nodes;
  nodes.reserve(nodes_.size());
  for (NodeId node = kRoot; node != kNoNode; node = next_in_preorder(*this, node))
    nodes.push_back(node);
  return nodes;
}

bool operator==(const MoveTree& a, const MoveTree& b) {
  if (a.size() != b.size()) return false;
  NodeId in_a = kRoot;
  NodeId in_b = kRoot;
  // In preorder, who has a child and who has a further sibling gives the shape.
  while (in_a != kNoNode && in_b != kNoNode) {
    const Node& x = a[in_a];
    const Node& y = b[in_b];
    if (x.move != y.move || (x.first_child == kNoNode) != (y.first_child == kNoNode) ||
        (x.next_sibling == kNoNode) != (y.next_sibling == kNoNode) ||
        !same_annotation(a.annotation(in_a), b.annotation(in_b))) {
      return false;
    }
    in_a = next_in_preorder(a, in_a);
    in_b = next_in_preorder(b, in_b);
  }
  return in_a == in_b;
}

const char* to_text(Note::Kind kind) {
  switch (kind) {
    case Note::Kind::Repaired:
      return "repaired";
    case Note::Kind::Cut:
      return "cut";
    case Note::Kind::Guessed:
      return "guessed";
    case Note::Kind::DroppedMoves:
      return "moves dropped";
    case Note::Kind::IllegalStart:
      return "illegal start";
  }
  return "unknown note";
}

GameKind kind_of(const Game& game) {
  const GameHeader& header = game.header;
  const bool has_players = !header.red.name.empty() && !header.black.name.empty();
  if (game.tree.size() == 1) {
    const bool is_forfeit = has_players && header.outcome != Outcome::Unknown;
    return is_forfeit ? GameKind::Game : GameKind::Position;
  }
  if (is_opening_type(game.type) || game.tree.branch_count() > kGameMaxBranches) {
    return GameKind::Study;
  }
  return game.has_usual_start() || has_players ? GameKind::Game : GameKind::Puzzle;
}

std::string_view to_word(GameKind kind) {
  switch (kind) {
    case GameKind::Game:
      return "game";
    case GameKind::Study:
      return "study";
    case GameKind::Puzzle:
      return "puzzle";
    case GameKind::Position:
      return "position";
  }
  return "game";
}

std::optional<GameKind> find_game_kind(std::string_view word) {
  for (const GameKind kind :
       {GameKind::Game, GameKind::Study, GameKind::Puzzle, GameKind::Position}) {
    if (word == to_word(kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace qipu
