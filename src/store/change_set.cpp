// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/change_set.h"

#include <rocksdb/write_batch.h>

#include <algorithm>
#include <string>

#include "store/sorted_files.h"

namespace qipu {

namespace {

// Less than this goes through the log: writing, syncing and moving files costs some 20 ms. More
// would be written once more, and its tables flushed, when the database is opened again.
constexpr std::size_t kMaxLogBytes = std::size_t{256} << 10U;

}  // namespace

ChangeSet::Change ChangeSet::make(Kind kind, std::string_view key, std::string_view value,
                                  std::string_view rest) {
  Change change;
  for (std::size_t i = 0; i < sizeof(change.key_start); ++i) {
    const auto byte = i < key.size() ? static_cast<unsigned char>(key[i]) : 0U;
    change.key_start = change.key_start << 8U | byte;
  }
  change.text = texts_.keep({key, value, rest}).data();
  change.value_size = value.size() + rest.size();
  change.key_size = static_cast<std::uint32_t>(key.size());
  change.kind = kind;
  return change;
}

void ChangeSet::add(Table table, const Change& change) {
  bytes_ += sizeof(change) + change.key_size + change.value_size;
  changes_[static_cast<std::size_t>(table)].push_back(change);
}

void ChangeSet::put(Table table, std::string_view key, std::string_view value,
                    std::string_view rest) {
  add(table, make(Kind::Put, key, value, rest));
}

void ChangeSet::merge(Table table, std::string_view key, std::string_view value) {
  add(table, make(Kind::Merge, key, value));
}

void ChangeSet::remove(Table table, std::string_view key) {
  add(table, make(Kind::Remove, key, {}));
}

// All changes of one key, oldest first, as one.
ChangeSet::Change ChangeSet::joined(std::span<const Change> same) {
  std::size_t first = same.size() - 1;  // that still counts
  while (first > 0 && same[first].kind == Kind::Merge)
    --first;
  if (first + 1 == same.size()) return same[first];
  std::string value;
  for (const Change& change : same.subspan(first))
    value += change.value();
  return make(same[first].kind == Kind::Merge ? Kind::Merge : Kind::Put, same[first].key(), value);
}

void ChangeSet::sort_and_join(Changes& changes) {
  const auto by_key = [](const Change& a, const Change& b) {
    return a.key_start != b.key_start ? a.key_start < b.key_start : a.key() < b.key();
  };
  if (!std::is_sorted(changes.begin(), changes.end(), by_key)) {
    std::stable_sort(changes.begin(), changes.end(), by_key);
  }
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < changes.size();) {
    std::size_t end = begin + 1;
    while (end < changes.size() && !by_key(changes[begin], changes[end]))
      ++end;
    changes[kept++] = joined({changes.data() + begin, end - begin});
    begin = end;
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
  for (Changes& changes : changes_)
    changes.clear();
  texts_.clear();
  bytes_ = 0;
}

void ChangeSet::write_to_log(const Tables& tables) const {
  rocksdb::WriteBatch batch;
  for (std::size_t i = 0; i < kTableCount; ++i) {
    rocksdb::ColumnFamilyHandle* handle = tables.handle(static_cast<Table>(i));
    for (const Change& change : changes_[i]) {
      const auto key = to_slice(change.key());
      const auto value = to_slice(change.value());
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
          out.put(change.key(), change.value());
          break;
        case Kind::Merge:
          out.merge(change.key(), change.value());
          break;
        case Kind::Remove:
          out.remove(change.key());
          break;
      }
    }
  }
  ingest(tables, std::move(files));
}

}  // namespace qipu
