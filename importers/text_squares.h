// SPDX-License-Identifier: GPL-3.0-or-later

// Text records whose moves are bare squares: ICCS moves that run together, digits, the parameters
// of applets. Internal to the text format. SOURCE: formats/others.md, section 9.

#pragma once

#include <string_view>
#include <vector>

#include "importers/record_format.h"
#include "importers/text_lines.h"

namespace qipu {

// How the first line of a file writes squares.
enum class SquareForm {
  None,
  Run,     // "h2e2h9g7": a game a line, its start perhaps as FEN on the next
  Lists,   // "/7774/2124/B": a game a line, R or B the winner
  Pairs,   // "87-57 20-32": one game
  Eights,  // "12775700": side, piece, from, to, what is taken; one game
  Applet,  // <param name="MoveList" value="...">
};

// Looks at the head of a file.
SquareForm square_form(const std::vector<TextLine>& lines, std::string_view text);

// Reads the whole file, which is of that form. REQUIRES: not None.
void read_squares(SquareForm form, LineFile& file, const ReadOptions& options,
                  const RecordSink& sink);

}  // namespace qipu
