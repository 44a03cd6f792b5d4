// SPDX-License-Identifier: GPL-3.0-or-later

// Checks a database end to end: whether its tables say the same, and what they should.
//
// A sample looks at all that is small (meta, sources, names, records set aside) and at some games
// with their records and positions, and at some pages. In full, every table is read once:
// checksums, every game against its row, names, places and hashes; the index against a replay of
// all games, and the stored counts against the lists they sum up. Linear, in 10 MB of memory.

#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace qipu {

enum class VerifyStep : std::uint8_t { Checksums, Meta, Names, Games, Records, Index };

struct VerifyOptions {
  bool is_full = false;
  std::uint32_t sample_games = 1000;  // evenly spread; the first and the last are among them
  std::uint32_t sample_pages = 1024;
  std::function<void(VerifyStep step, std::uint64_t done, std::uint64_t total)> progress;
  const std::atomic<bool>* stop = nullptr;  // set: return what was found so far
};

struct VerifyReport {
  static constexpr std::size_t kMaxProblems = 100;

  bool is_full = false;
  bool was_stopped = false;
  std::uint64_t games_total = 0;
  std::uint64_t games = 0;  // of these, looked at
  std::uint64_t plies = 0;
  std::uint64_t pages_total = 0;  // places for pages, with or without one
  std::uint64_t pages = 0;
  std::uint64_t postings = 0;
  std::uint64_t names = 0;
  std::uint64_t sources = 0;
  std::uint64_t rejects = 0;
  std::uint64_t problem_count = 0;
  std::vector<std::string> problems;  // the first kMaxProblems: "game 7: its row ..."

  void add_problem(std::string problem);
};

// Opens the database to read. THROWS: StoreError where it cannot even be opened, IoError.
VerifyReport verify(const std::filesystem::path& place, const VerifyOptions& options);

}  // namespace qipu
