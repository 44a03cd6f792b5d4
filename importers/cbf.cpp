// SPDX-License-Identifier: GPL-3.0-or-later

// CBF: a game of CCBridge as XML.
//
// SOURCE: schema/formats/cbf.md.

#include <algorithm>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "importers/ccbridge_fields.h"
#include "importers/plain_comment.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

constexpr const char* kRootElement = "ChineseChessRecord";
constexpr const char* kStartMove = "00-00";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string text_in(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node& child : node.children())
    text += child.value();
  return text;
}

const CcbridgeField* find_field(std::string_view element) {
  const auto fields = ccbridge_fields();
  const auto found = std::ranges::find_if(
      fields, [&](const CcbridgeField& field) { return field.element == element; });
  return found == fields.end() ? nullptr : &*found;
}

// The one digit of a code, or nothing.
std::optional<unsigned> code_of(std::string_view text) {
  if (text.size() != 1 || text[0] < '0' || text[0] > '9') return std::nullopt;
  return static_cast<unsigned>(text[0] - '0');
}

void read_start(const std::string& fen, Game& game) {
  if (fen.empty()) return;
  if (const Result<FenReading> reading = read_fen(fen)) {
    game.start = reading->position;
  } else {
    game.notes.push_back({Note::Kind::Guessed, -1, "the FEN is no position: " + fen});
  }
}

void read_head(const pugi::xml_node& head, Game& game) {
  for (const pugi::xml_node& node : head.children()) {
    const std::string_view name = node.name();
    const std::string text(trim(text_in(node)));
    if (name.empty() || text.empty()) continue;
    const std::optional<unsigned> code = code_of(text);
    if (const CcbridgeField* field = find_field(name)) {
      set_text(game.header, *field, text);
    } else if (name == "ECCO") {
      game.header.ecco = text;
    } else if (name == "FEN") {
      read_start(text, game);
    } else if (name == "RecordType" && code && *code < kCcbridgeTypes.size()) {
      game.type = kCcbridgeTypes.at(*code);
    } else if (name == "RecordResult" && code && *code <= 4) {
      set_result(game.header, *code);
    } else {
      game.header.others.push_back({std::string(name), text});
    }
  }
}

std::optional<Square> to_square(char file, char row) {
  if (file < '0' || file > '8' || row < '0' || row > '9') return std::nullopt;
  return Square(file - '0', 9 - (row - '0'));
}

// "77-47"
UncheckedMove to_move(std::string_view value) {
  if (value.size() != 5) return {};
  return {to_square(value[0], value[1]), to_square(value[3], value[4])};
}

// Reads the moves; why they are not as they should be, or nothing.
std::string read_moves(const pugi::xml_node& list, CcbridgeTree& moves) {
  bool is_over = false;
  for (const pugi::xml_node& node : list.children("Move")) {
    if (is_over) return "moves follow the end of the last line";
    const std::string_view value = node.attribute("value").value();
    const bool ends_line = node.attribute("end").as_bool();
    NodeId id = kRoot;
    if (value != kStartMove) {
      id = moves.add(to_move(value), ends_line, node.attribute("branch").as_bool());
    }
    moves.tree.add_comment(id, tidy_comment(text_in(node)));
    is_over = moves.is_complete() || (value == kStartMove && ends_line);
  }
  return moves.is_owing() ? "a variation that was announced does not come" : "";
}

