// SPDX-License-Identifier: GPL-3.0-or-later

#include "imported.h"

#include <string>

#include "schema/hash.h"

namespace qipu {

SourceInfo source_of(std::string_view name) {
  return {hash_of(as_bytes(name)), std::string(name), name.size(), "pgn"};
}

void import_games(Store& store, std::string_view source, const std::vector<Game>& games) {
  StoreWriter writer(store);
  const auto progress = writer.begin_source(source_of(source));
  Place place{
      .source = progress.id, .ordinal = progress.records, .offset = 0, .size = 100, .line = 1};
  for (const Game& game : games) {
    writer.add(prepare(game), place);
    ++place.ordinal;
    place.offset += place.size;
  }
  writer.end_source(progress.id);
  writer.commit();
}

void index_all(Store& store) {
  StoreWriter writer(store);
  writer.index();
}

}  // namespace qipu
