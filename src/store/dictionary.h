// SPDX-License-Identifier: GPL-3.0-or-later

// The spellings of names as the writer of a store knows them: all of them, in memory.

#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "store/change_set.h"
#include "store/tables.h"

namespace qipu {

// The rows of a new spelling. THROWS: StoreError if `id` is more than there can be.
void put_name(ChangeSet& changes, NameKind kind, std::uint32_t id, const std::string& spelling);

class Dictionary {
 public:
  // Reads the `count` spellings of `kind`. THROWS: StoreError.
  Dictionary(const Tables& tables, NameKind kind, std::uint32_t count);

  // The id of `spelling`, 0 for an empty one; a new one gets the next id, and its rows go to
  // `changes`. THROWS: StoreError if there are no more ids.
  std::uint32_t id_of(const std::string& spelling, ChangeSet& changes);

  std::uint32_t count() const { return count_; }

 private:
  NameKind kind_;
  std::uint32_t count_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace qipu
