// SPDX-License-Identifier: GPL-3.0-or-later

// PGN and what passes for it: tags, or none, and moves in any notation, in any Chinese charset.
// SOURCE: formats/pgn.md; schema/formats/pgn.md.

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "importers/pgn_movetext.h"
#include "importers/pgn_records.h"
#include "importers/pgn_tags.h"
#include "importers/pgn_writer.h"
#include "importers/raw_lines.h"
#include "importers/record_format.h"
#include "importers/text.h"
#include "importers/text_game.h"
#include "xiangqi/notation.h"

namespace qipu {

namespace {

// --- recognising

// Whether `line` starts with the number of a first move, or with none, and then has two moves.
bool starts_moves(std::string_view line) {
  std::string_view rest = trim(line);
  const bool is_numbered =
      rest.starts_with("1") || rest.starts_with("１") || rest.starts_with("0.");
  int moves = 0;
  for (int step = 0; step < 8 && !rest.empty() && moves < 2; ++step) {
    const auto move = scan_move(rest);
    // Coordinates that run together are another format.
    const bool runs_on = move && move->shape.form != MoveShape::Form::Words &&
                         move->length < rest.size() &&
                         std::isalnum(static_cast<unsigned char>(rest[move->length])) != 0;
    if (move && !runs_on) {
      rest = trim(rest.substr(move->length));
      ++moves;
      continue;
    }
    std::size_t skip = 0;
    for (const std::string_view mark : {".", "．", "、", "…", "1", "2", "１", "２", "0"}) {
      if (rest.starts_with(mark)) skip = mark.size();
    }
    if (skip == 0) break;
    rest = trim(rest.substr(skip));
  }
  return moves == 2 || (moves == 1 && is_numbered);
}

// `text` behind the comments it begins with.
std::string_view behind_comments(std::string_view text) {
  while (text.starts_with('{')) {
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos) break;
    text = trim(text.substr(end + 1));
  }
  return text;
}

constexpr std::size_t kTextPerZero = 20;

bool recognises(Bytes head) {
  std::string_view raw = as_text(head);
  if (raw.starts_with("XQ") || raw.find("[DhtmlXQ") != std::string_view::npos) return false;
  // A character cut off at the end of the head says nothing.
  const std::size_t last_line = raw.rfind('\n');
  if (last_line != std::string_view::npos && last_line > raw.size() / 2) {
    raw = raw.substr(0, last_line + (raw.size() % 2 == last_line % 2 ? 0 : 1));
  }
  const DecodedText decoded = decode_text(as_bytes(raw));
  // Programs with buffers of fixed size leave some zero bytes in a text; binary files have many.
  const auto zeros =
      static_cast<std::size_t>(std::count(decoded.text.begin(), decoded.text.end(), '\0'));
  std::string_view text = trim(decoded.text);
  if (text.starts_with('<') || zeros * kTextPerZero > decoded.text.size()) return false;
  if (text.starts_with("[FEN_INDEX") || holds_text_records(decoded.text)) return false;
  text = behind_comments(text);
  bool is_first = true;
  while (!text.empty()) {
    const std::string_view line = trim(text.substr(0, line_length(text)));
    if (starts_quoted_tag(line) && scan_tag(line)) return true;
    const bool may_start_moves = is_first || line.starts_with("1") || line.starts_with("１");
    if (may_start_moves && starts_moves(line)) return true;
    is_first = is_first && (line.empty() || line.front() == '{' || line.front() == ';');
    text.remove_prefix(line_length(text));
  }
  return false;
}

std::size_t split(Bytes window) {
  const std::string_view text = as_text(window);
  const bool is_utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
                        text.substr(0, 256).find('\0') != std::string_view::npos;
  return is_utf16 ? 0 : last_record_start(text);
}

// --- reading

// Moves drawn under each other with arrows between: a tree where a line has several of them. One
// that starts at the top is not read at all.
bool is_drawn_tree(std::string_view moves) {
  const std::string_view words = trim(moves);
  if (words.starts_with("开始") || words.starts_with("開始")) return true;
  constexpr std::string_view kArrow = "↓";
  for (std::size_t at = moves.find(kArrow); at != std::string_view::npos;) {
    const std::size_t next = moves.find(kArrow, at + kArrow.size());
    if (next == std::string_view::npos) return false;
    if (moves.substr(at, next - at).find('\n') == std::string_view::npos) return true;
    at = next;
  }
  return false;
}

class PgnReader {
 public:
  PgnReader(Bytes piece, const ReadOptions& options, const RecordSink& sink)
      : options_(options),
        sink_(sink),
        decoded_(decode_text(piece, options.charset, options.fallback_charset)),
        raw_(piece, decoded_.charset) {}

