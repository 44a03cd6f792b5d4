// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/store.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include "../support/imported.h"
#include "../support/random_games.h"
#include "../support/small_store.h"
#include "../support/temporary_folder.h"
#include "schema/keys.h"
#include "schema/meta.h"
#include "store/change_set.h"
#include "store/upkeep.h"

using namespace qipu;
using Catch::Matchers::Contains;

namespace {

std::vector<Game> some_games(std::uint64_t seed, std::size_t count) {
  return RandomGames(seed).next(count);
}

Reject some_reject(const Place& place) {
  Reject reject;
  reject.place = place;
  reject.error.code = Error::Code::BadMove;
  reject.error.message = "no move";
  reject.bytes = "[]";
  return reject;
}

}  // namespace

TEST_CASE("games come back from a store as they went in", "[store]") {
  const TemporaryFolder folder;
  const auto games = some_games(1, 300);
  {
    Store store = Store::open_to_write(folder / "db");
    import_games(store, "a", games);
  }
  const Store store = Store::open(folder / "db");
  REQUIRE(store.game_count() == games.size());
  for (GameId id = 0; id < games.size(); ++id) {
    const StoredGame stored = store.game(id);
    CHECK(stored.game == games[id]);
    CHECK(stored.place.ordinal == id);
    CHECK(store.player_name(store.row(id).red) == games[id].header.red.name);
    CHECK(store.event_name(store.row(id).event) == games[id].header.event);
    CHECK(store.row(id).plies == games[id].tree.ply_count());
    CHECK(store.row(id).is_unindexed != games[id].is_indexable());
  }
}

TEST_CASE("rows stay right when commits end inside blocks of the game table", "[store]") {
  const TemporaryFolder folder;
  RandomGames random(2);
  std::vector<Game> games;
  Store store = Store::open_to_write(folder / "db");
  for (const std::size_t count : {1U, 4000U, 95U, 1U, 4500U}) {
    std::vector<Game> more;
    for (std::size_t i = 0; i < count; ++i) {
      Game game;
      game.header.title = std::to_string(games.size() + i);
      game.header.red.name = std::to_string((games.size() + i) % 7);
      more.push_back(game);
    }
    import_games(store, std::to_string(games.size()), more);
    games.insert(games.end(), more.begin(), more.end());
  }
  REQUIRE(store.game_count() == games.size());
  for (GameId id = 0; id < games.size(); ++id)
    REQUIRE(store.player_name(store.row(id).red) == games[id].header.red.name);
}

TEST_CASE("an equal record is stored once, with all its places", "[store]") {
  const TemporaryFolder folder;
  auto games = some_games(3, 20);
  games.push_back(games[4]);  // in the same commit
  {
    Store store = Store::open_to_write(folder / "db");
    import_games(store, "a", games);
    REQUIRE(store.game_count() == 20);
    import_games(store, "b", {games[4], games[5], some_games(4, 1)[0]});
    CHECK(store.game_count() == 21);
  }
  const Store store = Store::open(folder / "db");
  const auto places = store.places(4);
  REQUIRE(places.size() == 3);
  CHECK(places[0].source == 1);
  CHECK(places[0].ordinal == 4);
  CHECK(places[1].source == 1);
  CHECK(places[1].ordinal == 20);
  CHECK(places[2].source == 2);
  CHECK(places[2].ordinal == 0);
  CHECK(store.places(5).size() == 2);
  CHECK(store.places(6).size() == 1);
  using Ranges = std::vector<std::pair<GameId, GameId>>;
  CHECK(store.games_of_source(1) == Ranges{{0, 20}});
  CHECK(store.games_of_source(2) == Ranges{{20, 21}});
  CHECK(store.games_of_source(3).empty());
}

