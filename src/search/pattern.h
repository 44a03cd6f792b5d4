// SPDX-License-Identifier: GPL-3.0-or-later

// A pattern of positions: what stands where, how much of what there is, or both; and where games
// first show it, at any ply.
//
// As positions are, a pattern is one with its left-right mirror image.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "record/game.h"

namespace qipu {

// As typed. Empty = not asked.
struct PatternWords {
  // The board as a FEN has it: rows from Black's side down, pieces, digits and '.' for empty
  // points; '?' (or '?5') for anything, X and x for any red or black piece, "[RC]" for one of
  // these. Behind a blank, w or b says who is to move.
  std::string board;
  // "c0-g4", two corners: the points that count. The board is then whole, or of this size.
  std::string region;
  // "RRNC vs RNCC", Red against Black: "2-3P", "P*" (any number). Advisors, elephants and pawns not
  // named are free, of the other kinds not named there are none; "*" for a whole side is anything.
  std::string material;
  // For how many plies one after the other the pattern must stand.
  std::string hold;
  bool is_flipped_too = false;  // also with colours changed over and the board turned round
};

class Pattern {
 public:
  // THROWS: UsageError for words that say no pattern.
  explicit Pattern(const PatternWords& words);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  // The ply at which a line first shows it; with a hold, that from which it stands so long. Costs
  // some 5 ns a ply, and stops where it can come no more: pieces only leave, pawns never retreat.
  std::optional<int> first_ply(const Position& start, std::span<const Move> line) const;
  // The first node of a tree that shows it: of the main line, else of the first variation.
  std::optional<NodeId> first_node(const Game& game) const;

 private:
  class Impl;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace qipu
