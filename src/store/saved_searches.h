// SPDX-License-Identifier: GPL-3.0-or-later

// Searches that a database keeps under names. They are no part of its games, and changes of them no
// entries of the journal.
//
// THROWS everywhere: StoreError, IoError, as Store does.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "schema/saved_search.h"
#include "store/store.h"

namespace qipu {

class SavedSearches {
 public:
  // REQUIRES: `store` outlives this.
  explicit SavedSearches(const Store& store) : store_(store) {}

  std::vector<SavedSearch> all() const;  // by name
  std::optional<SavedSearch> find(std::string_view name) const;

  // Keeps it, in the place of one of that name. REQUIRES of both: `store` was opened to write.
  static void keep(Store& store, const SavedSearch& search);
  // False if there was none.
  static bool forget(Store& store, std::string_view name);

 private:
  const Store& store_;
};

}  // namespace qipu
