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
  if (count_ == max_id(kind_)) {
    throw StoreError(
        fmt::format("a database holds at most {} spellings of {}", max_id(kind_), plural(kind_)));
  }
  ++count_;
  changes.put(Table::Names, name_id_key(kind_, count_), spelling);
  changes.put(Table::Names, name_lookup_key(kind_, name_key(spelling), count_), {});
  return count_;
}

}  // namespace qipu
