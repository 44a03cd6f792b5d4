// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/saved_searches.h"

#include <catch2/catch.hpp>

#include "../support/hostile.h"
#include "../support/imported.h"
#include "../support/small_store.h"
#include "../support/temporary_folder.h"

using namespace qipu;

TEST_CASE("a saved search is kept with the database, replaced and forgotten", "[store]") {
  const TemporaryFolder folder;
  const SavedSearch endings{"rook endings", {{"material", "R vs R"}, {"hold", "10"}, {"flip", ""}}};
  {
    Store store = Store::open_to_write(folder / "db");
    import_games(store, "all", {game_of("h2e2")});
    CHECK(SavedSearches(store).all().empty());
    SavedSearches::keep(store, endings);
    SavedSearches::keep(store, {"胡荣华", {{"player", "x"}}});
    SavedSearches::keep(store, {"胡荣华", {{"player", "胡荣华"}}});
  }
  Store store = Store::open_to_write(folder / "db");
  CHECK(SavedSearches(store).all() ==
        std::vector<SavedSearch>{endings, {"胡荣华", {{"player", "胡荣华"}}}});
  CHECK(SavedSearches(store).find("rook endings") == endings);
  CHECK_FALSE(SavedSearches(store).find("rook"));
  CHECK(SavedSearches::forget(store, "rook endings"));
  CHECK_FALSE(SavedSearches::forget(store, "rook endings"));
  CHECK(SavedSearches(store).all().size() == 1);
  CHECK(store.game_count() == 1);
}

TEST_CASE("the options of a saved search come back, and damage is told", "[store]") {
  const SavedOptions options{{"moves", "炮二平五 马8进7"}, {"variations", ""}};
  const std::string bytes = encode_saved_options(options);
  CHECK(*decode_saved_options(as_bytes(bytes)) == options);
  each_truncation(bytes, [](Bytes cut) { CHECK_FALSE(decode_saved_options(cut)); });
  Random random(5);
  each_flip(bytes, random, 500, [](Bytes damaged) { (void)decode_saved_options(damaged); });
}
