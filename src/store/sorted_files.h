// SPDX-License-Identifier: GPL-3.0-or-later

// Rows written as files beside the database, and taken into it in one atomic step.
//
// THROWS: IoError, StoreError, as Tables does.

#pragma once

#include <rocksdb/sst_file_writer.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/tables.h"

namespace qipu {

// The folder the files wait in: on the same file system, so that they move by a rename.
std::filesystem::path staging_folder(const Tables& tables);
// Empties it; makes it if it is not there. What a killed process left is of no use.
void clear_staging(const Tables& tables);

// THROWS: IoError if the disk has no room for so many bytes more, saying what is needed.
void check_room(const Tables& tables, std::uint64_t bytes);

// Writes rows of one table, keys ascending, into as many files as it takes.
class SortedFiles {
 public:
  // `name` is a new one for each writer since the last clear_staging. `tables` must outlive it.
  SortedFiles(const Tables& tables, Table table, std::string name);
  // As that, and what the table has from `from` on, up to `to`, goes when the files come. All keys
  // written are in that range.
  SortedFiles(const Tables& tables, Table table, std::string name, std::string from,
              std::string to);
  SortedFiles(SortedFiles&&) noexcept = default;
  ~SortedFiles();

  void put(std::string_view key, std::string_view value);
  // To be merged into what the database has under `key` (merge_operators.h).
  void merge(std::string_view key, std::string_view value);
  void remove(std::string_view key);

  Table table() const { return table_; }
  // Closes the last file; gives all of them.
  std::vector<std::string> finish();

 private:
  // Opens a file for `key` and what follows, if the last one is full.
  void make_room(std::string_view key);
  void open();
  void close(std::string_view next_key);

  const Tables* tables_;
  Table table_;
  std::string name_;
  rocksdb::Options options_;
  std::unique_ptr<rocksdb::SstFileWriter> file_;  // null between files
  std::vector<std::string> paths_;
  std::string from_;  // what is replaced by the file that is open and those to come
  std::string to_;    // empty: nothing is
};

// Takes all files into the database: after a crash all of them are there, or none. Then empties the
// staging folder.
void ingest(const Tables& tables, std::vector<SortedFiles> files);

}  // namespace qipu
