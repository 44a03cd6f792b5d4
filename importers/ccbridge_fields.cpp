// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/ccbridge_fields.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "base/text.h"
#include "record/result_words.h"

namespace qipu {

namespace {

constexpr std::string_view kSeveralResults = "多种结果";
constexpr unsigned kSeveralResultsCode = 4;

using Header = GameHeader;
using Player = PlayerHeader;

constexpr std::array kFields{
    CcbridgeField{0, 52, 128, "", "Script"},
    CcbridgeField{52, 180, 128, "Name", "title", &Header::title},
    CcbridgeField{0, 0, 0, "URL", "URL"},
    CcbridgeField{180, 308, 256, "", "Category"},
    CcbridgeField{436, 564, 64, "From", "Source"},
    CcbridgeField{500, 628, 64, "ContestType", "Class"},
    CcbridgeField{564, 692, 64, "Contest", "event", &Header::event},
    CcbridgeField{628, 756, 64, "Round", "round", &Header::round},
    CcbridgeField{692, 820, 32, "Group", "Group"},
    CcbridgeField{724, 852, 32, "Table", "Table"},
    CcbridgeField{756, 884, 64, "Date", "date", &Header::date_text},
    CcbridgeField{820, 948, 64, "Site", "site", &Header::site},
    CcbridgeField{884, 1012, 64, "TimeRule", "TimeControl"},
    CcbridgeField{948, 1076, 64, "Red", "red player", nullptr, &Header::red, &Player::name},
    CcbridgeField{1012, 1140, 64, "RedTeam", "red team", nullptr, &Header::red, &Player::team},
    CcbridgeField{1076, 1204, 64, "RedTime", "RedTime"},
    CcbridgeField{1140, 1268, 32, "RedRating", "red rating", nullptr, &Header::red,
                  &Player::rating},
    CcbridgeField{1172, 1300, 64, "Black", "black player", nullptr, &Header::black, &Player::name},
    CcbridgeField{1236, 1364, 64, "BlackTeam", "black team", nullptr, &Header::black,
                  &Player::team},
    CcbridgeField{1300, 1428, 64, "BlackTime", "BlackTime"},
    CcbridgeField{1364, 1492, 32, "BlackRating", "black rating", nullptr, &Header::black,
                  &Player::rating},
    CcbridgeField{0, 1524, 64, "Referee", "Judge"},
    CcbridgeField{0, 1588, 64, "Recorder", "Recorder"},
    CcbridgeField{1396, 1652, 64, "Commentator", "annotator", &Header::annotator},
    CcbridgeField{1460, 1716, 64, "CommentatorURL", "AnnotatorEmail"},
    CcbridgeField{1524, 1780, 64, "Creator", "author", &Header::author},
    CcbridgeField{1588, 1844, 64, "CreatorURL", "AuthorEmail"},
    CcbridgeField{1652, 1908, 40, "DateCreated", "Created"},
    CcbridgeField{1716, 1972, 40, "DateModified", "Modified"},
    CcbridgeField{1788, 2044, 32, "RecordKind", "GameType"},
    CcbridgeField{1824, 2080, 32, "ResultType", "Termination"},
};

// The member of `header` that `field` means, or null if a tag holds it.
template <class AnyHeader>
auto member_of(AnyHeader& header, const CcbridgeField& field) -> decltype(&header.title) {
  if (field.text != nullptr) return &(header.*field.text);
  if (field.player != nullptr) return &(header.*field.player.*field.part);
  return nullptr;
}

std::string tidy_value(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\t') {
      out += ' ';
    } else if (static_cast<unsigned char>(c) >= 0x20U) {
      out += c;
    }
  }
  return std::string(trim(out));
}

}  // namespace

std::span<const CcbridgeField> ccbridge_fields() { return kFields; }

