// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of one game commit, gathered and then written in one atomic step.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/bulk_memory.h"
#include "store/tables.h"

namespace qipu {

class ChangeSet {
 public:
  // A put replaces what the set has for the key, and so does a removal; a merge is joined to it,
  // which must be of a table whose values are joined by appending. A value may come in two parts.
  void put(Table table, std::string_view key, std::string_view value, std::string_view rest = {});
  void merge(Table table, std::string_view key, std::string_view value);
  void remove(Table table, std::string_view key);

  std::size_t bytes() const { return bytes_; }  // in memory, about
  bool empty() const { return bytes_ == 0; }

  // Writes everything: through the log where it is little, else as files (sorted_files.h). The set
  // is empty afterwards. THROWS: IoError, StoreError; then nothing is written.
  void write(const Tables& tables);

 private:
  enum class Kind : std::uint8_t { Put, Merge, Remove };
  struct Change {
    std::uint64_t key_start = 0;  // its first bytes as a number, which order most keys
    const char* text = nullptr;   // the key, then the value
    std::size_t value_size = 0;
    std::uint32_t key_size = 0;
    Kind kind = Kind::Put;

    std::string_view key() const { return {text, key_size}; }
    std::string_view value() const { return {text + key_size, value_size}; }
  };
  using Changes = std::vector<Change>;

  Change make(Kind kind, std::string_view key, std::string_view value, std::string_view rest = {});
  void add(Table table, const Change& change);
  Change joined(std::span<const Change> same);
  void sort_and_join(Changes& changes);
  void write_to_log(const Tables& tables) const;
  void write_as_files(const Tables& tables) const;

  std::array<Changes, kTableCount> changes_;
  BulkText texts_;
  std::size_t bytes_ = 0;
};

}  // namespace qipu
