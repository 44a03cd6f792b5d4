// SPDX-License-Identifier: GPL-3.0-or-later

// Reads lists of positions: lines of FEN or EPD, and the blocks of .fen and .xfen files. A position
// is a game without moves.
//
// SOURCE: schema/formats/epd.md.

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/pgn_movetext.h"
#include "importers/pgn_tags.h"
#include "importers/record_format.h"
#include "importers/text_game.h"
#include "importers/text_lines.h"

namespace qipu {

namespace {

constexpr std::string_view kBlockStart = "[FEN_INDEX";

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A line without the words with which engines are given a position.
std::string_view without_command(std::string_view line) {
  for (const std::string_view word : {"position ", "fen "}) {
    if (line.starts_with(word)) line = trim(line.substr(word.size()));
  }
  return line;
}

bool is_remark(std::string_view line) {
  return line.starts_with('#') || line.starts_with(';') || line.starts_with("//");
}

// Whether the first word of `line` has the shape of a board, of xiangqi or of western chess.
bool starts_board(std::string_view line) {
  const std::string_view board = line.substr(0, line.find(' '));
  const auto is_part = [](char c) {
    return c == '/' || c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  const auto slashes = std::count(board.begin(), board.end(), '/');
  return (slashes == 9 || slashes == 7) && std::all_of(board.begin(), board.end(), is_part);
}

bool recognises(Bytes head) {
  const std::string_view raw = as_text(head);
  const std::string_view whole =
      raw.substr(0, raw.rfind('\n') == raw.npos ? raw.size() : raw.rfind('\n'));
  const DecodedText decoded = decode_text(as_bytes(whole));
  std::string_view first;
  for (const TextLine& line : split_lines(decoded.text)) {
    if (line.text.empty() || is_remark(line.text)) continue;
    const std::string_view text = without_command(line.text);
    if (!first.empty()) return starts_board(text);  // not moves from the one position
    if (line.text.starts_with(kBlockStart)) return true;
    if (!starts_board(text) || moves_behind_comma(text) != text.npos) return false;
    first = text;
  }
  return !first.empty();
}

std::size_t split(Bytes window) {
  const std::string_view text = as_text(window);
  const bool is_utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
                        text.substr(0, 256).find('\0') != std::string_view::npos;
  if (is_utf16) return 0;
  const std::size_t block = text.rfind("\n" + std::string(kBlockStart));
  if (block != std::string_view::npos) return block + 1;
  if (trim(text.substr(0, 64)).starts_with(kBlockStart)) return 0;
  const std::size_t last_line = text.rfind('\n');
  return last_line == std::string_view::npos ? 0 : last_line + 1;
}

// --- what stands behind a position

// One `name operand` of EPD: `bm h2e2`, `id "puzzle 5"`. Anything else is no operation.
std::optional<Tag> read_operation(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name_part(text[end]))
    ++end;
  const bool is_named = end > 0 && is_letter(text.front()) && end < text.size() && text[end] == ' ';
  if (!is_named) return std::nullopt;
  std::string_view operand = trim(text.substr(end));
  if (operand.size() >= 2 && operand.front() == '"' && operand.back() == '"') {
    operand = operand.substr(1, operand.size() - 2);
  }
  return Tag{std::string(text.substr(0, end)), std::string(operand)};
}

// The parts of `text` between semicolons outside of quotes.
std::vector<std::string_view> split_operations(std::string_view text) {
  std::vector<std::string_view> parts;
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '"') in_quotes = !in_quotes;
    if (i < text.size() && (text[i] != ';' || in_quotes)) continue;
    if (const std::string_view part = trim(text.substr(begin, i - begin)); !part.empty()) {
      parts.push_back(part);
    }
    begin = i + 1;
  }
  return parts;
}

// Operations become tags, `id` and words without an operation the title.
void read_operations(std::string_view text, GameHeader& header) {
  for (const std::string_view part : split_operations(text)) {
    auto operation = read_operation(part);
    const bool is_title = !operation || operation->name == "id";
    if (!is_title) {
      header.others.push_back(std::move(*operation));
      continue;
    }
    std::string words = operation ? std::move(operation->value) : std::string(part);
    if (header.title.empty()) {
      header.title = std::move(words);
    } else {
      header.others.push_back({"Title.2", std::move(words)});
    }
  }
}

