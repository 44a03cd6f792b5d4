// SPDX-License-Identifier: GPL-3.0-or-later

// Reads DhtmlXQ, the game code of 东萍象棋: bare, wrapped, in pages, in addresses of frames.
//
// SOURCE: schema/formats/dhtmlxq.md.

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/dhtmlxq_dhj.h"
#include "importers/dhtmlxq_header.h"
#include "importers/dhtmlxq_json.h"
#include "importers/dhtmlxq_tags.h"
#include "importers/dhtmlxq_writer.h"
#include "importers/piece_slots.h"
#include "importers/record_format.h"
#include "importers/text.h"
#include "importers/unchecked_tree.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

void add_note(Game& game, Note::Kind kind, std::string text) {
  game.notes.push_back({kind, -1, std::move(text)});
}

// Two digits: file from Red's left, rank from the top. 9x is off the board.
std::optional<Square> to_square(char file, char rank) {
  if (file == '9') return std::nullopt;
  return Square(file - '0', 9 - (rank - '0'));
}

std::optional<Board> parse_binit(std::string_view digits) {
  const bool all_digits =
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits.size() != 2 * kSlotCount || !all_digits) return std::nullopt;
  Slots slots;
  for (std::size_t i = 0; i < kSlotCount; ++i)
    slots.at(i) = to_square(digits[2 * i], digits[2 * i + 1]);
  return to_board(slots);
}

// The side to move where no move says it.
Color side_of_diagram(const Position& start, const std::string& first_number) {
  if (!first_number.empty() && (first_number.back() - '0') % 2 == 1) return Color::Black;
  const bool red_gives_check = start.in_check(Color::Black) && !start.in_check(Color::Red);
  return red_gives_check ? Color::Black : Color::Red;
}

void read_start(const DhtmlxqBlock& block, Game& game) {
  if (const std::string fen = dhtmlxq_value(block, "fen"); !fen.empty()) {
    if (const Result<FenReading> reading = read_fen(fen)) {
      game.start = reading->position;
      return;
    }
    add_note(game, Note::Kind::Guessed, "the FEN is no position: " + fen);
  }
  const std::string binit = dhtmlxq_value(block, "binit");
  if (binit.empty()) return;
  const std::optional<Board> board = parse_binit(binit);
  if (!board) {
    add_note(game, Note::Kind::Guessed, "binit is no position, the usual start is taken");
    return;
  }
  game.start = Position::from_board(*board, Color::Red);
  game.start =
      game.start.with_to_move(side_of_diagram(game.start, dhtmlxq_value(block, "firstnum")));
}

