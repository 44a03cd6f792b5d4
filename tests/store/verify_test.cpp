// SPDX-License-Identifier: GPL-3.0-or-later

// verify finds nothing in a database that is right, and names what is wrong in one that is not.

#include "store/verify.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <string>

#include "../support/imported.h"
#include "../support/random_games.h"
#include "../support/small_store.h"
#include "../support/temporary_folder.h"
#include "schema/meta.h"
#include "schema/page.h"
#include "store/change_set.h"
#include "store/journal.h"
#include "store/store.h"
#include "store/tables.h"

using namespace qipu;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kGames = 1200;
const std::vector<std::string> kNoProblems;

// Games in two sources, indexed in two steps (so with lists and with pages to join), some waiting,
// some duplicates, one record set aside.
void make_sound_database(const fs::path& place) {
  Store store = Store::open_to_write(place);
  std::vector<Game> games = RandomGames(7).next(kGames);
  games[30] = games[2];
  const auto middle = games.begin() + 700;
  import_games(store, "a", {games.begin(), middle});
  StoreWriter(store).index();
  import_games(store, "b", {middle, games.end() - 50});
  StoreWriter(store).index();
  import_games(store, "c", {games.end() - 50, games.end()});
  StoreWriter writer(store);
  const auto progress = writer.begin_source(source_of("d"));
  Reject reject;
  reject.place.source = progress.id;
  reject.error.message = "no move";
  writer.set_aside(reject);
  writer.commit();
}

VerifyReport verified(const fs::path& place, bool is_full) {
  VerifyOptions options;
  options.is_full = is_full;
  options.sample_pages = kPageCount / 8;
  return verify(place, options);
}

// What a full check says after `change`, as one text.
std::string problems_after(const std::function<void(const Tables&, ChangeSet&)>& change,
                           bool is_full = true) {
  const TemporaryFolder folder;
  make_sound_database(folder / "db");
  {
    const Tables tables = Tables::open_to_write(folder / "db");
    ChangeSet changes;
    change(tables, changes);
    changes.write(tables);
  }
  std::string text;
  for (const std::string& problem : verified(folder / "db", is_full).problems)
    text += problem + '\n';
  return text;
}

std::string value_of(const Tables& tables, Table table, const std::string& key) {
  const auto value = tables.get(table, key);
  REQUIRE(value);
  return *value;
}

// Changes the entry of the start position in its page.
void change_start_entry(const Tables& tables, ChangeSet& changes,
                        const std::function<void(PageEntry&)>& change) {
  const PositionKey start = Position::start().key().key;
  const std::string key = page_key(page_of(start));
  PageBuilder builder;
  bool is_found = false;
  const std::string page = value_of(tables, Table::Pages, key);
  PageEntries entries = *decode_page(as_bytes(page));
  for (auto& [remainder, entry] : entries) {
    if (remainder == remainder_of(start)) {
      change(entry);
      is_found = true;
    }
    builder.add(remainder, entry);
  }
  REQUIRE(is_found);
  changes.put(Table::Pages, key, *builder.finish());
}

}  // namespace

TEST_CASE("verify finds nothing wrong in a database that is right", "[store][verify]") {
  const TemporaryFolder folder;
  make_sound_database(folder / "db");
  const VerifyReport full = verified(folder / "db", true);
  CHECK_THAT(full.problems, Catch::Matchers::Equals(kNoProblems));
  CHECK(full.games == full.games_total);
  CHECK(full.games == kGames - 1);
  CHECK(full.rejects == 1);
  CHECK(full.sources == 4);
  CHECK(full.names > 0);
  CHECK(full.postings > full.games);
  const VerifyReport sample = verified(folder / "db", false);
  CHECK_THAT(sample.problems, Catch::Matchers::Equals(kNoProblems));
  CHECK(sample.games == 1000);
  CHECK(sample.pages > 0);
  CHECK(sample.pages < full.pages);
}

TEST_CASE("verify looks at an empty database too", "[store][verify]") {
  const TemporaryFolder folder;
  { const Store store = Store::open_to_write(folder / "db"); }
  CHECK(verified(folder / "db", true).problem_count == 0);
  CHECK(verified(folder / "db", false).problem_count == 0);
}

TEST_CASE("verify sees a game whose row is another's", "[store][verify]") {
  const auto change = [](const Tables& tables, ChangeSet& changes) {
    std::string rows = value_of(tables, Table::Rows, game_key(0));
    std::swap_ranges(rows.begin(), rows.begin() + kGameRowSize, rows.begin() + kGameRowSize);
    changes.put(Table::Rows, game_key(0), rows);
  };
  CHECK_THAT(problems_after(change), Contains("game 0: its row"));
  CHECK_THAT(problems_after(change, false), Contains("game 0: its row"));
}

TEST_CASE("verify sees a game that was exchanged for another", "[store][verify]") {
  const auto change = [](const Tables& tables, ChangeSet& changes) {
    changes.put(Table::Games, game_key(5), value_of(tables, Table::Games, game_key(9)));
  };
  const std::string problems = problems_after(change);
  CHECK_THAT(problems, Contains("the table of records does not lead to the games"));
  CHECK_THAT(problems, Contains("the table of equal lines does not lead"));
  CHECK_THAT(problems, Contains("which are not the"));
  CHECK_THAT(problems, Contains("by the totals") || Contains("its row"));
}

TEST_CASE("verify sees a game that cannot be read, and checks the others", "[store][verify]") {
  const std::string problems = problems_after([](const Tables&, ChangeSet& changes) {
    changes.put(Table::Games, game_key(5), "no game");
    changes.put(Table::Games, game_key(8), "no game");
  });
  CHECK_THAT(problems, Contains("game 5: ") && Contains("game 8: "));
}

