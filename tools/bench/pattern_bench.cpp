// SPDX-License-Identifier: GPL-3.0-or-later

// How fast records are scanned for patterns: positions a second of processor time, on one core.
//
//   pattern_bench DATABASE [GAMES]
//
// Scans the first GAMES games (default all) for patterns of several kinds, none of which games show
// at once; first the matching alone, of lines in memory, then as a search does it, reading from the
// database. The best of three.

#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "search/pattern.h"
#include "search/record_condition.h"
#include "store/game_scan.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program, not a header

constexpr int kTries = 3;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct NamedPattern {
  const char* name = "";
  QueryWords words;
};

std::vector<NamedPattern> patterns() {
  std::vector<NamedPattern> all;
  const auto add = [&](const char* name, const char* board, const char* material) -> QueryWords& {
    NamedPattern& pattern = all.emplace_back();
    pattern.name = name;
    pattern.words.pattern = board;
    pattern.words.material = material;
    return pattern.words;
  };
  add("horse and cannon near the palace", "?4k4/?9/?4N?4/?9/?4C?4/?9/?9/?9/?9/?9", "");
  add("palace emptied, pawns across", "?3.k.?3/?3...?3/?9/?4P?4/?4P?4/?9/?9/?9/?9/?9", "");
  add("sets and colours", "?3[ka]?5/?3[ab]?5/?9/x?7x/?9/?9/X?7X/?9/?3[AK]?5/?9", "");
  add("pawns that must not have passed", "?9/?9/?9/?9/?9/P?3P?3P/?9/?9/?9/?4K?4", "");
  add("rook and pawn endings", "", "R vs R");
  add("rook, horse, cannon against the same", "", "RNC2-3P vs RNC2-3P").hold = "10";
  all.back().words.is_flipped_too = true;
  return all;
}

// What a scan of `lines` takes, and how many of them show the pattern.
template <class Scan>
void time_scan(const char* what, const char* name, std::uint64_t positions, Scan scan) {
  double best = 1e9;
  std::size_t found = 0;
  for (int i = 0; i < kTries; ++i) {
    const double begin = processor_seconds();
    found = scan();
    best = std::min(best, processor_seconds() - begin);
  }
  std::printf("%-10s %-44s %8.1f M positions/s  %9zu found\n", what, name,
              static_cast<double>(positions) / best / 1e6, found);
}

void run(const std::string& place, std::size_t most) {
  const Store store = Store::open(place);
  std::vector<GameId> games;
  for (GameId id = 0; id < std::min(store.game_count(), most); ++id)
    games.push_back(id);
  std::vector<MainLine> lines;
  std::uint64_t positions = 0;
  for (GameScan scan(store, games); scan.next();) {
    lines.push_back(scan.main_line());
    positions += lines.back().moves.size() + 1;
  }
  std::printf("%zu games, %.1f M positions\n", games.size(), static_cast<double>(positions) / 1e6);
  time_scan("read", "(no pattern)", positions, [&] {
    std::size_t plies = 0;
    for (GameScan scan(store, games); scan.next();)
      plies += scan.main_line().moves.size();
    return plies;
  });
  for (const auto& [name, words] : patterns()) {
    const Pattern pattern({.board = words.pattern,
                           .region = {},
                           .material = words.material,
                           .hold = words.hold,
                           .is_flipped_too = words.is_flipped_too});
    time_scan("match", name, positions, [&] {
      return static_cast<std::size_t>(
          std::count_if(lines.begin(), lines.end(), [&](const MainLine& line) {
            return pattern.first_ply(line.start, line.moves).has_value();
          }));
    });
    const RecordCondition condition(store, words);
    time_scan("scan", name, positions, [&] {
      std::size_t found = 0;
      for (GameScan scan(store, games); scan.next();)
        found += condition.match(scan) ? 1 : 0;
      return found;
    });
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    std::cerr << "usage: pattern_bench DATABASE [GAMES]\n";
    return 2;
  }
  try {
    run(words[1], count > 2 ? std::strtoul(words[2], nullptr, 10) : SIZE_MAX);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "pattern_bench: " << error.what() << '\n';
    return 1;
  }
}
