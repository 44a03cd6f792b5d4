// SPDX-License-Identifier: GPL-3.0-or-later

// Writes XQF: version 10, which every program reads, or version 18, keyed.
//
// SOURCE: schema/formats/xqf.md.

#include <algorithm>
#include <cassert>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "importers/piece_slots.h"
#include "importers/plain_comment.h"
#include "importers/xqf_layout.h"
#include "record/result_words.h"

namespace qipu {

namespace {

constexpr std::string_view kCharset = "GB18030";

std::uint8_t to_byte(Square square) {
  return static_cast<std::uint8_t>(square.file() * 10 + square.rank());
}

char to_char(unsigned value) { return static_cast<char>(value & 0xFFU); }

// `text` in GB18030. What is no UTF-8 becomes U+FFFD.
std::string encode(std::string_view text) {
  const Result<std::string> bytes = encode_text(valid_utf8(text), kCharset);
  assert(bytes);  // GB18030 holds all of Unicode
  return *bytes;
}

// The longest beginning of `text` that takes at most `capacity` bytes, encoded.
std::string encode_start(std::string_view text, std::size_t capacity) {
  std::string out;
  const std::string valid = valid_utf8(text);
  for (std::size_t i = 0; i < valid.size();) {
    std::size_t end = i + 1;
    while (end < valid.size() && (static_cast<unsigned char>(valid[end]) & 0xC0U) == 0x80U)
      ++end;
    const std::string character = encode(std::string_view(valid).substr(i, end - i));
    if (out.size() + character.size() > capacity) break;
    out += character;
    i = end;
  }
  return out;
}

class HeaderWriter {
 public:
  HeaderWriter(const XqfKeys& keys, Losses& losses)
      : bytes_(kXqfHeaderSize, '\0'), keys_(keys), losses_(losses) {
    for (std::size_t i = 0; i < keys.head.size(); ++i)
      bytes_[i] = to_char(keys.head.at(i));
  }

  void byte(std::size_t offset, unsigned value) { bytes_.at(offset) = to_char(value); }

  void text(XqfField field, const char* name, std::string_view text) {
    std::string bytes = encode(text);
    if (bytes.size() > field.capacity) {
      bytes = encode_start(text, field.capacity);
      ++losses_[std::string(name) + " cut to " + std::to_string(field.capacity) + " bytes"];
    }
    byte(field.offset, static_cast<unsigned>(bytes.size()));
    bytes_.replace(field.offset + 1, bytes.size(), bytes);
  }

  void player(XqfField field, const char* name, const PlayerHeader& player) {
    std::string joined = player.name;
    if (!player.team.empty()) {
      const std::string with_team = player.team + " " + player.name;
      const bool fits = encode(with_team).size() <= field.capacity;
      if (fits) joined = with_team;
      ++losses_[fits ? "team joined to the player's name" : "team"];
    }
    if (!player.rating.empty()) ++losses_["rating"];
    if (!player.title.empty()) ++losses_["player's title"];
    text(field, name, joined);
  }

  void layout(const Slots& slots) {
    for (std::size_t i = 0; i < kSlotCount; ++i) {
      const std::optional<Square>& square = slots.at(keys_.slot(i));
      const unsigned absent = keys_.is_short_form() ? static_cast<unsigned>(90 + i) : 0xFFU;
      byte(kXqfLayout + i, (square ? to_byte(*square) : absent) + keys_.layout);
    }
  }

  std::string str() && { return std::move(bytes_); }

