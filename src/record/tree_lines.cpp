// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/tree_lines.h"

#include <utility>

namespace qipu {

std::vector<TreeLine> lines_of(const MoveTree& tree) {
  std::vector<TreeLine> lines;
  struct Start {
    NodeId first;
    TreeLine line;
  };
  std::vector<Start> ahead{{tree[kRoot].first_child, {}}};
  while (!ahead.empty()) {
    Start start = std::move(ahead.back());
    ahead.pop_back();
    const std::size_t index = lines.size();
    TreeLine& line = lines.emplace_back(std::move(start.line));
    std::vector<Start> variations;
    for (NodeId node = start.first; node != kNoNode; node = tree[node].first_child) {
      // The first node of a variation is a sibling itself: the line it leaves lists the others.
      const bool starts_variation = index != 0 && line.nodes.empty();
      NodeId sibling = starts_variation ? kNoNode : tree[node].next_sibling;
      for (; sibling != kNoNode; sibling = tree[sibling].next_sibling) {
        variations.push_back({sibling, {index, line.ply + line.nodes.size(), line.depth + 1, {}}});
      }
      line.nodes.push_back(node);
    }
    for (auto last = variations.rbegin(); last != variations.rend(); ++last) {
      ahead.push_back(std::move(*last));
    }
  }
  return lines;
}

Position position_at(const Game& game, NodeId node) {
  std::vector<Move> moves;
  for (; node != kRoot; node = game.tree[node].parent)
    moves.push_back(game.tree[node].move);
  Position position = game.start;
  for (auto move = moves.rbegin(); move != moves.rend(); ++move)
    position.play(*move);
  return position;
}

}  // namespace qipu
