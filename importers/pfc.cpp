// SPDX-License-Identifier: GPL-3.0-or-later

// Reads PFC, the XML of 鹏飞象棋: bare, or in the comment of a forum post.
//
// SOURCE: schema/formats/pfc.md.

#include <algorithm>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/dhtmlxq_header.h"
#include "importers/record_format.h"
#include "importers/unchecked_tree.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

constexpr std::string_view kPost = "[pfchessrecord]";
constexpr std::string_view kPostEnd = "[/pfchessrecord]";
constexpr const char* kNode = "n";

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

// `text` without what may stand before the first tag of an XML text: blanks, declarations, remarks.
std::string_view without_prolog(std::string_view text) {
  text = without_mark(text);
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const bool is_remark = text.starts_with("<!--");
    if (!is_remark && !text.starts_with("<?") && !text.starts_with("<!")) return text;
    const std::string_view end = is_remark ? "-->" : ">";
    const std::size_t stop = text.find(end);
    if (stop == std::string_view::npos) return {};
    text.remove_prefix(stop + end.size());
  }
}

// The XML of each game: the whole text, or what posts have between their marks.
std::vector<std::string_view> find_posts(std::string_view text) {
  std::vector<std::string_view> posts;
  for (std::size_t at = text.find(kPost); at != std::string_view::npos;
       at = text.find(kPost, at + 1)) {
    std::string_view post = text.substr(at + kPost.size());
    post = post.substr(0, post.find(kPost));
    post = post.substr(0, post.find(kPostEnd));
    const std::size_t remark = post.find("<!--");
    if (remark != std::string_view::npos) post.remove_prefix(remark + 4);
    posts.push_back(post.substr(0, post.find("-->")));
  }
  if (posts.empty()) posts.push_back(text);
  return posts;
}

// "h2e2", ranks from 0. What is no move has no squares.
UncheckedMove to_move(std::string_view text) {
  const auto square = [text](std::size_t at) -> std::optional<Square> {
    const char file = text[at];
    const char rank = text[at + 1];
    if (file < 'a' || file > 'i' || rank < '0' || rank > '9') return std::nullopt;
    return Square(file - 'a', rank - '0');
  };
  if (text.size() != 4) return {};
  return {square(0), square(2)};
}

// What is said at a node: its remark, then attributes that are not known ("s=762 d=13").
std::string comment_of(const pugi::xml_node& node) {
  std::string comment;
  std::string others;
  for (const pugi::xml_attribute& attribute : node.attributes()) {
    const std::string_view name = attribute.name();
    if (name == "c") {
      comment = tidy_comment(attribute.value());
    } else if (name != "m" && name != "default") {
      ((others += others.empty() ? "" : " ") += name) += "=";
      others += attribute.value();
    }
  }
  if (!comment.empty() && !others.empty()) comment += '\n';
  return comment + others;
}

// The children of a node, the main one first.
std::vector<pugi::xml_node> children_of(const pugi::xml_node& node) {
  std::vector<pugi::xml_node> children;
  for (const pugi::xml_node& child : node.children(kNode))
    children.push_back(child);
  const auto main = std::ranges::find_if(children, [](const pugi::xml_node& child) {
    return std::string_view(child.attribute("default").value()) == "true";
  });
  if (main != children.end()) std::rotate(children.begin(), main, main + 1);
  return children;
}

UncheckedTree read_moves(const pugi::xml_node& root) {
  UncheckedTree tree;
  if (const char* const remark = root.attribute("c").value()) {
    tree.add_comment(kRoot, tidy_comment(remark));
  }
  struct Waiting {
    pugi::xml_node node;
    NodeId parent;
  };
  std::vector<Waiting> waiting;
  const auto wait_for_children = [&waiting](const pugi::xml_node& node, NodeId parent) {
    std::vector<pugi::xml_node> children = children_of(node);
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      waiting.push_back({*child, parent});
  };
  wait_for_children(root, kRoot);
  while (!waiting.empty()) {
    const Waiting next = waiting.back();
    waiting.pop_back();
    const NodeId node = tree.add(next.parent, to_move(next.node.attribute("m").value()));
    tree.add_comment(node, comment_of(next.node));
    wait_for_children(next.node, node);
  }
  return tree;
}

