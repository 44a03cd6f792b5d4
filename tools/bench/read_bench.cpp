// SPDX-License-Identifier: GPL-3.0-or-later

// What a ply costs to read, by format: from bytes in memory into Games, in plies a CPU second.
//
// The bytes are written here, from games of the corpus or else of data-samples, so that each format
// tells of the same games. "as found" is the corpus' own XQF: every version, comments, variations.
//
//   build/release/tools/bench/read_bench --benchmark_repetitions=5

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "import/import_files.h"
#include "import/sources.h"
#include "importers/record_format.h"
#include "importers/xqf_layout.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program, not a header
namespace fs = std::filesystem;

constexpr std::size_t kGames = 3000;
constexpr std::size_t kFewestPlies = 20;

std::string place_of(const char* in_corpus, const char* in_samples) {
  const std::string corpus = QIPU_SHARED_DIR "/corpus/" + std::string(in_corpus);
  return fs::exists(corpus) ? corpus : QIPU_SOURCE_DIR "/data-samples/" + std::string(in_samples);
}

// The first games under `place` that are long enough, as often as it takes to have `kGames`.
std::vector<Game> games_under(const std::string& place) {
  std::vector<Game> games;
  std::atomic<bool> is_enough = false;
  const auto take = [&](const std::string&, Record record) {
    auto* game = std::get_if<Game>(&record.found);
    if (game == nullptr || game->tree.ply_count() < kFewestPlies) return;
    if (games.size() < kGames) games.push_back(std::move(*game));
    is_enough = games.size() == kGames;
  };
  read_files({place}, {}, take, {.progress = {}, .index_progress = {}, .stop = &is_enough});
  const std::size_t found = games.size();
  while (found > 0 && games.size() < kGames)
    games.push_back(games[games.size() - found]);
  return games;
}

const std::vector<Game>& pgn_games() {
  static const auto kAll = games_under(place_of("pgn/yvonne761-CCPD.tar.zst", "pgn"));
  return kAll;
}

const std::vector<Game>& xqf_games() {
  static const auto kAll = games_under(place_of("xqf/zfdang-chess-fish.tar.zst", "xqf"));
  return kAll;
}

// --- bytes of a format: files, or one file of many games

using Files = std::vector<std::string>;

std::string write_all(const std::vector<Game>& games, const char* format,
                      const WriteOptions& options) {
  std::string bytes;
  const auto writer = find_record_format(format)->writer(
      [&bytes](std::string_view more) { bytes += more; }, options);
  for (const Game& game : games)
    writer->write(game);
  writer->finish();
  return bytes;
}

Files pgn_file(Notation notation, const char* charset) {
  return {write_all(pgn_games(), "pgn", {.notation = notation, .charset = charset})};
}

Files dhtmlxq_files() {
  Files files;
  for (const Game& game : pgn_games())
    files.push_back(write_all({game}, "dhtmlxq", {}));
  return files;
}

Files xqf_files(const XqfKeys& keys) {
  Files files;
  Losses losses;
  for (const Game& game : xqf_games()) {
    std::string bytes = to_xqf(game, keys, losses);
    if (!bytes.empty()) files.push_back(std::move(bytes));
  }
  return files;
}

// Of version 18, with all keys in use.
XqfKeys some_keys() {
  constexpr std::array<unsigned char, 16> kHead{'X',  'Q',  18,   0x5A, 0,    0,    0,    0,
                                                0x13, 0x57, 0x9B, 0xDF, 0x2C, 0x3D, 0x41, 0x56};
  static_assert((kHead[12] + kHead[13] + kHead[14] + kHead[15]) % 256 == 0);
  return XqfKeys::from_header(std::as_bytes(std::span(kHead)));
}

Files xqf_files_as_found() {
  Files files;
  const auto visit = [&](const Source& source) {
    const Bytes bytes = source.content.bytes();
    if (find_record_format("xqf")->recognises(bytes)) files.emplace_back(as_text(bytes));
    return files.size() < kGames;
  };
  each_source({place_of("xqf/zfdang-chess-fish.tar.zst", "xqf")}, {}, visit,
              [](const Source&, const Error&) {});
  return files;
}

// --- reading them

// Reads `files` over and over; the moves of variations are plies too.
void read(benchmark::State& state, const char* format, const Files& files) {
  const RecordFormat& reader = *find_record_format(format);
  std::size_t plies = 0;
  std::size_t games = 0;
  std::size_t failures = 0;
  while (state.KeepRunning()) {
    plies = games = failures = 0;
    for (const std::string& file : files) {
      reader.read(as_bytes(file), {}, [&](const Record& record) {
        const Game* game = std::get_if<Game>(&record.found);
        failures += game == nullptr ? 1 : 0;
        if (game == nullptr) return;
        ++games;
        plies += game->tree.size() - 1;
      });
    }
  }
  if (failures > games / 100) state.SkipWithError("records that do not read back");
  const std::size_t bytes =
      std::accumulate(files.begin(), files.end(), std::size_t{0},
                      [](std::size_t sum, const std::string& file) { return sum + file.size(); });
  const auto rate = [&](std::size_t count) {
    return benchmark::Counter(static_cast<double>(count) * static_cast<double>(state.iterations()),
                              benchmark::Counter::kIsRate);
  };
  state.counters["plies/s"] = rate(plies);
  state.counters["games/s"] = rate(games);
  state.counters["bytes/s"] = rate(bytes);
}

void read_pgn(benchmark::State& state, Notation notation, const char* charset) {
  read(state, "pgn", pgn_file(notation, charset));
}
void read_dhtmlxq(benchmark::State& state) { read(state, "dhtmlxq", dhtmlxq_files()); }
void read_xqf_v10(benchmark::State& state) { read(state, "xqf", xqf_files(XqfKeys::plain())); }
void read_xqf_v18(benchmark::State& state) { read(state, "xqf", xqf_files(some_keys())); }
void read_xqf_as_found(benchmark::State& state) { read(state, "xqf", xqf_files_as_found()); }

// Other programs of the machine only make a run slower, so the best of several tells most.
double best(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

void settle(benchmark::internal::Benchmark* bench) {
  bench->Unit(benchmark::kMillisecond)->ComputeStatistics("best_rate", best);
}

BENCHMARK_CAPTURE(read_pgn, iccs, Notation::Iccs, "UTF-8")->Apply(settle);
BENCHMARK_CAPTURE(read_pgn, wxf, Notation::Wxf, "UTF-8")->Apply(settle);
BENCHMARK_CAPTURE(read_pgn, chinese_utf8, Notation::Chinese, "UTF-8")->Apply(settle);
BENCHMARK_CAPTURE(read_pgn, chinese_gb18030, Notation::Chinese, "GB18030")->Apply(settle);
BENCHMARK_CAPTURE(read_pgn, chinese_big5, Notation::Chinese, "Big5-HKSCS")->Apply(settle);
BENCHMARK(read_xqf_v10)->Apply(settle);
BENCHMARK(read_xqf_v18)->Apply(settle);
BENCHMARK(read_xqf_as_found)->Apply(settle);
BENCHMARK(read_dhtmlxq)->Apply(settle);

}  // namespace
