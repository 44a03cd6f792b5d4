// SPDX-License-Identifier: GPL-3.0-or-later

// What an ambiguous move of a record means, told from the moves after it. Internal to PGN.
// SOURCE: formats/pgn.md, sections 5 and 9.

#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/pgn_tokens.h"
#include "xiangqi/movegen.h"
#include "xiangqi/notation.h"

namespace qipu {

// Resolves moves of one game, and looks ahead in its text where several fit.
class PgnLookahead {
 public:
  // What the move token that begins at `token` means.
  struct Choice {
    std::size_t token = 0;
    Move move;                      // none: its first digits are a number
    bool was_ambiguous = false;     // the moves after it decided
    std::size_t reading_count = 0;  // > 0: nothing decided between so many
  };

  // Choices for the moves of a line from an ambiguous one on, as far as the look went.
  struct Plan {
    std::vector<Choice> choices;
    std::size_t next = 0;

    // The choice for the move that begins at `token`; null if the plan does not reach it.
    const Choice* find(std::size_t token) {
      while (next < choices.size() && choices[next].token < token)
        ++next;
      return next < choices.size() && choices[next].token == token ? &choices[next] : nullptr;
    }
  };

  // Keeps a reference to `tokens` and a view of `text`, the movetext.
  PgnLookahead(PgnTokens& tokens, std::string_view text, bool writes_retreats, RankBase base)
      : tokens_(tokens), text_(text), base_(base), writes_retreats_(writes_retreats) {}

  MoveList resolve(const Position& position, const MoveShape& shape);
  MoveList resolve_pseudo_legal(const Position& position, const MoveShape& shape);

  // Plays on from each of `readings` of `token` to the end of the line, or until one is left.
  Plan plan(const Position& position, const PgnToken& token, const MoveList& readings);

 private:
  bool retreat_is_written(const MoveShape& shape);
  PgnToken next_move(std::size_t at);

  PgnTokens& tokens_;
  std::string_view text_;
  RankBase base_;
  bool writes_retreats_;
  bool has_looked_for_retreats_ = false;
};

}  // namespace qipu