// Hangs the lines of a block on each other.
class LineTree {
 public:
  LineTree(const DhtmlxqBlock& block, Game& game) : block_(block), game_(game) {
    last_node_.emplace(0, kRoot);
    if (const auto main = main_line()) append(block.lines[*main], kRoot);
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
      if (block.lines[i].key.line == 0) continue;  // the main line, or another one like it
      hang(i);
    }
    for (const auto& [parent, lines] : waiting_)
      lost_lines_ += lines.size();
    if (lost_lines_ > 0) {
      add_note(game, Note::Kind::DroppedMoves,
               std::to_string(lost_lines_) + " lines leave a line or ply that is not there");
    }
    if (cut_digits_ > 0) {
      add_note(game, Note::Kind::Repaired,
               std::to_string(cut_digits_) + " digits at the end of a line make no move");
    }
    for (const DhtmlxqComment& comment : block.comments)
      place(comment);
  }

  const UncheckedTree& tree() const { return tree_; }

 private:
  std::optional<std::size_t> main_line() const {
    if (block_.main_line) return block_.main_line;
    for (std::size_t i = 0; i < block_.lines.size(); ++i)
      if (block_.lines[i].key.line == 0) return i;
    return std::nullopt;
  }

  // Hangs line `index`, and then those that waited for it.
  void hang(std::size_t index) {
    std::vector<std::size_t> ready{index};
    while (!ready.empty()) {
      const DhtmlxqLine& line = block_.lines[ready.back()];
      const std::size_t current = ready.back();
      ready.pop_back();
      const auto parent = last_node_.find(line.key.parent);
      if (parent == last_node_.end()) {
        waiting_[line.key.parent].push_back(current);
        continue;
      }
      if (line.key.ply == 0 || line.key.ply - 1 > tree_[parent->second].depth) {
        ++lost_lines_;
        continue;
      }
      append(line, tree_.ancestor_at(parent->second, line.key.ply - 1));
      const auto waited = waiting_.find(line.key.line);
      if (waited == waiting_.end()) continue;
      ready.insert(ready.end(), waited->second.rbegin(), waited->second.rend());
      waiting_.erase(waited);
    }
  }

  void append(const DhtmlxqLine& line, NodeId node) {
    const std::string& digits = line.digits;
    for (std::size_t i = 0; i + 4 <= digits.size(); i += 4) {
      node = tree_.add(
          node, {to_square(digits[i], digits[i + 1]), to_square(digits[i + 2], digits[i + 3])});
    }
    cut_digits_ += digits.size() % 4;
    if (line.key.line == 0) {
      last_node_[0] = node;
    } else {
      last_node_.emplace(line.key.line, node);
    }
  }

  // A comment past the end of its line goes to the line's last move.
  void place(const DhtmlxqComment& comment) {
    if (comment.text.empty()) return;
    const auto line = last_node_.find(comment.line);
    if (line == last_node_.end()) {
      game_.header.others.push_back(
          {"comment" + std::to_string(comment.line) + "_" + std::to_string(comment.ply),
           comment.text});
      add_note(game_, Note::Kind::Repaired,
               "a comment of line " + std::to_string(comment.line) +
                   ", which is not there, is kept as a tag");
      return;
    }
    const std::uint32_t depth = std::min(comment.ply, tree_[line->second].depth);
    if (depth < comment.ply) {
      add_note(game_, Note::Kind::Repaired,
               "a comment past the end of line " + std::to_string(comment.line) +
                   " is put at its last move");
    }
    tree_.add_comment(tree_.ancestor_at(line->second, depth), comment.text);
  }

  const DhtmlxqBlock& block_;
  Game& game_;
  UncheckedTree tree_;
  std::unordered_map<std::uint32_t, NodeId> last_node_;        // by line
  std::map<std::uint32_t, std::vector<std::size_t>> waiting_;  // for this line to come
  std::size_t lost_lines_ = 0;
  std::size_t cut_digits_ = 0;
};

std::variant<Game, Error, OtherGame> read_block(const DhtmlxqBlock& block,
                                                const ReadOptions& options) {
  if (block.lines.empty() && dhtmlxq_value(block, "binit").empty() &&
      dhtmlxq_value(block, "fen").empty()) {
    return Error{.code = Error::Code::NoGame,
                 .message = "a DhtmlXQ block without moves and without a position",
                 .offset = block.offset,
                 .line = block.line};
  }
  Game game;
  game.charset = block.charset;
  read_dhtmlxq_header(block, game);
  read_start(block, game);
  const LineTree lines(block, game);
  settle_side_to_move(lines.tree(), game);
  place_moves(lines.tree(), options, game);
  if (const PositionFault fault = find_fault(game.start); fault != PositionFault::None) {
    add_note(game, Note::Kind::IllegalStart, to_text(fault));
  }
  return game;
}

// A page is taken for ours by its first words: the block may stand far behind them.
bool recognises(Bytes head) {
  if (has_dhtmlxq_mark(head) || has_dhj_mark(head) || looks_like_dhtmlxq_json(head)) return true;
  if (holds_text_records(as_text(head))) return false;
  return is_web_page(head);
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  std::vector<DhtmlxqBlock> blocks = find_dhtmlxq_blocks(piece, options);
  if (blocks.empty()) blocks = find_dhj_blocks(piece, options);
  if (blocks.empty()) blocks = find_dhtmlxq_json(piece, options);
  for (const DhtmlxqBlock& block : blocks) {
    sink({.offset = block.offset,
          .size = block.size,
          .line = block.line,
          .found = read_block(block, options)});
  }
  if (blocks.empty()) {
    sink({.offset = 0,
          .size = piece.size(),
          .line = 1,
          .found = Error{
              .code = Error::Code::NoGame, .message = "no DhtmlXQ block in the text", .line = 1}});
  }
}

}  // namespace

extern const RecordFormat dhtmlxq_format{.name = "dhtmlxq",
                                         .extensions = ".txt .ubb .htm .html",
                                         .one_game_a_file = false,
                                         .recognises = recognises,
                                         .split = nullptr,
                                         .read = read,
                                         .writer = make_dhtmlxq_writer};

}  // namespace qipu
