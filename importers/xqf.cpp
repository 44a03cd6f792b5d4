// SPDX-License-Identifier: GPL-3.0-or-later

// Reads XQF, the files of 象棋演播室 (XQStudio): one game a file.
//
// SOURCE: schema/formats/xqf.md.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/field_charset.h"
#include "importers/piece_slots.h"
#include "importers/record_format.h"
#include "importers/unchecked_tree.h"
#include "importers/xqf_layout.h"

namespace qipu {

namespace {

constexpr std::size_t kSquareCount = 90;

std::optional<Square> to_square(unsigned byte) {
  if (byte >= kSquareCount) return std::nullopt;
  return Square(static_cast<int>(byte / 10), static_cast<int>(byte % 10));
}

std::uint8_t byte_at(Bytes bytes, std::size_t offset) {
  return std::to_integer<std::uint8_t>(bytes[offset]);
}

std::string_view raw_field(Bytes file, XqfField field) {
  const std::size_t length = std::min<std::size_t>(byte_at(file, field.offset), field.capacity);
  const std::string_view text = as_text(file.subspan(field.offset + 1, length));
  return text.substr(0, text.find('\0'));
}

Position read_start(Bytes file, const XqfKeys& keys) {
  Slots slots;
  for (std::size_t i = 0; i < kSlotCount; ++i) {
    const unsigned byte = byte_at(file, kXqfLayout + i) - keys.layout;
    slots.at(keys.slot(i)) = to_square(byte & 0xFFU);
  }
  const Color to_move = byte_at(file, kXqfWhoPlay) == 1 ? Color::Black : Color::Red;
  return Position::from_board(to_board(slots), to_move);
}

// The bytes of the tree, with the stream taken off.
class Body {
 public:
  Body(Bytes file, const XqfKeys& keys) : file_(file), keys_(keys) {}

  std::size_t remaining() const { return file_.size() - position_; }
  std::uint8_t u8() {
    const unsigned plain = byte_at(file_, position_) - keys_.stream.at(position_ % 32);
    ++position_;
    return static_cast<std::uint8_t>(plain & 0xFFU);
  }
  std::uint32_t u32() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 32; shift += 8)
      value |= std::uint32_t{u8()} << shift;
    return value;
  }
  void append(std::string& out, std::size_t length) {
    const std::size_t begin = out.size();
    out.resize(begin + length);
    for (std::size_t i = begin; i < out.size(); ++i)
      out[i] = static_cast<char>(u8());
  }

 private:
  Bytes file_;
  const XqfKeys& keys_;
  std::size_t position_ = kXqfHeaderSize;
};

// One node of the tree as the file has it.
struct RawRecord {
  UncheckedMove move;
  bool has_child = false;
  bool has_sibling = false;
  bool is_cut = false;      // its comment runs past the end of the file
  std::size_t comment = 0;  // bytes of it, which come next
};

std::size_t head_size(const XqfKeys& keys) { return keys.is_short_form() ? 4 : 8; }

// REQUIRES: head_size() bytes are left.
RawRecord read_record(Body& body, const XqfKeys& keys) {
  RawRecord record;
  record.move.from = to_square((body.u8() - 24U - keys.from) & 0xFFU);
  record.move.to = to_square((body.u8() - 32U - keys.to) & 0xFFU);
  const unsigned tag = body.u8();
  body.u8();
  bool has_length = true;
  if (keys.is_short_form()) {
    record.has_child = (tag & 0x80U) != 0;
    record.has_sibling = (tag & 0x40U) != 0;
    has_length = (tag & 0x20U) != 0;
  } else {
    record.has_child = (tag & 0xF0U) != 0;
    record.has_sibling = (tag & 0x0FU) != 0;
  }
  if (!has_length) return record;
  if (body.remaining() < 4) {
    record.is_cut = true;
    return record;
  }
  // A length below the key, or past the end: what is left is the comment, and nothing follows.
  const std::uint32_t length = body.u32() - keys.length;
  record.is_cut = length > body.remaining();
  record.comment = std::min<std::size_t>(length, body.remaining());
  return record;
}

// A comment's bytes in RawTree::text.
struct RawComment {
  NodeId node = kRoot;
  std::size_t begin = 0;
  std::size_t size = 0;
};

struct RawTree {
  UncheckedTree tree;
  std::string text;  // of all comments, a line break after each, in the file's charset
  std::vector<RawComment> comments;
  bool is_cut = false;  // the file ends inside of it

