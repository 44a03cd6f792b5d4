// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/game_table.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace qipu {

GameTable::GameTable(const Tables& tables, std::size_t game_count) : tables_(tables) {
  grow(game_count);
}

void GameTable::grow(std::size_t game_count) {
  const std::size_t full = size_ / kRowsPerBlock;  // blocks that stay as they are
  const std::size_t count = (game_count + kRowsPerBlock - 1) / kRowsPerBlock;
  owned_.resize(std::min(full, owned_.size()));
  owned_.resize(count);
  blocks_ = std::make_unique<std::atomic<const Block*>[]>(count);
  for (std::size_t i = 0; i < count; ++i)
    blocks_[i].store(owned_[i].get(), std::memory_order_relaxed);
  size_ = game_count;
}

void GameTable::drop() {
  owned_.clear();
  grow(size_);
}

void GameTable::replace(GameId id, const GameRow& row) {
  assert(id < size_);
  if (const auto& loaded = owned_[id / kRowsPerBlock]) (*loaded)[id % kRowsPerBlock] = row;
}

const GameRow& GameTable::row(GameId id) const {
  assert(id < size_);
  return block(id / kRowsPerBlock)[id % kRowsPerBlock];
}

const GameTable::Block& GameTable::block(std::size_t number) const {
  const Block* loaded = blocks_[number].load(std::memory_order_acquire);
  return loaded != nullptr ? *loaded : load(number);
}

const GameTable::Block& GameTable::load(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  if (owned_[number]) return *owned_[number];
  const auto first = static_cast<GameId>(number * kRowsPerBlock);
  const std::size_t count = std::min<std::size_t>(kRowsPerBlock, size_ - first);
  const auto bytes = tables_.get(Table::Rows, game_key(first));
  if (!bytes || bytes->size() != count * kGameRowSize) {
    tables_.fail("the block of the game table at game " + std::to_string(first) +
                 (bytes ? " has a wrong size" : " is missing"));
  }
  auto loaded = std::make_unique<Block>();
  for (std::size_t i = 0; i < count; ++i)
    (*loaded)[i] =
        tables_.whole(unpack_row(as_bytes(*bytes).subspan(i * kGameRowSize, kGameRowSize)));
  owned_[number] = std::move(loaded);
  blocks_[number].store(owned_[number].get(), std::memory_order_release);
  return *owned_[number];
}

std::vector<GameId> GameTable::select(const Filter& filter) const {
  std::vector<GameId> found;
  for (std::size_t first = 0; first < size_; first += kRowsPerBlock) {
    const Block& rows = block(first / kRowsPerBlock);
    const std::size_t count = std::min<std::size_t>(kRowsPerBlock, size_ - first);
    for (std::size_t i = 0; i < count; ++i) {
      const auto id = static_cast<GameId>(first + i);
      if (filter.matches(id, rows[i])) found.push_back(id);
    }
  }
  return found;
}

}  // namespace qipu
