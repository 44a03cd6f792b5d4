// SPDX-License-Identifier: GPL-3.0-or-later

// JSON Lines: a game a line, all of it, for programs. SOURCE: schema/formats/jsonl.md, which is
// the contract; the writer is in jsonl_writer.cpp.

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/jsonl_keys.h"
#include "importers/jsonl_writer.h"
#include "importers/record_format.h"
#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kMaxDepth = 8;                      // a record needs four
constexpr std::size_t kMaxLine = std::size_t{16} << 20U;  // in memory it takes ten times as much
constexpr std::size_t kMaxDropNotes = 20;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// What is wrong with a record: thrown and caught in this file, at the record.
struct Fault {
  Error error;
};

[[noreturn]] void fail(Error::Code code, std::string message) {
  throw Fault{{.code = code, .message = std::move(message)}};
}

// Whether brackets nest no deeper than a record's do: what is read becomes objects in memory.
bool is_shallow(std::string_view line) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_text) {
      if (c == '\\') ++i;
      if (c == '"') in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return false;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return true;
}

// --- values

std::string text_of(const Json& value, std::string_view key) {
  if (!value.is_string()) fail(Error::Code::BadHeader, "'" + std::string(key) + "' is no text");
  return value.get<std::string>();
}

// The text under `key`; empty if there is none.
std::string text_at(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return {};
  return text_of(*found, key);
}

std::uint64_t number_at(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) {
    fail(Error::Code::BadHeader, "'" + std::string(key) + "' is no number");
  }
  return found->get<std::uint64_t>();
}

const Json& list_at(const Json& object, std::string_view key) {
  static const Json kNone = Json::array();
  const auto found = object.find(key);
  if (found == object.end()) return kNone;
  if (!found->is_array()) fail(Error::Code::BadHeader, "'" + std::string(key) + "' is no list");
  return *found;
}

const Json& object_at(const Json& object, std::string_view key) {
  static const Json kNone = Json::object();
  const auto found = object.find(key);
  if (found == object.end()) return kNone;
  if (!found->is_object()) fail(Error::Code::BadHeader, "'" + std::string(key) + "' is no object");
  return *found;
}