  void take_comment(NodeId node, std::size_t size, Body& body) {
    if (size == 0) return;
    comments.push_back({node, text.size(), size});
    body.append(text, size);
    text += '\n';
  }
};

constexpr std::size_t kUsualNodes = 256;  // more than most files have

RawTree read_tree(Bytes file, const XqfKeys& keys) {
  RawTree raw;
  Body body(file, keys);
  if (body.remaining() < head_size(keys)) {
    raw.is_cut = true;
    return raw;
  }
  RawRecord record = read_record(body, keys);
  raw.take_comment(kRoot, record.comment, body);
  raw.is_cut = record.is_cut;
  // Some writers of version 10 end a bare position with a root that promises a move.
  const bool is_bare = !keys.is_short_form() && body.remaining() == 0;
  if (!record.has_child || is_bare) return raw;

  raw.tree.reserve(std::min(body.remaining() / head_size(keys), kUsualNodes));
  std::vector<NodeId> owing;  // parents whose next child comes once the line below has ended
  NodeId parent = kRoot;
  while (!raw.is_cut) {
    if (body.remaining() < head_size(keys)) {
      raw.is_cut = true;
      break;
    }
    record = read_record(body, keys);
    raw.is_cut = record.is_cut;
    const NodeId node = raw.tree.add(parent, record.move);
    raw.take_comment(node, record.comment, body);
    if (record.has_sibling) owing.push_back(parent);
    if (record.has_child) {
      parent = node;
    } else if (!owing.empty()) {
      parent = owing.back();
      owing.pop_back();
    } else {
      break;
    }
  }
  return raw;
}

// The texts of one file, all in one charset.
class FileText {
 public:
  FileText(Bytes file, const RawTree& raw, const ReadOptions& options)
      : charset_(options.charset), fallback_(options.fallback_charset) {
    if (!charset_.empty()) return;
    std::string all = raw.text;
    for (const XqfField& field :
         {kXqfTitle, kXqfTitle2, kXqfEvent, kXqfDate, kXqfSite, kXqfRed, kXqfBlack, kXqfTimeRule,
          kXqfRedTime, kXqfBlackTime, kXqfAnnotator, kXqfAuthor}) {
      all += without_half_character(raw_field(file, field));
      all += '\n';
    }
    const bool is_ascii = std::all_of(all.begin(), all.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    charset_ = gb_or_big5(all);
    is_decided_here_ = true;
    if (!is_ascii) decided_ = charset_;
  }

  std::string decode(std::string_view bytes) const {
    return decode_text(as_bytes(bytes), charset_, fallback_).text;
  }
  std::string field(Bytes file, XqfField field) const {
    std::string_view bytes = raw_field(file, field);
    if (bytes.empty()) return {};
    if (is_decided_here_ && is_western(bytes)) return western(bytes);
    if (charset_ == "GB18030" || charset_ == "Big5-HKSCS") bytes = without_half_character(bytes);
    std::string text = decode(bytes);
    // No control character enters a name, wherever in the field it stood.
    text.erase(std::remove_if(text.begin(), text.end(),
                              [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
               text.end());
    return std::string(trim(text));
  }
  // The charset if the bytes left a choice, else empty.
  const std::string& decided() const { return decided_; }

 private:
  // Whether the bytes are a western text of one byte a character, such as a Vietnamese name: much
  // ASCII, and each other byte alone between letters. GBK takes such a byte and the letter after
  // it for one rare character. SOURCE: problem case 4.
  static bool is_western(std::string_view bytes) {
    std::size_t letters = 0;
    std::size_t others = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (static_cast<unsigned char>(bytes[i]) < 0x80U) {
        const char lower = static_cast<char>(bytes[i] | 0x20);
        letters += lower >= 'a' && lower <= 'z' ? 1 : 0;
        continue;
      }
      ++others;
      if (i + 1 < bytes.size() && static_cast<unsigned char>(bytes[i + 1]) >= '0' &&
          static_cast<unsigned char>(bytes[i + 1]) <= '9') {
        return false;  // maybe of GB18030
      }
      if (i + 1 < bytes.size() && static_cast<unsigned char>(bytes[i + 1]) >= 0x80U) return false;
    }
    return others > 0 && letters >= 3 * others;
  }

  // In the charset said for such texts; without one, its bytes stay readable as escapes.
  std::string western(std::string_view bytes) const {
    if (!fallback_.empty()) return std::string(trim(decode_text(as_bytes(bytes), fallback_).text));
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string text;
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x80U) {
        text.append("\\x").append(1, kHex[byte >> 4U]).append(1, kHex[byte & 0xFU]);
      } else if (byte >= 0x20U) {
        text += c;
      }
    }
    return std::string(trim(text));
  }

