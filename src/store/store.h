// SPDX-License-Identifier: GPL-3.0-or-later

// The database: games, the names in them, and which games reached a position.
//
// Answers a few typed questions and takes whole batches of games; hides RocksDB and how a question
// is answered (schema/v1.md, docs of storage). One process writes; any number read. A const Store
// may be shared by threads. THROWS everywhere: StoreError for a damaged, missing or locked
// database, IoError for a disk that fails or is full.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/values.h"
#include "store/filter.h"
#include "store/memory_budget.h"
#include "xiangqi/zobrist.h"

namespace qipu {

// A file, or a member of an archive, that records come from.
struct SourceInfo {
  Hash128 content{};  // of all its bytes: by this it is known again
  std::string name;   // "games/a.pgn", "all.tar.zst!1990/b.xqf"
  std::uint64_t size = 0;
  std::string format;  // "pgn"; empty if no format recognised it
  // Names under which the same bytes came again later, oldest first; the store's to tell.
  std::vector<std::string> other_names;
  friend bool operator==(const SourceInfo&, const SourceInfo&) = default;
};

// How much there is in a database, and what it takes.
struct StoreStats {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t players = 0;  // spellings
  std::uint64_t events = 0;
  std::uint64_t sources = 0;
  std::uint64_t rejects = 0;
  std::uint64_t hidden_games = 0;     // of the games
  std::uint64_t changes = 0;          // entries of the journal
  std::uint64_t unindexed_games = 0;  // at the end, waiting for index()
  std::uint64_t collisions = 0;       // different positions met under one key; none is expected
  struct Family {
    std::string name;
    std::uint64_t bytes = 0;  // on disk
  };
  std::vector<Family> families;
};

class StoreWriter;

class Store {
 public:
  // Opens the database at `place` to read. THROWS: StoreError if there is none (the message says
  // how to make one), if it is of a newer schema, or damaged.
  static Store open(const std::filesystem::path& place);
  // Opens it to write, and makes it if there is none. THROWS: StoreError that names the process
  // that holds the lock.
  static Store open_to_write(const std::filesystem::path& place, const MemoryBudget& memory = {});

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  std::size_t game_count() const;
  // REQUIRES: id < game_count().
  GameRow row(GameId id) const;
  StoredGame game(GameId id) const;                     // with its names put back in the header
  std::optional<SourceInfo> source(SourceId id) const;  // ids are 1 .. stats().sources
  // The games first found in a source: half-open ranges, sorted; one unless it came in parts.
  std::vector<std::pair<GameId, GameId>> games_of_source(SourceId id) const;
  // All places where a record equal to this game, or to what it was before an edit, was found; the
  // first import first.
  std::vector<Place> places(GameId id) const;

  // The game that an edit of the moves put in the place of this one.
  std::optional<GameId> replacement(GameId id) const;

  std::string player_name(PlayerId id) const;  // the spelling; empty for 0
  std::string event_name(EventId id) const;
  std::size_t player_count() const;  // ids are 1 .. player_count()
  std::size_t event_count() const;
  // The spellings with this name_key (text.h), sorted.
  std::vector<PlayerId> players_by_key(std::string_view key) const;
  std::vector<EventId> events_by_key(std::string_view key) const;

  // The games of `filter`, ascending. About 1 ms per million games.
  std::vector<GameId> select(const Filter& filter) const;
  // Counts at a position. Unfiltered from the stored summary; else by its postings or, where the
  // filter leaves few games, by replaying those.
  PositionCounts counts_at(PositionKey key, const Filter& filter) const;
  // Distinct games of `filter` that reached the position: what counts_at calls `all`, and cheaper.
  Wdl games_reached(PositionKey key, const Filter& filter) const;
  // The postings of the games of `filter` at a position, by game.
  std::vector<Posting> games_at(PositionKey key, const Filter& filter) const;
  // The same one after the other, each with its game's row, and none kept: a game's together, the
  // games in no order.
  using PostingVisit = std::function<void(const Posting&, const GameRow&)>;
  void each_posting(PositionKey key, const Filter& filter, const PostingVisit& visit) const;

  // The bytes of a record as they were found; nothing if its import did not keep them.
  std::optional<std::string> record_bytes(const Place& place) const;

  // Records set aside, in the order of import; stops when `visit` returns false.
  void each_reject(const std::function<bool(const Reject&)>& visit) const;
  // The one of a source with this ordinal.
  std::optional<Reject> reject(SourceId source, std::uint32_t ordinal) const;

  StoreStats stats() const;

 private:
  friend class StoreWriter;
  friend class Revision;
  friend class Journal;
  friend class GameScan;
  friend class SavedSearches;
  class Impl;
  explicit Store(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

// A game made ready for the store, on any thread: all the work that needs no ids.
struct PreparedGame {
  std::string red;  // spellings for the dictionary
  std::string black;
  std::string event;
  GameRow row;              // without ids
  std::uint32_t plies = 0;  // of the main line
  std::string bytes;        // encode_game's, less the ids and the place
  Hash128 content{};
  Hash128 main_line{};
};
PreparedGame prepare(const Game& game);

// Puts records into a store, in the order given. Nothing is there before commit() returns; a
// process that dies leaves the last commit. One at a time, on one thread.
class StoreWriter {
 public:
  // REQUIRES: `store` was opened to write and outlives this.
  explicit StoreWriter(Store& store);
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;
  ~StoreWriter();  // what was not committed is dropped

  // Where an import of a source stands: known by its content, whatever its name. A source that is
  // done need not be read again: every game of it is a duplicate.
  struct Progress {
    SourceId id = 0;
    std::uint32_t records = 0;  // given so far: add, set_aside, skip
    bool is_done = false;
    // Of the records so far, for the summary of an import that need not read them again.
    std::uint64_t games = 0;  // stored or duplicate
    std::uint64_t plies = 0;
    std::uint64_t rejects = 0;
    std::uint64_t skipped = 0;
  };
  // Includes what is not committed yet.
  Progress progress(SourceId source) const;
  std::optional<Progress> find_source(const Hash128& content) const;
  // As find_source; a new source gets an id, and a new name of a known one is kept.
  Progress begin_source(const SourceInfo& source);

  enum class Added : std::uint8_t { Stored, Duplicate };
  Added add(const PreparedGame& game, const Place& place);
  // Keeps the bytes of a record beside what was made of it, for Store::record_bytes.
  void keep_bytes(const Place& place, std::string_view bytes);
  void set_aside(Reject reject);
  // Forgets a record that was set aside, as if it had not come yet: it is to be read again, and
  // what it holds to be given under its ordinal; if that is more than one record, the others under
  // new ones, from the `records` of the progress on. REQUIRES: it is there, its source is done.
  void take_back(const Place& reject);
  // A record that is neither kept nor set aside (another game): only counted in the progress.
  void skip(const Place& place);
  void end_source(SourceId source);

  // What waits for a commit, in bytes.
  std::size_t pending_bytes() const;
  // Game commit: makes all that was given so far durable, in one atomic step.
  void commit();
  // Index commit: puts the positions of all committed games that are not in the index into it, in
  // one atomic step for as many plies as the memory allows. `progress` gets games done and to do.
  using IndexProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;
  void index(const IndexProgress& progress = {});
  // Whether enough games wait that index() is worth its cost now: more than 10,000, or more than
  // half of all. Readers replay those that wait (about 3 us a game) when they open.
  bool wants_index() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qipu
