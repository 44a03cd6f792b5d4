// SPDX-License-Identifier: GPL-3.0-or-later

// What a record of CCBridge says of its game: one set of fields, in binary records (CBR, CBL) as in
// XML (CBF), and one order of moves.
//
// SOURCE: schema/formats/cbr.md; schema/formats/cbf.md.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "importers/record_format.h"
#include "importers/unchecked_tree.h"
#include "record/game.h"

namespace qipu {

// A text of the header: where files have it, and where a game keeps it.
struct CcbridgeField {
  std::uint16_t v1 = 0;      // offset in a binary record of version 1; 0 = there is no such field
  std::uint16_t v2 = 0;      // in one of version 2
  std::uint16_t size = 0;    // bytes in both
  const char* element = "";  // of CBF; "" = there is no such element
  const char* name = "";     // of the tag that holds it, or what people call the member that does
  // The member of a game's header; none: GameHeader::others has it as a tag.
  std::string GameHeader::*text = nullptr;
  PlayerHeader GameHeader::*player = nullptr;
  std::string PlayerHeader::*part = nullptr;  // of `player`
};

// All of them, in the order of a record.
std::span<const CcbridgeField> ccbridge_fields();
// REQUIRES: there is a field of that name.
const CcbridgeField& ccbridge_field(std::string_view name);

// Puts `value` where `field` says: without blanks at its ends, line breaks as blanks, without other
// control characters. Names that stand for nobody (红方, 黑方) and empty texts say nothing.
void set_text(GameHeader& header, const CcbridgeField& field, std::string_view value);
// Empty if nothing is said.
std::string text_of(const GameHeader& header, const CcbridgeField& field);

// Counts what `header` says that the fields for which `is_held` is true do not hold. Tags of the
// names in `known` are held elsewhere.
void count_homeless(const GameHeader& header, bool (*is_held)(const CcbridgeField&),
                    std::span<const std::string_view> known, Losses& losses);

// What the type 1..4 says: played or made up, a whole game or a part; 0 says nothing.
inline constexpr std::array<std::string_view, 5> kCcbridgeTypes{"", "实战全局", "编排全局",
                                                                "实战局部", "编排局部"};
// The number of `type`; 0, and a loss, if CCBridge has no such type.
unsigned type_code(const std::string& type, Losses& losses);

// Results are numbered as we do; 4: the lines of the record end differently.
void set_result(GameHeader& header, unsigned code);
unsigned result_code(const GameHeader& header, Losses& losses);

// Moves in the order of CCBridge: a move, then all that follows it, then the next answer at its
// place, if it was marked to have one.
class CcbridgeTree {
 public:
  // Adds the next move and returns its node. REQUIRES: !is_complete().
  NodeId add(UncheckedMove move, bool ends_line, bool has_sibling);
  // Whether the last line has ended, so that what follows is no move.
  bool is_complete() const { return is_complete_; }
  // Whether a move was marked to have an answer beside it that has not come.
  bool is_owing() const { return !owing_.empty(); }

  UncheckedTree tree;

 private:
  NodeId parent_ = kRoot;
  std::vector<NodeId> owing_;  // parents whose next child comes once the line below has ended
  bool is_complete_ = false;
};

// Plays what was read from game.start, and notes what is odd: `cut`, if not empty, tells why the
// moves end early. A record without a piece and without a move is a heading, which is not odd.
void place_ccbridge_moves(const UncheckedTree& tree, const std::string& cut,
                          const ReadOptions& options, Game& game);

}  // namespace qipu
