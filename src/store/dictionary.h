// SPDX-License-Identifier: GPL-3.0-or-later

// The spellings of names as the writer of a store knows them: as many as its memory allows, the
// others looked up.

#pragma once

#include <cstddef>
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
  // Of the `count` spellings of `kind`, in about `max_bytes` of memory. `tables` must outlive it.
  // THROWS: StoreError.
  Dictionary(const Tables& tables, NameKind kind, std::uint32_t count, std::size_t max_bytes);

  // The id of `spelling`, 0 for an empty one; a new one gets the next id, and its rows go to
  // `changes`. THROWS: StoreError if there are no more ids.
  std::uint32_t id_of(const std::string& spelling, ChangeSet& changes);
  // What went to `changes` is in the tables now.
  void note_commit();

  std::uint32_t count() const { return count_; }

 private:
  void keep(const std::string& spelling, std::uint32_t id);
  std::uint32_t look_up(const std::string& spelling) const;  // 0: it is not in the tables

  const Tables& tables_;
  NameKind kind_;
  std::uint32_t count_;
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;  // of ids_, about
  bool knows_all_ = true;  // ids_ has every spelling
  std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace qipu
