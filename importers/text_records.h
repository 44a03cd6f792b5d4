// SPDX-License-Identifier: GPL-3.0-or-later

// Text records of header lines and moves in words: exports of programs and sites, WXF files, lists
// of games. Internal to the text format. SOURCE: formats/others.md, section 9; pgn.md, section 6.

#pragma once

#include <string_view>
#include <vector>

#include "importers/record_format.h"
#include "importers/text_lines.h"

namespace qipu {

// How the records of a file begin.
enum class WordForm {
  None,
  Labels,  // 红方：..., a line each, then moves
  Wxf,     // FORMAT WXF, ..., START{ moves }END
  Names,   // "LIU DaHua - HU RongHua", "National Champion 1997 EOD", moves
  Fen,     // a FEN, then moves
};

// Looks at the head of a file.
WordForm word_form(const std::vector<TextLine>& lines);

// Reads the whole file, which is of that form. REQUIRES: not None.
void read_words(WordForm form, LineFile& file, const ReadOptions& options, const RecordSink& sink);

}  // namespace qipu
