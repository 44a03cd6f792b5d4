// SPDX-License-Identifier: GPL-3.0-or-later

// Makes the binary record of CCBridge, version 2.
//
// SOURCE: schema/formats/cbr.md.

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.h"
#include "importers/cbr_record.h"
#include "importers/ccbridge_fields.h"
#include "importers/plain_comment.h"

namespace qipu {

namespace {

std::string encode(std::string_view text) {
  const Result<std::string> bytes = encode_text(valid_utf8(text), "UTF-16LE");
  assert(bytes);  // UTF-16 holds all of Unicode
  return *bytes;
}

void put(std::string& record, std::size_t offset, std::string_view bytes) {
  record.replace(offset, bytes.size(), bytes);
}

unsigned index_of(Square square) {
  return static_cast<unsigned>((9 - square.rank()) * 9 + square.file());
}

char to_byte(Piece piece) {
  if (piece.is_none()) return 0;
  const unsigned color = piece.color() == Color::Red ? 0x10 : 0x20;
  switch (piece.kind()) {
    case PieceKind::Rook:
      return static_cast<char>(color | 1U);
    case PieceKind::Knight:
      return static_cast<char>(color | 2U);
    case PieceKind::Bishop:
      return static_cast<char>(color | 3U);
    case PieceKind::Advisor:
      return static_cast<char>(color | 4U);
    case PieceKind::King:
      return static_cast<char>(color | 5U);
    case PieceKind::Cannon:
      return static_cast<char>(color | 6U);
    case PieceKind::Pawn:
      return static_cast<char>(color | 7U);
  }
  assert(false);
  return 0;
}

std::uint32_t first_number(const GameHeader& header, Losses& losses) {
  for (const Tag& tag : header.others) {
    if (tag.name != kFirstMoveNumberTag) continue;
    std::uint32_t number = 0;
    const char* end = tag.value.data() + tag.value.size();
    const auto parsed = std::from_chars(tag.value.data(), end, number);
    if (parsed.ec == std::errc() && parsed.ptr == end) return number;
    ++losses["tag " + tag.name];
    break;
  }
  return 1;
}

void put_codes(const Game& game, std::string& record, Losses& losses) {
  const GameHeader& header = game.header;
  const bool fits = header.ecco.size() <= 3 && std::all_of(header.ecco.begin(), header.ecco.end(),
                                                           [](char c) { return c > ' '; });
  if (fits) {
    put(record, kCbrV2.ecco, header.ecco);
  } else {
    ++losses["ECCO tag"];
  }
  record[kCbrV2.type] = static_cast<char>(type_code(game.type, losses));
  record[kCbrV2.result] = static_cast<char>(result_code(header, losses));
  record[kCbrV2.first_mover] = game.start.to_move() == Color::Black ? 2 : 1;
  ByteWriter number;
  number.u32(first_number(header, losses));
  put(record, kCbrV2.first_number, number.str());
}

void put_board(const Board& board, std::string& record) {
  for (int i = 0; i < Square::kCount; ++i) {
    const Square square(i % 9, i / 9);
    record[kCbrV2.board + index_of(square)] =
        to_byte(board[static_cast<std::size_t>(square.index())]);
  }
  put(record, kCbrV2.board + Square::kCount, "\xFF\xFF\xFF\xFF");
}

std::string encode_lines(std::string_view comment) {
  std::string lines;
  for (const char c : comment) {
    if (c == '\n') lines += '\r';
    lines += c;
  }
  return encode(lines);
}

void append_moves(const MoveTree& tree, std::string& record, Losses& losses) {
  ByteWriter out;
  for (const NodeId id : tree.preorder()) {
    const Node& node = tree[id];
    const std::string comment = encode_lines(plain_comment(tree.annotation(id), losses));
    const unsigned flags = (node.first_child == kNoNode ? 1U : 0U) |
                           (node.next_sibling != kNoNode ? 2U : 0U) | (comment.empty() ? 0U : 4U);
    out.u8(static_cast<std::uint8_t>(flags));
    out.u8(0);
    out.u8(id == kRoot ? 0 : static_cast<std::uint8_t>(index_of(node.move.from())));
    out.u8(id == kRoot ? 0 : static_cast<std::uint8_t>(index_of(node.move.to())));
    if (comment.empty()) continue;
    out.u32(static_cast<std::uint32_t>(comment.size()));
    out.bytes(comment);
  }
  record += out.str();
}

}  // namespace

std::string utf16_field(std::string_view text, std::size_t size, const char* name, Losses& losses) {
  std::string bytes = encode(text);
  if (bytes.size() + 2 <= size) return bytes;
  bytes.resize(size - 2);
  const unsigned last = static_cast<unsigned char>(bytes.back());
  if (last >= 0xD8U && last <= 0xDBU) bytes.resize(bytes.size() - 2);  // half of a pair
  ++losses[std::string(name) + " cut to " + std::to_string(size / 2 - 1) + " characters"];
  return bytes;
}

std::string cbr_guid(std::string_view content, std::uint64_t number) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical,
                           XXH3_128bits_withSeed(content.data(), content.size(), number));
  std::string guid(reinterpret_cast<const char*>(canonical.digest), kCbrGuidSize);
  // Marked as a GUID of one's own making. SOURCE: RFC 9562, section 5.8 (version 8).
  guid[7] = static_cast<char>((static_cast<unsigned char>(guid[7]) & 0x0FU) | 0x80U);
  guid[8] = static_cast<char>((static_cast<unsigned char>(guid[8]) & 0x3FU) | 0x80U);
  return guid;
}

std::string to_cbr_record(const Game& game, std::uint64_t number,
                          std::span<const std::string_view> known, Losses& losses) {
  std::string record(kCbrV2.moves, '\0');
  put(record, 0, kCbrMagic);
  record[19] = 2;
  for (const CcbridgeField& field : ccbridge_fields()) {
    if (field.v2 == 0) continue;
    put(record, field.v2, utf16_field(text_of(game.header, field), field.size, field.name, losses));
  }
  std::vector<std::string_view> held(known.begin(), known.end());
  held.push_back(kFirstMoveNumberTag);
  count_homeless(
      game.header, [](const CcbridgeField& field) { return field.v2 != 0; }, held, losses);
  put_codes(game, record, losses);
  put_board(game.start.board(), record);
  append_moves(game.tree, record, losses);
  put(record, kCbrGuid, cbr_guid(record, number));
  return record;
}

}  // namespace qipu
