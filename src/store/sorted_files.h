// SPDX-License-Identifier: GPL-3.0-or-later

// Rows written as files beside the database, and taken into it in one atomic step.
//
// THROWS: IoError, StoreError, as Tables does.

#pragma once

#include <rocksdb/sst_file_writer.h>

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

// Writes rows of one table, keys ascending, into as many files as it takes.
class SortedFiles {
 public:
  // `name` is a new one for each writer since the last clear_staging. `tables` must outlive it.
  SortedFiles(const Tables& tables, Table table, std::string name);
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
  void make_room();
  void close();

  const Tables* tables_;
  Table table_;
  std::string name_;
  rocksdb::Options options_;
  std::unique_ptr<rocksdb::SstFileWriter> file_;  // null between files
  std::vector<std::string> paths_;
};

// Takes all files into the database: after a crash all of them are there, or none. Then empties the
// staging folder.
void ingest(const Tables& tables, std::vector<SortedFiles> files);

}  // namespace qipu
