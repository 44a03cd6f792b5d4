// SPDX-License-Identifier: GPL-3.0-or-later

// The game table in memory, each block of 4096 rows read when it is first asked for. What filters
// look at. Rows lie there unpacked, in 28 bytes.
//
// A const table may be shared by threads. THROWS: StoreError for damage, as Tables does.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "schema/values.h"
#include "store/filter.h"
#include "store/tables.h"

namespace qipu {

class GameTable {
 public:
  // `tables` must outlive it.
  GameTable(const Tables& tables, std::size_t game_count);
  GameTable(const GameTable&) = delete;
  GameTable& operator=(const GameTable&) = delete;

  std::size_t size() const { return size_; }
  // REQUIRES: id < size().
  const GameRow& row(GameId id) const;  // stays where it is until grow()
  std::vector<GameId> select(const Filter& filter) const;

  // The games up to `game_count` are in the tables now. No other thread may be using the table.
  void grow(std::size_t game_count);
  // Gives the memory of all rows back; they are read again where they are asked for. As grow().
  void drop();
  // The tables say so of a game now. As grow(). REQUIRES: id < size().
  void replace(GameId id, const GameRow& row);

 private:
  using Block = std::array<GameRow, kRowsPerBlock>;

  const Block& block(std::size_t number) const;
  const Block& load(std::size_t number) const;

  const Tables& tables_;
  std::size_t size_ = 0;
  mutable std::mutex mutex_;  // of loading
  mutable std::vector<std::unique_ptr<Block>> owned_;
  // owned_[i], or null before it is loaded; a vector of atomics could not grow.
  mutable std::unique_ptr<std::atomic<const Block*>[]> blocks_;
};

}  // namespace qipu