std::variant<Game, Error, OtherGame> read_document(const DecodedText& decoded,
                                                   const ReadOptions& options) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(
      decoded.text.data(), decoded.text.size(), pugi::parse_default, pugi::encoding_utf8);
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, result.offset));
  const std::string_view before = std::string_view(decoded.text).substr(0, offset);
  const auto line = static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n'));
  const pugi::xml_node root = document.child(kRootElement);
  if (!root) {
    return Error{.code = result ? Error::Code::NoGame : Error::Code::BadHeader,
                 .message = result ? "XML without a record of CCBridge"
                                   : std::string("no XML: ") + result.description(),
                 .offset = before.size(),
                 .line = line};
  }
  Game game;
  read_head(root.child("Head"), game);
  CcbridgeTree moves;
  std::string cut = read_moves(root.child("MoveList"), moves);
  if (!result) {
    cut = "the XML breaks off in line " + std::to_string(line) + ": " + result.description();
  }
  place_ccbridge_moves(moves.tree, cut, options, game);
  return game;
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  const DecodedText decoded = decode_text(piece, options.charset, options.fallback_charset);
  Record record{
      .offset = 0, .size = piece.size(), .line = 1, .found = read_document(decoded, options)};
  if (auto* error = std::get_if<Error>(&record.found)) {
    error->offset = std::min(error->offset, piece.size());  // the text may be longer than its bytes
  } else if (auto* game = std::get_if<Game>(&record.found)) {
    const bool is_ascii = std::ranges::all_of(
        decoded.text, [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
    game->charset = is_ascii ? std::string() : decoded.charset;
  }
  sink(std::move(record));
}

bool recognises(Bytes head) {
  std::string_view text = as_text(head);
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return trim(text).starts_with('<') &&
         text.find(std::string("<") + kRootElement) != std::string_view::npos;
}

// `text` without what XML cannot hold.
std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : valid_utf8(text))
    if (static_cast<unsigned char>(c) >= 0x20U || c == '\n' || c == '\t') out += c;
  return out;
}

class StringWriter : public pugi::xml_writer {
 public:
  void write(const void* data, std::size_t size) override {
    text.append(static_cast<const char*>(data), size);
  }
  std::string text;
};

class CbfWriter : public GameWriter {
 public:
  explicit CbfWriter(ByteSink sink) : sink_(std::move(sink)) {}

  void write(const Game& game) override {
    if (has_game_) throw UsageError("a CBF file holds one game");
    has_game_ = true;
    pugi::xml_document document;
    pugi::xml_node root = document.append_child(kRootElement);
    root.append_attribute("Version") = "1.0";
    write_head(game, root.append_child("Head"));
    write_moves(game.tree, root.append_child("MoveList"));
    StringWriter out;
    document.save(out, " ", pugi::format_default | pugi::format_write_bom, pugi::encoding_utf8);
    sink_(out.text);
  }
  void finish() override {}

 private:
  static void add(pugi::xml_node& head, const char* element, const std::string& text) {
    pugi::xml_node node = head.append_child(element);
    if (!text.empty()) node.text() = xml_text(text).c_str();
  }

  void write_head(const Game& game, pugi::xml_node head) {
    const GameHeader& header = game.header;
    for (const CcbridgeField& field : ccbridge_fields()) {
      const std::string_view element = field.element;
      if (element.empty()) continue;
      if (element == "RecordKind") {
        add(head, "ECCO", header.ecco);
        add(head, "RecordType", std::to_string(type_code(game.type, losses_)));
      } else if (element == "ResultType") {
        add(head, "RecordResult", std::to_string(result_code(header, losses_)));
      }
      add(head, field.element, text_of(header, field));
    }
    add(head, "FEN", to_fen(game.start));
    count_homeless(
        header, [](const CcbridgeField& field) { return *field.element != '\0'; }, {}, losses_);
  }

  void write_moves(const MoveTree& tree, pugi::xml_node list) {
    const auto digits = [](Square square) {
      return std::to_string(square.file()) + std::to_string(9 - square.rank());
    };
    for (const NodeId id : tree.preorder()) {
      const Node& node = tree[id];
      pugi::xml_node move = list.append_child("Move");
      const std::string value =
          id == kRoot ? kStartMove : digits(node.move.from()) + '-' + digits(node.move.to());
      move.append_attribute("value") = value.c_str();
      if (node.next_sibling != kNoNode) move.append_attribute("branch") = "1";
      if (node.first_child == kNoNode) move.append_attribute("end") = "1";
      const std::string comment = xml_text(plain_comment(tree.annotation(id), losses_));
      if (!comment.empty()) move.append_child(pugi::node_cdata).set_value(comment.c_str());
    }
  }

  ByteSink sink_;
  bool has_game_ = false;
};

std::unique_ptr<GameWriter> make_writer(ByteSink sink, const WriteOptions& options) {
  (void)options;  // the format leaves no choice
  return std::make_unique<CbfWriter>(std::move(sink));
}

}  // namespace

extern const RecordFormat cbf_format{.name = "cbf",
                                     .extensions = ".cbf",
                                     .one_game_a_file = true,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = make_writer};

}  // namespace qipu
