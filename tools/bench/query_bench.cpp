// SPDX-License-Identifier: GPL-3.0-or-later

// What questions to a database cost, as calls of the library: median and 99th percentile.
//
//   query_bench DATABASE [GAMES]
//
// Asks about the positions of GAMES games (default 400) spread over the database, each question
// once to warm and once timed. Times are those of the thread on its processor: what passes on a
// machine that has nothing else to do.

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "stats/moves_at.h"
#include "store/store.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program, not a header

constexpr std::size_t kFirstPly = 10;  // of the positions asked in the middle
constexpr std::size_t kLastPly = 30;
constexpr int kStartTries = 20;  // at the start position, which is always the same

double now_us() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

struct Question {
  Position position = Position::start();
  Filter filter;  // one of the players of the game, ten years around it
};

Filter filter_for(const GameRow& row) {
  Filter filter;
  filter.player = {{row.red}};
  const int year = row.date.year;
  filter.from = {static_cast<std::uint16_t>(std::max(year - 5, 0)), 0, 0};
  filter.to = {static_cast<std::uint16_t>(year + 5), 0, 0};
  return filter;
}

std::vector<Question> questions_of(const Store& store, std::size_t games) {
  std::vector<Question> questions;
  const std::size_t total = store.game_count();
  for (std::size_t i = 0; i < std::min(games, total); ++i) {
    const auto id = static_cast<GameId>(i * total / games);
    const Game game = store.game(id).game;
    const Filter filter = filter_for(store.row(id));
    Position position = game.start;
    std::size_t ply = 0;
    for (const Move move : game.tree.main_line()) {
      if (ply > kLastPly) break;
      // One ply of each game, another in each.
      if (ply == kFirstPly + i % (kLastPly - kFirstPly + 1))
        questions.push_back({position, filter});
      position.play(move);
      ++ply;
    }
  }
  return questions;
}

std::vector<Question> start_questions(const std::vector<Question>& questions) {
  std::vector<Question> at_start;
  for (int i = 0; i < kStartTries; ++i) {
    const auto at = static_cast<std::size_t>(i) * questions.size() / kStartTries;
    at_start.push_back({Position::start(), questions[at].filter});
  }
  return at_start;
}

template <class Ask>
void time_questions(const char* what, const std::vector<Question>& questions, Ask ask) {
  std::vector<double> times;
  for (const Question& question : questions) {
    ask(question);
    const double begin = now_us();
    ask(question);
    times.push_back(now_us() - begin);
  }
  std::sort(times.begin(), times.end());
  std::printf("%-52s %10.1f us median %10.1f us p99  (%zu)\n", what, times[times.size() / 2],
              times[times.size() * 99 / 100], times.size());
}

void run(const std::string& place, std::size_t games) {
  const double begin = now_us();
  const Store store = Store::open(place);
  std::printf("%-52s %10.1f ms\n", "open to read", (now_us() - begin) / 1e3);
  const auto middle = questions_of(store, games);
  if (middle.empty()) throw std::runtime_error("no game of the database is long enough");
  const auto start = start_questions(middle);
  const auto moves = [&](const Question& at) { (void)moves_at(store, at.position, {}); };
  const auto explored = [&](const Question& at) { (void)explore(store, at.position, {}); };
  const auto moves_filtered = [&](const Question& at) {
    (void)moves_at(store, at.position, at.filter);
  };
  const auto explored_filtered = [&](const Question& at) {
    (void)explore(store, at.position, at.filter);
  };
  Filter years;
  years.from = {1990, 0, 0};
  const auto moves_by_years = [&](const Question& at) {
    (void)moves_at(store, at.position, years);
  };
  time_questions("moves_at, plies 10-30", middle, moves);
  time_questions("moves_at, start", start, moves);
  time_questions("explore, plies 10-30", middle, explored);
  time_questions("explore, start", start, explored);
  time_questions("moves_at, player and years, plies 10-30", middle, moves_filtered);
  time_questions("moves_at, player and years, start", start, moves_filtered);
  time_questions("moves_at, years, start", start, moves_by_years);
  time_questions("explore, player and years, plies 10-30", middle, explored_filtered);
  time_questions("explore, player and years, start", start, explored_filtered);
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::cerr << "usage: query_bench DATABASE [GAMES]\n";
    return 2;
  }
  try {
    run(words[1], count > 2 ? std::strtoul(words[2], nullptr, 10) : 400);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "query_bench: " << error.what() << '\n';
    return 1;
  }
}
