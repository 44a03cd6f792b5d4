// SPDX-License-Identifier: GPL-3.0-or-later

// A process that is killed at any moment leaves a store that is whole, and an import goes on from
// there as if nothing had been.

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "../support/imported.h"
#include "../support/random_games.h"
#include "../support/temporary_folder.h"
#include "store/store.h"

using namespace qipu;

namespace {

constexpr std::size_t kSourceCount = 4;
constexpr std::size_t kGamesPerSource = 60;
constexpr std::size_t kGamesPerCommit = 25;

std::string source_name(std::size_t source) { return "source" + std::to_string(source); }

// What an import does: goes on where each source stands, commits now and then, indexes.
void import_all(const std::filesystem::path& place, const std::vector<PreparedGame>& games) {
  Store store = Store::open_to_write(place);
  StoreWriter writer(store);
  for (std::size_t source = 0; source < kSourceCount; ++source) {
    const auto progress = writer.begin_source(source_of(source_name(source)));
    if (progress.is_done) continue;
    for (std::size_t i = progress.records; i < kGamesPerSource; ++i) {
      writer.add(games[source * kGamesPerSource + i],
                 {.source = progress.id, .ordinal = static_cast<std::uint32_t>(i)});
      if (i % kGamesPerCommit == 0) writer.commit();
    }
    writer.end_source(progress.id);
    writer.commit();
    writer.index();
  }
}

// Kills a process that imports, `after` it began. Whether it was killed in time.
bool import_and_kill(const std::filesystem::path& place, const std::vector<PreparedGame>& games,
                     std::chrono::microseconds after) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      import_all(place, games);
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  std::this_thread::sleep_for(after);
  ::kill(child, SIGKILL);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  const bool was_killed = WIFSIGNALED(status);
  CHECK((was_killed || WEXITSTATUS(status) == 0));
  return was_killed;
}

// The whole of what a store says, for comparing.
void check_same(const Store& a, const Store& b) {
  REQUIRE(a.game_count() == b.game_count());
  CHECK(a.stats().plies == b.stats().plies);
  CHECK(a.stats().players == b.stats().players);
  CHECK(a.stats().sources == b.stats().sources);
  for (GameId id = 0; id < a.game_count(); ++id) {
    const StoredGame game = a.game(id);
    REQUIRE(game.game == b.game(id).game);
    REQUIRE(a.row(id) == b.row(id));
    REQUIRE(a.places(id) == b.places(id));
    Position position = game.game.start;
    std::size_t ply = 0;
    for (const Move move : game.game.tree.main_line()) {
      if ((id + ply++) % 16 == 0) {
        const PositionKey key = position.key().key;
        REQUIRE(a.counts_at(key, {}) == b.counts_at(key, {}));
        Filter all;
        all.kind.reset();
        REQUIRE(a.games_at(key, all) == b.games_at(key, all));
      }
      position.play(move);
    }
  }
}

// Imports under `kills` kills, each followed by a check, and then to the end. Returns how many of
// them hit.
int import_under_kills(int kills, std::uint64_t seed) {
  const TemporaryFolder folder;
  std::vector<Game> games = RandomGames(seed).next(kSourceCount * kGamesPerSource);
  games[200] = games[3];  // duplicates, across commits and sources
  games[201] = games[185];
  std::vector<PreparedGame> prepared;
  prepared.reserve(games.size());
  for (const Game& game : games)
    prepared.push_back(prepare(game));
  const auto begin = std::chrono::steady_clock::now();
  import_all(folder / "undisturbed", prepared);
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - begin);

  Random random(seed);
  int hits = 0;
  for (int i = 0; i < kills; ++i) {
    const auto place = folder / ("killed" + std::to_string(i / 8));
    // Early moments most: what is done once is not done again.
    const auto share = static_cast<long>(pick(random, 1 + pick(random, 1000)));
    if (import_and_kill(place, prepared, whole * share / 1000)) ++hits;
    if (!std::filesystem::exists(place / "CURRENT")) continue;
    Store store = Store::open_to_write(place);
    for (GameId id = 0; id < store.game_count(); ++id)
      REQUIRE_NOTHROW(store.game(id));
    Filter all;
    all.kind.reset();
    std::size_t at_start = 0;  // the index agrees with the games
    for (const GameId id : store.select(all)) {
      if (store.game(id).game.start == Position::start()) ++at_start;
    }
    std::size_t found = 0;
    GameId last = UINT32_MAX;
    for (const Posting& posting : store.games_at(Position::start().key().key, all)) {
      if (posting.game != last && store.game(posting.game).game.start == Position::start()) ++found;
      last = posting.game;
    }
    REQUIRE(found == at_start);
  }
  const Store undisturbed = Store::open(folder / "undisturbed");
  for (int i = 0; i * 8 < kills; ++i) {
    const auto place = folder / ("killed" + std::to_string(i));
    import_all(place, prepared);
    check_same(Store::open(place), undisturbed);
  }
  return hits;
}

}  // namespace

TEST_CASE("an import that is killed goes on exactly once", "[store][kill]") {
  CHECK(import_under_kills(6, 1) > 0);
}

TEST_CASE("an import that is killed 200 times goes on exactly once", "[store][kill][.soak]") {
  int hits = 0;
  for (std::uint64_t seed = 10; seed < 15; ++seed)
    hits += import_under_kills(40, seed);
  CHECK(hits > 100);
}
