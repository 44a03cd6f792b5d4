// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/unchecked_tree.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/text.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

constexpr std::size_t kMaxDropNotes = 50;  // further ones are counted in one last note

std::string to_iccs(const std::optional<Square>& square) {
  if (!square) return "??";
  return {static_cast<char>('a' + square->file()), static_cast<char>('0' + square->rank())};
}

std::string to_iccs(const UncheckedMove& move) { return to_iccs(move.from) + to_iccs(move.to); }

// Two remarks at one place become two paragraphs, equal ones stay one.
void join(std::string& comment, const std::string& added) {
  if (comment == added) return;
  if (!comment.empty()) comment += '\n';
  comment += added;
}

// Walks `unchecked` in preorder, keeping the board of the place it is at.
class Placement {
 public:
  Placement(const UncheckedTree& unchecked, const ReadOptions& options, Game& game)
      : unchecked_(unchecked), options_(options), game_(game), position_(game.start) {}

  void run() {
    game_.tree.reserve(unchecked_.size());
    place_comment(kRoot, kRoot);
    NodeId source = unchecked_[kRoot].first_child;
    while (source != kNoNode) {
      back_to(unchecked_[source].depth - 1);
      if (!enter(source)) {
        source = after_subtree(source);
        continue;
      }
      const NodeId child = unchecked_[source].first_child;
      source = child != kNoNode ? child : after_subtree(source);
    }
    if (further_drops_ > 0) {
      game_.notes.push_back(
          {Note::Kind::DroppedMoves, -1,
           "variations dropped at " + std::to_string(further_drops_) + " more illegal moves"});
    }
  }

 private:
  // Where we were before a move.
  struct Step {
    NodeId target = kRoot;  // in game.tree
    bool on_main_line = true;
  };
  // A position to which the walk comes back, since a sibling follows there.
  struct Fork {
    std::size_t depth = 0;
    Position position;
  };

  // Plays the move of `source`, or drops it; false if it was dropped.
  bool enter(NodeId source) {
    const UncheckedMove& squares = unchecked_[source].move;
    std::string reason;
    if (king_is_taken_) {
      reason = "moves after a king was taken";
    } else if (!squares.from || !squares.to) {
      reason = "a move off the board";
    } else if (const Move move(*squares.from, *squares.to); !is_legal(position_, move)) {
      reason = why_illegal(move);
      const bool is_self_check = is_pseudo_legal(position_, move);
      if (is_self_check && options_.allow_self_check) {
        game_.notes.push_back({Note::Kind::Repaired, ply_of(source), reason + ", kept"});
        reason.clear();
      }
    }
    if (!reason.empty()) {
      drop(source, reason);
      return false;
    }
    play(source, Move(*squares.from, *squares.to));
    return true;
  }

  void play(NodeId source, Move move) {
    const NodeId before = target_;
    const bool was_on_main_line = on_main_line_;
    target_ = game_.tree.add(before, move);
    on_main_line_ = was_on_main_line && game_.tree[before].first_child == target_;
    const bool has_sibling = unchecked_[source].next_sibling != kNoNode;
    if (has_sibling && (forks_.empty() || forks_.back().depth < path_.size())) {
      forks_.push_back({path_.size(), position_});
    }
    const Piece taken = position_.play(move);
    king_is_taken_ = !taken.is_none() && taken.kind() == PieceKind::King;
    path_.push_back({before, was_on_main_line});
    place_comment(source, target_);
  }

  // Takes moves back until `depth` of them are left, where a fork is.
  void back_to(std::size_t depth) {
    if (path_.size() == depth) return;
    assert(depth < path_.size());
    while (forks_.back().depth > depth)
      forks_.pop_back();
    assert(forks_.back().depth == depth);
    target_ = path_[depth].target;
    on_main_line_ = path_[depth].on_main_line;
    path_.resize(depth);
    king_is_taken_ = false;  // nothing was played after a king was taken
    position_ = forks_.back().position;
  }

  void drop(NodeId source, const std::string& reason) {
    // The first child of each node on the way is the main line of the file.
    const bool ends_main_line = on_main_line_ && game_.tree[target_].first_child == kNoNode &&
                                unchecked_[unchecked_[source].parent].first_child == source &&
                                !is_cut_;
    if (ends_main_line) {
      is_cut_ = true;
      game_.notes.push_back({Note::Kind::Cut, ply_of(source), reason});
      std::string& unread = game_.tree.annotate(target_).unread;
      for (NodeId node = source; node != kNoNode; node = unchecked_[node].first_child)
        unread += (node == source ? "" : " ") + to_iccs(unchecked_[node].move);
    } else if (drops_ < kMaxDropNotes) {
      ++drops_;
      game_.notes.push_back({Note::Kind::DroppedMoves, ply_of(source), reason});
    } else {
      ++further_drops_;
    }
  }

