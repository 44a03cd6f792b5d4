// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/dictionary.h"

#include <fmt/format.h>

#include "base/text.h"

namespace qipu {

namespace {

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

Dictionary::Dictionary(const Tables& tables, NameKind kind, std::uint32_t count)
    : kind_(kind), count_(count) {
  ids_.reserve(count);
  TableScan names(tables, Table::Names, {.from = name_id_key(kind, 1), .prefix = {}});
  for (std::uint32_t id = 1; id <= count; ++id) {
    if (!names.next() || names.key() != name_id_key(kind, id)) {
      tables.fail(fmt::format("name {} of the {} is missing", id, plural(kind)));
    }
    ids_.emplace(names.value(), id);
  }
}

std::uint32_t Dictionary::id_of(const std::string& spelling, ChangeSet& changes) {
  if (spelling.empty()) return 0;
  const auto [known, is_new] = ids_.try_emplace(spelling, count_ + 1);
  if (!is_new) return known->second;
  put_name(changes, kind_, count_ + 1, spelling);
  return ++count_;
}

}  // namespace qipu
