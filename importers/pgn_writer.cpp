// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/pgn_writer.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/encoded.h"
#include "importers/pgn_movetext.h"
#include "importers/pgn_tags.h"
#include "importers/text_game.h"
#include "record/result_words.h"
#include "xiangqi/fen.h"
#include "xiangqi/notation.h"

namespace qipu {

namespace {

constexpr std::size_t kLineLength = 78;

// Linear, however often `from` is there.
void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::size_t found = text.find(from);
  if (found == std::string::npos) return;
  std::string out;
  std::size_t at = 0;
  for (; found != std::string::npos; found = text.find(from, at)) {
    out.append(text, at, found - at).append(to);
    at = found + from.size();
  }
  out.append(text, at);
  text = std::move(out);
}

std::string_view format_tag(Notation notation) {
  switch (notation) {
    case Notation::Chinese:
      return {};
    case Notation::Short:
      return "Short";
    case Notation::Wxf:
      return "WXF";
    case Notation::Iccs:
      return "ICCS";
    case Notation::Uci1:
      return "UCI1";
    case Notation::San:
      return "SAN";
  }
  return {};
}

// Moves in traditional characters, for charsets that have no others.
std::string traditional(std::string text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kForms{{{"车", "車"},
                                                                                 {"马", "馬"},
                                                                                 {"帅", "帥"},
                                                                                 {"将", "將"},
                                                                                 {"进", "進"},
                                                                                 {"后", "後"},
                                                                                 {"砲", "炮"}}};
  for (const auto& [simplified, form] : kForms)
    replace_all(text, simplified, form);
  return text;
}

// Whether every brace in a remark has its partner, so that it can stand in braces as it is.
bool is_balanced(std::string_view text) {
  std::size_t depth = 0;
  for (const char c : text) {
    if (c == '{') ++depth;
    if (c == '}' && depth-- == 0) return false;
  }
  return depth == 0;
}

// The movetext of one game.
class MovetextWriter {
 public:
  MovetextWriter(const Game& game, Notation notation, bool is_traditional, Losses& losses)
      : game_(game), notation_(notation), is_traditional_(is_traditional), losses_(losses) {}

  std::string write() {
    annotate(kRoot);
    write_tree();
    return std::move(out_);
  }

  // A result, or anything else that a blank parts from the moves.
  void word(std::string_view text) {
    if (column_ > 0 && column_ + 1 + text.size() > kLineLength) new_line();
    if (column_ > 0 && out_.back() != '(') {
      out_ += ' ';
      ++column_;
    }
    out_ += text;
    column_ += display_width(text);
  }
  void new_line() {
    if (column_ > 0) out_ += '\n';
    column_ = 0;
  }

 private:
  // A line that is being written: its last move, the next variation of that move, and the
  // position that both are played from.
  struct Line {
    NodeId node = kRoot;
    NodeId variation = kNoNode;
    Position before;
    std::size_t ply = 0;  // of `node`
  };

  const MoveTree& tree() const { return game_.tree; }

  void write_tree() {
    const NodeId first = tree()[kRoot].first_child;
    if (first == kNoNode) return;
    std::vector<Line> lines{{first, tree()[first].next_sibling, game_.start, 0}};
    write_move(lines.back(), true);
    while (!lines.empty()) {
      Line& line = lines.back();
      if (line.variation != kNoNode) {
        const Line next{line.variation, kNoNode, line.before, line.ply};
        line.variation = tree()[line.variation].next_sibling;
        open_variation(next.node);
        lines.push_back(next);
        write_move(lines.back(), true);
        continue;
      }
      const NodeId child = tree()[line.node].first_child;
      if (child == kNoNode) {
        lines.pop_back();
        if (!lines.empty()) close_variation();
        continue;
      }
      line.before.play(tree()[line.node].move);
      line.node = child;
      line.variation = tree()[child].next_sibling;
      ++line.ply;
      if (lines.size() == 1 && line.before.to_move() == Color::Red) new_line();
      write_move(line, false);
    }
  }

  void open_variation(NodeId node) {
    word("(");
    const Annotation* said = tree().annotation(node);
    if (said != nullptr) remark({}, said->before, {});
    starts_variation_ = true;
    needs_number_ = true;
  }

  void close_variation() {
    out_ += ')';
    ++column_;
    needs_number_ = true;
  }

  void write_move(const Line& line, bool is_first) {
    const Color mover = line.before.to_move();
    const bool black_began = game_.start.to_move() == Color::Black;
    const std::size_t number = (line.ply + (black_began ? 1 : 0)) / 2 + 1;
    if (mover == Color::Red || is_first || needs_number_) {
      word(std::to_string(number) + (mover == Color::Red ? "." : "..."));
    }
    needs_number_ = false;
    std::string text = to_text(line.before, tree()[line.node].move, notation_);
    word(is_traditional_ ? traditional(std::move(text)) : text);
    annotate(line.node);
  }

