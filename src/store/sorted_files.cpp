// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/sorted_files.h"

#include <fmt/format.h>

#include <map>
#include <system_error>
#include <utility>

namespace qipu {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{192} << 20U;

}  // namespace

fs::path staging_folder(const Tables& tables) { return tables.place() / "staging"; }

void clear_staging(const Tables& tables) {
  std::error_code error;
  fs::remove_all(staging_folder(tables), error);
  if (!error) fs::create_directory(staging_folder(tables), error);
  if (error) {
    throw IoError(fmt::format("cannot empty the folder {}: {}", staging_folder(tables).string(),
                              error.message()));
  }
}

void check_room(const Tables& tables, std::uint64_t bytes) {
  std::error_code error;
  const fs::space_info space = fs::space(tables.place(), error);
  if (error || space.available >= bytes) return;  // where it is not known, writing tells
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
  throw IoError(fmt::format("no space is left on the disk of {}: {} MiB are free, {} MiB needed",
                            tables.place().string(), space.available / kMiB,
                            (bytes + kMiB - 1) / kMiB));
}

SortedFiles::SortedFiles(const Tables& tables, Table table, std::string name)
    : tables_(&tables), table_(table), name_(std::move(name)), options_(tables.options(table)) {}

SortedFiles::SortedFiles(const Tables& tables, Table table, std::string name, std::string from,
                         std::string to)
    : SortedFiles(tables, table, std::move(name)) {
  from_ = std::move(from);
  to_ = std::move(to);
}

SortedFiles::~SortedFiles() = default;

void SortedFiles::make_room(std::string_view key) {
  if (file_ && file_->FileSize() >= kMaxFileBytes) close(key);
  if (!file_) open();
}

void SortedFiles::open() {
  file_ = std::make_unique<rocksdb::SstFileWriter>(rocksdb::EnvOptions(), options_,
                                                   tables_->handle(table_));
  const fs::path path = staging_folder(*tables_) / fmt::format("{}-{}.sst", name_, paths_.size());
  paths_.push_back(path.string());
  tables_->check(file_->Open(paths_.back()));
}

void SortedFiles::put(std::string_view key, std::string_view value) {
  make_room(key);
  tables_->check(file_->Put(to_slice(key), to_slice(value)));
}

void SortedFiles::merge(std::string_view key, std::string_view value) {
  make_room(key);
  tables_->check(file_->Merge(to_slice(key), to_slice(value)));
}

void SortedFiles::remove(std::string_view key) {
  make_room(key);
  tables_->check(file_->Delete(to_slice(key)));
}

void SortedFiles::close(std::string_view next_key) {
  if (!to_.empty()) {
    tables_->check(file_->DeleteRange(to_slice(from_), to_slice(next_key)));
    from_ = next_key;
  }
  tables_->check(file_->Finish());
  file_.reset();
}

std::vector<std::string> SortedFiles::finish() {
  if (!file_ && from_ < to_) open();
  if (file_) close(to_);
  return paths_;
}

void ingest(const Tables& tables, std::vector<SortedFiles> files) {
  std::map<Table, rocksdb::IngestExternalFileArg> by_table;
  for (SortedFiles& writer : files) {
    for (std::string& path : writer.finish()) {
      rocksdb::IngestExternalFileArg& arg = by_table[writer.table()];
      arg.column_family = tables.handle(writer.table());
      arg.options.move_files = true;
      arg.options.write_global_seqno = false;
      arg.external_files.push_back(std::move(path));
    }
  }
  std::vector<rocksdb::IngestExternalFileArg> args;
  args.reserve(by_table.size());
  for (auto& [table, arg] : by_table)
    args.push_back(std::move(arg));
  tables.check(tables.db().IngestExternalFiles(args));
  tables.mark_commit();
  clear_staging(tables);
}

}  // namespace qipu
