// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/upkeep.h"

#include <fmt/format.h>
#include <rocksdb/utilities/backup_engine.h>

#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "schema/meta.h"
#include "store/commit_mark.h"
#include "store/index_builder.h"
#include "store/store.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

constexpr int kBackupTries = 10;  // where a writer commits meanwhile

// Opens to write what is there already, and looks at its versions.
Tables open_whole(const fs::path& place) {
  { const Store store = Store::open(place); }
  return Tables::open_to_write(place);
}

Totals read_totals(const Tables& tables) {
  const auto value = tables.get(Table::Meta, meta_key::kTotals);
  if (!value) tables.fail("its totals are missing");
  return tables.whole(decode_totals(as_bytes(*value)));
}

void compact_tables(const Tables& tables, const std::vector<Table>& chosen) {
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  for (const Table table : chosen)
    tables.check(tables.db().CompactRange(options, tables.handle(table), nullptr, nullptr));
}

// THROWS: IoError, naming the folder, unless `status` is good.
void check_backup(const rocksdb::Status& status, const fs::path& folder) {
  if (status.ok()) return;
  if (status.IsNoSpace()) {
    throw IoError(fmt::format("no space is left on the disk of {}", folder.string()));
  }
  throw IoError(fmt::format("the backup in {} failed: {}", folder.string(), status.ToString()));
}

std::unique_ptr<rocksdb::BackupEngine> open_backups(const fs::path& folder) {
  rocksdb::BackupEngine* engine = nullptr;
  const rocksdb::BackupEngineOptions options(folder.string());
  check_backup(rocksdb::BackupEngine::Open(rocksdb::Env::Default(), options, &engine), folder);
  return std::unique_ptr<rocksdb::BackupEngine>(engine);
}

std::uint64_t folder_bytes(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    const auto size = entry->is_regular_file(ignored) ? entry->file_size(ignored) : 0;
    if (!ignored) bytes += size;
  }
  return bytes;
}

// Copies the database as a reader sees it. False if a writer committed meanwhile: the copy may be
// torn.
bool try_backup(rocksdb::BackupEngine& engine, const fs::path& place, const fs::path& to,
                rocksdb::BackupID& number) {
  const std::uint64_t before = read_commit_mark(place);
  const Tables tables = Tables::open_to_read(place);
  const auto status = engine.CreateNewBackup({}, &tables.db(), &number);
  if (read_commit_mark(place) == before) {
    if (!status.IsPathNotFound()) {
      check_backup(status, to);
      return true;
    }
  } else if (status.ok()) {
    check_backup(engine.DeleteBackup(number), to);
  }
  return false;
}

}  // namespace

void rebuild_index(const fs::path& place, const UpkeepProgress& progress) {
  const Tables tables = open_whole(place);
  const Totals totals = read_totals(tables);
  const GameTable rows(tables, totals.games);
  IndexBuilder builder(tables, rows, std::thread::hardware_concurrency());
  builder.rebuild(totals.plies + totals.games, MemoryBudget().index_tuples(), progress);
  compact_tables(tables, {Table::Pages, Table::Lists});
}

void compact(const fs::path& place) {
  const Tables tables = open_whole(place);
  std::vector<Table> all;
  for (std::size_t i = 0; i < kTableCount; ++i)
    all.push_back(static_cast<Table>(i));
  compact_tables(tables, all);
}

BackupSummary back_up(const fs::path& place, const fs::path& to, std::uint32_t keep) {
  { const Store store = Store::open(place); }
  const std::uint64_t bytes_before = folder_bytes(to);
  const auto engine = open_backups(to);
  rocksdb::BackupID number = 0;
  bool is_done = false;
  for (int i = 0; i < kBackupTries && !is_done; ++i)
    is_done = try_backup(*engine, place, to, number);
  if (!is_done) {
    throw StoreError(fmt::format(
        "the database at {} is changed faster than it can be copied; try again when its writer "
        "pauses",
        place.string()));
  }
  BackupSummary summary;
  summary.number = number;
  summary.copied_bytes = folder_bytes(to) - bytes_before;
  if (keep > 0) check_backup(engine->PurgeOldBackups(keep), to);
  std::vector<rocksdb::BackupInfo> backups;
  engine->GetBackupInfo(&backups);
  summary.kept = static_cast<std::uint32_t>(backups.size());
  for (const rocksdb::BackupInfo& backup : backups) {
    if (backup.backup_id == number) summary.bytes = backup.size;
  }
  return summary;
}

void restore(const fs::path& from, const fs::path& place) {
  std::error_code error;
  if (fs::exists(place, error) && !fs::is_empty(place, error)) {
    throw StoreError(fmt::format(
        "{} is not empty; name a new folder (--db) to restore into, and move it yourself",
        place.string()));
  }
  if (!fs::is_directory(from / "meta", error)) {
    throw StoreError(fmt::format("there is no backup in {}", from.string()));
  }
  const auto engine = open_backups(from);
  std::vector<rocksdb::BackupInfo> backups;
  engine->GetBackupInfo(&backups);
  if (backups.empty()) throw StoreError(fmt::format("there is no backup in {}", from.string()));
  // Made beside it and renamed, so that nobody sees half a database.
  const fs::path half = fs::path(place).concat(".restoring");
  fs::remove_all(half, error);
  check_backup(engine->RestoreDBFromLatestBackup(half.string(), half.string()), from);
  { const Store store = Store::open(half); }
  fs::remove(place, error);
  fs::rename(half, place, error);
  if (error) {
    throw IoError(
        fmt::format("cannot rename {} to {}: {}", half.string(), place.string(), error.message()));
  }
}

}  // namespace qipu