// --- reading

Game position_of(const TextStart& start, GameHeader header, std::string type,
                 std::vector<Note> notes) {
  Game game;
  game.header = std::move(header);
  game.type = std::move(type);
  game.start = start.position;
  game.notes = std::move(notes);
  if (const PositionFault fault = find_fault(game.start); fault != PositionFault::None) {
    game.notes.push_back({Note::Kind::IllegalStart, -1, to_text(fault)});
  }
  return game;
}

Found read_position(std::string_view line, const ReadOptions& options) {
  if (auto other = other_game_of_fen(line)) return std::move(*other);
  std::vector<Note> notes;
  Result<TextStart> start = read_text_start(line, notes);
  if (!start) {
    Error error = start.error();
    error.text = std::string(line.substr(0, line.find(' ')));
    return error;
  }
  TextGame record{.notes = std::move(notes)};
  if (start->moves.empty()) {
    read_operations(start->rest, record.header);
    return position_of(*start, std::move(record.header), {}, std::move(record.notes));
  }
  record.movetext =
      read_movetext(start->moves, start->position, {.allow_self_check = options.allow_self_check});
  record.start = std::move(*start);
  return judge(std::move(record));
}

// A letter of a diagram that marks a point, and stands for no piece.
std::optional<char> find_drawing_letter(std::string_view fen) {
  constexpr std::string_view kPieces = "KABNRCPGEMHS";
  for (const char c : fen.substr(0, fen.find(' '))) {
    const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (is_letter(c) && kPieces.find(upper) == std::string_view::npos) return c;
  }
  return std::nullopt;
}

Found read_block(std::string_view block) {
  const PgnTags tags = scan_tags(block);
  PgnHeader header = read_tags(tags.tags);
  if (header.fen.empty()) return Error{Error::Code::NoGame, "a block without a FEN"};
  if (const auto letter = find_drawing_letter(header.fen)) {
    return Error{.code = Error::Code::BadPosition,
                 .message = std::string("'") + *letter + "' is a mark of a diagram, no piece",
                 .text = header.fen};
  }
  std::vector<Note> notes;
  Result<TextStart> start = read_text_start(header.fen, notes);
  if (!start) {
    Error error = start.error();
    error.text = header.fen;
    return error;
  }
  return position_of(*start, std::move(header.header), std::move(header.type), std::move(notes));
}

class ListReader {
 public:
  ListReader(Bytes piece, const ReadOptions& options, const RecordSink& sink)
      : options_(options), sink_(sink), file_(piece, options) {}

  void read() {
    const auto& lines = file_.lines();
    for (std::size_t i = 0; i < lines.size();) {
      std::size_t end = i + 1;
      if (lines[i].text.starts_with(kBlockStart)) {
        while (end < lines.size() && !lines[end].text.starts_with(kBlockStart))
          ++end;
        emit(i, end,
             read_block(file_.text().substr(lines[i].begin, lines[end - 1].end - lines[i].begin)));
      } else if (!lines[i].text.empty() && !is_remark(lines[i].text)) {
        emit(i, end, read_position(without_command(lines[i].text), options_));
      }
      i = end;
    }
    if (count_ > 0) return;
    sink_({.offset = 0,
           .size = 0,
           .line = 1,
           .found = Error{.code = Error::Code::NoGame, .message = "no position", .line = 1}});
  }

 private:
  void emit(std::size_t first, std::size_t end, Found found) {
    Record record = file_.place(first, end);
    if (Error* error = std::get_if<Error>(&found)) {
      found = file_.at_line(std::move(*error), first);
    } else if (Game* game = std::get_if<Game>(&found)) {
      file_.tell_charset(*game);
    }
    record.found = std::move(found);
    sink_(std::move(record));
    ++count_;
  }

  const ReadOptions& options_;
  const RecordSink& sink_;
  LineFile file_;
  std::size_t count_ = 0;
};

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  ListReader(piece, options, sink).read();
}

}  // namespace

extern const RecordFormat epd_format{.name = "epd",
                                     .extensions = ".epd .fen .xfen",
                                     .one_game_a_file = false,
                                     .recognises = recognises,
                                     .split = split,
                                     .read = read,
                                     .writer = nullptr};

}  // namespace qipu