// The attributes of the root under the names of DhtmlXQ.
DhtmlxqBlock read_attributes(const pugi::xml_node& root) {
  DhtmlxqBlock block;
  for (const pugi::xml_attribute& attribute : root.attributes()) {
    std::string name = attribute.name();
    std::string value(trim(attribute.value()));
    if (name == "version" || name == "m" || name == "c") continue;
    if (name == "create-time") name = "date";
    if (name == "win") {
      name = "result";
      if (value == "R") value = "1-0";
      if (value == "B") value = "0-1";
      if (value == "D") value = "1/2-1/2";
    }
    add_dhtmlxq_value(block, name, std::move(value));
  }
  return block;
}

void read_start(const pugi::xml_node& root, Game& game) {
  const std::string fen = root.attribute("m").value();
  if (fen.empty()) return;
  if (const Result<FenReading> reading = read_fen(fen)) {
    game.start = reading->position;
  } else {
    game.notes.push_back({Note::Kind::Guessed, -1, "the FEN is no position: " + fen});
  }
}

Game read_game(const pugi::xml_node& root, const ReadOptions& options) {
  Game game;
  read_dhtmlxq_header(read_attributes(root), game);
  read_start(root, game);
  const UncheckedTree tree = read_moves(root);
  settle_side_to_move(tree, game);
  place_moves(tree, options, game);
  if (const PositionFault fault = find_fault(game.start); fault != PositionFault::None) {
    game.notes.push_back({Note::Kind::IllegalStart, -1, to_text(fault)});
  }
  return game;
}

// One post, somewhere in the decoded text.
void read_post(std::string_view xml, const DecodedText& decoded, const ReadOptions& options,
               const RecordSink& sink, Record place) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(
      xml.data(), xml.size(), pugi::parse_escapes | pugi::parse_eol, pugi::encoding_utf8);
  const bool is_ascii =
      std::ranges::all_of(xml, [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
  bool is_any = false;
  for (const pugi::xml_node& root : document.children(kNode)) {
    is_any = true;
    Game game = read_game(root, options);
    game.charset = is_ascii ? std::string() : decoded.charset;
    const bool is_last = root.next_sibling(kNode).empty();
    if (!result && is_last) {
      game.notes.push_back({Note::Kind::Cut, static_cast<int>(game.tree.ply_count()),
                            std::string("the XML breaks off: ") + result.description()});
    }
    place.found = std::move(game);
    sink(place);
  }
  if (is_any) return;
  const auto offset =
      place.offset + static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, result.offset));
  place.found = Error{.code = result ? Error::Code::NoGame : Error::Code::BadHeader,
                      .message = result ? "XML without a game of PFC"
                                        : std::string("no XML: ") + result.description(),
                      .offset = std::min(offset, place.offset + place.size),
                      .line = place.line};
  sink(place);
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  const DecodedText decoded = decode_text(piece, options.charset, options.fallback_charset);
  // Places in the decoded text are places in the file where nothing was converted.
  const std::size_t mark = piece.size() - std::min(piece.size(), decoded.text.size());
  const bool is_same = as_text(piece).substr(mark) == decoded.text;
  const std::string_view text = decoded.text;
  std::uint32_t line = 1;
  std::size_t counted = 0;
  for (const std::string_view post : find_posts(text)) {
    const auto begin = static_cast<std::size_t>(post.data() - text.data());
    line +=
        static_cast<std::uint32_t>(std::count(text.data() + counted, text.data() + begin, '\n'));
    counted = begin;
    Record place{.offset = 0, .size = piece.size(), .line = line};
    if (is_same && post.size() < text.size()) {
      place.offset = mark + begin;
      place.size = post.size();
    }
    read_post(post, decoded, options, sink, place);
  }
}

bool recognises(Bytes head) {
  const std::string_view text = as_text(head);
  if (text.find(kPost) != std::string_view::npos) return true;
  const std::string_view root = without_prolog(text);
  const std::string_view tag = root.substr(0, root.find('>'));
  return (tag.starts_with("<n ") || tag.starts_with("<n\n") || tag.starts_with("<n\r")) &&
         tag.find("version=") != std::string_view::npos;
}

}  // namespace

extern const RecordFormat pfc_format{.name = "pfc",
                                     .extensions = ".pfc",
                                     .one_game_a_file = false,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = nullptr};

}  // namespace qipu
