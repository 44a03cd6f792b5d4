// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/dhtmlxq_writer.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/dhtmlxq_tags.h"
#include "importers/piece_slots.h"
#include "importers/plain_comment.h"
#include "record/result_words.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

std::string to_digits(Square square) {
  return {static_cast<char>('0' + square.file()), static_cast<char>('9' - square.rank())};
}

std::string to_binit(const Slots& slots) {
  std::string digits;
  for (const std::optional<Square>& square : slots)
    digits += square ? to_digits(*square) : "99";
  return digits;
}

// A line of the tree as it is written: a number, where it leaves its parent, its nodes.
struct Line {
  std::size_t parent = 0;
  std::size_t ply = 1;  // absolute, from 1
  std::vector<NodeId> nodes;
};

// Lines by number. From the last ply of each line back to its first, each alternative gets the next
// number, as the site does it.
std::vector<Line> lines_of(const MoveTree& tree) {
  std::vector<Line> lines{{0, 1, tree.main_nodes()}};
  for (std::size_t number = 0; number < lines.size(); ++number) {
    // An alternative to a later line's first move is one to its parent's move too, and has a
    // number.
    const std::size_t first = number == 0 ? 0 : 1;
    for (std::size_t i = lines[number].nodes.size(); i > first; --i) {
      const std::size_t ply = lines[number].ply + i - 1;
      for (NodeId other = tree[lines[number].nodes[i - 1]].next_sibling; other != kNoNode;
           other = tree[other].next_sibling) {
        Line line{number, ply, {}};
        for (NodeId node = other; node != kNoNode; node = tree[node].first_child)
          line.nodes.push_back(node);
        lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

class Block {
 public:
  explicit Block(Losses& losses) : losses_(losses) { text_ = "[DhtmlXQ]\r\n"; }

  void tag(const std::string& name, std::string_view value) {
    const std::string written = to_dhtmlxq(valid_utf8(value));
    if (from_dhtmlxq(written) != value) ++losses_["text changed by marks of the format"];
    text_ += "[DhtmlXQ_" + name + "]" + written + "[/DhtmlXQ_" + name + "]\r\n";
  }
  void tag_if_said(const std::string& name, std::string_view value) {
    if (!value.empty()) tag(name, value);
  }

  void player(const std::string& color, const PlayerHeader& player) {
    const bool has_both = !player.team.empty() && !player.name.empty();
    tag(color, has_both ? player.team + " " + player.name : player.name);
    tag(color + "team", player.team);
    tag(color + "name", player.name);
    tag_if_said(color + "level", player.title);
    tag_if_said(color + "rating", player.rating);
  }

  std::string str() && { return std::move(text_) + "[/DhtmlXQ]\r\n"; }

 private:
  std::string text_;
  Losses& losses_;
};

std::string opening_of(const GameHeader& header) {
  if (header.ecco.empty()) return header.opening;
  return header.opening.empty() ? header.ecco : header.ecco + " " + header.opening;
}

std::string result_of(const GameHeader& header, Losses& losses) {
  if (!header.result_text.empty()) {
    const bool words_hold = header.outcome == Outcome::Unknown || !has_words_beyond_outcome(header);
    if (words_hold) return header.result_text;
    ++losses["words of the result"];
  }
  return std::string(dhtmlxq_result(header.outcome));
}

void write_start(const Game& game, Block& block, Losses& losses) {
  const std::optional<Slots> slots = to_slots(game.start.board());
  if (slots) block.tag("binit", to_binit(*slots));
  // binit does not say who is to move: without a move a FEN does.
  const bool has_move = game.tree.size() > 1;
  if (!slots || (!has_move && !game.has_usual_start())) {
    const std::string fen = to_fen(game.start);
    if (const auto again = parse_fen(fen); !again || *again != game.start)
      ++losses["start position"];
    block.tag("fen", fen);
  }
}

void write_moves(const MoveTree& tree, Block& block, Losses& losses) {
  const std::vector<Line> lines = lines_of(tree);
  std::vector<std::pair<std::string, std::string>> comments;
  const auto add_comment = [&](const std::string& name, NodeId node) {
    std::string comment = plain_comment(tree.annotation(node), losses);
    if (!comment.empty()) comments.emplace_back(name, std::move(comment));
  };
  add_comment("comment0", kRoot);
  for (std::size_t number = 0; number < lines.size(); ++number) {
    const Line& line = lines[number];
    std::string digits;
    for (std::size_t i = 0; i < line.nodes.size(); ++i) {
      const Move move = tree[line.nodes[i]].move;
      digits += to_digits(move.from()) + to_digits(move.to());
      const std::string prefix = number == 0 ? "" : std::to_string(number) + "_";
      add_comment("comment" + prefix + std::to_string(line.ply + i), line.nodes[i]);
    }
    const std::string name = "move_" + std::to_string(line.parent) + "_" +
                             std::to_string(line.ply) + "_" + std::to_string(number);
    block.tag(number == 0 ? "movelist" : name, digits);
  }
  for (const auto& [name, comment] : comments)
    block.tag(name, comment);
}

bool can_be_name(const std::string& name) {
  const bool has_plain_chars = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
           c == '-' || c == '_';
  });
  const std::string lower = to_lower(name);
  return has_plain_chars && !name.empty() && name.size() < 60 && !is_known_dhtmlxq_name(lower) &&
         !lower.starts_with("move_") && !lower.starts_with("comment");
}

// Known names first, in the order in which they are read again.
void write_other_tags(const GameHeader& header, Block& block, Losses& losses) {
  std::vector<std::size_t> order;
  for (const DhtmlxqTagName& pair : kDhtmlxqTagNames) {
    const auto tag = std::find_if(header.others.begin(), header.others.end(),
                                  [&pair](const Tag& other) { return other.name == pair.tag; });
    if (tag == header.others.end() || tag->value.empty()) continue;
    order.push_back(static_cast<std::size_t>(tag - header.others.begin()));
    block.tag(pair.name, tag->value);
  }
  const std::size_t known_count = order.size();
  for (std::size_t i = 0; i < header.others.size(); ++i) {
    const auto known_end = order.begin() + static_cast<std::ptrdiff_t>(known_count);
    if (std::find(order.begin(), known_end, i) != known_end) continue;
    const Tag& tag = header.others[i];
    if (!can_be_name(tag.name) || tag.value.empty()) {
      ++losses["tag " + tag.name];
      continue;
    }
    order.push_back(i);
    block.tag(tag.name, tag.value);
  }
  if (!std::is_sorted(order.begin(), order.end())) ++losses["order of tags"];
}

std::string to_block(const Game& game, Losses& losses) {
  const GameHeader& header = game.header;
  Block block(losses);
  block.tag("ver", "www_dpxq_com");
  block.tag("init", "500,350");
  block.tag("title", header.title);
  block.tag("event", header.event);
  block.tag("date", header.date_text.empty() ? to_iso(header.date) : header.date_text);
  block.tag("place", header.site);
  block.tag("round", header.round);
  block.player("red", header.red);
  block.player("black", header.black);
  block.tag("result", result_of(header, losses));
  block.tag("open", opening_of(header));
  block.tag_if_said("variation", header.variation);
  block.tag("remark", header.annotator);
  block.tag("author", header.author);
  write_other_tags(header, block, losses);
  write_start(game, block, losses);
  write_moves(game.tree, block, losses);
  block.tag("type", game.type);
  block.tag("firstnum", "0");
  return std::move(block).str();
}

// `text` in `charset`; characters that it does not have become '?' and are counted.
std::string encode(const std::string& text, const std::string& charset, Losses& losses) {
  Result<std::string> whole = encode_text(text, charset);
  if (whole) return *std::move(whole);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
      ++end;
    const Result<std::string> character = encode_text(text.substr(i, end - i), charset);
    if (!character) ++losses["character that " + charset + " does not have"];
    out += character ? *character : "?";
    i = end;
  }
  return out;
}

class DhtmlxqWriter : public GameWriter {
 public:
  DhtmlxqWriter(ByteSink sink, WriteOptions options)
      : sink_(std::move(sink)), options_(std::move(options)) {}

  void write(const Game& game) override {
    std::string text = to_block(game, losses_);
    const bool is_utf8 = options_.charset == "UTF-8";
    const char* before = is_first_ ? (is_utf8 ? "\xEF\xBB\xBF" : "") : "\r\n";
    is_first_ = false;
    sink_(before + (is_utf8 ? std::move(text) : encode(text, options_.charset, losses_)));
  }
  void finish() override {}

 private:
  ByteSink sink_;
  WriteOptions options_;
  bool is_first_ = true;
};

}  // namespace

std::string_view dhtmlxq_result(Outcome outcome) {
  switch (outcome) {
    case Outcome::RedWin:
      return "红胜";
    case Outcome::BlackWin:
      return "黑胜";
    case Outcome::Draw:
      return "和棋";
    case Outcome::Unknown:
      break;
  }
  return "未知";
}

std::unique_ptr<GameWriter> make_dhtmlxq_writer(ByteSink sink, const WriteOptions& options) {
  return std::make_unique<DhtmlxqWriter>(std::move(sink), options);
}

}  // namespace qipu
