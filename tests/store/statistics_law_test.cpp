// SPDX-License-Identifier: GPL-3.0-or-later

// The law of the store: what it says of a position is what replaying all games says.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "../support/imported.h"
#include "../support/random_games.h"
#include "../support/temporary_folder.h"
#include "schema/page.h"
#include "store/journal.h"
#include "store/position_reader.h"
#include "store/store.h"

using namespace qipu;

namespace {

// A position that a game reached, and what it played there.
struct Reached {
  Position position;
  GameId game;
  Move move;
};

// All positions of the games that are to be indexed, found by playing them.
std::vector<Reached> all_reached(const std::vector<Game>& games) {
  std::vector<Reached> all;
  for (std::size_t id = 0; id < games.size(); ++id) {
    const bool is_forfeit = kind_of(games[id]) == GameKind::Game && games[id].tree.ply_count() == 0;
    if (!games[id].is_indexable() || is_forfeit) continue;
    Position position = games[id].start;
    for (const Move move : games[id].tree.main_line()) {
      all.push_back({position, static_cast<GameId>(id), move});
      position.play(move);
    }
    all.push_back({position, static_cast<GameId>(id), Move()});
  }
  return all;
}

// A result that contradicts itself counts as unknown.
Outcome outcome_of(const GameRow& row) {
  return row.has_conflicting_result ? Outcome::Unknown : row.outcome;
}

// Games at `position` or its mirror image, and the moves they played there: by comparing boards.
std::set<Posting> naive_postings(const std::vector<Reached>& all, const Position& position) {
  const Position mirror = position.mirrored();
  std::set<Posting> found;
  for (const Reached& reached : all) {
    if (reached.position.hash() != position.hash() && reached.position.hash() != mirror.hash()) {
      continue;
    }
    REQUIRE((reached.position == position || reached.position == mirror));
    const OrientedKey key = reached.position.key();
    found.insert({reached.game, reached.move.is_none() ? Move() : to_stored(key, reached.move)});
  }
  return found;
}

PositionCounts naive_counts(const std::set<Posting>& postings, const Store& store,
                            const Filter& filter) {
  PositionCounts counts;
  std::map<Move, Wdl> moves;
  std::set<GameId> games;
  for (const Posting& posting : postings) {
    const GameRow row = store.row(posting.game);
    if (!filter.matches(posting.game, row)) continue;
    if (games.insert(posting.game).second) counts.all.add(outcome_of(row));
    moves[posting.move].add(outcome_of(row));
  }
  for (const auto& [move, wdl] : moves)
    counts.moves.push_back({move, wdl});
  return counts;
}

Filter random_filter(Random& random, const Store& store) {
  Filter filter;
  const auto ids = [&](std::size_t count) {
    std::set<std::uint32_t> some;
    for (std::size_t i = pick(random, 3); i > 0; --i)
      some.insert(static_cast<std::uint32_t>(1 + pick(random, count)));
    return std::vector<std::uint32_t>(some.begin(), some.end());
  };
  if (pick(random, 4) == 0) return filter;
  if (pick(random, 3) == 0) filter.player = ids(store.player_count());
  if (pick(random, 5) == 0) filter.red = ids(store.player_count());
  if (pick(random, 5) == 0) filter.black = ids(store.player_count());
  if (pick(random, 5) == 0) filter.versus = ids(store.player_count());
  if (pick(random, 5) == 0) filter.events = ids(store.event_count());
  if (pick(random, 4) == 0)
    filter.from = {static_cast<std::uint16_t>(1980 + pick(random, 30)), 0, 0};
  if (pick(random, 4) == 0) filter.to = {static_cast<std::uint16_t>(1990 + pick(random, 30)), 0, 0};
  if (pick(random, 5) == 0) filter.outcome = static_cast<Outcome>(pick(random, 4));
  if (pick(random, 3) == 0) filter.kind = std::nullopt;
  if (pick(random, 5) == 0) filter.kind = static_cast<GameKind>(pick(random, 4));
  if (pick(random, 6) == 0) filter.min_plies = 30;
  if (pick(random, 6) == 0) {
    const auto middle = static_cast<GameId>(store.game_count() / 2);
    filter.games = std::vector<std::pair<GameId, GameId>>{{3, middle}, {middle + 10, middle + 500}};
  }
  return filter;
}

void check_law(const Store& store, const std::vector<Reached>& all, std::uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 60; ++i) {
    // The start, something near it, or anything anywhere.
    const Reached& reached = all[pick(random, i < 20 ? 40 : all.size())];
    const Position position =
        i == 0 ? Position::start()
               : (pick(random, 2) == 0 ? reached.position : reached.position.mirrored());
    const auto postings = naive_postings(all, position);
    for (int j = 0; j < 6; ++j) {
      const Filter filter = random_filter(random, store);
      const PositionCounts expected = naive_counts(postings, store, filter);
      const PositionCounts counts = store.counts_at(position.key().key, filter);
      CHECK(counts == expected);
      CHECK(store.games_reached(position.key().key, filter) == expected.all);
      std::vector<Posting> matching;
      std::copy_if(postings.begin(), postings.end(), std::back_inserter(matching),
                   [&](const Posting& posting) {
                     return filter.matches(posting.game, store.row(posting.game));
                   });
      CHECK(store.games_at(position.key().key, filter) == matching);
    }
  }
}

}  // namespace

