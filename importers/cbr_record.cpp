// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/cbr_record.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "importers/ccbridge_fields.h"

namespace qipu {

namespace {

constexpr std::size_t kVersionOffset = 19;
constexpr std::size_t kSquareCount = 90;
constexpr std::size_t kMoveSize = 4;
constexpr unsigned kEndsLine = 0x01;
constexpr unsigned kHasSibling = 0x02;
constexpr unsigned kHasComment = 0x04;
constexpr unsigned kAllFlags = kEndsLine | kHasSibling | kHasComment;

std::uint8_t byte_at(Bytes bytes, std::size_t offset) {
  return std::to_integer<std::uint8_t>(bytes[offset]);
}

Square square_of_index(unsigned index) {
  return {static_cast<int>(index % 9), 9 - static_cast<int>(index / 9)};
}

// The square of a byte in the moves, if it is one.
std::optional<Square> to_square(unsigned byte, unsigned version) {
  if (version != 1) {
    if (byte >= kSquareCount) return std::nullopt;
    return square_of_index(byte);
  }
  const unsigned file = byte >> 4U;
  const unsigned row = byte & 0xFU;
  if (file > 8 || row > 9) return std::nullopt;
  return Square(static_cast<int>(file), 9 - static_cast<int>(row));
}

constexpr std::array kKinds{PieceKind::Rook,    PieceKind::Knight, PieceKind::Bishop,
                            PieceKind::Advisor, PieceKind::King,   PieceKind::Cannon,
                            PieceKind::Pawn};

// Nothing for a byte that is no piece and no empty square.
std::optional<Piece> to_piece(unsigned byte) {
  if (byte == 0) return Piece();
  const unsigned color = byte >> 4U;
  const unsigned kind = byte & 0xFU;
  if (color < 1 || color > 2 || kind < 1 || kind > kKinds.size()) return std::nullopt;
  return Piece(color == 1 ? Color::Red : Color::Black, kKinds.at(kind - 1));
}

// The board, or the index of the first byte that has no place on one.
std::variant<Board, std::size_t> read_board(Bytes bytes) {
  Board board{};
  for (std::size_t i = 0; i < kSquareCount; ++i) {
    const std::optional<Piece> piece = to_piece(byte_at(bytes, i));
    if (!piece) return i;
    const Square square = square_of_index(static_cast<unsigned>(i));
    board.at(static_cast<std::size_t>(square.index())) = *piece;
  }
  return board;
}

// The length of a comment, then the comment; clipped, with `cut` saying so, where the record ends
// inside of it.
std::string read_comment(ByteReader& in, std::string& cut) {
  const std::uint32_t length = in.u32();
  const std::size_t size = std::min<std::size_t>(length, in.remaining());
  if (!in.ok() || size < length) cut = "the record ends in the middle of a comment";
  return tidy_comment(decode_text(in.bytes(size), "UTF-16LE").text);
}

// Reads the moves into `moves`, up to the end of the last line. Returns why they end before that,
// or nothing.
std::string read_moves(ByteReader& in, unsigned version, CcbridgeTree& moves) {
  std::string cut;
  if (in.remaining() < kMoveSize) return "the record ends before its moves";
  const unsigned head = in.u32();
  const unsigned root_flags = head & 0xFFU;
  if (root_flags > kAllFlags) return "the moves begin with bytes that are none";
  if ((root_flags & kHasComment) != 0) moves.tree.add_comment(kRoot, read_comment(in, cut));
  if ((root_flags & kEndsLine) != 0) return cut;

  while (cut.empty() && !moves.is_complete()) {
    if (in.remaining() < kMoveSize) return "the record ends in the middle of the moves";
    const unsigned flags = in.u8();
    in.u8();
    const std::optional<Square> from = to_square(in.u8(), version);
    const std::optional<Square> to = to_square(in.u8(), version);
    const bool is_empty = moves.tree.size() == 1 && flags == 0 && from == to;
    if (is_empty) return {};  // padding: nobody wrote moves
    if (flags > kAllFlags || !from || !to || from == to) {
      return "the moves go over into bytes that are none";
    }
    const NodeId node = moves.add({from, to}, (flags & kEndsLine) != 0, (flags & kHasSibling) != 0);
    if ((flags & kHasComment) != 0) moves.tree.add_comment(node, read_comment(in, cut));
  }
  return cut;
}

void read_texts(Bytes bytes, unsigned version, GameHeader& header) {
  for (const CcbridgeField& field : ccbridge_fields()) {
    const std::size_t offset = version == 1 ? field.v1 : field.v2;
    if (offset != 0) set_text(header, field, utf16_text(bytes.subspan(offset, field.size)));
  }
}

void read_codes(Bytes bytes, const CbrLayout& layout, Game& game) {
  const std::string_view ecco = as_text(bytes.subspan(layout.ecco, 4));
  const std::string_view code = ecco.substr(0, ecco.find('\0'));
  const bool is_text =
      std::all_of(code.begin(), code.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (is_text) game.header.ecco = code;
  const std::size_t type = byte_at(bytes, layout.type);
  if (type < kCcbridgeTypes.size()) game.type = kCcbridgeTypes.at(type);
  set_result(game.header, byte_at(bytes, layout.result));
  const unsigned number = ByteReader(bytes.subspan(layout.first_number, 4)).u32();
  if (number > 1) {
    game.header.others.push_back({std::string(kFirstMoveNumberTag), std::to_string(number)});
  }
}

Error fault(Error::Code code, std::string message, std::size_t offset) {
  return {.code = code, .message = std::move(message), .offset = offset};
}

}  // namespace

std::string utf16_text(Bytes bytes) {
  std::size_t size = 0;
  while (size + 1 < bytes.size() && (byte_at(bytes, size) != 0 || byte_at(bytes, size + 1) != 0))
    size += 2;
  if (size == 0) return {};
  return decode_text(bytes.first(size), "UTF-16LE").text;
}

CbrReading read_cbr_record(Bytes bytes, const ReadOptions& options) {
  const std::size_t shown = std::min(bytes.size(), kCbrMagic.size());
  if (as_text(bytes.first(shown)) != kCbrMagic.substr(0, shown)) {
    return {fault(Error::Code::BadHeader, "no CCBridge record", 0), bytes.size()};
  }
  const unsigned said = bytes.size() > kVersionOffset ? byte_at(bytes, kVersionOffset) : 2;
  const CbrLayout& layout = said == 1 ? kCbrV1 : kCbrV2;
  if (bytes.size() < layout.moves) {
    return {fault(Error::Code::Truncated,
                  "the header of " + std::to_string(layout.moves) + " bytes ends after " +
                      std::to_string(bytes.size()),
                  bytes.size()),
            bytes.size()};
  }
  const auto board = read_board(bytes.subspan(layout.board, kSquareCount));
  if (const auto* bad = std::get_if<std::size_t>(&board)) {
    Error error = fault(
        Error::Code::BadPosition,
        "byte " + std::to_string(byte_at(bytes, layout.board + *bad)) + " on the board is no piece",
        layout.board + *bad);
    if (said != 1 && said != 2) {
      error = fault(Error::Code::Unsupported,
                    "record version " + std::to_string(said) + " is not known", kVersionOffset);
    }
    return {std::move(error), layout.moves};
  }

  Game game;
  const Color to_move = byte_at(bytes, layout.first_mover) == 2 ? Color::Black : Color::Red;
  game.start = Position::from_board(std::get<Board>(board), to_move);
  const unsigned version = said == 1 ? 1 : 2;
  read_texts(bytes, version, game.header);
  read_codes(bytes, layout, game);
  ByteReader in(bytes.subspan(layout.moves));
  CcbridgeTree moves;
  const std::string cut = read_moves(in, version, moves);
  place_ccbridge_moves(moves.tree, cut, options, game);
  if (said != version) {
    game.notes.push_back(
        {Note::Kind::Guessed, -1, "record version " + std::to_string(said) + " read as version 2"});
  }
  return {std::move(game), layout.moves + in.position()};
}

}  // namespace qipu
