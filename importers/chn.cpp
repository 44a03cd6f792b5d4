// SPDX-License-Identifier: GPL-3.0-or-later

// Reads CHN and XQI, the files of 联众 (Ourgame): one game a file, in the form that starts with
// "GL" or in an older one.
//
// SOURCE: schema/formats/chn.md.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "importers/one_line.h"
#include "importers/record_format.h"

namespace qipu {

namespace {

constexpr std::string_view kSignature("GL\xD0\x07", 4);

// The GL form.
struct Field {
  std::size_t offset;
  std::size_t size;
};
constexpr Field kTime{8, 28};
constexpr Field kTitle{36, 64};
constexpr Field kRedId{100, 20};
constexpr Field kRedName{120, 20};
constexpr Field kBlackId{140, 20};
constexpr Field kBlackName{160, 20};
constexpr std::size_t kStartBoard = 180;
constexpr std::size_t kFinalBoard = 270;
constexpr std::size_t kMoveCount = 364;
constexpr std::size_t kNodes = 472;
constexpr std::size_t kNodeSize = 36;
constexpr std::size_t kFromInNode = 14;  // then the square it goes to

// The older form.
constexpr std::size_t kOldHeaderSize = 188;
constexpr std::size_t kOldRecordSize = 32;

std::string_view raw_field(Bytes file, Field field) {
  const std::string_view text = as_text(file.subspan(field.offset, field.size));
  return text.substr(0, text.find('\0'));
}

// "Tue Dec 27 21:14:05 2016\n", as C's ctime writes it, as an ISO date; empty if it is none.
std::string to_iso_date(std::string_view ctime) {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (ctime.size() < 24) return {};
  const std::size_t month = kMonths.find(ctime.substr(4, 3));
  if (month == std::string_view::npos || month % 3 != 0) return {};
  std::string day(ctime.substr(8, 2));
  if (day[0] == ' ') day[0] = '0';
  const std::string number = std::to_string(month / 3 + 1);
  return std::string(ctime.substr(20, 4)) + "-" + (number.size() == 1 ? "0" : "") + number + "-" +
         day;
}

// The low half of a code is the piece, the high half which one of its kind.
std::optional<Piece> to_piece(unsigned code) {
  constexpr std::array kKinds{PieceKind::Rook, PieceKind::Knight,  PieceKind::Cannon,
                              PieceKind::King, PieceKind::Advisor, PieceKind::Bishop,
                              PieceKind::Pawn};
  const unsigned low = code & 0xFU;
  if (code == 0) return Piece();
  if (low == 0 || low == 8) return std::nullopt;
  return Piece(low < 8 ? Color::Red : Color::Black, kKinds.at((low & 7U) - 1));
}

// 90 codes, file by file from the left, each from the top. Nothing if one is no piece.
std::optional<Board> read_board(Bytes codes) {
  Board board{};
  for (unsigned i = 0; i < Square::kCount; ++i) {
    const auto piece = to_piece(std::to_integer<unsigned>(codes[i]));
    if (!piece) return std::nullopt;
    const Square square(static_cast<int>(i / 10), 9 - static_cast<int>(i % 10));
    board[static_cast<std::size_t>(square.index())] = *piece;
  }
  return board;
}

// Row from the top in the high half, file in the low one.
std::optional<Square> to_square(unsigned byte) { return square_from_top(byte & 0xFU, byte >> 4U); }

OneLine read_nodes(Bytes file) {
  ByteReader count(file.subspan(kMoveCount));
  const std::size_t promised = count.u32();
  OneLine line;
  Bytes nodes = file.subspan(kNodes);
  nodes = nodes.subspan(std::min(nodes.size(), kNodeSize));  // the first is no move
  while (line.moves.size() < promised && nodes.size() >= kNodeSize) {
    ByteReader node(nodes.subspan(kFromInNode));
    const auto from = to_square(node.u8());
    const auto to = to_square(node.u8());
    if (!from || !to) {
      line.why_it_stops = "bytes that are no move";
      return line;
    }
    line.moves.push_back({from, to});
    nodes = nodes.subspan(kNodeSize);
  }
  if (line.moves.size() < promised) {
    line.why_it_stops = "the file promises " + std::to_string(promised) + " moves and has " +
                        std::to_string(line.moves.size());
  }
  return line;
}

void read_header(Bytes file, const ReadOptions& options, Game& game) {
  std::string all;
  for (const Field field : {kTitle, kRedId, kRedName, kBlackId, kBlackName})
    (all += raw_field(file, field)) += '\n';
  const FieldTexts texts = FieldTexts::by_content(all, options);
  const auto text = [&](Field field) { return texts.decode(raw_field(file, field)); };
  game.charset = texts.decided();
  GameHeader& header = game.header;
  header.title = text(kTitle);
  header.red.name = text(kRedName);
  header.black.name = text(kBlackName);
  add_tag(header, "RedId", text(kRedId));
  add_tag(header, "BlackId", text(kBlackId));
  const std::string time = text(kTime);
  header.date_text = to_iso_date(time);
  add_tag(header, "Time", time);
}

// What the file has on the board after its last move must be what is there.
void check_final_board(Bytes file, Game& game) {
  const auto final_board = read_board(file.subspan(kFinalBoard));
  Position position = game.start;
  for (const Move move : game.tree.main_line())
    position.play(move);
  if (final_board && *final_board == position.board()) return;
  game.notes.push_back(
      {Note::Kind::Guessed, -1, "the moves do not lead to the last position of the file"});
}

std::variant<Game, Error, OtherGame> read_gl_form(Bytes file, const ReadOptions& options) {
  if (file.size() < kNodes) {
    return Error{.code = Error::Code::Truncated,
                 .message = "the header of 472 bytes ends after " + std::to_string(file.size()),
                 .offset = file.size()};
  }
  Game game;
  read_header(file, options, game);
  if (const auto board = read_board(file.subspan(kStartBoard))) {
    game.start = Position::from_board(*board, Color::Red);
  } else {
    game.notes.push_back(
        {Note::Kind::Guessed, -1, "the start board is none, the usual start is taken"});
  }
  const OneLine line = read_nodes(file);
  place_line(line, options, game);
  if (game.tree.ply_count() == line.moves.size()) check_final_board(file, game);
  return game;
}

// File and row from and to, as numbers of two bytes, after two such; ten more follow.
std::optional<UncheckedMove> read_old_record(Bytes record) {
  ByteReader reader(record.subspan(4));
  const unsigned from_file = reader.u16();
  const auto from = square_from_top(from_file, reader.u16());
  const unsigned to_file = reader.u16();
  const auto to = square_from_top(to_file, reader.u16());
  if (!from || !to) return std::nullopt;
  return UncheckedMove{from, to};
}

OneLine read_old_records(Bytes file) {
  OneLine line;
  Bytes records = file.subspan(std::min(file.size(), kOldHeaderSize));
  while (records.size() >= kOldRecordSize) {
    const auto move = read_old_record(records);
    if (!move) {
      line.why_it_stops = "bytes that are no move";
      break;
    }
    line.moves.push_back(*move);
    records = records.subspan(kOldRecordSize);
  }
  if (line.why_it_stops.empty() && !records.empty()) {
    line.why_it_stops = "the file ends in the middle of a move";
  }
  turn_upright(line.moves);
  return line;
}

std::variant<Game, Error, OtherGame> read_file(Bytes file, const ReadOptions& options) {
  const std::string_view text = as_text(file);
  if (text.starts_with(kSignature) || kSignature.starts_with(text))
    return read_gl_form(file, options);
  const OneLine line = read_old_records(file);
  if (!starts_a_game(line.moves)) {
    return Error{
        .code = Error::Code::BadHeader,
        .message = "neither the signature of CHN nor a first move where old files have it"};
  }
  Game game;
  place_line(line, options, game);
  return game;
}

bool recognises(Bytes head) {
  if (as_text(head).starts_with(kSignature)) return true;
  // All of the head must be moves: there is no signature.
  const OneLine line = read_old_records(head);
  return starts_a_game(line.moves) &&
         line.moves.size() == (head.size() - kOldHeaderSize) / kOldRecordSize;
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  sink({.offset = 0, .size = piece.size(), .line = 0, .found = read_file(piece, options)});
}

}  // namespace

extern const RecordFormat chn_format{.name = "chn",
                                     .extensions = ".chn .xqi",
                                     .one_game_a_file = true,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = nullptr};

}  // namespace qipu
