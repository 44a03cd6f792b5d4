// SPDX-License-Identifier: GPL-3.0-or-later

// From header, start and moves to a game: what all formats of moves as text have in common.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/pgn_movetext.h"
#include "importers/record_format.h"

namespace qipu {

using Found = decltype(Record::found);

// What a record says about where its game starts.
struct TextStart {
  Position position = Position::start();
  bool is_given = false;  // by a FEN
  std::string moves;      // that stand behind the FEN
  std::string rest;       // what else stands there
};

// `fen` empty: the usual start. ERRORS: as read_fen.
Result<TextStart> read_text_start(std::string_view fen, std::vector<Note>& notes);

// Whether the first of these moves is one of a covered piece, as jieqi writes them: 暗炮二平五.
bool starts_with_covered_piece(std::string_view moves);

// Whether event or title say that one side plays without some of its pieces: 让九子. A record that
// says so without a FEN is refused.
bool names_handicap(const GameHeader& header);

// Where in `line`, which starts with a FEN, moves begin that stand behind it after a comma; npos if
// there are none.
std::size_t moves_behind_comma(std::string_view line);

// The other game that a FEN belongs to: western chess by its eight ranks, jieqi by its covered
// pieces, janggi and Manchu by their start. Nothing if it can be xiangqi.
std::optional<OtherGame> other_game_of_fen(std::string_view fen);

// A record that was read and not yet judged.
struct TextGame {
  GameHeader header;
  std::string type;
  bool is_marked = false;  // says that it is xiangqi
  TextStart start;
  Movetext movetext;
  std::vector<Note> notes;
};

// Whether it is a game. The result is settled: the tag has the last word, what contradicts it is
// kept as one more tag. An Error that is not NoGame has its offset in the movetext. ERRORS: NoGame,
// NeedsFen, and what stopped the moves.
Found judge(TextGame record);

}  // namespace qipu