const CcbridgeField& ccbridge_field(std::string_view name) {
  const auto* found = std::find_if(kFields.begin(), kFields.end(),
                                   [&](const CcbridgeField& field) { return field.name == name; });
  assert(found != kFields.end());
  return *found;
}

void set_text(GameHeader& header, const CcbridgeField& field, std::string_view value) {
  std::string tidy = tidy_value(value);
  if (tidy.empty()) return;
  std::string* member = member_of(header, field);
  if (member == nullptr) {
    header.others.push_back({field.name, std::move(tidy)});
    return;
  }
  const bool is_nobody = (member == &header.red.name && tidy == "红方") ||
                         (member == &header.black.name && tidy == "黑方");
  if (!is_nobody) *member = std::move(tidy);
}

std::string text_of(const GameHeader& header, const CcbridgeField& field) {
  if (const std::string* member = member_of(header, field)) {
    const bool is_unsaid_date = member == &header.date_text && member->empty();
    return is_unsaid_date ? to_iso(header.date) : *member;
  }
  for (const Tag& tag : header.others)
    if (tag.name == field.name) return tag.value;
  return {};
}

void count_homeless(const GameHeader& header, bool (*is_held)(const CcbridgeField&),
                    std::span<const std::string_view> known, Losses& losses) {
  std::set<std::string_view> free;  // names of tags that may come once more
  for (const CcbridgeField& field : kFields) {
    if (is_held(field) && member_of(header, field) == nullptr) free.insert(field.name);
  }
  free.insert(known.begin(), known.end());
  for (const Tag& tag : header.others)
    if (free.erase(tag.name) == 0) ++losses["tag " + tag.name];
  if (!header.opening.empty()) ++losses["opening"];
  if (!header.variation.empty()) ++losses["variation name"];
  for (const PlayerHeader* player : {&header.red, &header.black})
    if (!player->title.empty()) ++losses["player's title"];
}

unsigned type_code(const std::string& type, Losses& losses) {
  const auto* found = std::find(kCcbridgeTypes.begin(), kCcbridgeTypes.end(), type);
  if (found != kCcbridgeTypes.end()) return static_cast<unsigned>(found - kCcbridgeTypes.begin());
  ++losses["type"];
  return 0;
}

void set_result(GameHeader& header, unsigned code) {
  if (code <= static_cast<unsigned>(Outcome::Draw)) {
    header.outcome = static_cast<Outcome>(code);
  } else if (code == kSeveralResultsCode) {
    header.result_text = kSeveralResults;
  }
}

unsigned result_code(const GameHeader& header, Losses& losses) {
  if (header.result_text == kSeveralResults) return kSeveralResultsCode;
  if (has_words_beyond_outcome(header)) ++losses["words of the result"];
  return static_cast<unsigned>(outcome_of(header));
}

NodeId CcbridgeTree::add(UncheckedMove move, bool ends_line, bool has_sibling) {
  assert(!is_complete_);
  const NodeId node = tree.add(parent_, move);
  if (has_sibling) owing_.push_back(parent_);
  if (!ends_line) {
    parent_ = node;
  } else if (owing_.empty()) {
    is_complete_ = true;
  } else {
    parent_ = owing_.back();
    owing_.pop_back();
  }
  return node;
}

void place_ccbridge_moves(const UncheckedTree& tree, const std::string& cut,
                          const ReadOptions& options, Game& game) {
  settle_side_to_move(tree, game);
  place_moves(tree, options, game);
  if (!cut.empty()) {
    game.notes.push_back({Note::Kind::Cut, static_cast<int>(game.tree.ply_count()), cut});
  }
  const Board& board = game.start.board();
  const bool is_heading = tree.size() == 1 && std::all_of(board.begin(), board.end(),
                                                          [](Piece p) { return p.is_none(); });
  const PositionFault fault = find_fault(game.start);
  if (fault != PositionFault::None && !is_heading) {
    game.notes.push_back({Note::Kind::IllegalStart, -1, to_text(fault)});
  }
}

}  // namespace qipu
