// SPDX-License-Identifier: GPL-3.0-or-later

// The tag pairs of PGN, and what they say of a game. Internal to PGN.
// SOURCE: formats/pgn.md, section 4.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/game_header.h"

namespace qipu {

// Whether `text` starts with a tag such as a game can begin with: `[Name "`.
bool starts_quoted_tag(std::string_view text);

// Where the first line of `text` ends, its break included.
std::size_t line_length(std::string_view text);
// How many line breaks there are: LF, CR LF or a lone CR.
std::size_t count_lines(std::string_view text);

// A tag at the very start of a text.
struct ScannedTag {
  std::string_view name;
  std::string_view value;  // as written, between the quotes; see clean_tag_value
  std::size_t length = 0;  // bytes of the text it took
};

// `[Name "value"]` at the start of `text` as it is met in the field: other quotes or none, quotes
// inside the value, a quote or bracket missing at the end, a value over several lines.
std::optional<ScannedTag> scan_tag(std::string_view text);

// The text between the quotes of a tag: escapes undone, blanks taken off, a line break in it a
// blank, other control characters gone.
std::string clean_tag_value(std::string_view text);

// A tag, the line it starts on (from 0, counted in its record), and whether it has it to itself.
struct PgnTag {
  std::string name;
  std::string value;
  std::uint32_t line = 0;
  bool is_alone = true;
};

// The tags at the start of a record, and where its moves begin.
struct PgnTags {
  std::vector<PgnTag> tags;
  std::size_t length = 0;
};
PgnTags scan_tags(std::string_view record);

// What the tags say, and what of it directs the reading of the moves.
struct PgnHeader {
  GameHeader header;
  std::string type;
  std::string fen;         // empty = the usual start
  std::string format;      // of the moves: "ICCS"
  std::string other_game;  // the game's name where it is not xiangqi
  bool is_marked = false;  // a tag says that it is xiangqi
};
PgnHeader read_tags(const std::vector<PgnTag>& tags);

// The tags that hold a header, under their canonical names: those that every game has ("?" where
// nothing is known), then what else is said. Result, FEN and others are not here.
std::vector<Tag> header_tags(const GameHeader& header, const std::string& type);

}  // namespace qipu
