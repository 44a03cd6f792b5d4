// SPDX-License-Identifier: GPL-3.0-or-later

#include "book/book_builder.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace qipu {
namespace {

constexpr double kScale = 1000;  // of all weights but Games
constexpr double kHalfLifeYears = 5;
constexpr double kUndatedAgeYears = 20;

std::uint64_t wins_of(const Wdl& wdl, Color side) {
  return side == Color::Red ? wdl.red_wins : wdl.black_wins;
}

std::int64_t scaled(double weight) {
  return std::max<std::int64_t>(1, std::llround(kScale * weight));
}

std::string short_number(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text + '0' : text;
}

double years_of(const Date& date) {
  return date.year + (date.month == 0 ? 6 : date.month - 1) / 12.0;
}

class BookBuilder {
 public:
  BookBuilder(const Store& store, const Filter& filter, const BookOptions& options)
      : store_(store), filter_(filter), options_(options) {
    if (options_.weight != BookWeight::Recent) return;
    for (const GameId game : store_.select(filter_)) {
      const Date& date = store_.row(game).date;
      if (date.is_known()) newest_ = std::max(newest_, years_of(date));
    }
  }

  BuiltBook build(const Position& start,
                  const std::function<bool(std::uint64_t positions)>& progress) {
    meet(start, 0);
    for (std::uint64_t done = 0; !queue_.empty(); ++done) {
      if (progress && !progress(done)) break;
      const auto [position, ply] = queue_.front();
      queue_.pop_front();
      visit(position, ply);
    }
    return std::move(result_);
  }

 private:
  // Puts a position that was not met before in line.
  void meet(const Position& position, int ply) {
    if (met_.insert(position.key().key.value).second) queue_.emplace_back(position, ply);
  }

  void visit(const Position& position, int ply) {
    const std::vector<MoveStats> moves = moves_at(store_, position, filter_);
    if (ply >= options_.max_ply) {
      if (!moves.empty()) leave_out(too_deep_, moves.size());
      return;
    }
    const Color mover = position.to_move();
    const bool is_in_book = !options_.side || *options_.side == mover;
    BookEntry entry;
    entry.position = position;
    entry.ply = ply;
    std::vector<MoveStats> kept;
    for (const MoveStats& move : moves) {
      if (!passes(move, mover, is_in_book)) continue;
      kept.push_back(move);
      Position next = position;
      next.play(move.move);
      meet(next, ply + 1);
    }
    if (!is_in_book) {
      if (!kept.empty()) leave_out("moves of the other side", kept.size());
      return;
    }
    if (kept.empty()) return;
    add_moves(entry, kept);
    result_.book.entries.push_back(std::move(entry));
  }

  bool passes(const MoveStats& move, Color mover, bool is_in_book) {
    if (move.wdl.games() < options_.min_games) {
      leave_out(too_few_, 1);
      return false;
    }
    const auto score = move.wdl.score(mover);
    if (is_in_book && score && *score < options_.min_score) {
      leave_out(too_bad_, 1);
      return false;
    }
    return true;
  }

  void leave_out(const std::string& reason, std::uint64_t moves) {
    result_.left_out[reason] += moves;
  }

  void add_moves(BookEntry& entry, const std::vector<MoveStats>& moves) {
    const Color mover = entry.position.to_move();
    std::map<Move, double> recent;
    if (options_.weight == BookWeight::Recent) recent = recent_games(entry.position);
    for (const MoveStats& move : moves) {
      BookMove book_move;
      book_move.move = move.move;
      book_move.weight = weight_of(move, mover, recent, entry.position.key());
      book_move.wins = wins_of(move.wdl, mover);
      book_move.draws = move.wdl.draws;
      book_move.losses = wins_of(move.wdl, opponent(mover));
      entry.moves.push_back(std::move(book_move));
    }
    // moves_at gave them most played first; that order decides where weights are equal.
    std::stable_sort(entry.moves.begin(), entry.moves.end(),
                     [](const BookMove& a, const BookMove& b) { return a.weight > b.weight; });
  }

  std::int64_t weight_of(const MoveStats& move, Color mover, const std::map<Move, double>& recent,
                         const OrientedKey& key) const {
    switch (options_.weight) {
      case BookWeight::Games:
        break;
      case BookWeight::Score:
        return scaled(move.wdl.score(mover).value_or(0.5));
      case BookWeight::Wilson:
        return scaled(wilson_interval(move.wdl, mover).low);
      case BookWeight::Recent: {
        const auto found = recent.find(to_stored(key, move.move));
        return scaled(found == recent.end() ? 0 : found->second);
      }
    }
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(move.wdl.games()));
  }

  // How many games played each stored move here, each counted as much as its age leaves of it.
  std::map<Move, double> recent_games(const Position& position) const {
    std::map<Move, double> games;
    for (const Posting& posting : store_.games_at(position.key().key, filter_)) {
      const Date date = store_.row(posting.game).date;
      const double age = date.is_known() ? newest_ - years_of(date) : kUndatedAgeYears;
      games[posting.move] += std::exp2(-age / kHalfLifeYears);
    }
    return games;
  }

  const Store& store_;
  const Filter& filter_;
  const BookOptions& options_;
  const std::string too_few_ = "fewer than " + std::to_string(options_.min_games) + " games";
  const std::string too_bad_ = "score below " + short_number(options_.min_score);
  const std::string too_deep_ = "deeper than " + std::to_string(options_.max_ply) + " plies";
  double newest_ = 0;  // years
  std::unordered_set<std::uint64_t> met_;
  std::deque<std::pair<Position, int>> queue_;
  BuiltBook result_;
};

}  // namespace

BuiltBook build_book(const Store& store, const Position& start, const Filter& filter,
                     const BookOptions& options,
                     const std::function<bool(std::uint64_t positions)>& progress) {
  if (options.max_ply < 1) throw UsageError("a book needs a depth of at least one ply");
  if (!(options.min_score >= 0 && options.min_score <= 1)) {
    throw UsageError("a score is between 0 and 1, not " + short_number(options.min_score));
  }
  return BookBuilder(store, filter, options).build(start, progress);
}

}  // namespace qipu
