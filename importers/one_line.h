// SPDX-License-Identifier: GPL-3.0-or-later

// Games as playing servers keep them: a few texts, and one line of moves without variations.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/record_format.h"
#include "importers/unchecked_tree.h"
#include "record/game.h"

namespace qipu {

// The moves of a game as its file has them.
struct OneLine {
  std::vector<UncheckedMove> moves;
  std::string rest;          // what stands after them and is no move, as text
  std::string why_it_stops;  // a Cut note, where the file breaks off or goes wrong; else empty
};

// Puts `line` into the empty game.tree, played from game.start by the side whose piece moves first.
//
// Stops at the first illegal move; what is not played is kept as unread text, and noted as Cut. One
// end is no fault and gets no note: servers without the rule let a king be left in check and be
// taken, so that the last move or two are illegal.
void place_line(const OneLine& line, const ReadOptions& options, Game& game);

// Some programs write the board as its lower player saw it. Where the first move starts on the
// upper half, where Black sits, all squares are turned by half a circle.
void turn_upright(std::vector<UncheckedMove>& moves);

// Whether `moves` begin with one that is legal at the usual start, for formats without a signature.
bool starts_a_game(const std::vector<UncheckedMove>& moves);

// `file` from Red's left, `row` from the top, Black's back rank; nothing if that is off the board.
std::optional<Square> square_from_top(unsigned file, unsigned row);

// The texts of one file, all in one charset.
class FieldTexts {
 public:
  // Whatever `all`, the texts together, show, unless `options` name a charset.
  static FieldTexts by_content(std::string_view all, const ReadOptions& options);
  // In `charset`, unless `options` name another.
  static FieldTexts in_charset(std::string charset, const ReadOptions& options);

  // UTF-8, trimmed, up to the first NUL, without control characters.
  std::string decode(std::string_view bytes) const;
  // The charset if the bytes left a choice, else empty.
  const std::string& decided() const { return decided_; }

 private:
  FieldTexts() = default;

  std::string charset_;
  std::string fallback_;
  std::string decided_;
};

// Adds a tag that says something.
void add_tag(GameHeader& header, std::string_view name, std::string value);

}  // namespace qipu
