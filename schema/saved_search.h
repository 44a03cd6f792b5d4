// SPDX-License-Identifier: GPL-3.0-or-later

// A search kept under a name: a row of Table::Meta. SOURCE: schema/v1.md, "Meta". Decoders give
// Error (Damaged).

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace qipu {

// Names of options with their values, as typed; a switch has an empty one.
using SavedOptions = std::vector<std::pair<std::string, std::string>>;

struct SavedSearch {
  std::string name;  // in the row's key
  SavedOptions options;
  friend bool operator==(const SavedSearch&, const SavedSearch&) = default;
};

// All keys of saved searches start with this.
inline constexpr std::string_view kSavedSearches = "saved/";
std::string saved_search_key(std::string_view name);

std::string encode_saved_options(const SavedOptions& options);
Result<SavedOptions> decode_saved_options(Bytes bytes);

}  // namespace qipu
