// SPDX-License-Identifier: GPL-3.0-or-later

// Reads XGF, the files of 谢谢象棋 (XieXie): one game a file.
//
// SOURCE: schema/formats/xgf.md.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "importers/one_line.h"
#include "importers/record_format.h"

namespace qipu {

namespace {

constexpr std::size_t kTagsAt = 2;  // after 06 0B
constexpr unsigned kLastTag = 9;
constexpr std::size_t kBlockSize = 361;   // between the tags and the moves; ends with two counts
constexpr std::size_t kPieceTable = 140;  // before the moves: 32 squares of four bytes
constexpr std::size_t kRecordSize = 20;

// The texts of the front, by tag.
struct XgfTags {
  std::array<std::string_view, kLastTag + 1> texts;
  std::size_t end = 0;  // past the last one
};

// Nothing if tags 1 to 9 do not follow each other.
std::optional<XgfTags> read_tags(Bytes file) {
  XgfTags tags;
  ByteReader reader(file.subspan(std::min(file.size(), kTagsAt)));
  for (unsigned tag = 1; tag <= kLastTag; ++tag) {
    if (reader.u8() != tag) return std::nullopt;
    const std::size_t length = reader.u8();
    tags.texts.at(tag) = as_text(reader.bytes(length));
  }
  if (!reader.ok()) return std::nullopt;
  tags.end = kTagsAt + reader.position();
  return tags;
}

std::uint32_t u32_at(Bytes file, std::size_t offset) {
  return ByteReader(file.subspan(offset)).u32();
}

// Where the records start: their number stands twice before them, and they fill the file. Where a
// file is cut, they are looked for at the one distance from the tags that was met.
std::optional<std::size_t> find_records(Bytes file, std::size_t tags_end) {
  const std::size_t first = std::max<std::size_t>(tags_end + 8, kPieceTable);
  for (std::size_t start = first; start <= file.size(); ++start) {
    const std::size_t count = (file.size() - start) / kRecordSize;
    if (count * kRecordSize + start == file.size() && u32_at(file, start - 8) == count &&
        u32_at(file, start - 4) == count && count > 0) {
      return start;
    }
  }
  const std::size_t usual = tags_end + kBlockSize;
  if (usual > file.size() || u32_at(file, usual - 8) != u32_at(file, usual - 4)) {
    return std::nullopt;
  }
  return usual;
}

// File in the high half and row from the top in the low one, both from 2.
std::optional<Square> to_square(unsigned byte) {
  const unsigned low = byte & 0xFU;
  if (low < 2 || low > 11 || byte >> 4U < 2) return std::nullopt;
  return square_from_top((byte >> 4U) - 2, low - 2);
}

// The squares of the pieces K A A B B N N R R C C P P P P P of Red, then of Black; 0 = absent.
// Nothing if one is no square.
std::optional<Board> read_board(Bytes table) {
  constexpr std::array kKinds{
      PieceKind::King,   PieceKind::Advisor, PieceKind::Advisor, PieceKind::Bishop,
      PieceKind::Bishop, PieceKind::Knight,  PieceKind::Knight,  PieceKind::Rook,
      PieceKind::Rook,   PieceKind::Cannon,  PieceKind::Cannon,  PieceKind::Pawn,
      PieceKind::Pawn,   PieceKind::Pawn,    PieceKind::Pawn,    PieceKind::Pawn};
  Board board{};
  ByteReader reader(table);
  for (std::size_t i = 0; i < 2 * kKinds.size(); ++i) {
    const std::uint32_t value = reader.u32();
    if (value == 0) continue;
    const auto square = value <= 0xFF ? to_square(value) : std::nullopt;
    if (!square) return std::nullopt;
    board[static_cast<std::size_t>(square->index())] =
        Piece(i < kKinds.size() ? Color::Red : Color::Black, kKinds.at(i % kKinds.size()));
  }
  return board;
}

void read_header(const XgfTags& tags, const ReadOptions& options, Game& game) {
  std::string all;
  for (const std::string_view text : tags.texts)
    (all += text) += '\n';
  const FieldTexts texts = FieldTexts::by_content(all, options);
  const auto text = [&](std::size_t tag) { return texts.decode(tags.texts.at(tag)); };
  game.charset = texts.decided();
  GameHeader& header = game.header;
  header.event = text(1);
  header.site = text(2);
  header.date_text = text(3);
  header.round = text(4);
  header.red.name = text(5);
  header.red.rating = text(6);
  header.black.name = text(7);
  header.black.rating = text(8);
  add_tag(header, "Text9", text(9));
}

OneLine read_records(Bytes records, std::size_t promised) {
  OneLine line;
  while (records.size() >= 3 && line.moves.size() < promised) {
    const auto from = to_square(std::to_integer<unsigned>(records[0]));
    const auto to = to_square(std::to_integer<unsigned>(records[2]));
    if (!from || !to) {
      line.why_it_stops = "bytes that are no move";
      return line;
    }
    line.moves.push_back({from, to});
    records = records.subspan(std::min(records.size(), kRecordSize));
  }
  if (line.moves.size() < promised) {
    line.why_it_stops = "the file promises " + std::to_string(promised) + " moves and has " +
                        std::to_string(line.moves.size());
  }
  return line;
}

std::variant<Game, Error, OtherGame> read_file(Bytes file, const ReadOptions& options) {
  const auto tags = read_tags(file);
  if (!tags) {
    const bool is_cut = as_text(file.first(std::min(file.size(), kTagsAt))) ==
                        std::string_view("\x06\x0B").substr(0, file.size());
    return Error{.code = is_cut ? Error::Code::Truncated : Error::Code::BadHeader,
                 .message = "the nine texts at the start of an XGF file are not all there"};
  }
  const auto records = find_records(file, tags->end);
  if (!records) {
    return Error{.code = Error::Code::Truncated,
                 .message = "no moves behind the texts of an XGF file",
                 .offset = tags->end};
  }
  Game game;
  read_header(*tags, options, game);
  if (const auto board = read_board(file.subspan(*records - kPieceTable)))
    game.start = Position::from_board(*board, Color::Red);
  if (!game.has_usual_start()) {
    game.notes.push_back(
        {Note::Kind::Guessed, -1, "XGF files with another start than the usual one are not known"});
  }
  place_line(read_records(file.subspan(*records), u32_at(file, *records - 8)), options, game);
  return game;
}

bool recognises(Bytes head) {
  return as_text(head).starts_with("\x06\x0B\x01") && read_tags(head).has_value();
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  sink({.offset = 0, .size = piece.size(), .line = 0, .found = read_file(piece, options)});
}

}  // namespace

extern const RecordFormat xgf_format{.name = "xgf",
                                     .extensions = ".xgf",
                                     .one_game_a_file = true,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = nullptr};

}  // namespace qipu
