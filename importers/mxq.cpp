// SPDX-License-Identifier: GPL-3.0-or-later

// Reads MXQ, the files of 弈天 (Movesky) and 象棋世家: a row of short texts, one game a file.
//
// SOURCE: schema/formats/mxq.md.

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/one_line.h"
#include "importers/record_format.h"

namespace qipu {

namespace {

constexpr std::string_view kMoves = "Moves";
constexpr std::string_view kEnds = "Ends";
constexpr std::string_view kCommentsEnd = "CommentsEnd";
constexpr std::size_t kMaxHeaderTexts = 40;  // eleven are known

// The next text of a file, a length byte and that many bytes; nothing where it is cut or at an end.
std::optional<std::string_view> next_text(ByteReader& reader) {
  const std::size_t length = reader.u8();
  const Bytes bytes = reader.bytes(length);
  if (!reader.ok()) return std::nullopt;
  return as_text(bytes);
}

// What stands in a file, in its charset.
struct MxqTexts {
  std::vector<std::string_view> header;
  std::vector<std::string_view> moves;
  std::vector<std::string_view> comments;
  bool has_moves = false;  // the word was met
  bool has_end = false;
};

MxqTexts read_texts(Bytes file) {
  MxqTexts texts;
  ByteReader reader(file);
  while (const auto text = next_text(reader)) {
    if (texts.has_end) {
      if (*text == kCommentsEnd) break;
      texts.comments.push_back(*text);
    } else if (texts.has_moves) {
      texts.has_end = *text == kEnds;
      if (!texts.has_end) texts.moves.push_back(*text);
    } else {
      texts.has_moves = *text == kMoves;
      if (!texts.has_moves) texts.header.push_back(*text);
      if (texts.header.size() > kMaxHeaderTexts) break;
    }
  }
  return texts;
}

// The result of Red between the names of the players, in bytes.
struct ResultWord {
  std::string_view bytes;
  std::string_view charset;
  Outcome outcome;
};
constexpr std::array kResultWords{
    ResultWord{"-\xCA\xA4-", "GB18030", Outcome::RedWin},       // 胜
    ResultWord{"-\xBA\xCD-", "GB18030", Outcome::Draw},         // 和
    ResultWord{"-\xB8\xBA-", "GB18030", Outcome::BlackWin},     // 负
    ResultWord{"-\x84\xD9-", "GB18030", Outcome::RedWin},       // 勝
    ResultWord{"-\xD8\x93-", "GB18030", Outcome::BlackWin},     // 負
    ResultWord{"-\xB3\xD3-", "Big5-HKSCS", Outcome::RedWin},    // 勝
    ResultWord{"-\xA9\x4D-", "Big5-HKSCS", Outcome::Draw},      // 和
    ResultWord{"-\xAD\x74-", "Big5-HKSCS", Outcome::BlackWin},  // 負
};

const ResultWord* find_result(std::string_view names) {
  const auto* const found = std::find_if(
      kResultWords.begin(), kResultWords.end(),
      [names](const ResultWord& word) { return names.find(word.bytes) != std::string_view::npos; });
  return found == kResultWords.end() ? nullptr : found;
}

std::string_view at(const std::vector<std::string_view>& texts, std::size_t index) {
  return index < texts.size() ? texts[index] : std::string_view();
}

FieldTexts field_texts(const MxqTexts& texts, const ReadOptions& options) {
  const ResultWord* const word = find_result(at(texts.header, 2));
  if (word != nullptr) return FieldTexts::in_charset(std::string(word->charset), options);
  std::string all;
  for (const auto* part : {&texts.header, &texts.comments}) {
    for (const std::string_view text : *part)
      (all += text) += '\n';
  }
  return FieldTexts::by_content(all, options);
}

void read_header(const MxqTexts& texts, const FieldTexts& decoder, Game& game) {
  const auto text = [&](std::size_t index) { return decoder.decode(at(texts.header, index)); };
  GameHeader& header = game.header;
  header.site = text(0);
  header.date_text = text(1);
  const std::string_view names = at(texts.header, 2);
  if (const ResultWord* const word = find_result(names)) {
    const std::size_t middle = names.find(word->bytes);
    header.red.name = decoder.decode(names.substr(0, middle));
    header.black.name = decoder.decode(names.substr(middle + word->bytes.size()));
    header.outcome = word->outcome;
  } else {
    header.event = decoder.decode(names);
  }
  header.red.rating = text(3);
  header.black.rating = text(4);
  std::string time_control;
  for (std::size_t i = 5; i < 8; ++i) {
    const std::string number = text(i);
    if (!number.empty()) (time_control += time_control.empty() ? "" : " ") += number;
  }
  add_tag(header, "TimeControl", time_control);
  add_tag(header, "RedRatingAfter", text(8));
  add_tag(header, "BlackRatingAfter", text(9));
  add_tag(header, "Termination", text(10));
  for (std::size_t i = 11; i < texts.header.size(); ++i)
    add_tag(header, "Text" + std::to_string(i), text(i));
  std::string comments;
  for (const std::string_view comment : texts.comments) {
    if (!comments.empty()) comments += '\n';
    comments += decoder.decode(comment);
  }
  add_tag(header, "Comments", comments);
}

// "7C-4C": file and rank twice, files from 0, ranks from A.
std::optional<UncheckedMove> read_move(std::string_view text) {
  if (text.size() != 5 || text[2] != '-') return std::nullopt;
  const auto square = [](char file, char rank) -> std::optional<Square> {
    if (file < '0' || file > '8' || rank < 'A' || rank > 'J') return std::nullopt;
    return Square(file - '0', rank - 'A');
  };
  const UncheckedMove move{square(text[0], text[1]), square(text[3], text[4])};
  if (!move.from || !move.to) return std::nullopt;
  return move;
}

OneLine read_moves(const MxqTexts& texts, const FieldTexts& decoder) {
  OneLine line;
  for (std::size_t i = 0; i < texts.moves.size(); ++i) {
    const auto move = line.rest.empty() ? read_move(texts.moves[i]) : std::nullopt;
    if (move) {
      line.moves.push_back(*move);
    } else {
      (line.rest += line.rest.empty() ? "" : " ") += decoder.decode(texts.moves[i]);
      line.why_it_stops = "a text that is no move";
    }
  }
  if (!texts.has_end && line.why_it_stops.empty()) {
    line.why_it_stops = "the file ends before its moves do";
  }
  return line;
}

// The 32 numbers of a start position, if that is what `text` is: the pieces PPPPPCCNNRRBBAAK of
// Red, then of Black, each as its place in a board of 16 x 16, from 1; 0 and 1 = absent.
std::optional<Board> read_board(std::string_view text) {
  constexpr std::string_view kOrder = "PPPPPCCNNRRBBAAK";
  constexpr std::string_view kLetters = "KABNRCP";
  Board board{};
  std::size_t count = 0;
  while (!text.empty()) {
    unsigned number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || count == 2 * kOrder.size()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    const std::size_t index = count++;
    if (number <= 1) continue;
    const auto square = square_from_top((number - 1) % 16 - 3, (number - 1) / 16 - 3);
    if (!square) return std::nullopt;
    const Color color = index < kOrder.size() ? Color::Red : Color::Black;
    const auto kind = static_cast<PieceKind>(kLetters.find(kOrder[index % kOrder.size()]));
    board[static_cast<std::size_t>(square->index())] = Piece(color, kind);
  }
  if (count != 2 * kOrder.size()) return std::nullopt;
  return board;
}

void read_start(const MxqTexts& texts, Game& game) {
  Color to_move = Color::Red;
  std::optional<Board> board;
  for (const std::string_view text : texts.header) {
    if (text == "+B") to_move = Color::Black;
    if (!board) board = read_board(text);
  }
  if (!board) return;
  game.start = Position::from_board(*board, to_move);
  game.notes.push_back({Note::Kind::Guessed, -1,
                        "the start position is read from a description "
                        "of the format only"});
}

std::variant<Game, Error, OtherGame> read_file(Bytes file, const ReadOptions& options) {
  const MxqTexts texts = read_texts(file);
  if (!texts.has_moves) {
    return Error{.code = texts.header.size() > kMaxHeaderTexts ? Error::Code::BadHeader
                                                               : Error::Code::Truncated,
                 .message = "no text 'Moves' among those of an MXQ file"};
  }
  const FieldTexts decoder = field_texts(texts, options);
  Game game;
  game.charset = decoder.decided();
  read_header(texts, decoder, game);
  read_start(texts, game);
  place_line(read_moves(texts, decoder), options, game);
  return game;
}

bool recognises(Bytes head) {
  const MxqTexts texts = read_texts(head);
  return texts.has_moves && texts.header.size() > 2;
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  sink({.offset = 0, .size = piece.size(), .line = 0, .found = read_file(piece, options)});
}

}  // namespace

extern const RecordFormat mxq_format{.name = "mxq",
                                     .extensions = ".mxq",
                                     .one_game_a_file = true,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = nullptr};

}  // namespace qipu
