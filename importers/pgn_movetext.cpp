// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/pgn_movetext.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/text.h"
#include "importers/pgn_lookahead.h"
#include "importers/pgn_tags.h"
#include "importers/pgn_tokens.h"
#include "xiangqi/movegen.h"
#include "xiangqi/notation.h"

namespace qipu {

namespace {

using Kind = PgnToken::Kind;

// The main line or a variation that is being read.
struct Line {
  NodeId node = kRoot;  // its last move
  Position position;    // after that move
  Position before;      // before it
  int ply = 0;          // of the next move
  bool has_moves = false;
  bool is_over = false;  // a king was taken
  std::string remark;    // said before its first move
  PgnLookahead::Plan plan{};
};

// Text from many sources with a line break between.
void append_line(std::string& text, std::string_view more) {
  if (more.empty()) return;
  if (!text.empty()) text += '\n';
  text += more;
}

// A remark with its line breaks as '\n' alone.
std::string clean_remark(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out += text[i];
    } else if (i + 1 >= text.size() || text[i + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

// What stands between `mark` and the closing bracket, if the remark is such a one.
std::optional<std::string_view> marked_text(std::string_view remark, std::string_view mark) {
  if (!remark.starts_with(mark) || remark.back() != ']') return std::nullopt;
  remark.remove_prefix(mark.size());
  remark.remove_suffix(1);
  return remark;
}

class MovetextReader {
 public:
  MovetextReader(std::string_view text, const Position& start, const MovetextOptions& options,
                 RankBase base)
      : tokens_(text, options.remarks),
        options_(options),
        base_(base),
        lookahead_(tokens_, text, options.writes_retreats, base) {
    out_.start = start;
    lines_.push_back({.position = start, .before = start});
  }

  Movetext read() {
    while (!is_done_)
      take(tokens_.next(at_));
    if (lines_.size() > 1) note(Note::Kind::Repaired, -1, "a variation without an end");
    const Annotation* said = out_.tree.annotation(lines_.front().node);
    if (!out_.stop && said != nullptr && !said->unread.empty()) {
      note(Note::Kind::Cut, lines_.front().ply, "moves kept as text");
    }
    if (skipped_ > 0) {
      note(Note::Kind::Repaired, -1,
           std::to_string(skipped_) + (skipped_ == 1 ? " word" : " words") +
               " between the moves skipped");
    }
    return std::move(out_);
  }

 private:
  Line& line() { return lines_.back(); }
  bool in_main_line() const { return lines_.size() == 1; }

  void note(Note::Kind kind, int ply, std::string text) {
    out_.notes.push_back({kind, ply, std::move(text)});
  }

  void take(const PgnToken& token) {
    at_ = token.end;
    switch (token.kind) {
      case Kind::End:
        is_done_ = true;
        break;
      case Kind::Move:
        take_move(token);
        break;
      case Kind::Number:
        has_numbers_ = true;
        break;
      case Kind::Ellipsis:
        starts_with_ellipsis_ = starts_with_ellipsis_ || out_.tree.size() == 1;
        break;
      case Kind::Unfinished:
        note(Note::Kind::Repaired, line().ply, "a comment without an end");
        take_comment(token.text);
        break;
      case Kind::Comment:
        take_comment(token.text);
        break;
      case Kind::Open:
        take_open(token);
        break;
      case Kind::Close:
        if (!in_main_line()) lines_.pop_back();
        break;
      case Kind::Nag:
        if (token.nag > 0 && token.nag < 256) {
          out_.tree.annotate(line().node).nags.push_back(static_cast<std::uint8_t>(token.nag));
        }
        break;
      case Kind::Result:
        take_result(token);
        break;
      case Kind::Pass:
        stop_line(token, {Error::Code::BadMove, "pass"});
        break;
      case Kind::Word:
        take_word(token);
        break;
    }
  }

  void take_comment(std::string_view text) {
    if (text.empty()) return;
    Line& current = line();
    if (const auto unread = marked_text(text, kUnreadMark)) {
      append_line(out_.tree.annotate(current.node).unread, clean_remark(*unread));
    } else if (const auto before = marked_text(text, kBeforeMark)) {
      append_line(out_.tree.annotate(current.node).before, clean_remark(*before));
    } else if (!in_main_line() && !current.has_moves) {
      append_line(current.remark, clean_remark(text));
    } else {
      append_line(out_.tree.annotate(current.node).comment, clean_remark(text));
    }
  }

  void take_result(const PgnToken& token) {
    if (!in_main_line()) return;
    out_.result = std::string(token.text);
    is_done_ = true;
  }

  void take_word(const PgnToken& token) {
    const bool has_begun = has_numbers_ || out_.tree.size() > 1;
    if (has_begun && looks_like_move(token.text)) {
      stop_line(token, {Error::Code::BadMove, "'" + std::string(token.text) + "' is no move"});
    } else if (std::isalnum(static_cast<unsigned char>(token.text.front())) != 0 ||
               static_cast<unsigned char>(token.text.front()) >= 0xE4) {
      ++skipped_;
    }
  }

  // --- parentheses

  // A variation if its first move is one in the position before the last; a remark otherwise.
  void take_open(const PgnToken& token) {
    const Line& outer = line();
    const PgnToken first = outer.has_moves ? first_of_variation(token.end) : PgnToken{};
    if (first.is(Kind::Move) && !lookahead_.resolve(outer.before, first.move).empty()) {
      lines_.push_back({.node = out_.tree[outer.node].parent,
                        .position = outer.before,
                        .before = outer.before,
                        .ply = outer.ply - 1});
      return;
    }
    const std::size_t close = tokens_.matching_parenthesis(token.begin);
    if (close == std::string_view::npos) return;
    const std::string_view inside = trim(tokens_.text().substr(token.end, close - token.end));
    at_ = close + 1;
    if (first.is(Kind::Pass)) {
      append_line(out_.tree.annotate(out_.tree[outer.node].parent).unread, clean_remark(inside));
      note(Note::Kind::DroppedMoves, outer.ply - 1, "pass");
    } else {
      take_comment(inside);
    }
  }

  PgnToken first_of_variation(std::size_t at) {
    while (true) {
      PgnToken token = tokens_.next(at);
      const bool is_before_moves = token.is(Kind::Number) || token.is(Kind::Ellipsis) ||
                                   token.is(Kind::Comment) || token.is(Kind::Nag);
      if (!is_before_moves) return token;
      at = token.end;
    }
  }

  // --- moves

  void take_move(const PgnToken& token) {
    Line& current = line();
    out_.uses_coordinates = out_.uses_coordinates || token.move.form != MoveShape::Form::Words;
    if (current.is_over) {
      stop_line(token, {Error::Code::IllegalMove, "moves after a king was taken"});
      return;
    }
    if (const auto* planned = current.plan.find(token.begin)) {
      take_planned(token, *planned);
      return;
    }
    if (out_.tree.size() == 1 && in_main_line()) choose_side(token);
    const MoveList moves = lookahead_.resolve(current.position, token.move);
    if (moves.size() == 1) {
      play(moves[0]);
    } else if (moves.empty()) {
      take_unresolved(token);
    } else {
      current.plan = lookahead_.plan(current.position, token, moves);
      if (const auto* planned = current.plan.find(token.begin)) take_planned(token, *planned);
    }
  }

  void take_planned(const PgnToken& token, const PgnLookahead::Choice& choice) {
    if (choice.reading_count > 0) {
      stop_line(token, {Error::Code::AmbiguousMove,
                        "ambiguous, " + std::to_string(choice.reading_count) + " readings"});
      return;
    }
    if (choice.move.is_none()) {  // digits that turned out to be a number
      at_ = token.begin + token.digits;
      return;
    }
    if (choice.was_ambiguous) {
      note(Note::Kind::Repaired, line().ply, "ambiguous move resolved by later moves");
    }
    play(choice.move);
  }

  // The side that moves first is the one that can: an ellipsis speaks for Black.
  void choose_side(const PgnToken& token) {
    Line& current = line();
    const Position flipped = current.position.with_to_move(opponent(current.position.to_move()));
    const bool prefers_black = starts_with_ellipsis_ && current.position.to_move() == Color::Red;
    const bool fits = !lookahead_.resolve(current.position, token.move).empty();
    if ((fits && !prefers_black) || lookahead_.resolve(flipped, token.move).empty()) return;
    out_.start = flipped;
    current.position = flipped;
    current.before = flipped;
    note(Note::Kind::Guessed, 0,
         flipped.to_move() == Color::Black ? "Black moves first" : "Red moves first");
  }

  void take_unresolved(const PgnToken& token) {
    if (token.digits > 0) {
      at_ = token.begin + token.digits;
      has_numbers_ = true;
      return;
    }
    Line& current = line();
    const std::string text(tokens_.text().substr(token.begin, token.end - token.begin));
    const MoveList moves = lookahead_.resolve_pseudo_legal(current.position, token.move);
    if (moves.size() != 1) {
      stop_line(token, {Error::Code::IllegalMove, "'" + text + "' " + why_illegal(token.move)});
    } else if (!options_.allow_self_check) {
      stop_line(token, {Error::Code::IllegalMove, "illegal in source: king left in check"});
    } else {
      note(Note::Kind::Guessed, current.ply, "illegal in source: king left in check; played on");
      play(moves[0]);
    }
  }

  // A rank 10 or 0 may show that the move counts ranks in another way than those before it.
  std::string why_illegal(const MoveShape& move) const {
    const int strange_rank = base_ == RankBase::Zero ? 10 : 0;
    const bool is_of_other_base = move.from_rank == strange_rank || move.to_rank == strange_rank;
    if (out_.tree.size() == 1 || !is_of_other_base) return "is not legal";
    return base_ == RankBase::Zero ? "counts ranks from 1, the moves before it from 0"
                                   : "counts ranks from 0, the moves before it from 1";
  }

  void play(Move move) {
    Line& current = line();
    current.node = out_.tree.add(current.node, move);
    current.before = current.position;
    const Piece taken = current.position.play(move);
    current.is_over = !taken.is_none() && taken.kind() == PieceKind::King;
    ++current.ply;
    if (!current.has_moves && !current.remark.empty()) {
      append_line(out_.tree.annotate(current.node).before, current.remark);
    }
    current.has_moves = true;
  }

  // --- giving up on a line

  // Keeps what is left of the line as text, and goes on where it ends.
  void stop_line(const PgnToken& token, Error error) {
    const std::size_t end = end_of_line(token.end);
    const std::string_view rest = trim(tokens_.text().substr(token.begin, end - token.begin));
    append_line(out_.tree.annotate(line().node).unread, clean_remark(rest));
    at_ = end;
    if (!in_main_line()) {
      note(Note::Kind::DroppedMoves, line().ply, error.message);
      return;
    }
    note(Note::Kind::Cut, line().ply, error.message);
    error.offset = token.begin;
    error.ply = line().ply;
    error.text = std::string(tokens_.text().substr(token.begin, token.end - token.begin));
    out_.is_western = looks_western(rest) || (error.ply == 0 && is_western_start(token.move));
    out_.stop = std::move(error);
  }

  // Where the line that is being read ends: at its parenthesis, or at the end of the game.
  std::size_t end_of_line(std::size_t at) {
    std::size_t depth = 0;
    while (true) {
      const PgnToken token = tokens_.next(at);
      if (token.is(Kind::End)) return token.begin;
      if (token.is(Kind::Result) && depth == 0 && in_main_line()) return token.begin;
      if (token.is(Kind::Open)) ++depth;
      if (token.is(Kind::Close)) {
        if (depth > 0) {
          --depth;
        } else if (!in_main_line()) {
          return token.begin;
        }
      }
      at = token.end;
    }
  }

  // A pawn or knight of western chess that makes the first move: e2e4, g1f3.
  static bool is_western_start(const MoveShape& move) {
    return move.form == MoveShape::Form::Coordinates && move.from_file < 8 && move.to_file < 8 &&
           (move.from_rank == 1 || move.from_rank == 2) && (move.to_rank == 3 || move.to_rank == 4);
  }

  // Castling, or a queen on the move.
  static bool looks_western(std::string_view moves) {
    for (std::size_t i = 0; i + 2 < moves.size(); ++i) {
      const bool starts_word =
          i == 0 || moves[i - 1] == ' ' || moves[i - 1] == '\n' || moves[i - 1] == '.';
      if (!starts_word) continue;
      if (moves.substr(i).starts_with("O-O")) return true;
      const char next = moves[i + 1];
      if (moves[i] == 'Q' && (next == 'x' || (next >= 'a' && next <= 'h'))) return true;
    }
    return false;
  }

  PgnTokens tokens_;
  const MovetextOptions& options_;
  RankBase base_;
  PgnLookahead lookahead_;
  Movetext out_;
  std::vector<Line> lines_;  // the main line, then what is open above it
  std::size_t at_ = 0;
  std::size_t skipped_ = 0;
  bool is_done_ = false;
  bool has_numbers_ = false;
  bool starts_with_ellipsis_ = false;
};

}  // namespace

Movetext read_movetext(std::string_view text, const Position& start,
                       const MovetextOptions& options) {
  if (options.ranks_from_one) return MovetextReader(text, start, options, RankBase::One).read();
  Movetext found = MovetextReader(text, start, options, RankBase::Zero).read();
  if (!found.stop || !found.uses_coordinates) return found;
  Movetext other = MovetextReader(text, start, options, RankBase::One).read();
  if (other.tree.ply_count() <= found.tree.ply_count()) return found;
  other.notes.push_back({Note::Kind::Guessed, -1, "ranks counted from 1"});
  return other;
}

}  // namespace qipu
