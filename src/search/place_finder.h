// SPDX-License-Identifier: GPL-3.0-or-later

// Where games stand at a position: it or its mirror image, and if asked those with colours changed
// over, compared point by point.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "record/game.h"

namespace qipu {

class PlaceFinder {
 public:
  PlaceFinder(const Position& position, bool is_flipped_too);

  // The first ply of a line that stands there.
  std::optional<int> first_ply(const Position& start, std::span<const Move> line) const;
  // The first node of a tree, the main line before all variations.
  std::optional<NodeId> first_node(const Game& game) const;

 private:
  bool is_at(const Position& position) const;

  std::vector<Position> wanted_;  // any of them
};

}  // namespace qipu
