// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/change_set.h"

#include <rocksdb/write_batch.h>

#include <algorithm>
#include <utility>

#include "store/sorted_files.h"

namespace qipu {

namespace {

// Less than this goes through the log: writing, syncing and moving files costs some 20 ms.
constexpr std::size_t kMaxLogBytes = std::size_t{1} << 20U;

}  // namespace

void ChangeSet::put(Table table, std::string key, std::string value) {
  bytes_ += sizeof(Change) + key.size() + value.size();
  changes_[static_cast<std::size_t>(table)].push_back(
      {std::move(key), std::move(value), Kind::Put});
}

void ChangeSet::merge(Table table, std::string key, std::string value) {
  bytes_ += sizeof(Change) + key.size() + value.size();
  changes_[static_cast<std::size_t>(table)].push_back(
      {std::move(key), std::move(value), Kind::Merge});
}

void ChangeSet::remove(Table table, std::string key) {
  bytes_ += sizeof(Change) + key.size();
  changes_[static_cast<std::size_t>(table)].push_back({std::move(key), {}, Kind::Remove});
}

void ChangeSet::sort_and_join(Changes& changes) {
  const auto by_key = [](const Change& a, const Change& b) { return a.key < b.key; };
  if (!std::is_sorted(changes.begin(), changes.end(), by_key)) {
    std::stable_sort(changes.begin(), changes.end(), by_key);
  }
  std::size_t kept = 0;
  for (Change& change : changes) {
    if (kept == 0 || changes[kept - 1].key != change.key) {
      if (&changes[kept] != &change) changes[kept] = std::move(change);
      ++kept;
    } else if (change.kind == Kind::Merge) {
      Change& joined = changes[kept - 1];
      joined.value += change.value;
      if (joined.kind == Kind::Remove) joined.kind = Kind::Put;
    } else {
      changes[kept - 1] = std::move(change);
    }
  }
  changes.resize(kept);
}

void ChangeSet::write(const Tables& tables) {
  for (Changes& changes : changes_)
    sort_and_join(changes);
  if (bytes_ < kMaxLogBytes) {
    write_to_log(tables);
  } else {
    write_as_files(tables);
  }
  changes_ = {};
  bytes_ = 0;
}

void ChangeSet::write_to_log(const Tables& tables) const {
  rocksdb::WriteBatch batch;
  for (std::size_t i = 0; i < kTableCount; ++i) {
    rocksdb::ColumnFamilyHandle* handle = tables.handle(static_cast<Table>(i));
    for (const Change& change : changes_[i]) {
      const auto key = to_slice(change.key);
      const auto value = to_slice(change.value);
      switch (change.kind) {
        case Kind::Put:
          tables.check(batch.Put(handle, key, value));
          break;
        case Kind::Merge:
          tables.check(batch.Merge(handle, key, value));
          break;
        case Kind::Remove:
          tables.check(batch.Delete(handle, key));
          break;
      }
    }
  }
  rocksdb::WriteOptions options;
  options.sync = true;
  tables.check(tables.db().Write(options, &batch));
  tables.mark_commit();
}

void ChangeSet::write_as_files(const Tables& tables) const {
  clear_staging(tables);
  std::vector<SortedFiles> files;
  for (std::size_t i = 0; i < kTableCount; ++i) {
    if (changes_[i].empty()) continue;
    SortedFiles& out =
        files.emplace_back(tables, static_cast<Table>(i), std::string(kTableNames[i]));
    for (const Change& change : changes_[i]) {
      switch (change.kind) {
        case Kind::Put:
          out.put(change.key, change.value);
          break;
        case Kind::Merge:
          out.merge(change.key, change.value);
          break;
        case Kind::Remove:
          out.remove(change.key);
          break;
      }
    }
  }
  ingest(tables, std::move(files));
}

}  // namespace qipu