TEST_CASE("a game cut before ply 10 is kept and counts nowhere", "[store]") {
  const TemporaryFolder folder;
  std::vector<Game> games;
  games.push_back(game_of("h2e2 h9g7"));
  games.push_back(game_of("h2e2 h9g7 h0g2"));
  games.back().notes.push_back({Note::Kind::Cut, 3, "no move"});
  games.push_back(game_of("h2e2 h9g7 h0g2 i9h9 c3c4 c6c5 g3g4 g6g5 b0c2 b9c7"));
  games.back().notes.push_back({Note::Kind::Cut, 10, "no move"});
  Store store = Store::open_to_write(folder / "db");
  import_games(store, "a", games);
  CHECK(store.game_count() == 3);
  CHECK(store.select({}).size() == 3);
  const PositionKey start = Position::start().key().key;
  CHECK(store.counts_at(start, {}).all.games() == 2);
  StoreWriter(store).index();
  CHECK(store.counts_at(start, {}).all.games() == 2);
}

TEST_CASE("a contradictory result is kept, and counts as unknown", "[store]") {
  const TemporaryFolder folder;
  std::vector<Game> games;
  games.push_back(game_of("h2e2", Outcome::RedWin));
  games.push_back(game_of("h2e2 h9g7", Outcome::RedWin));
  games.back().header.has_conflicting_result = true;
  Store store = Store::open_to_write(folder / "db");
  import_games(store, "a", games);
  CHECK(store.row(1).outcome == Outcome::RedWin);
  const Wdl all = store.counts_at(Position::start().key().key, {}).all;
  CHECK(all.red_wins == 1);
  CHECK(all.unknown == 1);
  Filter won;
  won.outcome = Outcome::RedWin;
  CHECK(store.select(won) == std::vector<GameId>{0});
}

TEST_CASE("spellings with one key are found together", "[store]") {
  const TemporaryFolder folder;
  {
    Store store = Store::open_to_write(folder / "db");
    std::vector<Game> games(3);
    games[0].header.red.name = "胡荣华";
    games[1].header.red.name = "胡榮華";
    games[2].header.black.name = "Hu Rong-hua";
    games[2].header.event = "五羊杯";
    import_games(store, "a", games);
    games[0].header.red.name = "胡 荣华";
    import_games(store, "b", {games[0]});
  }
  const Store store = Store::open(folder / "db");
  CHECK(store.player_count() == 4);
  CHECK(store.event_count() == 1);
  CHECK(store.players_by_key("胡荣华") == std::vector<PlayerId>{1, 2, 4});
  CHECK(store.players_by_key("huronghua") == std::vector<PlayerId>{3});
  CHECK(store.players_by_key("huronghu").empty());
  CHECK(store.players_by_key("五羊杯").empty());
  CHECK(store.events_by_key("五羊杯") == std::vector<EventId>{1});
  CHECK(store.player_name(2) == "胡榮華");
  CHECK(store.player_name(0).empty());
}

TEST_CASE("a source is known again by its content", "[store]") {
  const TemporaryFolder folder;
  const auto games = some_games(5, 10);
  Store store = Store::open_to_write(folder / "db");
  {
    StoreWriter writer(store);
    const auto begun = writer.begin_source(source_of("a"));
    CHECK(begun.id == 1);
    CHECK(begun.records == 0);
    for (std::uint32_t i = 0; i < 4; ++i)
      writer.add(prepare(games[i]), {.source = begun.id, .ordinal = i});
    writer.set_aside(some_reject({.source = begun.id, .ordinal = 4}));
    writer.skip({.source = begun.id, .ordinal = 5});
    REQUIRE(writer.find_source(source_of("a").content));
    CHECK(writer.find_source(source_of("a").content)->records == 6);
    writer.commit();
    writer.add(prepare(games[9]), {.source = begun.id, .ordinal = 6});
    // and the process ends without a commit
  }
  StoreWriter writer(store);
  SourceInfo moved = source_of("a");
  moved.name = "elsewhere/a";
  auto known = writer.begin_source(moved);
  CHECK(known.id == 1);
  CHECK(known.records == 6);
  CHECK(known.games == 4);
  CHECK(known.rejects == 1);
  CHECK(known.skipped == 1);
  CHECK_FALSE(known.is_done);
  writer.add(prepare(games[9]), {.source = known.id, .ordinal = 6});
  writer.end_source(known.id);
  writer.commit();
  REQUIRE(writer.find_source(moved.content));
  known = *writer.find_source(moved.content);
  CHECK(known.is_done);
  CHECK(known.records == 7);
  std::uint64_t plies = 0;
  for (const std::size_t i : {0U, 1U, 2U, 3U, 9U})
    plies += games[i].tree.ply_count();
  CHECK(known.plies == plies);
  CHECK(store.stats().plies == plies);
  CHECK(store.stats().sources == 1);
  REQUIRE(store.source(1));
  CHECK(store.source(1)->name == "a");
  CHECK(store.source(1)->other_names == std::vector<std::string>{"elsewhere/a"});
  CHECK_FALSE(store.source(2));
  CHECK_FALSE(writer.find_source(source_of("b").content));
}

