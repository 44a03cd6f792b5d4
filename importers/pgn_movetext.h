// SPDX-License-Identifier: GPL-3.0-or-later

// The moves of a game in PGN, resolved on the board. Internal to PGN.
// SOURCE: formats/pgn.md, sections 4, 5, 7 and 11.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "importers/pgn_tokens.h"
#include "record/game.h"
#include "xiangqi/position.h"

namespace qipu {

struct MovetextOptions {
  bool allow_self_check = false;       // play on where a king is left in check
  bool ranks_from_one = false;         // a tag says that coordinates count so
  bool writes_retreats = false;        // a move without a direction never goes back
  std::span<const TextRange> remarks;  // parts of the text that are comments without their marks
};

struct Movetext {
  Position start = Position::start();  // the side to move may have been mended
  MoveTree tree;
  std::vector<Note> notes;
  std::string result;  // the token that ended the moves, as written
  // Why the main line stopped early; its offset is in the movetext. The game is told by a Note as
  // well, and the rest of the moves is Annotation::unread of the last node.
  std::optional<Error> stop;
  bool uses_coordinates = false;  // moves with squares in them, San among them
  bool is_western = false;        // what stopped the line looks like western chess
};

// Reads the moves of one game that starts from `start`. A text that fits several moves is settled
// by those after it. Linear in the text; nothing recurses.
Movetext read_movetext(std::string_view text, const Position& start,
                       const MovetextOptions& options);

// Marks comments that hold what PGN has no place for: Annotation::unread, and `before` where no
// variation starts.
inline constexpr std::string_view kUnreadMark = "[%unread ";
inline constexpr std::string_view kBeforeMark = "[%before ";

}  // namespace qipu
