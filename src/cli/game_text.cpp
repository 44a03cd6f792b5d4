// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/game_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/layout.h"
#include "record/tree_lines.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

constexpr std::size_t kColumns = 78;
constexpr std::size_t kMoveColumn = 12;
constexpr std::size_t kMaxIndent = 40;

// Move `ply` (from 0) of a game is the move of this number, by this side.
std::size_t number_of(std::size_t ply, bool red_began) {
  return (ply + (red_began ? 0 : 1)) / 2 + 1;
}
bool is_red(std::size_t ply, bool red_began) { return (ply % 2 == 0) == red_began; }

// Writes the lines of a tree, one inside the other, without recursion.
class MovesText {
 public:
  MovesText(const Game& game, Notation notation)
      : game_(game),
        notation_(notation),
        lines_(lines_of(game.tree)),
        red_began_(game.start.to_move() == Color::Red) {
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      leaving_[{lines_[i].parent, lines_[i].ply}].push_back(i);
    }
  }

  std::string write() {
    if (const Annotation* said = game_.tree.annotation(kRoot)) add_remarks(*said, 4);
    open_.push_back({0, 0, game_.start});
    while (!open_.empty()) {
      if (open_.back().at == lines_[open_.back().line].nodes.size()) {
        end_row();
        open_.pop_back();
      } else {
        step();
      }
    }
    return std::move(text_);
  }

 private:
  // A line that is being written: its next move, and the position before that.
  struct Open {
    std::size_t line;
    std::size_t at;
    Position position;
  };

  std::size_t indent() const {
    const std::size_t depth = lines_[open_.back().line].depth;
    return std::min(depth * 4, kMaxIndent);
  }

  void step() {
    Open& open = open_.back();
    const TreeLine& line = lines_[open.line];
    const NodeId node = line.nodes[open.at];
    const std::size_t ply = line.ply + open.at;
    const Move move = game_.tree[node].move;
    const Annotation* said = game_.tree.annotation(node);
    if (said != nullptr && !said->before.empty()) {
      end_row();
      add_paragraph(said->before, indent() + 4);
    }
    std::string written = to_text(open.position, move, notation_);
    if (said != nullptr) written += nags_text(*said);
    if (line.depth == 0) {
      add_main_move(ply, written);
    } else {
      add_variation_move(ply, written, open.at == 0);
    }
    const Position before = open.position;
    open.position.play(move);
    const std::size_t line_index = open.line;
    const std::size_t inner = indent() + 4;
    ++open.at;
    if (said != nullptr && (!said->comment.empty() || !said->unread.empty())) {
      end_row();
      add_remarks(*said, inner);
    }
    open_variations(line_index, ply, before);
  }

  // The variations of the move at `ply` come right after it. The last one opened is written first.
  void open_variations(std::size_t line, std::size_t ply, const Position& before) {
    const auto found = leaving_.find({line, ply});
    if (found == leaving_.end()) return;
    end_row();
    for (auto at = found->second.rbegin(); at != found->second.rend(); ++at) {
      open_.push_back({*at, 0, before});
    }
  }

  // Red's and Black's move side by side.
  void add_main_move(std::size_t ply, const std::string& written) {
    if (is_red(ply, red_began_)) {
      end_row();
      row_ = fmt::format("{:3}. {}", number_of(ply, red_began_), pad_right(written, kMoveColumn));
      return;
    }
    if (row_.empty()) {
      row_ = fmt::format("{:3}. {}", number_of(ply, red_began_), pad_right("...", kMoveColumn));
    }
    row_ += written;
    end_row();
  }

  // Running text, in brackets of its own where it begins.
  void add_variation_move(std::size_t ply, const std::string& written, bool is_first) {
    std::string word;
    if (is_red(ply, red_began_)) {
      word = fmt::format("{}. ", number_of(ply, red_began_));
    } else if (is_first || row_.empty()) {
      word = fmt::format("{}... ", number_of(ply, red_began_));
    }
    word += written;
    if (!row_.empty() && display_width(row_) + 1 + display_width(word) > kColumns) end_row();
    row_ += row_.empty() ? std::string(indent(), ' ') : std::string(" ");
    row_ += is_first ? "- " + word : word;
  }

  void end_row() {
    if (row_.empty()) return;
    row_.erase(row_.find_last_not_of(' ') + 1);
    text_ += row_ + '\n';
    row_.clear();
  }

  static std::string nags_text(const Annotation& said) {
    static constexpr const char* kSigns[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    std::string text;
    for (const std::uint8_t nag : said.nags) {
      text += nag < std::size(kSigns) ? std::string(kSigns[nag]) : fmt::format(" ${}", nag);
    }
    return text;
  }

  void add_remarks(const Annotation& said, std::size_t indent) {
    add_paragraph(said.comment, indent);
    if (!said.unread.empty()) add_paragraph("[?] " + said.unread, indent);
  }

  void add_paragraph(std::string_view remark, std::size_t indent) {
    while (!remark.empty()) {
      const std::size_t end = std::min(remark.find('\n'), remark.size());
      text_ += wrap_indented(printable(remark.substr(0, end)), kColumns, indent);
      remark.remove_prefix(std::min(end + 1, remark.size()));
    }
  }

  const Game& game_;
  Notation notation_;
  std::vector<TreeLine> lines_;
  bool red_began_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> leaving_;
  std::vector<Open> open_;
  std::string row_;
  std::string text_;
};