TEST_CASE("rejected records are kept, in order", "[store]") {
  const TemporaryFolder folder;
  {
    Store store = Store::open_to_write(folder / "db");
    StoreWriter writer(store);
    const auto source = writer.begin_source(source_of("a"));
    for (const std::uint32_t ordinal : {0U, 3U, 300U})
      writer.set_aside(some_reject({.source = source.id, .ordinal = ordinal}));
    Reject large = some_reject({.source = source.id, .ordinal = 301});
    large.bytes = std::string(kMaxRejectBytes + 1, 'x');
    writer.set_aside(large);
    writer.commit();
  }
  const Store store = Store::open(folder / "db");
  std::vector<std::uint32_t> ordinals;
  store.each_reject([&](const Reject& reject) {
    ordinals.push_back(reject.place.ordinal);
    CHECK(reject.error.message == "no move");
    CHECK(reject.is_cut == (reject.place.ordinal == 301));
    return true;
  });
  CHECK(ordinals == std::vector<std::uint32_t>{0, 3, 300, 301});
  CHECK(store.stats().rejects == 4);
}

TEST_CASE("a folder without a database says how to make one", "[store]") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(Store::open(folder / "none"),
                    Contains("there is no database at") && Contains("qipu import PATH"));
  CHECK_THROWS_AS(Store::open(folder / "none"), StoreError);
  std::ofstream(folder / "precious.txt") << "x";
  CHECK_THROWS_WITH(Store::open_to_write(folder.path()), Contains("is no database and not empty"));
  CHECK(std::filesystem::exists(folder / "precious.txt"));
}

TEST_CASE("an empty database is read as one", "[store]") {
  const TemporaryFolder folder;
  { const Store made = Store::open_to_write(folder / "db"); }
  const Store store = Store::open(folder / "db");
  CHECK(store.game_count() == 0);
  CHECK(store.counts_at(Position::start().key().key, {}).all.games() == 0);
  CHECK(store.select({}).empty());
  CHECK(store.stats().games == 0);
}

TEST_CASE("a database of a newer schema is refused", "[store]") {
  const TemporaryFolder folder;
  { const Store made = Store::open_to_write(folder / "db"); }
  {
    const Tables tables = Tables::open_to_write(folder / "db");
    SchemaVersions versions = current_versions();
    ++versions.schema;
    ChangeSet changes;
    changes.put(Table::Meta, std::string(meta_key::kSchema), encode_versions(versions));
    changes.write(tables);
  }
  CHECK_THROWS_WITH(Store::open(folder / "db"), Contains("newer qipu"));
  CHECK_THROWS_WITH(Store::open_to_write(folder / "db"), Contains("newer qipu"));
}

