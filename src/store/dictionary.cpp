// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/dictionary.h"

#include <fmt/format.h>

#include "base/text.h"

namespace qipu {

namespace {

constexpr std::size_t kNodeBytes = 80;  // of an entry of the map, besides a long spelling

std::uint32_t max_id(NameKind kind) {
  return kind == NameKind::Player ? kMaxPlayerId : kMaxEventId;
}

const char* plural(NameKind kind) { return kind == NameKind::Player ? "players" : "events"; }

}  // namespace

void put_name(ChangeSet& changes, NameKind kind, std::uint32_t id, const std::string& spelling) {
  if (id > max_id(kind)) {
    throw StoreError(
        fmt::format("a database holds at most {} spellings of {}", max_id(kind), plural(kind)));
  }
  changes.put(Table::Names, name_id_key(kind, id), spelling);
  changes.put(Table::Names, name_lookup_key(kind, name_key(spelling), id), {});
}

Dictionary::Dictionary(const Tables& tables, NameKind kind, std::uint32_t count,
                       std::size_t max_bytes)
    : tables_(tables), kind_(kind), count_(count), max_bytes_(max_bytes) {
  TableScan names(tables, Table::Names, {.from = name_id_key(kind, 1), .prefix = {}});
  for (std::uint32_t id = 1; id <= count && bytes_ < max_bytes_; ++id) {
    if (!names.next() || names.key() != name_id_key(kind, id)) {
      tables.fail(fmt::format("name {} of the {} is missing", id, plural(kind)));
    }
    keep(std::string(names.value()), id);
  }
  knows_all_ = ids_.size() == count;
}

void Dictionary::keep(const std::string& spelling, std::uint32_t id) {
  ids_.emplace(spelling, id);
  bytes_ += kNodeBytes + spelling.size();
}

std::uint32_t Dictionary::look_up(const std::string& spelling) const {
  const std::string prefix = name_prefix(kind_, name_key(spelling));
  TableScan names(tables_, Table::Names, {.from = {}, .prefix = prefix});
  while (names.next()) {
    const auto id = parse_name_id(names.key(), prefix);
    if (id && tables_.get(Table::Names, name_id_key(kind_, *id)) == spelling) return *id;
  }
  return 0;
}

std::uint32_t Dictionary::id_of(const std::string& spelling, ChangeSet& changes) {
  if (spelling.empty()) return 0;
  if (const auto known = ids_.find(spelling); known != ids_.end()) return known->second;
  std::uint32_t id = knows_all_ ? 0 : look_up(spelling);
  if (id == 0) {
    put_name(changes, kind_, count_ + 1, spelling);
    id = ++count_;
  }
  keep(spelling, id);
  return id;
}

void Dictionary::note_commit() {
  if (bytes_ <= max_bytes_) return;
  ids_.clear();
  bytes_ = 0;
  knows_all_ = false;
}

}  // namespace qipu