 private:
  std::string bytes_;
  const XqfKeys& keys_;
  Losses& losses_;
};

// The field for another tag, or nothing if XQF has no place for it.
const XqfField* find_field(std::string_view tag) {
  if (tag == "Title2") return &kXqfTitle2;
  if (tag == "TimeControl") return &kXqfTimeRule;
  if (tag == "RedTime") return &kXqfRedTime;
  if (tag == "BlackTime") return &kXqfBlackTime;
  return nullptr;
}

void write_other_tags(const GameHeader& header, HeaderWriter& out, Losses& losses) {
  std::map<const XqfField*, int> used;
  for (const Tag& tag : header.others) {
    const XqfField* field = find_field(tag.name);
    if (field == nullptr || used[field]++ > 0) {
      ++losses["tag " + tag.name];
    } else {
      out.text(*field, tag.name.c_str(), tag.value);
    }
  }
  const std::array<std::pair<const char*, const std::string*>, 4> homeless{
      {{"round", &header.round},
       {"ECCO tag", &header.ecco},
       {"opening", &header.opening},
       {"variation name", &header.variation}}};
  for (const auto& [name, value] : homeless)
    if (!value->empty()) ++losses[name];
}

std::string write_header(const Game& game, const Slots& slots, const XqfKeys& keys,
                         Losses& losses) {
  const GameHeader& header = game.header;
  HeaderWriter out(keys, losses);
  out.layout(slots);
  out.byte(kXqfWhoPlay, game.start.to_move() == Color::Black ? 1 : 0);
  out.byte(kXqfResult, static_cast<unsigned>(outcome_of(header)));
  if (has_words_beyond_outcome(header)) ++losses["words of the result"];
  for (std::size_t type = 0; type < kXqfTypes.size(); ++type)
    if (game.type == kXqfTypes.at(type)) out.byte(kXqfType, static_cast<unsigned>(type));
  out.text(kXqfTitle, "title", header.title);
  out.text(kXqfEvent, "event", header.event);
  out.text(kXqfDate, "date", header.date_text.empty() ? to_iso(header.date) : header.date_text);
  out.text(kXqfSite, "site", header.site);
  out.player(kXqfRed, "red player", header.red);
  out.player(kXqfBlack, "black player", header.black);
  out.text(kXqfAnnotator, "annotator", header.annotator);
  out.text(kXqfAuthor, "author", header.author);
  write_other_tags(header, out, losses);
  return std::move(out).str();
}

// `comment` in the file's charset, with its ends of lines.
std::string encode_lines(std::string_view comment) {
  std::string lines;
  for (const char c : encode(comment)) {
    if (c == '\n') lines += '\r';
    lines += c;
  }
  return lines;
}

std::string write_tree(const MoveTree& tree, const XqfKeys& keys, Losses& losses) {
  ByteWriter out;
  for (const NodeId id : tree.preorder()) {
    const Node& node = tree[id];
    const bool has_child = node.first_child != kNoNode;
    const bool has_sibling = node.next_sibling != kNoNode;
    const std::string comment = encode_lines(plain_comment(tree.annotation(id), losses));
    if (id == kRoot) {  // the root's squares are a mark of the writer
      out.u8(keys.is_short_form() ? 0x58 : 0x18);
      out.u8(keys.is_short_form() ? 0x51 : 0x20);
    } else {
      out.u8(static_cast<std::uint8_t>((to_byte(node.move.from()) + 24U + keys.from) & 0xFFU));
      out.u8(static_cast<std::uint8_t>((to_byte(node.move.to()) + 32U + keys.to) & 0xFFU));
    }
    if (keys.is_short_form()) {
      out.u8(static_cast<std::uint8_t>((has_child ? 0x80U : 0U) | (has_sibling ? 0x40U : 0U) |
                                       (comment.empty() ? 0U : 0x20U)));
      out.u8(0);
      if (comment.empty()) continue;
    } else {
      out.u8(static_cast<std::uint8_t>((has_child ? 0xF0U : 0U) | (has_sibling ? 0x0FU : 0U)));
      out.u8(id == kRoot ? 0xFF : 0);
    }
    out.u32(static_cast<std::uint32_t>(comment.size()) + keys.length);
    out.bytes(comment);
  }
  return std::move(out).str();
}

class XqfWriter : public GameWriter {
 public:
  XqfWriter(ByteSink sink, XqfKeys keys) : sink_(std::move(sink)), keys_(keys) {}

  void write(const Game& game) override {
    if (has_game_) throw UsageError("an XQF file holds one game");
    has_game_ = true;
    const std::string bytes = to_xqf(game, keys_, losses_);
    if (!bytes.empty()) sink_(bytes);
  }
  void finish() override {}

 private:
  ByteSink sink_;
  XqfKeys keys_;
  bool has_game_ = false;
};

}  // namespace

std::string to_xqf(const Game& game, const XqfKeys& keys, Losses& losses) {
  const std::optional<Slots> slots = to_slots(game.start.board());
  if (!slots) {
    ++losses["game with more pieces of a kind than XQF holds"];
    return {};
  }
  if (std::find(kXqfTypes.begin(), kXqfTypes.end(), game.type) == kXqfTypes.end()) {
    ++losses[game.type.empty() ? "no type, written as 全局" : "type, written as 全局"];
  }
  std::string bytes = write_header(game, *slots, keys, losses);
  bytes += write_tree(game.tree, keys, losses);
  for (std::size_t i = kXqfHeaderSize; i < bytes.size(); ++i)
    bytes[i] = to_char(static_cast<unsigned char>(bytes[i]) + keys.stream.at(i % 32));
  return bytes;
}

std::unique_ptr<GameWriter> make_xqf_writer(ByteSink sink, const WriteOptions& options) {
  if (options.xqf_version != 10 && options.xqf_version != 18) {
    throw UsageError("XQF is written in version 10 or 18");
  }
  const XqfKeys keys = options.xqf_version == 18 ? XqfKeys::keyed() : XqfKeys::plain();
  return std::make_unique<XqfWriter>(std::move(sink), keys);
}

}  // namespace qipu