TEST_CASE("statistics equal a replay of all games, waiting or indexed", "[store]") {
  const TemporaryFolder folder;
  const auto games = RandomGames(1).next(3000);
  const auto all = all_reached(games);
  {
    Store store = Store::open_to_write(folder.path() / "db");
    import_games(store, "all", games);
    REQUIRE(store.game_count() == games.size());
    REQUIRE(store.stats().unindexed_games == games.size());
    check_law(store, all, 11);
    index_all(store);
    REQUIRE(store.stats().unindexed_games == 0);
    check_law(store, all, 12);
  }
  const Store store = Store::open(folder.path() / "db");
  check_law(store, all, 13);
}

TEST_CASE("statistics equal a replay of all games, indexed in parts", "[store]") {
  const TemporaryFolder folder;
  const auto games = RandomGames(2).next(3000);
  const auto all = all_reached(games);
  {
    Store store = Store::open_to_write(folder.path() / "db");
    std::size_t first = 0;
    for (const std::size_t count : {1U, 500U, 700U, 299U, 1000U, 100U, 300U, 100U}) {
      const auto begin = games.begin() + static_cast<std::ptrdiff_t>(first);
      import_games(store, "part" + std::to_string(first),
                   {begin, begin + static_cast<std::ptrdiff_t>(count)});
      first += count;
      if (first != games.size()) index_all(store);
    }
    REQUIRE(first == games.size());
    REQUIRE(store.stats().unindexed_games == 100);
    check_law(store, all, 21);
  }
  const Store store = Store::open(folder.path() / "db");
  check_law(store, all, 22);
}

TEST_CASE("many small index commits move what crowds a page into lists", "[store]") {
  constexpr std::size_t kParts = 45;
  constexpr std::size_t kGamesPerPart = 60;
  const TemporaryFolder folder;
  const auto games = RandomGames(4).next(kParts * kGamesPerPart);
  {
    Store store = Store::open_to_write(folder / "db");
    for (std::size_t first = 0; first < games.size(); first += kGamesPerPart) {
      const auto begin = games.begin() + static_cast<std::ptrdiff_t>(first);
      import_games(store, "part" + std::to_string(first), {begin, begin + kGamesPerPart});
      index_all(store);
    }
  }
  {
    const Tables tables = Tables::open_to_read(folder / "db");
    const PositionKey start = Position::start().key().key;
    const auto page = tables.get(Table::Pages, page_key(page_of(start)));
    const auto entry = *find_in_page(as_bytes(*page), remainder_of(start));
    REQUIRE(entry);
    CHECK(entry->listed >= kCrowdedCount);
    CHECK(entry->postings.size() < kCrowdedCount);
  }
  check_law(Store::open(folder / "db"), all_reached(games), 41);
}

TEST_CASE("the ways to answer under a filter agree", "[store]") {
  const TemporaryFolder folder;
  const auto games = RandomGames(3).next(800);
  const auto all = all_reached(games);
  {
    Store store = Store::open_to_write(folder.path() / "db");
    import_games(store, "all", games);
    index_all(store);
  }
  const Store store = Store::open(folder.path() / "db");
  const Tables tables = Tables::open_to_read(folder.path() / "db");
  const GameTable rows(tables, games.size());
  const WaitingGames none(tables, rows, static_cast<GameId>(games.size()));
  const PositionReader reader(tables, rows, none);
  Random random(31);
  for (int i = 0; i < 40; ++i) {
    const PositionKey key = all[pick(random, i < 20 ? 40 : all.size())].position.key().key;
    const Filter filter = random_filter(random, store);
    CHECK(reader.walked(key, filter) == reader.replayed(key, rows.select(filter)));
  }
}

