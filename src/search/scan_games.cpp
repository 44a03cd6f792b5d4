// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <span>
#include <thread>

#include "search/record_condition.h"

namespace qipu {

namespace {

constexpr std::size_t kGamesPerBlock = 1024;  // what a worker claims at a time
constexpr auto kPause = std::chrono::milliseconds(100);

// Blocks of games, read by workers in any order, given out in their own.
class BlockScan {
 public:
  BlockScan(const Store& store, std::span<const GameId> games, const RecordCondition& condition)
      : store_(store), games_(games), condition_(condition) {}
  BlockScan(const BlockScan&) = delete;
  BlockScan& operator=(const BlockScan&) = delete;
  ~BlockScan() {
    is_stopped_ = true;
    for (std::thread& worker : workers_)
      worker.join();
  }

  void start(unsigned jobs) {
    for (unsigned i = 0; i < jobs; ++i)
      workers_.emplace_back([this] { work(); });
  }

  // What the next block found; waits for it a moment. Nothing while it is not there.
  std::optional<std::vector<FoundGame>> take_next() {
    std::unique_lock lock(mutex_);
    is_more_.wait_for(lock, kPause, [this] { return fault_ || found_.contains(taken_); });
    if (fault_) std::rethrow_exception(fault_);
    const auto block = found_.find(taken_);
    if (block == found_.end()) return std::nullopt;
    std::optional<std::vector<FoundGame>> games(std::move(block->second));
    found_.erase(block);
    ++taken_;
    return games;
  }

  std::uint64_t done() const { return done_; }
  bool is_at_end() const { return taken_ * kGamesPerBlock >= games_.size(); }

 private:
  void work() {
    try {
      while (!is_stopped_) {
        const std::size_t block = claimed_++;
        const std::size_t first = block * kGamesPerBlock;
        if (first >= games_.size()) return;
        give(block, read(games_.subspan(first, std::min(kGamesPerBlock, games_.size() - first))));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fault_ = std::current_exception();
      is_more_.notify_one();
    }
  }

  std::vector<FoundGame> read(std::span<const GameId> games) {
    std::vector<FoundGame> found;
    GameScan scan(store_, games);
    std::uint64_t count = 0;
    while (!is_stopped_ && scan.next()) {
      if (auto game = condition_.match(scan)) found.push_back(*game);
      ++count;
    }
    done_ += count;
    return found;
  }

  void give(std::size_t block, std::vector<FoundGame> found) {
    const std::lock_guard lock(mutex_);
    found_.emplace(block, std::move(found));
    is_more_.notify_one();
  }

  const Store& store_;
  std::span<const GameId> games_;
  const RecordCondition& condition_;
  std::atomic<std::size_t> claimed_ = 0;
  std::atomic<std::uint64_t> done_ = 0;  // games
  std::atomic<bool> is_stopped_ = false;
  std::mutex mutex_;  // of what follows
  std::condition_variable is_more_;
  std::map<std::size_t, std::vector<FoundGame>> found_;
  std::exception_ptr fault_;
  std::size_t taken_ = 0;  // blocks; the caller's alone
  std::vector<std::thread> workers_;
};

}  // namespace

void scan_games(const Store& store, const std::vector<GameId>& games,
                const RecordCondition& condition, const FoundVisit& visit,
                const ScanProgress& progress, unsigned jobs) {
  const std::size_t blocks = (games.size() + kGamesPerBlock - 1) / kGamesPerBlock;
  if (jobs == 0) jobs = std::max(std::thread::hardware_concurrency(), 1U);
  BlockScan scan(store, games, condition);
  scan.start(static_cast<unsigned>(std::min<std::size_t>(jobs, blocks)));
  while (!scan.is_at_end()) {
    const auto found = scan.take_next();
    if (progress) progress(scan.done());
    if (!found) continue;
    for (const FoundGame& game : *found) {
      if (!visit(game)) return;
    }
  }
}

void narrow(Filter& filter, const std::vector<GameId>& games) {
  std::vector<std::pair<GameId, GameId>> ranges;
  for (const GameId game : games) {
    if (!ranges.empty() && ranges.back().second == game) {
      ++ranges.back().second;
    } else {
      ranges.emplace_back(game, game + 1);
    }
  }
  filter.games = std::move(ranges);
}

}  // namespace qipu
