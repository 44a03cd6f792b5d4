// SPDX-License-Identifier: GPL-3.0-or-later

// What is asked of a game's record itself, beyond its row in the game table: text, patterns, mates,
// positions in side lines. Found by reading records, one after the other, on all processors.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "search/query.h"
#include "store/game_scan.h"

namespace qipu {

// Whether `words` ask anything of records. THROWS: UsageError for words that say only how a pattern
// or a position is to be found, where there is none.
bool asks_records(const QueryWords& words, bool has_position);

class RecordCondition {
 public:
  // What `words` ask of records, and that they come to `position`, if there is one: in side lines
  // too, or with colours changed over, where the words say so. `store` must outlive it. THROWS:
  // UsageError for words that make no sense.
  RecordCondition(const Store& store, const QueryWords& words,
                  const std::optional<Position>& position = std::nullopt);

  RecordCondition(RecordCondition&&) noexcept;
  RecordCondition& operator=(RecordCondition&&) noexcept;
  ~RecordCondition();

  // The game at which `scan` stands, with where it stands at the position or else at the pattern,
  // if either is asked; nothing unless it meets all. Any thread, each with a scan of its own.
  std::optional<FoundGame> match(const GameScan& scan) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Those games of `filter` that may meet what `words` and the position ask: by the index where it
// can tell. Ascending.
std::vector<GameId> candidates(const Store& store, const QueryWords& words,
                               const std::optional<Position>& position, const Filter& filter);

// Gets each game that meets a condition, in the order of `games`; false ends the scan.
using FoundVisit = std::function<bool(const FoundGame&)>;
// Gets how many games were read so far, several times a second; may throw to end the scan.
using ScanProgress = std::function<void(std::uint64_t done)>;

// Finds those of `games`, ascending, that meet `condition`. Reads on `jobs` threads (0: one a
// processor); both functions are called by the caller's. THROWS: StoreError.
void scan_games(const Store& store, const std::vector<GameId>& games,
                const RecordCondition& condition, const FoundVisit& visit,
                const ScanProgress& progress = {}, unsigned jobs = 0);

// `filter` for those games only, all of which it selects. REQUIRES: ascending.
void narrow(Filter& filter, const std::vector<GameId>& games);

}  // namespace qipu