namespace {

// A store under random changes, beside what its games must be.
class Changed {
 public:
  Changed(Store& store, std::vector<Game> games, std::uint64_t seed)
      : store_(store), games_(std::move(games)), random_(seed), hidden_(games_.size()) {}

  void change() {
    if (entry_ > 0 && pick(random_, 6) == 0) {
      undo();
      return;
    }
    games_before_ = games_;
    hidden_before_ = hidden_;
    Revision revision(store_);
    for (std::size_t i = 1 + pick(random_, 40); i > 0; --i) {
      const auto id = static_cast<GameId>(pick(random_, store_.game_count()));
      switch (pick(random_, 4)) {
        case 0:
          CHECK(revision.show(id) == hidden_[id]);
          hidden_[id] = false;
          break;
        case 1:
          edit(revision, id);
          break;
        case 2:
          if (pick(random_, 8) == 0) replace(revision, id);
          break;
        default:
          CHECK(revision.hide(id) != hidden_[id]);
          hidden_[id] = true;
      }
    }
    entry_ = revision.commit({JournalKind::Hide, 0, "test"}).value_or(0);
  }

  void import(const std::vector<Game>& more) {
    import_games(store_, "more" + std::to_string(games_.size()), more);
    games_.insert(games_.end(), more.begin(), more.end());
    hidden_.resize(games_.size());
    entry_ = 0;
  }

  void check() {
    REQUIRE(store_.game_count() == games_.size());
    std::size_t hidden = 0;
    for (GameId id = 0; id < games_.size(); ++id) {
      REQUIRE(store_.game(id).game == games_[id]);
      const GameRow row = store_.row(id);
      REQUIRE(row.is_hidden == hidden_[id]);
      REQUIRE(row.outcome == games_[id].header.outcome);
      REQUIRE(row.kind == kind_of(games_[id]));
      REQUIRE(store_.player_name(row.red) == games_[id].header.red.name);
      REQUIRE(row.date == games_[id].header.date);
      if (hidden_[id]) ++hidden;
    }
    REQUIRE(store_.stats().hidden_games == hidden);
    check_law(store_, all_reached(games_), random_());
  }

 private:
  void edit(Revision& revision, GameId id) {
    Game& game = games_[id];
    game.header.outcome = static_cast<Outcome>(pick(random_, 4));
    if (pick(random_, 2) == 0) game.header.red.name = std::to_string(pick(random_, 9));
    if (pick(random_, 4) == 0) game.type = pick(random_, 2) == 0 ? "布局" : "";  // another kind
    game.header.round = std::to_string(++edits_);  // equal to no other game
    CHECK(revision.rewrite(id, game));
  }

  void replace(Revision& revision, GameId id) {
    Game game = others_.next();
    game.header.round = "another" + std::to_string(++edits_);
    CHECK(revision.replace(id, game) == games_.size());
    games_.push_back(game);
    hidden_[id] = true;
    hidden_.push_back(false);
  }

  void undo() {
    REQUIRE(Journal(store_).blockers(entry_).empty());
    Revision revision(store_);
    revision.revert(entry_);
    REQUIRE(revision.commit({JournalKind::Undo, 0, "undo"}));
    // New games stay, hidden.
    std::copy(games_before_.begin(), games_before_.end(), games_.begin());
    std::copy(hidden_before_.begin(), hidden_before_.end(), hidden_.begin());
    for (std::size_t id = hidden_before_.size(); id < hidden_.size(); ++id)
      hidden_[id] = true;
    entry_ = 0;
  }

  Store& store_;
  std::vector<Game> games_;
  std::vector<Game> games_before_;  // the last entry
  Random random_;
  RandomGames others_{77};
  std::vector<bool> hidden_;
  std::vector<bool> hidden_before_;
  EntryId entry_ = 0;  // that can be undone
  int edits_ = 0;
};

}  // namespace

TEST_CASE("statistics equal a replay of the games that are not hidden", "[store]") {
  const TemporaryFolder folder;
  RandomGames random(4);
  const auto games = random.next(2000);
  Store store = Store::open_to_write(folder / "db");
  import_games(store, "all", games);
  Changed changed(store, games, 41);
  changed.change();  // games that wait
  changed.check();
  index_all(store);
  changed.check();
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 8; ++i)
      changed.change();
    changed.check();
    changed.import(random.next(500));
    changed.change();
    changed.check();
    index_all(store);
    changed.check();
  }
}
