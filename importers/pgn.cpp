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
#include "importers/record_format.h"
#include "record/wdl.h"
#include "xiangqi/fen.h"
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

// --- places in the bytes as found

// Follows line breaks in the undecoded bytes, which every charset writes in one way.
class RawLines {
 public:
  RawLines(Bytes bytes, const std::string& charset) : bytes_(as_text(bytes)) {
    if (charset == "UTF-16LE") unit_ = 2;
    if (charset == "UTF-16BE") {
      unit_ = 2;
      low_ = 1;
    }
  }

  // Where the line starts that is `count` line breaks after `offset`; the end if there are fewer.
  std::size_t skip(std::size_t offset, std::size_t count) const {
    while (count > 0 && offset < bytes_.size()) {
      offset = next_line(offset);
      --count;
    }
    return offset;
  }

  // The bytes between the outer quotes of the line at `offset`; nothing without quotes.
  std::optional<std::string_view> quoted(std::size_t offset) const {
    const std::string_view line = bytes_.substr(offset, next_line(offset) - offset);
    const std::size_t first = line.find('"');
    const std::size_t last = line.rfind('"');
    if (unit_ != 1 || first == last) return std::nullopt;
    return line.substr(first + 1, last - first - 1);
  }

  std::size_t size() const { return bytes_.size(); }

 private:
  char16_t unit_at(std::size_t at) const {
    if (at + unit_ > bytes_.size()) return 0;
    const auto byte = [this](std::size_t i) {
      return static_cast<unsigned>(static_cast<unsigned char>(bytes_[i]));
    };
    if (unit_ == 1) return static_cast<char16_t>(byte(at));
    return static_cast<char16_t>(byte(at + low_) | byte(at + 1 - low_) << 8U);
  }

  std::size_t next_line(std::size_t offset) const {
    if (unit_ == 1) return offset + line_length(bytes_.substr(offset));
    for (; offset < bytes_.size(); offset += unit_) {
      const char16_t unit = unit_at(offset);
      if (unit == u'\n') return offset + unit_;
      if (unit == u'\r') return offset + (unit_at(offset + unit_) == u'\n' ? 2 : 1) * unit_;
    }
    return bytes_.size();
  }

  std::string_view bytes_;
  std::size_t unit_ = 1;
  std::size_t low_ = 0;  // which byte of a unit is the low one
};

// --- reading

// What a record says about where its game starts.
struct Start {
  Position position = Position::start();
  bool is_given = false;  // by a FEN
  std::string moves;      // that stand behind the FEN
};

bool is_western_fen(std::string_view fen) { return std::count(fen.begin(), fen.end(), '/') == 7; }

bool has_western_opening(const GameHeader& header) {
  return std::any_of(header.others.begin(), header.others.end(), [](const Tag& tag) {
    return tag.name == "ECO" && tag.value.size() == 3 && tag.value[0] >= 'A' && tag.value[0] <= 'E';
  });
}