  std::string why_illegal(Move move) const {
    const std::string text = to_iccs({move.from(), move.to()});
    const Piece piece = position_.at(move.from());
    if (piece.is_none()) return text + " moves no piece";
    if (piece.color() != position_.to_move()) return text + " moves a piece of the other side";
    if (!is_pseudo_legal(position_, move)) return text + " is not how that piece moves";
    return text + " is illegal in the source: king left in check";
  }

  void place_comment(NodeId source, NodeId target) {
    const std::string& added = unchecked_.comment(source);
    if (!added.empty()) join(game_.tree.annotate(target).comment, added);
  }

  NodeId after_subtree(NodeId node) const {
    while (node != kNoNode && unchecked_[node].next_sibling == kNoNode)
      node = unchecked_[node].parent;
    return node == kNoNode ? kNoNode : unchecked_[node].next_sibling;
  }

  int ply_of(NodeId source) const { return static_cast<int>(unchecked_[source].depth) - 1; }

  const UncheckedTree& unchecked_;
  const ReadOptions& options_;
  Game& game_;
  Position position_;
  NodeId target_ = kRoot;  // where we are in game_.tree
  bool on_main_line_ = true;
  bool king_is_taken_ = false;
  bool is_cut_ = false;
  std::vector<Step> path_;   // from the root to where we are
  std::vector<Fork> forks_;  // by depth; at or above where we are
  std::size_t drops_ = 0;
  std::size_t further_drops_ = 0;
};

}  // namespace

NodeId UncheckedTree::add(NodeId parent, UncheckedMove move) {
  const auto added = static_cast<NodeId>(nodes_.size());
  Node node{.move = move, .parent = parent};
  Node& above = nodes_[parent];
  node.depth = above.depth + 1;
  // Jumps of lengths 1, 1, 3, 1, 1, 3, 7 ... so that any ancestor is few jumps away.
  const Node& jumped = nodes_[above.jump];
  const bool two_alike = above.depth - jumped.depth == jumped.depth - nodes_[jumped.jump].depth;
  node.jump = two_alike ? jumped.jump : parent;
  if (above.last_child == kNoNode) {
    above.first_child = added;
  } else {
    nodes_[above.last_child].next_sibling = added;
  }
  above.last_child = added;
  nodes_.push_back(node);
  return added;
}

NodeId UncheckedTree::ancestor_at(NodeId node, std::uint32_t depth) const {
  assert(depth <= nodes_[node].depth);
  while (nodes_[node].depth > depth) {
    const NodeId jump = nodes_[node].jump;
    node = nodes_[jump].depth >= depth ? jump : nodes_[node].parent;
  }
  return node;
}

void UncheckedTree::add_comment(NodeId node, std::string comment) {
  if (comment.empty()) return;
  std::uint32_t& index = nodes_[node].comment;
  if (index != kNoComment) {
    join(comments_[index], comment);
    return;
  }
  index = static_cast<std::uint32_t>(comments_.size());
  comments_.push_back(std::move(comment));
}

const std::string& UncheckedTree::comment(NodeId node) const {
  static const std::string kNothing;
  const std::uint32_t index = nodes_[node].comment;
  return index == kNoComment ? kNothing : comments_[index];
}

void settle_side_to_move(const UncheckedTree& tree, Game& game) {
  for (NodeId node = tree[kRoot].first_child; node != kNoNode; node = tree[node].next_sibling) {
    const std::optional<Square> from = tree[node].move.from;
    if (!from || game.start.at(*from).is_none()) continue;
    const Color mover = game.start.at(*from).color();
    if (mover == game.start.to_move()) return;
    game.start = game.start.with_to_move(mover);
    game.notes.push_back({Note::Kind::Guessed, -1, "side to move taken from the first move"});
    return;
  }
}

void place_moves(const UncheckedTree& tree, const ReadOptions& options, Game& game) {
  Placement(tree, options, game).run();
}

std::string tidy_comment(std::string_view text) {
  const bool is_tidy =
      text.find('\r') == std::string_view::npos && text.find('\0') == std::string_view::npos;
  if (is_tidy) return std::string(trim(text));
  std::string lines;
  lines.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\0') continue;
    if (text[i] != '\r') {
      lines += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      lines += '\n';
    }
  }
  return std::string(trim(lines));
}

}  // namespace qipu
