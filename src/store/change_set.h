// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of one game commit, gathered and then written in one atomic step.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/tables.h"

namespace qipu {

class ChangeSet {
 public:
  // A put replaces what the set has for the key, and so does a removal; a merge is joined to it,
  // which must be of a table whose values are joined by appending.
  void put(Table table, std::string key, std::string value);
  void merge(Table table, std::string key, std::string value);
  void remove(Table table, std::string key);

  std::size_t bytes() const { return bytes_; }  // in memory, about
  bool empty() const { return bytes_ == 0; }

  // Writes everything: through the log where it is little, else as files (sorted_files.h). The set
  // is empty afterwards. THROWS: IoError, StoreError; then nothing is written.
  void write(const Tables& tables);

 private:
  enum class Kind : std::uint8_t { Put, Merge, Remove };
  struct Change {
    std::string key;
    std::string value;
    Kind kind = Kind::Put;
  };
  using Changes = std::vector<Change>;

  static void sort_and_join(Changes& changes);
  void write_to_log(const Tables& tables) const;
  void write_as_files(const Tables& tables) const;

  std::array<Changes, kTableCount> changes_;
  std::size_t bytes_ = 0;
};

}  // namespace qipu