bool flag_at(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

const Json& as_object(const Json& value, std::string_view what) {
  if (!value.is_object()) fail(Error::Code::BadHeader, std::string(what) + " is no object");
  return value;
}

std::optional<Move> move_of(const std::string& text) {
  if (text.size() != 4) return std::nullopt;
  const auto square = [&](std::size_t at) -> std::optional<Square> {
    const int file = text[at] - 'a';
    const int rank = text[at + 1] - '0';
    if (file < 0 || file > 8 || rank < 0 || rank > 9) return std::nullopt;
    return Square(file, rank);
  };
  const auto from = square(0);
  const auto to = square(2);
  if (!from || !to || *from == *to) return std::nullopt;
  return Move(*from, *to);
}

// --- the tree

// Puts lines of moves into a game's tree, each as far as the rules allow.
class LineReader {
 public:
  LineReader(bool allow_self_check, Game& game)
      : allow_self_check_(allow_self_check), game_(game), depths_{0} {}

  // Call once.
  void read(const Json& record) {
    lines_.emplace_back();
    read_line(list_at(record, "moves"), kRoot, 0, true);
    for (const Json& variation : list_at(record, "variations"))
      read_variation(as_object(variation, "a variation"));
    for (const Json& remark : list_at(record, "remarks"))
      read_remark(as_object(remark, "a remark"));
    if (further_drops_ > 0) {
      game_.notes.push_back({Note::Kind::DroppedMoves, -1,
                             std::to_string(further_drops_) + " more lines or remarks left out"});
    }
  }

 private:
  // Nodes of a line, the first at `ply` (from 0).
  struct Line {
    std::size_t ply = 0;
    std::vector<NodeId> nodes;
  };
  static constexpr std::uint32_t kCheckpoint = 64;

  // The node after `ply` plies of a line; nothing if the line is not so long, or begins later.
  std::optional<NodeId> node_at(std::size_t line, std::uint64_t ply) const {
    if (line >= lines_.size()) return std::nullopt;
    const Line& in = lines_[line];
    if (line == 0 && ply == 0) return kRoot;
    if (ply <= in.ply || ply - in.ply > in.nodes.size()) return std::nullopt;
    return in.nodes[ply - in.ply - 1];
  }

  // From the last position kept on the way to `node`: a deep line with many branches would cost
  // its square otherwise.
  Position position_at(NodeId node) const {
    std::vector<Move> moves;
    auto kept = checkpoints_.end();
    while (node != kRoot && (kept = checkpoints_.find(node)) == checkpoints_.end()) {
      moves.push_back(game_.tree[node].move);
      node = game_.tree[node].parent;
    }
    Position position = node == kRoot ? game_.start : kept->second;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move)
      position.play(*move);
    return position;
  }

  NodeId add(NodeId parent, Move move, const Position& after) {
    const NodeId node = game_.tree.add(parent, move);
    if (node == depths_.size()) {
      depths_.push_back(depths_[parent] + 1);
      if (depths_[node] % kCheckpoint == 0) checkpoints_.emplace(node, after);
    }
    return node;
  }

  bool is_allowed(const Position& position, Move move) const {
    return allow_self_check_ ? is_pseudo_legal(position, move) : is_legal(position, move);
  }

  // Into the last of lines_.
  void read_line(const Json& moves, NodeId parent, std::size_t ply, bool is_main) {
    Line& line = lines_.back();
    line.ply = ply;
    Position position = position_at(parent);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::string text = text_of(moves[i], "moves");
      const auto move = move_of(text);
      if (!move || !is_allowed(position, *move)) {
        if (is_main && i == 0 && game_.has_usual_start()) fail_at_first(text, move.has_value());
        cut(moves, i, parent, ply + i, is_main);
        return;
      }
      position.play(*move);
      parent = add(parent, *move, position);
      line.nodes.push_back(parent);
    }
  }

  [[noreturn]] static void fail_at_first(const std::string& text, bool is_move) {
    Error error{.code = is_move ? Error::Code::IllegalMove : Error::Code::BadMove,
                .message = "'" + text + "' is no legal move of the start position"};
    error.ply = 0;
    error.text = text;
    throw Fault{std::move(error)};
  }

  // The rest of a line stays as text.
  void cut(const Json& moves, std::size_t from, NodeId at, std::size_t ply, bool is_main) {
    std::string rest;
    for (std::size_t i = from; i < moves.size(); ++i)
      rest += (i == from ? "" : " ") + text_of(moves[i], "moves");
    const std::string first = text_of(moves[from], "moves");
    std::string& unread = game_.tree.annotate(at).unread;
    if (!unread.empty()) unread += ' ';
    unread += rest;
    const std::string why = "'" + first + "' is no legal move here; the rest is kept as text";
    if (is_main) {
      game_.notes.push_back({Note::Kind::Cut, static_cast<int>(ply), why});
    } else {
      note_drop(static_cast<int>(ply), why);
    }
  }

  void read_variation(const Json& variation) {
    const std::uint64_t parent_line = number_at(variation, "of");
    const std::uint64_t ply = number_at(variation, "ply");  // of its first move, from 1
    if (parent_line >= lines_.size() || ply == 0) {
      fail(Error::Code::BadHeader, "a variation of a line that is not there before it");
    }
    const Json& moves = list_at(variation, "moves");
    lines_.emplace_back();
    // It replaces a move: it begins where that one does.
    const auto replaced = node_at(parent_line, ply);
    if (!replaced || *replaced == kRoot) {
      lines_.back().ply = ply - 1;
      note_drop(static_cast<int>(ply) - 1, "a variation of a move that is not there");
      return;
    }
    read_line(moves, game_.tree[*replaced].parent, ply - 1, false);
  }

  void read_remark(const Json& remark) {
    const std::uint64_t line = number_at(remark, "line");
    const std::uint64_t ply = number_at(remark, "ply");
    const auto node = node_at(line, ply);
    if (!node) {
      note_drop(ply == 0 ? -1 : static_cast<int>(ply) - 1, "a remark on a move that is not there");
      return;
    }
    Annotation& said = game_.tree.annotate(*node);
    said.before = text_at(remark, "before");
    said.comment = text_at(remark, "comment");
    const std::string unread = text_at(remark, "unread");
    if (!unread.empty()) said.unread = unread;
    for (const Json& nag : list_at(remark, "nags")) {
      if (!nag.is_number_unsigned() || nag.get<std::uint64_t>() > 255) {
        fail(Error::Code::BadHeader, "a NAG is a number up to 255");
      }
      said.nags.push_back(nag.get<std::uint8_t>());
    }
  }

  void note_drop(int ply, std::string why) {
    if (drops_ == kMaxDropNotes) {
      ++further_drops_;
      return;
    }
    ++drops_;
    game_.notes.push_back({Note::Kind::DroppedMoves, ply, std::move(why)});
  }

  bool allow_self_check_;
  Game& game_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> depths_;                 // by node
  std::unordered_map<NodeId, Position> checkpoints_;  // every 64 plies
  std::size_t drops_ = 0;
  std::size_t further_drops_ = 0;
};

// --- the record

PlayerHeader player_of(const Json& record, std::string_view side) {
  const Json& player = object_at(record, side);
  return {.name = text_at(player, "name"),
          .team = text_at(player, "team"),
          .rating = text_at(player, "rating"),
          .title = text_at(player, "title")};
}

