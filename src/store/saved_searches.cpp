// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/saved_searches.h"

#include <string>

#include "store/change_set.h"
#include "store/store_impl.h"

namespace qipu {

std::vector<SavedSearch> SavedSearches::all() const {
  const Tables& tables = store_.impl_->tables();
  std::vector<SavedSearch> found;
  TableScan rows(tables, Table::Meta,
                 {.from = {}, .prefix = std::string(kSavedSearches), .is_bulk = false});
  while (rows.next()) {
    const std::string_view name = rows.key().substr(kSavedSearches.size());
    found.push_back(
        {std::string(name), tables.whole(decode_saved_options(as_bytes(rows.value())))});
  }
  return found;
}

std::optional<SavedSearch> SavedSearches::find(std::string_view name) const {
  const Tables& tables = store_.impl_->tables();
  const auto value = tables.get(Table::Meta, saved_search_key(name));
  if (!value) return std::nullopt;
  return SavedSearch{std::string(name), tables.whole(decode_saved_options(as_bytes(*value)))};
}

void SavedSearches::keep(Store& store, const SavedSearch& search) {
  ChangeSet changes;
  changes.put(Table::Meta, saved_search_key(search.name), encode_saved_options(search.options));
  changes.write(store.impl_->tables());
}

bool SavedSearches::forget(Store& store, std::string_view name) {
  if (!SavedSearches(store).find(name)) return false;
  ChangeSet changes;
  changes.remove(Table::Meta, saved_search_key(name));
  changes.write(store.impl_->tables());
  return true;
}

}  // namespace qipu
