// SPDX-License-Identifier: GPL-3.0-or-later

// Many games one after the other: the fastest way to read the records of a store.
//
// One thread at a time; several may each have a scan of one store. THROWS: StoreError for damage.

#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "store/store.h"

namespace qipu {

class GameScan {
 public:
  // Reads from `games`, ascending, which must outlive it, as `store` must.
  GameScan(const Store& store, std::span<const GameId> games);
  GameScan(const GameScan&) = delete;
  GameScan& operator=(const GameScan&) = delete;
  ~GameScan();

  // Moves to the first game, then to the next one; false after the last.
  bool next();

  // REQUIRES of all below: next() said true.
  GameId id() const;
  const GameRow& row() const;
  MainLine main_line() const;
  // The record; its names are ids only (Store::game puts them back).
  StoredGame record() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qipu
