// SPDX-License-Identifier: GPL-3.0-or-later

// What a ply costs: playing it with both hashes, checking that it is legal, reading and writing it.
// Over the games of data-samples, or over random ones where those are missing.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "xiangqi/movegen.h"
#include "xiangqi/notation.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program, not a header

using Line = std::vector<Move>;

std::vector<Line> sample_games() {
  std::ifstream in(QIPU_SOURCE_DIR "/data-samples/manifest.tsv");
  std::vector<Line> games;
  std::string row;
  std::getline(in, row);  // the names of the columns; moves are the last
  while (std::getline(in, row)) {
    auto line = parse_line(Position::start(), std::string_view(row).substr(row.rfind('\t') + 1));
    if (line) games.push_back(*std::move(line));
  }
  return games;
}

std::vector<Line> random_games() {
  std::mt19937 random(1);  // NOLINT(bugprone-random-generator-seed): the same games each time
  std::vector<Line> games(300);
  for (Line& game : games) {
    Position position = Position::start();
    for (int ply = 0; ply < 100; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      game.push_back(moves[random() % moves.size()]);
      position.play(game.back());
    }
  }
  return games;
}

const std::vector<Line>& games() {
  static const std::vector<Line> all = [] {
    auto samples = sample_games();
    return samples.empty() ? random_games() : samples;
  }();
  return all;
}

// Says what a ply took, and how many go into a second.
void report(benchmark::State& state, std::int64_t plies) {
  const auto all = static_cast<double>(plies) * static_cast<double>(state.iterations());
  state.counters["ply"] =
      benchmark::Counter(all, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["plies/s"] = benchmark::Counter(all, benchmark::Counter::kIsRate);
}

// Plays all games, calling visit(position, move) before each move.
template <class Visit>
std::int64_t replay(Visit visit) {
  std::int64_t plies = 0;
  for (const Line& game : games()) {
    Position position = Position::start();
    for (const Move move : game) {
      visit(position, move);
      position.play(move);
      ++plies;
    }
    benchmark::DoNotOptimize(position.key());
  }
  return plies;
}

void play_both_hashes(benchmark::State& state) {
  std::int64_t plies = 0;
  while (state.KeepRunning()) {
    plies = replay([](const Position& position, Move) {
      benchmark::DoNotOptimize(position.hash());
      benchmark::DoNotOptimize(position.mirrored_hash());
    });
  }
  report(state, plies);
}
BENCHMARK(play_both_hashes)->Unit(benchmark::kMillisecond);

void play_checked(benchmark::State& state) {
  std::int64_t plies = 0;
  while (state.KeepRunning()) {
    plies = replay([&state](const Position& position, Move move) {
      if (!is_legal(position, move)) state.SkipWithError("an illegal move in a game");
    });
  }
  report(state, plies);
}
BENCHMARK(play_checked)->Unit(benchmark::kMillisecond);

void read_moves(benchmark::State& state, Notation notation) {
  std::vector<std::string> texts;
  replay([&](const Position& position, Move move) {
    texts.push_back(to_text(position, move, notation));
  });
  std::int64_t plies = 0;
  while (state.KeepRunning()) {
    std::size_t next = 0;
    plies = replay([&](const Position& position, Move move) {
      const auto scanned = scan_move(texts[next++]);
      const MoveList found = resolve(position, scanned->shape);
      if (found.size() != 1 || found[0] != move) state.SkipWithError("a move read as another");
    });
  }
  report(state, plies);
}
BENCHMARK_CAPTURE(read_moves, chinese, Notation::Chinese)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_moves, wxf, Notation::Wxf)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_moves, iccs, Notation::Iccs)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_moves, san, Notation::San)->Unit(benchmark::kMillisecond);

void write_moves(benchmark::State& state, Notation notation) {
  std::int64_t plies = 0;
  while (state.KeepRunning()) {
    plies = replay([&](const Position& position, Move move) {
      benchmark::DoNotOptimize(to_text(position, move, notation));
    });
  }
  report(state, plies);
}
BENCHMARK_CAPTURE(write_moves, chinese, Notation::Chinese)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_moves, short, Notation::Short)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_moves, wxf, Notation::Wxf)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_moves, iccs, Notation::Iccs)->Unit(benchmark::kMillisecond);

}  // namespace
