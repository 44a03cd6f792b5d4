// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/saved_search.h"

#include <utility>

#include "schema/damage.h"

namespace qipu {

std::string saved_search_key(std::string_view name) {
  return std::string(kSavedSearches) + std::string(name);
}

std::string encode_saved_options(const SavedOptions& options) {
  ByteWriter out;
  out.varint(options.size());
  for (const auto& [name, value] : options) {
    out.text(name);
    out.text(value);
  }
  return std::move(out).str();
}

Result<SavedOptions> decode_saved_options(Bytes bytes) {
  ByteReader in(bytes);
  SavedOptions options;
  const std::uint64_t count = in.varint();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    std::string name(in.text());
    options.emplace_back(std::move(name), std::string(in.text()));
  }
  if (!in.ok() || !in.at_end()) return damaged("a saved search that ends too soon or too late");
  return options;
}

}  // namespace qipu
