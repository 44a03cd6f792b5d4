// SPDX-License-Identifier: GPL-3.0-or-later

// After rebuilding, compacting, or going through a backup, a database says what it said.

#include "store/upkeep.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "../support/imported.h"
#include "../support/random_games.h"
#include "../support/temporary_folder.h"
#include "store/change_set.h"
#include "store/index_builder.h"
#include "store/store.h"
#include "store/verify.h"

using namespace qipu;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

// Games indexed in parts, the last of them waiting.
void make_database(const fs::path& place, std::uint64_t seed, std::size_t count = 900) {
  Store store = Store::open_to_write(place);
  const std::vector<Game> games = RandomGames(seed).next(count);
  const auto part = static_cast<std::ptrdiff_t>(count / 3);
  for (std::ptrdiff_t i = 0; i < 3; ++i) {
    import_games(store, std::to_string(seed) + "/" + std::to_string(i),
                 {games.begin() + i * part, games.begin() + (i + 1) * part});
    if (i < 2) StoreWriter(store).index();
  }
}

std::vector<std::string> problems_of(const fs::path& place) {
  VerifyOptions options;
  options.is_full = true;
  return verify(place, options).problems;
}

const std::vector<std::string> kNone;

Wdl at_start(const fs::path& place) {
  return Store::open(place).counts_at(Position::start().key().key, {}).all;
}

}  // namespace

TEST_CASE("a rebuilt index holds all games, and mends a damaged one", "[store][upkeep]") {
  const TemporaryFolder folder;
  const fs::path place = folder / "db";
  make_database(place, 1);
  const Wdl expected = at_start(place);
  {
    const Tables tables = Tables::open_to_write(place);
    ChangeSet damage;
    for (std::uint32_t page = 0; page < 200; ++page)
      damage.put(Table::Pages, page_key(page * 1000), "no page");
    damage.put(Table::Lists, list_key(Position::start().key().key, 1), "no list");
    damage.write(tables);
  }
  REQUIRE(problems_of(place) != kNone);
  rebuild_index(place);
  CHECK(problems_of(place) == kNone);
  CHECK(Store::open(place).stats().unindexed_games == 0);
  CHECK(at_start(place) == expected);
  // and goes on from there
  Store store = Store::open_to_write(place);
  import_games(store, "more", RandomGames(2).next(300));
  StoreWriter(store).index();
  CHECK(store.stats().games == 1200);
}

TEST_CASE("an index rebuilt in many rounds is the same", "[store][upkeep]") {
  const TemporaryFolder folder;
  const fs::path place = folder / "db";
  make_database(place, 3);
  const Wdl expected = at_start(place);
  {
    const Tables tables = Tables::open_to_write(place);
    const GameTable rows(tables, 900);
    std::uint64_t reported = 0;
    IndexBuilder(tables, rows, 2).rebuild(90'000, 5'000, [&](std::uint64_t done, std::uint64_t) {
      reported = done;
    });
    CHECK(reported == std::uint64_t{17} * 900);
  }
  CHECK(problems_of(place) == kNone);
  CHECK(at_start(place) == expected);
}

TEST_CASE("a rebuild that is given up changes nothing", "[store][upkeep]") {
  const TemporaryFolder folder;
  const fs::path place = folder / "db";
  make_database(place, 4);
  const auto give_up = [](std::uint64_t, std::uint64_t) { throw StoreError("enough"); };
  CHECK_THROWS_WITH(rebuild_index(place, give_up), "enough");
  CHECK(Store::open(place).stats().unindexed_games == 300);
  CHECK(problems_of(place) == kNone);
}

TEST_CASE("a compacted database is the same", "[store][upkeep]") {
  const TemporaryFolder folder;
  const fs::path place = folder / "db";
  make_database(place, 5);
  const Wdl expected = at_start(place);
  compact(place);
  CHECK(problems_of(place) == kNone);
  CHECK(at_start(place) == expected);
}

TEST_CASE("a restored backup is the database of its day", "[store][upkeep]") {
  const TemporaryFolder folder;
  const fs::path place = folder / "db";
  make_database(place, 6);
  const Wdl old = at_start(place);
  const BackupSummary first = back_up(place, folder / "backups");
  CHECK(first.number == 1);
  CHECK(first.copied_bytes > 0);
  restore(folder / "backups", folder / "restored");
  CHECK(problems_of(folder / "restored") == kNone);
  CHECK(at_start(folder / "restored") == old);

  {
    Store store = Store::open_to_write(place);
    import_games(store, "more", RandomGames(7).next(10));
  }
  const BackupSummary second = back_up(place, folder / "backups");
  CHECK(second.kept == 2);
  CHECK(second.copied_bytes < first.copied_bytes);  // what is the same is shared
  restore(folder / "backups", folder / "restored again");
  CHECK(Store::open(folder / "restored again").game_count() == 910);
  CHECK(problems_of(folder / "restored again") == kNone);
  CHECK(back_up(place, folder / "backups", 1).kept == 1);
}

TEST_CASE("a backup is made while the database is open to write", "[store][upkeep]") {
  const TemporaryFolder folder;
  const fs::path place = folder / "db";
  make_database(place, 8);
  Store store = Store::open_to_write(place);
  StoreWriter writer(store);
  back_up(place, folder / "backups");
  restore(folder / "backups", folder / "restored");
  CHECK(problems_of(folder / "restored") == kNone);
}

TEST_CASE("nothing is restored over what is there, or from nothing", "[store][upkeep]") {
  const TemporaryFolder folder;
  make_database(folder / "db", 9, 30);
  back_up(folder / "db", folder / "backups");
  CHECK_THROWS_WITH(restore(folder / "backups", folder / "db"), Contains("is not empty"));
  CHECK(Store::open(folder / "db").game_count() == 30);
  CHECK_THROWS_WITH(restore(folder / "db", folder / "new"), Contains("there is no backup"));
  CHECK_FALSE(fs::exists(folder / "new"));
}
