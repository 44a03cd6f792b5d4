// SPDX-License-Identifier: GPL-3.0-or-later

// The header lines of text records: 红方：..., 结果: ..., FORMAT WXF. Internal to the text format.
// SOURCE: formats/others.md, section 9; formats/pgn.md, section 6.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/dhtmlxq_tags.h"

namespace qipu {

// A header line says one thing or several.
struct TextField {
  std::string key;         // as written, without the blanks inside: "红方"
  std::string_view name;   // what it is called in DhtmlXQ; "fen" for the start; empty: no known key
  std::string_view value;  // trimmed
};

// The fields of `line`: known keys, each with a colon, and what stands up to the next. Empty if
// the line does not start with one.
std::vector<TextField> known_fields(std::string_view line);

// Whether `name` is one of those that only game records have: the players, the result, the start.
bool is_telling(std::string_view name);

// A line such as 记谱：某人 with any short key. Empty if it is none.
std::vector<TextField> any_field(std::string_view line);

// A line of WXF: a known word in capitals, and a value up to the first semicolon; what follows that
// is the player's rating, or is dropped. Empty if it is none.
std::vector<TextField> wxf_fields(std::string_view line);

// Puts the fields where DhtmlXQ has them; unknown ones under their key.
void add_field(DhtmlxqBlock& block, const TextField& field);

}  // namespace qipu
