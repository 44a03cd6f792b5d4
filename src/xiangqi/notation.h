// SPDX-License-Identifier: GPL-3.0-or-later

// Moves as text: Chinese full and short, WXF, ICCS, UCI with ranks from 1, SAN-like; read and
// written. SOURCE: rules/notation.md; formats/pgn.md, sections 5-9.
//
// A text can mean several moves. `readings` gives all legal meanings; at a prompt an ambiguous
// text is an error (parse_move), in a record later moves decide, which is the record reader's work.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "xiangqi/movegen.h"
#include "xiangqi/position.h"

namespace qipu {

enum class Notation : std::uint8_t {
  Chinese,  // 炮二平五, 马8进7
  Short,    // 炮25, 马3退5; the full form where it would be ambiguous
  Wxf,      // C2=5, H8+7
  Iccs,     // h2e2, ranks from 0: UCCI and Pikafish speak it too
  Uci1,     // h3e3, ranks from 1
  San,      // Che2, ranks from 0, letters K A E H R C
};

// "chinese", "short", "wxf", "iccs", "uci1", "san": what --notation takes.
std::optional<Notation> find_notation(std::string_view name);
std::string_view to_text(Notation notation);

// `move` as it is written on `position`. REQUIRES: a legal move. The text reads back as this move
// alone. Where a composed position has more pieces of a kind than the words of a notation can tell
// apart (five rooks on one file), the move is written as coordinates.
std::string to_text(const Position& position, Move move, Notation notation);

// Coordinates of one game share one base: a1 is the corner (One) or the point above it (Zero).
enum class RankBase : std::uint8_t { Zero, One };

// What a text says before it meets a position.
struct MoveShape {
  enum class Form : std::uint8_t { Words, Coordinates, San };
  // Words: Chinese and WXF, full and short. One letter a part; 0 = not said.
  Form form = Form::Words;
  std::optional<PieceKind> kind;  // unsaid where a file stands in its place (前九平八)
  char rank_word = 0;             // '+' front, '-' rear, '=' middle, 'a'..'i' an ordinal
  std::int8_t file = 0;           // 1..9 as the mover counts; 0 = not said
  char direction = 0;             // '+' forward, '-' back, '=' across; 0 = any (short form)
  std::int8_t number = 0;         // 1..9: target file or points
  // Coordinates and San: files 0..8, ranks as written (0..10); -1 = not said.
  std::int8_t from_file = -1, from_rank = -1, to_file = -1, to_rank = -1;
  bool is_capture = false;  // San: an 'x' was written
};

struct ScannedMove {
  MoveShape shape;
  std::size_t length = 0;  // bytes of the text it took
};

// The move pattern at the very start of `text` (UTF-8, any width, simplified or traditional), the
// longest there is; nothing if there is none. Knows no position, allocates nothing.
//
// Blanks may stand between the characters of a Chinese move, not within letters and digits. No text
// has two forms: what follows tells c2-5 (WXF, any case) from c2-e2 (coordinates), and C3C4 and
// c3c4 (coordinates) differ from C3c4 (San: the cannon of rank 3). "12.5" is a move number, not a
// pawn.
std::optional<ScannedMove> scan_move(std::string_view text);

// The legal moves of `position` that `shape` can mean, canonical form first, then in the order of
// pgn.md section 5. `retreat_is_written`: a game that writes 退 somewhere means 平 or 进 where no
// direction stands.
MoveList resolve(const Position& position, const MoveShape& shape, RankBase base = RankBase::Zero,
                 bool retreat_is_written = true);

// The same among the moves that may leave the mover's king in check or facing the other king:
// what a record means where `resolve` finds nothing.
MoveList resolve_pseudo_legal(const Position& position, const MoveShape& shape,
                              RankBase base = RankBase::Zero, bool retreat_is_written = true);

// All legal meanings of the whole of `text` (blanks around and inside it, and marks such as + # !?
// behind it, are skipped), canonical form first. Empty if it is no move, or none that is legal.
MoveList readings(const Position& position, std::string_view text, RankBase base = RankBase::Zero);

// The one move that `text` means. ERRORS: BadMove, IllegalMove (says whether the king would be
// left in check), AmbiguousMove (lists the readings).
Result<Move> parse_move(const Position& position, std::string_view text,
                        RankBase base = RankBase::Zero);

// The moves of a line typed by a person: "炮二平五 马8进7", "1. h2e2 h9g7", any notation, mixed.
// Move numbers, dots and commas are skipped. The rank base of coordinates is found for the whole
// line: a rank 10 means One, a rank 0 means Zero, else Zero if legal. ERRORS: as parse_move; the
// error's ply and text name the move.
Result<std::vector<Move>> parse_line(const Position& position, std::string_view text);

}  // namespace qipu
