// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/pgn_lookahead.h"

#include <algorithm>
#include <cstdint>

namespace qipu {

namespace {

using Kind = PgnToken::Kind;

constexpr std::size_t kMaxBeam = 64;    // SOURCE: formats/pgn.md, section 5
constexpr std::size_t kMaxMoves = 600;  // looked ahead: longer than games are

// A move that was tried, and the one before it.
struct Trial {
  Move move;
  std::int32_t previous = -1;
  bool was_ambiguous = false;
};

// A way to read the line up to here.
struct Reading {
  Position position;
  std::int32_t last = -1;  // its last Trial
};

// All ways to read a line, move by move.
class Beam {
 public:
  explicit Beam(const Position& start) : readings_{{start, -1}} {}

  std::size_t size() const { return readings_.size(); }
  std::size_t move_count() const { return tokens_.size(); }

  // Replaces every reading by those that `moves_of(position)` leads to. False, and nothing has
  // changed, if there are none.
  template <class MovesOf>
  bool advance(std::size_t token, const MovesOf& moves_of) {
    std::vector<Reading> next;
    for (const Reading& reading : readings_) {
      const MoveList moves = moves_of(reading.position);
      for (const Move move : moves) {
        if (next.size() == kMaxBeam) break;
        next.push_back({reading.position, static_cast<std::int32_t>(trials_.size())});
        next.back().position.play(move);
        trials_.push_back({move, reading.last, moves.size() > 1});
      }
    }
    if (next.empty()) return false;
    readings_ = std::move(next);
    tokens_.push_back(token);
    return true;
  }

  // Digits of the token at hand turned out to be a number for all readings.
  void skip(std::size_t token) { numbers_.push_back(token); }

  // What all readings share, and what they differ in first.
  std::vector<PgnLookahead::Choice> choices() const {
    std::vector<std::vector<Trial>> lines;
    for (const Reading& reading : readings_)
      lines.push_back(line_of(reading));
    std::vector<PgnLookahead::Choice> out;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      std::vector<Move> moves;
      bool was_ambiguous = false;
      for (const auto& line : lines) {
        was_ambiguous = was_ambiguous || line[i].was_ambiguous;
        moves.push_back(line[i].move);
      }
      std::sort(moves.begin(), moves.end());
      moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
      if (moves.size() > 1) {
        out.push_back({tokens_[i], Move(), false, moves.size()});
        break;
      }
      out.push_back({tokens_[i], moves.front(), was_ambiguous, 0});
    }
    for (const std::size_t number : numbers_)
      out.push_back({number, Move(), false, 0});
    std::sort(out.begin(), out.end(),
              [](const auto& a, const auto& b) { return a.token < b.token; });
    return out;
  }

 private:
  std::vector<Trial> line_of(const Reading& reading) const {
    std::vector<Trial> line(tokens_.size());
    std::int32_t at = reading.last;
    for (auto trial = line.rbegin(); trial != line.rend(); ++trial) {
      *trial = trials_[static_cast<std::size_t>(at)];
      at = trial->previous;
    }
    return line;
  }

  std::vector<Reading> readings_;
  std::vector<Trial> trials_;
  std::vector<std::size_t> tokens_;
  std::vector<std::size_t> numbers_;
};

}  // namespace

// Where a game writes 退 anywhere, a move without a direction does not go back.
bool PgnLookahead::retreat_is_written(const MoveShape& shape) {
  if (shape.form != MoveShape::Form::Words || shape.direction != 0) return true;
  if (!writes_retreats_ && !has_looked_for_retreats_) {
    writes_retreats_ = text_.find("退") != std::string_view::npos;
    has_looked_for_retreats_ = true;
  }
  return writes_retreats_;
}

MoveList PgnLookahead::resolve(const Position& position, const MoveShape& shape) {
  return qipu::resolve(position, shape, base_, retreat_is_written(shape));
}

MoveList PgnLookahead::resolve_pseudo_legal(const Position& position, const MoveShape& shape) {
  return qipu::resolve_pseudo_legal(position, shape, base_, retreat_is_written(shape));
}

// The next move of the same line; any other kind where the line ends.
PgnToken PgnLookahead::next_move(std::size_t at) {
  while (true) {
    PgnToken token = tokens_.next(at);
    at = token.end;
    if (token.is(Kind::Open)) {
      const std::size_t close = tokens_.matching_parenthesis(token.begin);
      if (close != std::string_view::npos) at = close + 1;
      continue;
    }
    const bool is_between = token.is(Kind::Number) || token.is(Kind::Ellipsis) ||
                            token.is(Kind::Comment) || token.is(Kind::Nag) ||
                            (token.is(Kind::Word) && !looks_like_move(token.text));
    if (!is_between) return token;
  }
}

PgnLookahead::Plan PgnLookahead::plan(const Position& position, const PgnToken& token,
                                      const MoveList& readings) {
  Beam beam(position);
  beam.advance(token.begin, [&](const Position&) { return readings; });
  PgnToken next = next_move(token.end);
  while (beam.size() > 1 && beam.move_count() < kMaxMoves && next.is(Kind::Move)) {
    const bool fits =
        beam.advance(next.begin, [&](const Position& at) { return resolve(at, next.move); });
    if (!fits && next.digits == 0) break;
    if (!fits) beam.skip(next.begin);
    next = next_move(fits ? next.end : next.begin + next.digits);
  }
  return {beam.choices(), 0};
}

}  // namespace qipu