// The tag has the last word on the result; what contradicts it is kept as one more tag.
void settle_result(GameHeader& header, const std::string& token, std::vector<Note>& notes) {
  const auto by_token = parse_outcome(token);
  if (header.result_text.empty() && by_token && *by_token != Outcome::Unknown) {
    header.result_text = token;
  }
  const auto by_tag = parse_outcome(header.result_text);
  const auto contradicts = [&](const std::string& text) {
    const auto outcome = parse_outcome(text);
    return by_tag && outcome && *by_tag != Outcome::Unknown && *outcome != Outcome::Unknown &&
           *outcome != *by_tag;
  };
  const bool has_other = std::any_of(
      header.others.begin(), header.others.end(),
      [&](const Tag& tag) { return tag.name.starts_with("Result.") && contradicts(tag.value); });
  if (!has_other && !contradicts(token)) return;
  if (!has_other) header.others.push_back({"Result.2", token});
  header.has_conflicting_result = true;
  notes.push_back({Note::Kind::Guessed, -1, "results differ; the tag's is taken"});
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
  using Found = decltype(Record::found);

  void emit(Found found) {
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

  Result<Start> read_start(const std::string& fen, std::vector<Note>& notes) const {
    Start start;
    if (fen.empty()) return start;
    Result<FenReading> read = read_fen(fen);
    if (!read) return read.error();
    start.is_given = true;
    start.position = read->position;
    if (read->rest.starts_with("moves")) start.moves = std::string(read->rest.substr(5));
    if (!read->side_given) {
      notes.push_back({Note::Kind::Guessed, -1, "the FEN does not say who moves: Red"});
    }
    return start;
  }

  Found read_record(std::string_view record) const {
    std::vector<Note> notes;
    PgnTags tags = scan_tags(record);
    if (decoded_.charset != "UTF-8" || decoded_.bad_bytes > 0) mend_values(tags, notes);
    PgnHeader header = read_tags(tags.tags);
    if (!header.other_game.empty()) return OtherGame{header.other_game};
    if (is_western_fen(header.fen)) return OtherGame{"chess"};

    const Result<Start> start = read_start(header.fen, notes);
    if (!start) {
      if (start.error().code == Error::Code::Unsupported) return OtherGame{"jieqi"};
      return at_line(start.error(), line_of_fen(tags));
    }
    const std::string_view moves = record.substr(tags.length);
    const std::string_view words = trim(moves);
    if (words.starts_with("开始") || words.starts_with("開始")) {
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
    return judge(record, tags, std::move(header), *start, std::move(movetext), std::move(notes));
  }

  static std::size_t line_of_fen(const PgnTags& tags) {
    for (const PgnTag& tag : tags.tags) {
      if (tag.name == "FEN" || tag.name == "Fen" || tag.name == "fen") return tag.line;
    }
    return 0;
  }

  // Whether what was found is a game.
  Found judge(std::string_view record, const PgnTags& tags, PgnHeader header, const Start& start,
              Movetext movetext, std::vector<Note> notes) const {
    settle_result(header.header, movetext.result, notes);
    const bool is_western =
        !header.is_marked && movetext.stop && movetext.uses_coordinates &&
        (movetext.is_western || (movetext.stop->ply < 10 && has_western_opening(header.header)));
    if (is_western) return OtherGame{"chess"};
    if (movetext.tree.size() == 1) {
      if (auto error = find_reject(header.header, start, movetext)) {
        const std::size_t offset =
            movetext.stop ? tags.length + movetext.stop->offset : std::size_t{0};
        return at_line(std::move(*error), count_lines(record.substr(0, offset)));
      }
    }
    Game game;
    game.header = std::move(header.header);
    game.type = std::move(header.type);
    game.start = movetext.start;
    game.tree = std::move(movetext.tree);
    game.charset = decoded_.charset;
    game.notes = std::move(notes);
    const PositionFault fault = find_fault(game.start);
    if (fault != PositionFault::None) {
      game.notes.push_back({Note::Kind::IllegalStart, -1, to_text(fault)});
    }
    if (decoded_.bad_bytes > 0 && record.find("\xEF\xBF\xBD") != std::string_view::npos) {
      game.notes.push_back({Note::Kind::Guessed, -1, "bytes that are no " + decoded_.charset});
    }
    std::move(movetext.notes.begin(), movetext.notes.end(), std::back_inserter(game.notes));
    return game;
  }

  // Why a record without a move that could be read is of no use; nothing if it is of some.
  static std::optional<Error> find_reject(const GameHeader& header, const Start& start,
                                          const Movetext& movetext) {
    if (start.is_given && !(start.position == Position::start())) return std::nullopt;
    const bool starts_elsewhere = movetext.stop && movetext.stop->code == Error::Code::IllegalMove;
    if (starts_elsewhere) {
      Error error = *movetext.stop;
      error.message = "needs FEN: " + error.message + " from the usual start";
      return error;
    }
    const auto outcome = parse_outcome(header.result_text);
    const bool has_result = !header.red.name.empty() && !header.black.name.empty() && outcome &&
                            *outcome != Outcome::Unknown;
    if (has_result) return std::nullopt;
    if (movetext.stop) return movetext.stop;
    return Error{Error::Code::NoGame, "neither moves nor a position"};
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
