// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/tables.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rocksdb/options.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "store/commit_mark.h"
#include "store/table_files.h"
#include "store/table_options.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

constexpr int kOpenTries = 50;  // of a reader, where a writer moves files under it

bool has_database(const fs::path& place) {
  std::error_code ignored;
  return fs::exists(place / "CURRENT", ignored);
}

// Which manifest and logs there are, and how long the manifest is. RocksDB reads the manifest first
// and the logs then; if a writer changes these meanwhile, what was read is of no one moment.
std::string log_state(const fs::path& place) {
  std::set<std::string> state;
  std::error_code error;
  for (fs::directory_iterator file(place, error), end; !error && file != end;
       file.increment(error)) {
    std::string name = file->path().filename().string();
    std::error_code ignored;
    if (name.starts_with("MANIFEST-")) name += ' ' + std::to_string(file->file_size(ignored));
    if (name.starts_with("MANIFEST-") || name.ends_with(".log")) state.insert(std::move(name));
  }
  return fmt::format("{}", fmt::join(state, "\n"));
}

std::vector<rocksdb::ColumnFamilyDescriptor> descriptors(const rocksdb::Options& shared) {
  std::vector<rocksdb::ColumnFamilyDescriptor> tables;
  tables.emplace_back(rocksdb::kDefaultColumnFamilyName, rocksdb::ColumnFamilyOptions(shared));
  for (std::size_t i = 0; i < kTableCount; ++i)
    tables.emplace_back(std::string(kTableNames[i]), table_options(shared, static_cast<Table>(i)));
  return tables;
}

// What RocksDB leaves behind if it is killed before there is a database.
bool is_leftover(const std::string& name) {
  constexpr std::array<std::string_view, 5> kStarts{"LOCK", "LOG", "IDENTITY", "MANIFEST-",
                                                    "OPTIONS-"};
  const bool has_start = std::any_of(kStarts.begin(), kStarts.end(),
                                     [&](auto start) { return name.starts_with(start); });
  return has_start || name.ends_with(".dbtmp") || name.ends_with(".log") || name == "staging";
}

void make_folder(const fs::path& place) {
  std::error_code error;
  fs::create_directories(place, error);
  if (error) {
    throw IoError(fmt::format("cannot make the folder {}: {}", place.string(), error.message()));
  }
  if (has_database(place)) return;
  for (fs::directory_iterator entry(place, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!is_leftover(entry->path().filename().string())) {
      throw StoreError(fmt::format(
          "{} is no database and not empty; name a folder that is new, or empty", place.string()));
    }
  }
  if (error) {
    throw IoError(fmt::format("cannot read the folder {}: {}", place.string(), error.message()));
  }
}

// The process that holds the lock. REQUIRES: it is not this one, whose own lock closing the file
// would let go.
std::optional<pid_t> lock_holder(const fs::path& place) {
  const int file = ::open((place / "LOCK").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  const bool is_known = ::fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(file);
  if (!is_known) return std::nullopt;
  return lock.l_pid;
}

// Throws if `status` says that someone else writes.
void check_lock(const rocksdb::Status& status, const fs::path& place) {
  const std::string text = status.ToString();
  if (!status.IsIOError() || text.find("lock") == std::string::npos) return;
  std::optional<pid_t> holder = ::getpid();
  if (text.find("current process") == std::string::npos) holder = lock_holder(place);
  if (!holder) return;
  throw StoreError(
      fmt::format("the database at {} is being written to by process {}", place.string(), *holder));
}

}  // namespace

StoreError missing_database(const fs::path& place) {
  return StoreError(
      fmt::format("there is no database at {}; `qipu import PATH` makes one", place.string()));
}

rocksdb::Status Tables::open_read_only(std::uint64_t marked) {
  std::vector<std::string> names;
  auto status = rocksdb::DB::ListColumnFamilies(shared_, place_.string(), &names);
  if (!status.ok()) return status;
  for (const std::string_view name : kTableNames) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    if (marked == 0) throw missing_database(place_);
    fail(fmt::format("its table '{}' is missing", name));
  }
  rocksdb::DB* db = nullptr;
  auto opened =
      rocksdb::DB::OpenForReadOnly(shared_, place_.string(), descriptors(shared_), &owned_, &db);
  db_.reset(db);
  return opened;
}