TEST_CASE("verify sees wrong counts of a position", "[store][verify]") {
  const std::string problems = problems_after([](const Tables& tables, ChangeSet& changes) {
    change_start_entry(tables, changes, [](PageEntry& entry) { ++entry.summary.all.draws; });
  });
  CHECK_THAT(problems, Contains("its counts are not those of its games"));
}

TEST_CASE("verify sees a posting that is missing from the index", "[store][verify]") {
  const auto change = [](const Tables& tables, ChangeSet& changes) {
    // A page of one position less.
    TableScan pages(tables, Table::Pages);
    REQUIRE(pages.next());
    PageEntries entries = *decode_page(as_bytes(pages.value()));
    if (entries.size() == 1) {
      ++entries.front().second.postings.front().game;
    } else {
      entries.pop_back();
    }
    PageBuilder builder;
    for (const auto& [remainder, entry] : entries)
      builder.add(remainder, entry);
    changes.put(Table::Pages, std::string(pages.key()), *builder.finish());
  };
  CHECK_THAT(problems_after(change), Contains("which are not the"));
}

TEST_CASE("verify sees a list that is missing, and one too many", "[store][verify]") {
  const PositionKey start = Position::start().key().key;
  CHECK_THAT(problems_after([&](const Tables& tables, ChangeSet& changes) {
               change_start_entry(tables, changes, [](PageEntry& entry) { entry.listed += 3; });
             }),
             Contains("by its page"));
  CHECK_THAT(problems_after([&](const Tables&, ChangeSet& changes) {
               const std::vector<Posting> one{{3, Move()}};
               changes.put(Table::Lists, list_key({start.value ^ 1U}, 3), encode_list(one));
             }),
             Contains("a list that no page knows"));
}

TEST_CASE("verify sees names, sources and batches that do not fit", "[store][verify]") {
  CHECK_THAT(problems_after([](const Tables&, ChangeSet& changes) {
               changes.put(Table::Names, name_id_key(NameKind::Player, 1), "somebody else");
             }),
             Contains("the names are not found by their keys"));
  CHECK_THAT(problems_after([](const Tables& tables, ChangeSet& changes) {
               auto source =
                   *decode_source(as_bytes(value_of(tables, Table::Meta, meta_key::source(2))));
               source.stored = {{700, 800}};
               changes.put(Table::Meta, meta_key::source(2), encode_source(source));
             }),
             Contains("is of no source"));
  CHECK_THAT(problems_after([](const Tables& tables, ChangeSet& changes) {
               auto batch =
                   *decode_batch(as_bytes(value_of(tables, Table::Meta, meta_key::batch(0))));
               ++batch.plies;
               changes.put(Table::Meta, meta_key::batch(0), encode_batch(batch));
             }),
             Contains("the batches do not add up"));
}

TEST_CASE("a database that was changed and undone is right", "[store]") {
  const TemporaryFolder folder;
  const auto place = folder / "db";
  make_sound_database(place);
  const auto check = [&] {
    CHECK_THAT(verified(place, true).problems, Catch::Matchers::Equals(kNoProblems));
    CHECK_THAT(verified(place, false).problems, Catch::Matchers::Equals(kNoProblems));
  };
  const auto change = [&](const std::function<void(Store&, Revision&)>& make, EntryId undoes = 0) {
    Store store = Store::open_to_write(place);
    Revision revision(store);
    make(store, revision);
    REQUIRE(revision.commit({undoes == 0 ? JournalKind::Edit : JournalKind::Undo, undoes, ""}));
  };
  const auto edited = [](const Store& store, GameId id, const std::string& round) {
    Game game = store.game(id).game;
    game.header.round = round;
    game.header.outcome = Outcome::Draw;
    return game;
  };
  change([&](Store&, Revision& revision) {
    for (GameId id = 0; id < 600; id += 2)
      revision.hide(id);
  });
  check();
  change([&](Store& store, Revision& revision) {
    revision.rewrite(5, edited(store, 5, "a"));
    revision.rewrite(6, edited(store, 6, "b"));
    revision.rewrite(7, edited(store, 7, "c"));
  });
  check();
  Game other = RandomGames(8).next();
  other.header.round = "d";
  change([&](Store&, Revision& revision) { revision.replace(9, other); });
  check();
  {
    Store store = Store::open_to_write(place);
    import_games(store, "e", {edited(store, 5, "a"), other});
  }
  for (const EntryId entry : {3U, 2U, 1U}) {
    change([&](Store&, Revision& revision) { revision.revert(entry); }, entry);
    check();
  }
}

TEST_CASE("a cut game whose edit says that it is whole is still right", "[store][verify]") {
  const TemporaryFolder folder;
  const auto place = folder / "db";
  make_sound_database(place);
  Game stump = game_of("h2e2 h9g7", Outcome::Draw);
  stump.notes.push_back({Note::Kind::Cut, 2, "no move"});
  GameId id = 0;
  {
    Store store = Store::open_to_write(place);
    id = static_cast<GameId>(store.game_count());
    import_games(store, "stump", {stump});
    REQUIRE(store.row(id).is_unindexed);
    stump.notes.clear();
    stump.header.round = "3";
    Revision revision(store);
    REQUIRE(revision.rewrite(id, stump));
    REQUIRE(revision.commit({JournalKind::Edit, 0, ""}));
  }
  CHECK_THAT(verified(place, true).problems, Catch::Matchers::Equals(kNoProblems));
}