  std::string charset_;
  std::string fallback_;
  std::string decided_;
  bool is_decided_here_ = false;  // the charset, by content
};

void add_tag(GameHeader& header, const char* name, std::string value) {
  if (!value.empty()) header.others.push_back({name, std::move(value)});
}

void read_header(Bytes file, const FileText& text, Game& game) {
  GameHeader& header = game.header;
  header.title = text.field(file, kXqfTitle);
  header.event = text.field(file, kXqfEvent);
  header.date_text = text.field(file, kXqfDate);
  header.site = text.field(file, kXqfSite);
  header.red.name = text.field(file, kXqfRed);
  header.black.name = text.field(file, kXqfBlack);
  header.annotator = text.field(file, kXqfAnnotator);
  header.author = text.field(file, kXqfAuthor);
  add_tag(header, "TimeControl", text.field(file, kXqfTimeRule));
  add_tag(header, "RedTime", text.field(file, kXqfRedTime));
  add_tag(header, "BlackTime", text.field(file, kXqfBlackTime));
  add_tag(header, "Title2", text.field(file, kXqfTitle2));
  const std::uint8_t result = byte_at(file, kXqfResult);
  if (result <= static_cast<std::uint8_t>(Outcome::Draw)) {
    header.outcome = static_cast<Outcome>(result);  // XQF numbers them as we do
  }
  const std::size_t type = byte_at(file, kXqfType) + 256U * byte_at(file, kXqfType + 1);
  if (type < kXqfTypes.size()) game.type = kXqfTypes.at(type);
}

void note_oddities(const XqfKeys& keys, const RawTree& raw, Game& game) {
  if (keys.version > kXqfMaxVersion) {
    game.notes.push_back({Note::Kind::Guessed, -1,
                          "version " + std::to_string(keys.version) + " read as version 18"});
  }
  if (!keys.sum_is_right) {
    game.notes.push_back({Note::Kind::Guessed, -1, "the keys do not add up"});
  }
  if (raw.is_cut) {
    game.notes.push_back({Note::Kind::Cut, static_cast<int>(game.tree.ply_count()),
                          "the file ends in the middle of the tree"});
  }
  if (const PositionFault fault = find_fault(game.start); fault != PositionFault::None) {
    game.notes.push_back({Note::Kind::IllegalStart, -1, to_text(fault)});
  }
}

std::variant<Game, Error, OtherGame> read_file(Bytes file, const ReadOptions& options) {
  if (file.size() >= 2 && as_text(file.first(2)) != "XQ") {
    return Error{.code = Error::Code::BadHeader, .message = "no XQF signature"};
  }
  if (file.size() < kXqfHeaderSize) {
    return Error{.code = Error::Code::Truncated,
                 .message = "the header of 1024 bytes ends after " + std::to_string(file.size()),
                 .offset = file.size()};
  }
  const XqfKeys keys = XqfKeys::from_header(file);
  RawTree raw = read_tree(file, keys);
  const FileText text(file, raw, options);

  Game game;
  game.start = read_start(file, keys);
  game.charset = text.decided();
  read_header(file, text, game);
  for (const RawComment& comment : raw.comments) {
    const auto bytes = std::string_view(raw.text).substr(comment.begin, comment.size);
    raw.tree.add_comment(comment.node, tidy_comment(text.decode(bytes)));
  }
  settle_side_to_move(raw.tree, game);
  place_moves(raw.tree, options, game);
  if (!keys.sum_is_right && raw.tree.size() > 1 && game.tree.size() == 1) {
    return Error{.code = Error::Code::BadHeader,
                 .message = "the keys do not add up and the first move is illegal",
                 .offset = kXqfKeysSum};
  }
  note_oddities(keys, raw, game);
  return game;
}

bool recognises(Bytes head) {
  return head.size() >= 3 && as_text(head.first(2)) == "XQ" && byte_at(head, 2) >= 1 &&
         byte_at(head, 2) < ' ';
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  sink({.offset = 0, .size = piece.size(), .line = 0, .found = read_file(piece, options)});
}

}  // namespace

extern const RecordFormat xqf_format{.name = "xqf",
                                     .extensions = ".xqf",
                                     .one_game_a_file = true,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = make_xqf_writer};

}  // namespace qipu