TEST_CASE("a second writer is told who holds the lock", "[store]") {
  const TemporaryFolder folder;
  const auto place = folder / "db";
  { const Store made = Store::open_to_write(place); }

  int ready[2];
  int done[2];
  REQUIRE(::pipe(ready) == 0);
  REQUIRE(::pipe(done) == 0);
  const pid_t child = ::fork();
  if (child == 0) {  // holds the lock until it is told to go
    try {
      const Store store = Store::open_to_write(place);
      char byte = 1;
      (void)!::write(ready[1], &byte, 1);
      ::close(done[1]);
      (void)!::read(done[0], &byte, 1);
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  CHECK_THROWS_WITH(Store::open_to_write(place),
                    Contains("is being written to by process " + std::to_string(child)));
  CHECK_NOTHROW(Store::open(place));  // a reader needs no lock
  ::close(done[0]);
  ::close(done[1]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);

  const Store store = Store::open_to_write(place);
  CHECK_THROWS_WITH(Store::open_to_write(place),
                    Contains("by process " + std::to_string(::getpid())));
}

TEST_CASE("a reader that stays open sees the moment it opened, whatever is written since",
          "[store]") {
  const TemporaryFolder folder;
  const auto place = folder / "db";
  const auto games = some_games(11, 400);
  {
    Store store = Store::open_to_write(place);
    import_games(store, "a", games);
  }
  const Store reader = Store::open(place);
  const PositionKey start = Position::start().key().key;
  const PositionCounts counts = Store::open(place).counts_at(start, {});
  const std::vector<Posting> postings = Store::open(place).games_at(start, {});
  const std::vector<GameId> selected = Store::open(place).select({});
  const auto check_reader = [&] {
    CHECK(reader.game_count() == games.size());
    CHECK(reader.stats().games == games.size());
    CHECK(reader.counts_at(start, {}) == counts);
    CHECK(reader.games_at(start, {}) == postings);
    CHECK(reader.select({}) == selected);
    for (GameId id = 0; id < games.size(); id += 7)
      CHECK(reader.game(id).game == games[id]);
  };
  for (unsigned round = 0; round < 6; ++round) {
    {
      Store store = Store::open_to_write(place);
      import_games(store, "more " + std::to_string(round), some_games(100 + round, 200));
    }
    check_reader();
  }
  compact(place);  // takes the files away that the reader has open
  check_reader();
  CHECK(Store::open(place).game_count() > games.size());
}

TEST_CASE("the index is wanted from 10,000 games or half of all on", "[store]") {
  const TemporaryFolder folder;
  Store store = Store::open_to_write(folder / "db");
  const auto numbered = [](int first, int count) {
    std::vector<Game> games(static_cast<std::size_t>(count));
    for (Game& game : games)
      game.header.title = std::to_string(first++);
    return games;
  };
  import_games(store, "a", numbered(0, 800));
  CHECK(StoreWriter(store).wants_index());
  index_all(store);
  CHECK_FALSE(StoreWriter(store).wants_index());
  import_games(store, "b", numbered(800, 800));
  CHECK_FALSE(StoreWriter(store).wants_index());  // 800 of 1600
  import_games(store, "c", numbered(1600, 30));
  CHECK(StoreWriter(store).wants_index());
}

TEST_CASE("a const store answers many threads at once", "[store][threads]") {
  const TemporaryFolder folder;
  const auto games = some_games(6, 400);
  {
    Store store = Store::open_to_write(folder / "db");
    import_games(store, "a", {games.begin(), games.begin() + 300});
    index_all(store);
    import_games(store, "b", {games.begin() + 300, games.end()});
  }
  const Store store = Store::open(folder / "db");
  const PositionKey start = Position::start().key().key;
  std::vector<PositionCounts> counts(4);
  std::vector<std::thread> threads;
  threads.reserve(counts.size());
  for (PositionCounts& mine : counts)
    threads.emplace_back([&] { mine = store.counts_at(start, {}); });
  for (std::thread& thread : threads)
    thread.join();
  CHECK(counts[0].all.games() > 100);
  for (const PositionCounts& mine : counts)
    CHECK(mine == counts[0]);
}