  void annotate(NodeId node) {
    const bool has_written_before = std::exchange(starts_variation_, false);
    const Annotation* said = tree().annotation(node);
    if (said == nullptr || said->empty()) return;
    for (const std::uint8_t nag : said->nags)
      word("$" + std::to_string(nag));
    if (!has_written_before) remark(kBeforeMark, said->before, "]");
    remark({}, said->comment, {});
    remark(kUnreadMark, said->unread, "]");
  }

  void remark(std::string_view mark, const std::string& text, std::string_view end) {
    if (text.empty()) return;
    std::string safe = text;
    if (!is_balanced(safe)) {
      replace_all(safe, "{", "（");
      replace_all(safe, "}", "）");
      ++losses_["braces in comments"];
    }
    if (hide_tags(safe)) ++losses_["lines in comments that look like tags"];
    word("{" + std::string(mark) + safe + std::string(end) + "}");
    const std::size_t last_line = safe.rfind('\n');
    if (last_line != std::string::npos) column_ = display_width(safe.substr(last_line + 1)) + 1;
    needs_number_ = true;
  }

  // Takes the bracket from lines that could begin the next game.
  static bool hide_tags(std::string& text) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t i = text.find("\n["); i != std::string::npos; i = text.find("\n[", i + 1)) {
      if (!starts_quoted_tag(std::string_view(text).substr(i + 1))) continue;
      out.append(text, at, i + 1 - at).append("［");
      at = i + 2;
    }
    if (at == 0) return false;
    out.append(text, at);
    text = std::move(out);
    return true;
  }

  const Game& game_;
  Notation notation_;
  bool is_traditional_;
  Losses& losses_;
  std::string out_;
  std::size_t column_ = 0;
  bool needs_number_ = false;      // a remark or variation came between
  bool starts_variation_ = false;  // `before` of the next move is written already
};

class PgnWriter : public GameWriter {
 public:
  PgnWriter(ByteSink sink, const WriteOptions& options)
      : sink_(std::move(sink)), options_(options) {
    (void)encode({});  // an unknown charset is told of before the first game
    is_traditional_ = encode("车").empty() || options.charset.starts_with("Big5") ||
                      options.charset.starts_with("big5");
  }

  void write(const Game& game) override {
    std::string text = tags_of(game);
    text += '\n';
    MovetextWriter movetext(game, options_.notation, is_traditional_, losses_);
    std::string moves = movetext.write();
    text += moves;
    if (!moves.empty()) text += '\n';
    text += to_pgn(outcome_of(game.header));
    text += "\n\n";
    sink_(encode(text));
  }

  void finish() override {}

 private:
  static bool is_tag_name(std::string_view name) {
    return starts_quoted_tag("[" + std::string(name) + " \"");
  }

  void append_tag(std::string& out, std::string_view name, std::string value) {
    if (value.find('\n') != std::string::npos) ++losses_["line breaks in tags"];
    replace_all(value, "\r", "");
    replace_all(value, "\n", " ");
    replace_all(value, "\\", "\\\\");
    replace_all(value, "\"", "\\\"");
    out.append("[").append(name).append(" \"").append(value).append("\"]\n");
  }

  std::string tags_of(const Game& game) {
    const GameHeader& header = game.header;
    std::string out;
    for (const Tag& tag : header_tags(header, game.type))
      append_tag(out, tag.name, tag.value);
    const std::string_view result = to_pgn(outcome_of(header));
    append_tag(out, "Result", std::string(result));
    if (!header.result_text.empty() && header.result_text != result) {
      append_tag(out, "ResultText", header.result_text);
    }
    // A record of nothing but the usual start says that much.
    const bool needs_start =
        !game.has_usual_start() || names_handicap(header) || game.tree.size() == 1;
    if (needs_start) append_tag(out, "FEN", to_fen(game.start));
    const std::string_view format = format_tag(options_.notation);
    if (!format.empty()) append_tag(out, "Format", std::string(format));
    for (const Tag& tag : header.others) {
      if (is_tag_name(tag.name)) {
        append_tag(out, tag.name, tag.value);
      } else {
        ++losses_["tags with names that PGN cannot hold"];
      }
    }
    return out;
  }

  std::string encode(std::string_view text) { return encoded(text, options_.charset, losses_); }

  ByteSink sink_;
  WriteOptions options_;
  bool is_traditional_ = false;
};

}  // namespace

std::unique_ptr<GameWriter> make_pgn_writer(ByteSink sink, const WriteOptions& options) {
  return std::make_unique<PgnWriter>(std::move(sink), options);
}

}  // namespace qipu