std::string player_text(const PlayerHeader& player) {
  std::string text = player.name.empty() ? "?" : player.name;
  for (const std::string* more : {&player.team, &player.title, &player.rating}) {
    if (!more->empty()) text += "  " + *more;
  }
  return text;
}

}  // namespace

std::string_view outcome_text(Outcome outcome, Language tr) {
  switch (outcome) {
    case Outcome::RedWin:
      return tr(Text{"Red wins", "红胜"});
    case Outcome::BlackWin:
      return tr(Text{"Black wins", "黑胜"});
    case Outcome::Draw:
      return tr(Text{"draw", "和棋"});
    case Outcome::Unknown:
      break;
  }
  return tr(Text{"unknown", "未知"});
}

std::string header_text(const Game& game, Language tr) {
  const GameHeader& header = game.header;
  const std::string date = header.date.is_known() ? to_iso(header.date) : header.date_text;
  std::vector<std::pair<std::string, std::string>> lines{
      {tr("Red", "红方"), player_text(header.red)},
      {tr("Black", "黑方"), player_text(header.black)},
      {tr("Result", "结果"), std::string(outcome_text(header.outcome, tr))},
      {tr("Title", "标题"), header.title},
      {tr("Event", "赛事"), header.event},
      {tr("Round", "轮次"), header.round},
      {tr("Date", "日期"), date},
      {tr("Site", "地点"), header.site},
      {tr("Opening", "开局"), header.opening.empty() ? header.ecco : header.opening},
      {tr("Annotator", "评注"), header.annotator},
      {tr("Author", "作者"), header.author}};
  for (const Tag& tag : header.others)
    lines.emplace_back(tag.name, tag.value);
  if (!game.has_usual_start()) lines.emplace_back("FEN", to_fen(game.start));
  lines.emplace_back(tr("Charset", "编码"), game.charset);
  std::size_t width = 0;
  for (const auto& [name, value] : lines) {
    if (!value.empty()) width = std::max(width, display_width(printable(name)));
  }
  std::string text;
  for (const auto& [name, value] : lines) {
    if (value.empty()) continue;
    text += pad_right(printable(name), width) + "  " + printable(value) + '\n';
  }
  return text;
}

std::string moves_text(const Game& game, Notation notation) {
  return MovesText(game, notation).write();
}

}  // namespace qipu
