// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/journal.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "../support/imported.h"
#include "../support/random_games.h"
#include "../support/temporary_folder.h"
#include "schema/counts.h"
#include "store/revision_rows.h"
#include "store/store.h"
#include "store/tables.h"

using namespace qipu;

namespace {

const PositionKey kStart = Position::start().key().key;

// Games that all begin in the usual position and have something to tell apart.
std::vector<Game> numbered_games(std::size_t count) {
  std::vector<Game> games(count);
  for (std::size_t i = 0; i < count; ++i) {
    games[i].header.title = std::to_string(i);
    games[i].header.red.name = "甲";
    games[i].header.black.name = "乙";
    games[i].header.outcome = Outcome::RedWin;
    games[i].tree.add(kRoot, Move(Square(7, 2), Square(4, 2)));
  }
  return games;
}

Store filled(const std::filesystem::path& place, const std::vector<Game>& games) {
  Store store = Store::open_to_write(place);
  import_games(store, "a", games);
  StoreWriter(store).index();
  return store;
}

EntryId hide(Store& store, const std::vector<GameId>& games) {
  Revision revision(store);
  for (const GameId game : games)
    revision.hide(game);
  const auto entry = revision.commit({JournalKind::Hide, 1'000, "qipu hide"});
  REQUIRE(entry);
  return *entry;
}

EntryId rewrite(Store& store, GameId id, const Game& game) {
  Revision revision(store);
  REQUIRE(revision.rewrite(id, game));
  const auto entry = revision.commit({JournalKind::Edit, 2'000, "qipu edit"});
  REQUIRE(entry);
  return *entry;
}

EntryId undo(Store& store, EntryId entry) {
  REQUIRE(Journal(store).blockers(entry).empty());
  Revision revision(store);
  revision.revert(entry);
  const auto undoing = revision.commit({JournalKind::Undo, 3'000, "qipu undo"});
  REQUIRE(undoing);
  return *undoing;
}

std::size_t overlay_rows(const std::filesystem::path& place) {
  const Tables tables = Tables::open_to_read(place);
  TableScan rows(tables, Table::Overlay);
  std::size_t count = 0;
  while (rows.next())
    ++count;
  return count;
}

using Games = std::vector<GameId>;
using Entries = std::vector<EntryId>;

}  // namespace

TEST_CASE("a hidden game is out of lists and counts, and comes back as it was", "[store]") {
  const TemporaryFolder folder;
  const auto place = folder / "db";
  {
    Store store = filled(place, numbered_games(300));
    CHECK(hide(store, {3, 4, 299}) == 1);
    CHECK(store.counts_at(kStart, {}).all.games() == 297);
    CHECK(store.select({}).size() == 297);
    CHECK(store.games_at(kStart, {}).size() == 297);
    CHECK(store.stats().hidden_games == 3);
    Filter hidden;
    hidden.is_hidden = true;
    CHECK(store.select(hidden) == Games{3, 4, 299});
    CHECK(store.games_at(kStart, hidden).size() == 3);
    CHECK(store.game(4).game.header.title == "4");
  }
  {
    Store store = Store::open_to_write(place);
    CHECK(store.counts_at(kStart, {}).all.games() == 297);
    Revision revision(store);
    CHECK(revision.show(4));
    CHECK_FALSE(revision.show(5));
    REQUIRE(revision.commit({JournalKind::Unhide, 0, ""}) == 2);
    CHECK(store.counts_at(kStart, {}).all.games() == 298);
    CHECK(store.stats().hidden_games == 2);
    CHECK(Journal(store).blockers(1) == Entries{2});
    undo(store, 2);
    CHECK(Journal(store).blockers(1).empty());
    undo(store, 1);
    CHECK(store.counts_at(kStart, {}).all.games() == 300);
    CHECK(store.stats().hidden_games == 0);
  }
  CHECK(overlay_rows(place) == 0);
}

TEST_CASE("what changes nothing is no entry", "[store]") {
  const TemporaryFolder folder;
  Store store = filled(folder / "db", numbered_games(3));
  hide(store, {1});
  Revision revision(store);
  CHECK_FALSE(revision.hide(1));
  CHECK(revision.show(1));
  CHECK(revision.hide(1));
  CHECK_FALSE(revision.rewrite(2, store.game(2).game));
  CHECK_FALSE(revision.commit({}));
  CHECK(Journal(store).size() == 1);
}

TEST_CASE("an edited header is in the record, the row and the counts", "[store]") {
  const TemporaryFolder folder;
  const auto place = folder / "db";
  const auto games = numbered_games(300);
  {
    Store store = filled(place, games);
    Game edited = games[7];
    edited.header.outcome = Outcome::Draw;
    edited.header.red.name = "丙";
    edited.header.event = "五羊杯";
    edited.header.date = {1999, 5, 0};
    edited.header.others.push_back({"TimeControl", "60+30"});
    rewrite(store, 7, edited);
    CHECK(store.game_count() == 300);
    CHECK(store.counts_at(kStart, {}).all == Wdl{299, 1, 0, 0});
  }
  Store store = Store::open_to_write(place);
  CHECK(store.game(7).game.header.others.back().value == "60+30");
  CHECK(store.player_name(store.row(7).red) == "丙");
  CHECK(store.event_name(store.row(7).event) == "五羊杯");
  CHECK(store.player_name(store.row(7).black) == "乙");
  CHECK(store.row(7).date == Date{1999, 5, 0});
  CHECK(store.counts_at(kStart, {}).all == Wdl{299, 1, 0, 0});
  CHECK(store.players_by_key("丙").size() == 1);
  undo(store, 1);
  CHECK(store.game(7).game == games[7]);
  CHECK(store.counts_at(kStart, {}).all == Wdl{300, 0, 0, 0});
  // and the undoing undone
  undo(store, 2);
  CHECK(store.game(7).game.header.event == "五羊杯");
  CHECK(store.counts_at(kStart, {}).all == Wdl{299, 1, 0, 0});
}

TEST_CASE("an edited record is known to imports as it was and as it is", "[store]") {
  const TemporaryFolder folder;
  const auto games = numbered_games(5);
  Store store = filled(folder / "db", games);
  Game edited = games[2];
  edited.header.site = "上海";
  rewrite(store, 2, edited);
  import_games(store, "b", {edited, games[2], games[1]});
  CHECK(store.game_count() == 5);
  CHECK(store.game(2).game == edited);
  CHECK(store.places(2).size() == 3);
  CHECK(store.places(1).size() == 2);
  // The edit is undone, but what the import found is not lost.
  undo(store, 1);
  CHECK(store.game(2).game == games[2]);
  CHECK(store.places(2).size() == 2);
  import_games(store, "c", {edited, games[2]});
  CHECK(store.game_count() == 5);
}

TEST_CASE("a record equal to an edit that was undone is stored when it comes", "[store]") {
  const TemporaryFolder folder;
  const auto games = numbered_games(5);
  Store store = filled(folder / "db", games);
  Game edited = games[2];
  edited.header.site = "上海";
  rewrite(store, 2, edited);
  undo(store, 1);
  import_games(store, "b", {edited});
  REQUIRE(store.game_count() == 6);
  // The edit made anew makes two equal games; each keeps its places.
  undo(store, 2);
  CHECK(store.game(2).game == store.game(5).game);
  CHECK(store.places(2).size() == 1);
  CHECK(store.places(5).size() == 1);
}

TEST_CASE("edited moves make a new game in the place of the old one", "[store]") {
  const TemporaryFolder folder;
  const auto place = folder / "db";
  const auto games = numbered_games(300);
  Game edited = games[7];
  edited.tree.add(1, Move(Square(1, 9), Square(2, 7)));
  {
    Store store = filled(place, games);
    Revision revision(store);
    CHECK(revision.replace(7, edited) == 300);
    REQUIRE(revision.commit({JournalKind::Edit, 0, ""}) == 1);
  }
  Store store = Store::open_to_write(place);
  CHECK(store.game_count() == 301);
  CHECK(store.replacement(7) == GameId{300});
  CHECK_FALSE(store.replacement(8));
  CHECK(store.row(7).is_hidden);
  CHECK_FALSE(store.row(300).is_hidden);
  CHECK(store.game(300).game == edited);
  CHECK(store.places(300) == std::vector<Place>{store.game(7).place});
  CHECK(store.games_of_source(1) == std::vector<std::pair<GameId, GameId>>{{0, 301}});
  CHECK(store.counts_at(kStart, {}).all.games() == 300);
  CHECK(store.stats().plies == 302);
  import_games(store, "b", {games[7], edited});
  CHECK(store.game_count() == 301);

  const EntryId undoing = undo(store, 1);
  CHECK_FALSE(store.row(7).is_hidden);
  CHECK(store.row(300).is_hidden);
  CHECK_FALSE(store.replacement(7));
  CHECK(store.counts_at(kStart, {}).all.games() == 300);
  // The same edit finds the game that was made before.
  Revision revision(store);
  CHECK(revision.replace(7, edited) == 300);
  REQUIRE(revision.commit({JournalKind::Edit, 0, ""}));
  CHECK(store.game_count() == 301);
  CHECK(store.replacement(7) == GameId{300});
  CHECK(Journal(store).blockers(undoing) == Entries{3});
}

TEST_CASE("a game edited there and back is the first one again", "[store]") {
  const TemporaryFolder folder;
  const auto games = numbered_games(3);
  Store store = filled(folder / "db", games);
  Game edited = games[1];
  edited.tree.add(1, Move(Square(1, 9), Square(2, 7)));
  {
    Revision revision(store);
    REQUIRE(revision.replace(1, edited) == 3);
    REQUIRE(revision.commit({JournalKind::Edit, 0, ""}));
  }
  Revision revision(store);
  CHECK(revision.replace(3, games[1]) == 1);
  REQUIRE(revision.commit({JournalKind::Edit, 0, ""}));
  CHECK_FALSE(store.row(1).is_hidden);
  CHECK(store.row(3).is_hidden);
  CHECK_FALSE(store.replacement(1));
  CHECK(store.replacement(3) == GameId{1});
}

TEST_CASE("the journal says what was done, and what stands", "[store]") {
  const TemporaryFolder folder;
  Store store = filled(folder / "db", numbered_games(10));
  hide(store, {1, 2});
  Game edited = store.game(5).game;
  edited.header.round = "3";
  rewrite(store, 5, edited);
  hide(store, {3});
  {
    const Journal journal(store);
    REQUIRE(journal.size() == 3);
    CHECK(journal.head(1).kind == JournalKind::Hide);
    CHECK(journal.head(1).time == 1'000);
    CHECK(journal.head(1).command == "qipu hide");
    CHECK(journal.head(1).hidden == 2);
    CHECK(journal.head(2).edited == 1);
    CHECK(journal.last_standing() == 3);
    CHECK(journal.blockers(1).empty());  // other games
  }
  undo(store, 3);
  CHECK(Journal(store).last_standing() == 2);
  CHECK(Journal(store).undone_by(3) == 4);
  undo(store, 2);
  undo(store, 1);
  CHECK(Journal(store).last_standing() == 0);
  undo(store, 6);
  CHECK(Journal(store).undone_by(1) == 0);
  CHECK(Journal(store).undone_by(6) == 7);
  CHECK(store.stats().hidden_games == 2);
}

TEST_CASE("later changes of the same game stand in the way of an undo", "[store]") {
  const TemporaryFolder folder;
  Store store = filled(folder / "db", numbered_games(10));
  hide(store, {1, 5});
  Game edited = store.game(5).game;
  edited.header.round = "3";
  rewrite(store, 5, edited);
  edited.header.round = "4";
  rewrite(store, 5, edited);
  CHECK(Journal(store).blockers(1) == Entries{2, 3});
  CHECK(Journal(store).blockers(2) == Entries{3});
  CHECK(Journal(store).blockers(3).empty());
}

TEST_CASE("a change of many games is one entry", "[store]") {
  const TemporaryFolder folder;
  const auto place = folder / "db";
  {
    Store store = filled(place, numbered_games(9'000));
    Games odd;
    for (GameId id = 1; id < 9'000; id += 2)
      odd.push_back(id);
    hide(store, odd);
    CHECK(store.counts_at(kStart, {}).all.games() == 4'500);
    CHECK(Journal(store).head(1).hidden == 4'500);
  }
  Store store = Store::open_to_write(place);
  CHECK(store.counts_at(kStart, {}).all.games() == 4'500);
  undo(store, 1);
  CHECK(store.counts_at(kStart, {}).all.games() == 9'000);
}

TEST_CASE("rows of other tables are changed and undone with the rest", "[store]") {
  const TemporaryFolder folder;
  Store store = filled(folder / "db", numbered_games(3));
  const std::string key = name_id_key(NameKind::Player, 1);
  {
    Revision revision(store);
    RevisionRows rows(revision);
    rows.put(Table::Names, key, "丁");
    rows.put(Table::Meta, "other", "1");
    REQUIRE(revision.commit({JournalKind::Names, 0, ""}) == 1);
  }
  CHECK(store.player_name(1) == "丁");
  undo(store, 1);
  CHECK(store.player_name(1) == "甲");
  CHECK(Journal(store).head(1).edited == 0);
}
