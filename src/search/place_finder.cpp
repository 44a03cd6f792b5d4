// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/place_finder.h"

#include <algorithm>

namespace qipu {

PlaceFinder::PlaceFinder(const Position& position, bool is_flipped_too)
    : wanted_{position, position.mirrored()} {
  if (!is_flipped_too) return;
  wanted_.push_back(position.flipped());
  wanted_.push_back(position.flipped().mirrored());
}

bool PlaceFinder::is_at(const Position& position) const {
  return std::any_of(wanted_.begin(), wanted_.end(), [&](const Position& wanted) {
    return wanted.hash() == position.hash() && wanted == position;
  });
}

std::optional<int> PlaceFinder::first_ply(const Position& start, std::span<const Move> line) const {
  Position current = start;
  int ply = 0;
  if (is_at(current)) return ply;
  for (const Move move : line) {
    current.play(move);
    ++ply;
    if (is_at(current)) return ply;
  }
  return std::nullopt;
}

std::optional<NodeId> PlaceFinder::first_node(const Game& game) const {
  struct State {
    Position position;
    NodeId node;
  };
  std::vector<State> path{{game.start, kRoot}};
  if (is_at(game.start)) return kRoot;
  for (const NodeId node : game.tree.preorder()) {
    if (node == kRoot) continue;
    while (path.back().node != game.tree[node].parent)
      path.pop_back();
    path.push_back({path.back().position, node});
    path.back().position.play(game.tree[node].move);
    if (is_at(path.back().position)) return node;
  }
  return std::nullopt;
}

}  // namespace qipu
