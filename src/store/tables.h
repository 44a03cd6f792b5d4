// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of a database folder: RocksDB opened as the store uses it, its errors as exceptions.
//
// THROWS everywhere: StoreError for damage, IoError for a disk that fails or is full.

#pragma once

#include <rocksdb/db.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "schema/keys.h"
#include "store/memory_budget.h"

namespace qipu {

inline rocksdb::Slice to_slice(std::string_view text) { return {text.data(), text.size()}; }
inline std::string_view to_view(const rocksdb::Slice& slice) {
  return {slice.data(), slice.size()};
}

// There is no database at `place`: what to say.
StoreError missing_database(const std::filesystem::path& place);

class Tables {
 public:
  // Without a lock and without a write of any kind. THROWS: StoreError if there is no database.
  static Tables open_to_read(const std::filesystem::path& place);
  // Makes the folder and the tables if there are none. THROWS: StoreError that names the process
  // that holds the lock, or says that the folder holds something else.
  static Tables open_to_write(const std::filesystem::path& place, const MemoryBudget& memory = {});

  Tables(Tables&&) noexcept = default;
  Tables& operator=(Tables&&) noexcept = delete;
  ~Tables();

  const std::filesystem::path& place() const { return place_; }
  std::optional<std::string> get(Table table, std::string_view key) const;
  // The value and what waits to be merged into it, unmerged, oldest first; empty if there is none.
  std::vector<rocksdb::PinnableSlice> get_parts(Table table, std::string_view key) const;

  rocksdb::DB& db() const { return *db_; }
  rocksdb::ColumnFamilyHandle* handle(Table table) const {
    return handles_[static_cast<std::size_t>(table)];
  }
  rocksdb::Options options(Table table) const;  // for files that are to be ingested

  // Notes that all written so far is durable (commit_mark.h); after every commit.
  void mark_commit() const;

  // THROWS unless `status` is good.
  void check(const rocksdb::Status& status) const;
  // THROWS: StoreError that says `what` is damaged.
  [[noreturn]] void fail(const std::string& what) const;
  // The value of `result`. THROWS: StoreError if there is none: stored bytes are never bad input.
  template <class T>
  T whole(Result<T> result) const {
    if (!result) fail(result.error().message);
    return *std::move(result);
  }

 private:
  explicit Tables(std::filesystem::path place) : place_(std::move(place)) {}
  // THROWS: StoreError if there are no tables. `marked`: the mark of the newest commit.
  rocksdb::Status open_read_only(std::uint64_t marked);
  void check_commit_mark(std::uint64_t marked) const;

  std::filesystem::path place_;
  std::unique_ptr<rocksdb::DB> db_;
  std::array<rocksdb::ColumnFamilyHandle*, kTableCount> handles_{};
  std::vector<rocksdb::ColumnFamilyHandle*> owned_;  // to be closed before db_
  rocksdb::Options shared_;
};

// Walks the rows of a table in the order of their keys.
class TableScan {
 public:
  struct Range {
    std::string from;      // the first key, or where it would be
    std::string prefix;    // only keys that start with it
    bool is_bulk = false;  // a long walk: reads ahead, leaves the cache alone
    // Of such a walk: how much it reads at one time.
    std::size_t read_ahead = std::size_t{2} << 20U;
  };
  TableScan(const Tables& tables, Table table, Range range);
  TableScan(const Tables& tables, Table table) : TableScan(tables, table, Range{}) {}

  // Moves to the first row, then to the next one; false after the last.
  bool next();
  std::string_view key() const { return to_view(rows_->key()); }
  std::string_view value() const { return to_view(rows_->value()); }

 private:
  const Tables& tables_;
  Range range_;
  std::unique_ptr<rocksdb::Iterator> rows_;
  bool is_started_ = false;
};

}  // namespace qipu
