// SPDX-License-Identifier: GPL-3.0-or-later

// The store alone: made-up games in, positions out. Prints one table.
//
//   QIPU_BENCH_GAMES=100000 build/release/tools/bench/store_bench

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "schema/hash.h"
#include "store/store.h"
#include "xiangqi/movegen.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program of one file
using Clock = std::chrono::steady_clock;

constexpr std::size_t kPliesPerGame = 80;
constexpr std::size_t kBookPlies = 24;  // of which openings are made
constexpr std::size_t kGamesPerBatch = 20'000;
constexpr std::uint32_t kPlayers = 2'000;

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Games whose openings crowd as real ones do: at each ply of the book the first few moves of the
// position take most games (a move's share halves from one to the next), then anything goes.
class CrowdedGames {
 public:
  Game next() {
    Game game;
    game.header.red.name = "player " + std::to_string(player());
    game.header.black.name = "player " + std::to_string(player());
    game.header.event = "event " + std::to_string(random_() % 300);
    game.header.date = {static_cast<std::uint16_t>(1960 + random_() % 65), 1, 1};
    game.header.outcome = static_cast<Outcome>(1 + random_() % 3);
    Position position = Position::start();
    NodeId node = kRoot;
    for (std::size_t ply = 0; ply < kPliesPerGame; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      const std::size_t chosen =
          ply < kBookPlies ? crowded(position, moves.size()) : random_() % moves.size();
      node = game.tree.add(node, moves[chosen]);
      position.play(moves[chosen]);
    }
    return game;
  }

 private:
  std::uint64_t player() {
    const std::uint64_t a = random_() % kPlayers;
    return std::min(a, random_() % kPlayers);
  }
  std::size_t crowded(const Position& position, std::size_t moves) {
    std::size_t rank = 0;
    while (rank + 1 < moves && random_() % 5 < 2)
      ++rank;
    return (position.hash() + rank * 7) % moves;
  }

  std::mt19937_64 random_{1};
};

struct Question {
  PositionKey key;
  std::size_t ply = 0;
};

void print(const char* what, double value, const char* unit) {
  std::printf("%-58s %12.2f %s\n", what, value, unit);
}

double median_us(std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

template <class Ask>
void time_questions(const char* what, const std::vector<Question>& questions, std::size_t from_ply,
                    std::size_t to_ply, Ask ask) {
  std::vector<double> times;
  for (const Question& question : questions) {
    if (question.ply < from_ply || question.ply > to_ply) continue;
    ask(question.key);  // once to warm
    const auto begin = Clock::now();
    ask(question.key);
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
  if (times.empty()) return;
  print(what, median_us(times), "us median");
}

std::uint64_t import_games(const std::filesystem::path& place, std::size_t games,
                           std::vector<Question>& questions) {
  CrowdedGames crowd;
  double commit_cpu = 0;
  double prepare_cpu = 0;
  std::uint64_t plies = 0;
  Store store = Store::open_to_write(place);
  StoreWriter writer(store);
  const auto source = writer.begin_source(
      {.content = hash_of(as_bytes("bench")), .name = "bench", .size = 5, .format = "pgn"});
  for (std::size_t first = 0; first < games; first += kGamesPerBatch) {
    std::vector<Game> batch;
    for (std::size_t i = first; i < std::min(games, first + kGamesPerBatch); ++i)
      batch.push_back(crowd.next());
    for (std::size_t i = 0; i < batch.size(); i += 200) {
      Position position = Position::start();
      std::size_t ply = 0;
      for (const Move move : batch[i].tree.main_line()) {
        if (ply <= 40) questions.push_back({position.key().key, ply});
        position.play(move);
        ++ply;
      }
    }
    double begin = cpu_seconds();
    std::vector<PreparedGame> prepared;
    prepared.reserve(batch.size());
    for (const Game& game : batch)
      prepared.push_back(prepare(game));
    prepare_cpu += cpu_seconds() - begin;
    begin = cpu_seconds();
    for (std::size_t i = 0; i < prepared.size(); ++i) {
      plies += prepared[i].plies;
      writer.add(prepared[i],
                 {.source = source.id, .ordinal = static_cast<std::uint32_t>(first + i)});
    }
    writer.commit();
    commit_cpu += cpu_seconds() - begin;
  }
  const double begin = cpu_seconds();
  const auto wall = Clock::now();
  writer.index();
  const double index_cpu = cpu_seconds() - begin;
  const double index_wall = std::chrono::duration<double>(Clock::now() - wall).count();
  const auto millions = static_cast<double>(plies) / 1e6;
  print("prepare (encode, hash)", millions / prepare_cpu, "M plies/CPU s");
  print("game commits", millions / commit_cpu, "M plies/CPU s");
  print("index", millions / index_cpu, "M plies/CPU s");
  print("index", millions / index_wall, "M plies/s, wall");
  print("all three", millions / (prepare_cpu + commit_cpu + index_cpu), "M plies/CPU s");
  print("peak memory", peak_mib(), "MiB");
  return plies;
}

void ask(const std::filesystem::path& place, std::uint64_t plies,
         const std::vector<Question>& questions) {
  auto begin = Clock::now();
  const Store store = Store::open(place);
  print("open to read", std::chrono::duration<double, std::milli>(Clock::now() - begin).count(),
        "ms");
  double total = 0;
  for (const auto& family : store.stats().families) {
    const double share = static_cast<double>(family.bytes) / static_cast<double>(plies);
    total += share;
    if (family.bytes > 0) print(("bytes a ply: " + family.name).c_str(), share, "B");
  }
  print("bytes a ply", total, "B");

  Filter filter;
  filter.player = {{5}};
  filter.from = {1990, 0, 0};
  begin = Clock::now();
  (void)store.select(filter);
  print("select, the first time",
        std::chrono::duration<double, std::milli>(Clock::now() - begin).count(), "ms");
  const auto counts = [&](PositionKey key) { (void)store.counts_at(key, {}); };
  const auto filtered = [&](PositionKey key) { (void)store.counts_at(key, filter); };
  Filter years;
  years.from = {1990, 0, 0};
  const auto by_years = [&](PositionKey key) { (void)store.counts_at(key, years); };
  time_questions("counts at the start", questions, 0, 0, counts);
  time_questions("counts at plies 1-9", questions, 1, 9, counts);
  time_questions("counts at plies 10-30", questions, 10, 30, counts);
  time_questions("counts at plies 31-40", questions, 31, 40, counts);
  time_questions("counts at the start, one player, years", questions, 0, 0, filtered);
  time_questions("counts at plies 10-30, one player, years", questions, 10, 30, filtered);
  time_questions("counts at the start, years", questions, 0, 0, by_years);
  time_questions("select, one player, years", questions, 0, 0,
                 [&](PositionKey) { (void)store.select(filter); });
}

}  // namespace

int main() {
  const char* wanted = std::getenv("QIPU_BENCH_GAMES");
  const std::size_t games = wanted == nullptr ? 100'000 : std::strtoul(wanted, nullptr, 10);
  const auto place =
      std::filesystem::temp_directory_path() / ("qipu-store-bench-" + std::to_string(getpid()));
  std::vector<Question> questions;
  const std::uint64_t plies = import_games(place, games, questions);
  print("plies", static_cast<double>(plies), "");
  questions.resize(std::min<std::size_t>(questions.size(), 4100));
  ask(place, plies, questions);
  std::filesystem::remove_all(place);
  return 0;
}