void read_header(const Json& record, Game& game) {
  const Json& headers = object_at(record, "headers");
  for (const JsonlHeader& header : jsonl_headers())
    game.header.*header.text = text_at(headers, header.key);
  game.type = text_at(headers, "type");
  game.header.red = player_of(record, "red");
  game.header.black = player_of(record, "black");
  for (const Json& tag : list_at(record, "tags")) {
    as_object(tag, "a tag");
    game.header.others.push_back({text_at(tag, "name"), text_at(tag, "value")});
  }
  const std::string date = text_at(record, "date");
  if (!date.empty()) {
    const auto parsed = parse_iso_date(date);
    if (!parsed) fail(Error::Code::BadHeader, "'" + date + "' is no date as 2009-05-17");
    game.header.date = *parsed;
  }
  const std::string outcome = text_at(record, "outcome");
  if (!outcome.empty()) {
    const auto parsed = find_outcome(outcome);
    if (!parsed) fail(Error::Code::BadHeader, "'" + outcome + "' is no outcome");
    game.header.outcome = *parsed;
  }
  game.header.has_conflicting_result = flag_at(record, "conflicting_result");
  game.charset = text_at(record, "charset");
}

void read_notes(const Json& record, Game& game) {
  for (const Json& note : list_at(record, "notes")) {
    as_object(note, "a note");
    const std::string kind = text_at(note, "kind");
    const auto known = jsonl_note_kind(kind);
    if (!known) fail(Error::Code::BadHeader, "'" + kind + "' is no kind of note");
    const int ply =
        note.contains("ply")
            ? static_cast<int>(std::min<std::uint64_t>(number_at(note, "ply"), 1U << 30U)) - 1
            : -1;
    game.notes.push_back({*known, ply, text_at(note, "text")});
  }
}

void note_unknown_keys(const Json& record, Game& game) {
  std::string unknown;
  for (const auto& [key, value] : record.items()) {
    if (is_jsonl_key(key)) continue;
    unknown += (unknown.empty() ? "" : ", ") + key;
  }
  if (unknown.empty()) return;
  const Note note{Note::Kind::Guessed, -1, "keys that are not known here: " + unknown};
  game.notes.push_back(note);
}

Game game_of(std::string_view line, const ReadOptions& options) {
  if (line.empty()) fail(Error::Code::NoGame, "no JSON");
  if (line.size() > kMaxLine) {
    fail(Error::Code::TooLarge,
         "a record of more than " + std::to_string(kMaxLine >> 20U) + " MiB");
  }
  if (!is_shallow(line)) fail(Error::Code::BadHeader, "nested deeper than a record is");
  const Json record = Json::parse(line, nullptr, false);
  if (record.is_discarded()) {
    if (!is_utf8(line)) fail(Error::Code::BadEncoding, "no UTF-8");
    fail(line.back() == '}' ? Error::Code::BadHeader : Error::Code::Truncated, "no JSON");
  }
  as_object(record, "the record");
  const auto version = record.find(kJsonlVersionKey);
  if (version == record.end()) {
    fail(Error::Code::NoGame, "JSON, but no '" + std::string(kJsonlVersionKey) + "' in it");
  }
  if (!version->is_number_unsigned() || version->get<std::uint64_t>() != kJsonlVersion) {
    fail(Error::Code::Unsupported, "of version " + version->dump() + "; this is version 1");
  }
  Game game;
  read_header(record, game);
  const std::string fen = text_at(record, "start_fen");
  if (!fen.empty()) {
    const auto start = parse_fen(fen);
    if (!start) throw Fault{start.error()};
    game.start = *start;
  }
  read_notes(record, game);
  LineReader(options.allow_self_check || flag_at(record, "self_check"), game).read(record);
  note_unknown_keys(record, game);
  return game;
}

bool recognises(Bytes head) {
  std::string_view text = as_text(head);
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') return false;
  return text.find('"' + std::string(kJsonlVersionKey) + '"') != std::string_view::npos;
}

std::size_t split(Bytes window) {
  const std::size_t end = as_text(window).rfind('\n');
  return end == std::string_view::npos ? 0 : end + 1;
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  const std::string_view all = as_text(piece);
  std::size_t at = all.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  std::size_t count = 0;
  for (std::uint32_t number = 1; at < all.size(); ++number) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    const std::string_view line = all.substr(at, end - at);
    Record record;
    record.offset = at;
    record.size = line.size();
    record.line = number;
    at = std::min(end + 1, all.size());
    if (is_blank(line)) continue;
    try {
      record.found = game_of(trim(line), options);
    } catch (Fault& fault) {
      fault.error.offset = record.offset;
      fault.error.line = number;
      record.found = std::move(fault.error);
    }
    ++count;
    sink(std::move(record));
  }
  if (count > 0) return;
  Record nothing;
  nothing.size = piece.size();
  nothing.line = 1;
  nothing.found = Error{.code = Error::Code::NoGame, .message = "no line with a record", .line = 1};
  sink(std::move(nothing));
}

}  // namespace

extern const RecordFormat jsonl_format{
    .name = "jsonl",
    .extensions = ".jsonl .ndjson",
    .recognises = recognises,
    .split = split,
    .read = read,
    .writer = make_jsonl_writer,
};

}  // namespace qipu
