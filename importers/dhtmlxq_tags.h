// SPDX-License-Identifier: GPL-3.0-or-later

// The tags of DhtmlXQ games, wherever they hide: in text, in pages, in addresses of frames.
//
// SOURCE: schema/formats/dhtmlxq.md.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/record_format.h"

namespace qipu {

// Where a line of moves starts: in line `parent`, with absolute ply `ply` (from 1), as line `line`.
// The main line is line 0.
struct DhtmlxqLineKey {
  std::uint32_t parent = 0;
  std::uint32_t ply = 1;
  std::uint32_t line = 0;
};

struct DhtmlxqLine {
  DhtmlxqLineKey key;
  std::string digits;  // four a move
};

struct DhtmlxqComment {
  std::uint32_t line = 0;
  std::uint32_t ply = 0;  // absolute; 0 = the opening remark
  std::string text;
};

// One game's tags, decoded: UTF-8, entities and line ends resolved, trimmed.
struct DhtmlxqBlock {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::uint32_t line = 1;
  std::map<std::string, std::string>
      known;                             // by name in lower case; the last one that says anything
  std::vector<Tag> unknown;              // all others that say something, in order
  std::vector<DhtmlxqLine> lines;        // the main line too, if there is one; in order
  std::optional<std::size_t> main_line;  // its place in `lines`
  std::vector<DhtmlxqComment> comments;
  std::string charset;
};

// All games of a text. Linear in its length.
std::vector<DhtmlxqBlock> find_dhtmlxq_blocks(Bytes bytes, const ReadOptions& options);

// Whether `bytes` hold the mark of a block, plain or percent-encoded.
bool has_dhtmlxq_mark(Bytes bytes);

// A comment and a header value as tags hold them, and what a reader makes of that.
std::string to_dhtmlxq(std::string_view text);
std::string from_dhtmlxq(std::string_view value);

// Headers that are tags of their own in a game (first their name there).
struct DhtmlxqTagName {
  const char* tag;
  const char* name;
};
inline constexpr DhtmlxqTagName kDhtmlxqTagNames[] = {
    {"Class", "class"},         {"Group", "group"},       {"Table", "table"},
    {"Termination", "endtype"}, {"GameType", "gametype"}, {"TimeControl", "timerule"},
    {"Judge", "judge"},         {"Recorder", "record"},   {"RedTime", "redtime"},
    {"BlackTime", "blacktime"}, {"RedEnglish", "redeng"}, {"BlackEnglish", "blackeng"}};

// Names that known headers have; those of tags that mean nothing to us are here too.
bool is_known_dhtmlxq_name(std::string_view lower_case_name);

// The numbers that name a line or a place in it, three at most: "0_5_1", or "0-5-1" in JSON. Empty
// if that is not what `text` is.
std::vector<std::uint32_t> dhtmlxq_numbers(std::string_view text, char separator);
// The digits of `text`, which are its moves.
std::string dhtmlxq_digits(std::string_view text);

}  // namespace qipu