Tables Tables::open_to_read(const fs::path& place) {
  if (!has_database(place)) throw missing_database(place);
  check_table_files(place);
  for (int tries = 1;; ++tries) {
    const std::uint64_t marked = read_commit_mark(place);
    const std::string before = log_state(place);
    Tables tables(place);
    tables.shared_ = database_options(MemoryBudget());
    const auto status = tables.open_read_only(marked);
    if (log_state(place) != before) {
      if (tries < kOpenTries) continue;
      throw StoreError(fmt::format("the database at {} is being changed all the time; try again",
                                   place.string()));
    }
    tables.check(status);
    tables.check_commit_mark(marked);
    std::copy_n(tables.owned_.begin() + 1, kTableCount, tables.handles_.begin());
    return tables;
  }
}

Tables Tables::open_to_write(const fs::path& place, const MemoryBudget& memory) {
  make_folder(place);
  // Opening to write makes a loss final, so look before.
  if (read_commit_mark(place) > 0) {
    const Tables looked_at = open_to_read(place);
  } else {
    check_table_files(place);
  }
  Tables tables(place);
  tables.shared_ = database_options(memory);
  tables.shared_.create_if_missing = true;
  tables.shared_.create_missing_column_families = true;
  rocksdb::DB* db = nullptr;
  const auto status = rocksdb::DB::Open(tables.shared_, place.string(), descriptors(tables.shared_),
                                        &tables.owned_, &db);
  tables.db_.reset(db);
  check_lock(status, place);
  tables.check(status);
  std::copy_n(tables.owned_.begin() + 1, kTableCount, tables.handles_.begin());
  return tables;
}

Tables::~Tables() {
  if (!db_) return;
  for (rocksdb::ColumnFamilyHandle* handle : owned_) {
    // What a destructor cannot report: closing writes nothing that a commit promised.
    db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  }
}

std::optional<std::string> Tables::get(Table table, std::string_view key) const {
  std::string value;
  const auto status = db_->Get({}, handle(table), to_slice(key), &value);
  if (status.IsNotFound()) return std::nullopt;
  check(status);
  return value;
}

std::vector<rocksdb::PinnableSlice> Tables::get_parts(Table table, std::string_view key) const {
  std::vector<rocksdb::PinnableSlice> parts(8);
  while (true) {
    rocksdb::GetMergeOperandsOptions limits;
    limits.expected_max_number_of_operands = static_cast<int>(parts.size());
    int count = 0;
    const auto status =
        db_->GetMergeOperands({}, handle(table), to_slice(key), parts.data(), &limits, &count);
    if (status.IsIncomplete()) {  // there are `count` of them
      parts = std::vector<rocksdb::PinnableSlice>(static_cast<std::size_t>(count));
      continue;
    }
    if (status.IsNotFound()) return {};
    check(status);
    parts.resize(static_cast<std::size_t>(count));
    return parts;
  }
}

rocksdb::Options Tables::options(Table table) const {
  return {rocksdb::DBOptions(shared_), table_options(shared_, table)};
}

void Tables::mark_commit() const { write_commit_mark(place_, db_->GetLatestSequenceNumber()); }

void Tables::check_commit_mark(std::uint64_t marked) const {
  if (db_->GetLatestSequenceNumber() < marked) fail("the newest changes are missing");
}

void Tables::check(const rocksdb::Status& status) const {
  if (status.ok()) return;
  if (status.IsPathNotFound()) fail("a file is missing: " + status.ToString());
  if (status.IsNoSpace()) {
    throw IoError(fmt::format("no space is left on the disk of {}", place_.string()));
  }
  if (status.IsIOError()) {
    throw IoError(fmt::format("the disk of {} failed: {}", place_.string(), status.ToString()));
  }
  fail(status.ToString());
}

void Tables::fail(const std::string& what) const {
  throw StoreError(fmt::format("the database at {} is damaged: {}", place_.string(), what));
}

// --- TableScan

TableScan::TableScan(const Tables& tables, Table table, Range range)
    : tables_(tables), range_(std::move(range)) {
  rocksdb::ReadOptions options;
  options.total_order_seek = true;
  if (range_.is_bulk) {
    options.fill_cache = false;
    options.readahead_size = range_.read_ahead;
  }
  rows_.reset(tables.db().NewIterator(options, tables.handle(table)));
}

bool TableScan::next() {
  if (is_started_) {
    rows_->Next();
  } else {
    rows_->Seek(to_slice(std::max(range_.from, range_.prefix)));
    is_started_ = true;
  }
  if (rows_->Valid()) return to_view(rows_->key()).starts_with(range_.prefix);
  tables_.check(rows_->status());
  return false;
}

}  // namespace qipu