  void read() {
    const std::string_view text = decoded_.text;
    std::size_t start = 0;
    place_.line = 1;
    while (start < text.size()) {
      const std::size_t end = record_end(text, start, CharWidth::Utf8);
      const std::string_view record = text.substr(start, end - start);
      const std::size_t lines = count_lines(record);
      const std::size_t raw_end = end == text.size() ? raw_.size() : raw_.skip(raw_at_, lines);
      place_.size = raw_end - place_.offset;
      if (!trim(record).empty()) {
        auto found = read_record(record);
        // A text before the first tag belongs to the game after it.
        if (!is_preamble(found, record) || end == text.size()) emit(std::move(found));
      }
      raw_at_ = raw_end;
      line_ += static_cast<std::uint32_t>(lines);
      start = end;
      if (has_emitted_last_) {
        place_.offset = raw_at_;
        place_.line = line_;
        has_emitted_last_ = false;
      }
    }
    if (count_ == 0) emit(Error{Error::Code::NoGame, "no game in the text"});
  }

 private:
  void emit(Found&& found) {
    Record record = place_;
    record.found = std::move(found);
    sink_(std::move(record));
    ++count_;
    has_emitted_last_ = true;
  }

  static bool is_preamble(const Found& found, std::string_view record) {
    const Error* error = std::get_if<Error>(&found);
    return error != nullptr && error->code == Error::Code::NoGame &&
           !starts_quoted_tag(trim(record));
  }

  Error at_line(Error error, std::size_t lines) const {
    error.offset = raw_.skip(raw_at_, lines);
    error.line = line_ + static_cast<std::uint32_t>(lines);
    return error;
  }

  // Values that another hand wrote in another charset than the file's.
  void mend_values(PgnTags& tags, std::vector<Note>& notes) const {
    std::size_t offset = raw_at_;
    std::uint32_t line = 0;
    for (PgnTag& tag : tags.tags) {
      const bool is_ascii = std::all_of(tag.value.begin(), tag.value.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x80;
      });
      if (is_ascii || !tag.is_alone) continue;
      offset = raw_.skip(offset, tag.line - line);
      line = tag.line;
      const auto bytes = raw_.quoted(offset);
      if (!bytes) continue;
      const DecodedText value = decode_value(as_bytes(*bytes), decoded_.charset);
      if (value.charset == decoded_.charset) continue;
      tag.value = clean_tag_value(value.text);
      notes.push_back({Note::Kind::Guessed, -1, tag.name + " read as " + value.charset});
    }
  }

  Found read_record(std::string_view record) const {
    std::vector<Note> notes;
    PgnTags tags = scan_tags(record);
    if (decoded_.charset != "UTF-8" || decoded_.bad_bytes > 0) mend_values(tags, notes);
    PgnHeader header = read_tags(tags.tags);
    if (!header.other_game.empty()) return OtherGame{header.other_game};
    if (auto other = other_game_of_fen(header.fen)) return std::move(*other);

    Result<TextStart> start = read_text_start(header.fen, notes);
    if (!start) return at_line(start.error(), line_of_fen(tags));
    const std::string_view moves = record.substr(tags.length);
    if (starts_with_covered_piece(moves)) return OtherGame{"jieqi"};
    if (is_drawn_tree(moves)) {
      return at_line({Error::Code::Unsupported, "moves drawn as a tree with arrows"},
                     count_lines(record.substr(0, tags.length)));
    }
    const MovetextOptions options{.allow_self_check = options_.allow_self_check,
                                  .ranks_from_one = header.format == "uci1",
                                  .writes_retreats = header.format == "short"};
    Movetext movetext = read_movetext(moves, start->position, options);
    if (movetext.tree.size() == 1 && !movetext.stop && !start->moves.empty()) {
      movetext = read_movetext(start->moves, start->position, options);
    }
    Found found = judge({.header = std::move(header.header),
                         .type = std::move(header.type),
                         .is_marked = header.is_marked,
                         .start = std::move(*start),
                         .movetext = std::move(movetext),
                         .notes = std::move(notes)});
    if (Game* game = std::get_if<Game>(&found)) {
      game->charset = decoded_.charset;
      if (decoded_.bad_bytes > 0 && record.find("\xEF\xBF\xBD") != std::string_view::npos) {
        game->notes.push_back({Note::Kind::Guessed, -1, "bytes that are no " + decoded_.charset});
      }
    } else if (Error* error = std::get_if<Error>(&found)) {
      const bool is_of_moves = error->code != Error::Code::NoGame;
      const std::size_t offset = is_of_moves ? tags.length + error->offset : 0;
      return at_line(std::move(*error), count_lines(record.substr(0, offset)));
    }
    return found;
  }

  static std::size_t line_of_fen(const PgnTags& tags) {
    for (const PgnTag& tag : tags.tags) {
      if (tag.name == "FEN" || tag.name == "Fen" || tag.name == "fen") return tag.line;
    }
    return 0;
  }

  const ReadOptions& options_;
  const RecordSink& sink_;
  DecodedText decoded_;
  RawLines raw_;
  Record place_;            // of the record that is being read
  std::size_t raw_at_ = 0;  // where its tags begin, in the bytes as found
  std::uint32_t line_ = 1;  // the line of that
  std::size_t count_ = 0;
  bool has_emitted_last_ = false;
};

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  PgnReader(piece, options, sink).read();
}

}  // namespace

extern const RecordFormat pgn_format{
    .name = "pgn",
    .extensions = ".pgn .pgns .pgn_zh .pgn_iccs .pgn_cc",
    .recognises = recognises,
    .split = split,
    .read = read,
    .writer = make_pgn_writer,
};

}  // namespace qipu
