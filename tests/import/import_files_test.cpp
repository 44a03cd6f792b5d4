// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/import_files.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

using namespace qipu;
namespace fs = std::filesystem;

namespace {

const std::string kSamples = std::string(QIPU_SOURCE_DIR) + "/data-samples";

ImportReport import_into(const fs::path& place, const std::vector<std::string>& paths,
                         unsigned jobs = 2, const ImportHooks& hooks = {}) {
  Store store = Store::open_to_write(place);
  ImportOptions options;
  options.jobs = jobs;
  return import_files(paths, &store, options, hooks);
}

// All that tells two databases' games apart.
std::vector<StoredGame> games_of(const fs::path& place) {
  const Store store = Store::open(place);
  std::vector<StoredGame> games;
  for (GameId id = 0; id < store.game_count(); ++id)
    games.push_back(store.game(id));
  return games;
}

bool same_games(const std::vector<StoredGame>& a, const std::vector<StoredGame>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const StoredGame& x, const StoredGame& y) {
                      return x.red == y.red && x.black == y.black && x.event == y.event &&
                             x.place == y.place && x.game == y.game;
                    });
}

Wdl games_at_start(const fs::path& place) {
  return Store::open(place).counts_at(Position::start().key().key, {}).all;
}

std::string pgn(int number, const std::string& moves) {
  return "[Game \"Chinese Chess\"]\n[Event \"" + std::to_string(number) +
         "\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n" + moves + " 1-0\n\n";
}

constexpr const char* kMoves = "1. 炮二平五 马8进7 2. 马二进三 车9平8";

}  // namespace

TEST_CASE("the samples are imported whole, and every game is counted", "[import]") {
  const TemporaryFolder folder;
  std::ifstream manifest(kSamples + "/manifest.tsv");
  std::size_t rows = 0;
  for (std::string line; std::getline(manifest, line);)
    ++rows;
  REQUIRE(rows > 300);

  const ImportReport report = import_into(folder / "db", {kSamples});
  CHECK(report.games == rows - 1);  // a header row
  CHECK(report.stored == report.games);
  CHECK(report.set_aside_count == 0);
  CHECK(report.noted == 0);
  CHECK(games_at_start(folder / "db").games() == report.stored);
}

TEST_CASE("an import in little memory gives the same database as one in much", "[import]") {
  const TemporaryFolder folder;
  import_into(folder / "much", {kSamples});
  ImportOptions options;
  options.memory.bytes = 4096;  // a few names, a game an index step
  {
    Store store = Store::open_to_write(folder / "little", options.memory);
    const ImportReport report = import_files({kSamples}, &store, options);
    CHECK(report.set_aside_count == 0);
  }
  CHECK(same_games(games_of(folder / "much"), games_of(folder / "little")));
  const Store much = Store::open(folder / "much");
  const Store little = Store::open(folder / "little");
  CHECK(little.player_count() == much.player_count());
  CHECK(little.event_count() == much.event_count());
  CHECK(little.stats().unindexed_games == 0);
  Position position = Position::start();
  for (const Move move : much.game(0).game.tree.main_line()) {
    CHECK(little.counts_at(position.key().key, {}) == much.counts_at(position.key().key, {}));
    position.play(move);
  }
}

TEST_CASE("the games and their ids do not depend on the number of threads", "[import][threads]") {
  const TemporaryFolder folder;
  import_into(folder / "one", {kSamples}, 1);
  import_into(folder / "four", {kSamples}, 4);
  CHECK(same_games(games_of(folder / "one"), games_of(folder / "four")));
}

TEST_CASE("importing the same files again stores nothing and says so", "[import]") {
  const TemporaryFolder folder;
  const ImportReport first = import_into(folder / "db", {kSamples});
  const ImportReport again = import_into(folder / "db", {kSamples});
  CHECK(again.games == first.games);
  CHECK(again.plies == first.plies);
  CHECK(again.stored == 0);
  CHECK(again.duplicates == first.games);
  CHECK(again.known_files == again.files - again.unrecognised_files);
  CHECK(games_at_start(folder / "db").games() == first.stored);
}

TEST_CASE("a record that comes from two files is stored once, with both places", "[import]") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.pgn", pgn(1, kMoves));
  const std::string b = folder.write("b.pgn", pgn(1, kMoves) + pgn(2, kMoves));
  const ImportReport report = import_into(folder / "db", {a, b});
  CHECK(report.stored == 2);
  CHECK(report.duplicates == 1);
  const Store store = Store::open(folder / "db");
  REQUIRE(store.places(0).size() == 2);
  CHECK(store.source(store.places(0)[1].source)->name == b);
  CHECK(store.places(1).size() == 1);
}

TEST_CASE("a dry run reads everything and makes no database", "[import]") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.pgn", pgn(1, kMoves) + pgn(2, kMoves));
  const ImportReport report = import_files({a}, nullptr, {});
  CHECK(report.games == 2);
  CHECK(report.stored == 0);
  CHECK(report.plies == 8);
}

TEST_CASE("a bad record is kept aside with its bytes and costs its neighbours nothing",
          "[import]") {
  const TemporaryFolder folder;
  const std::string bad = "[Game \"Chinese Chess\"]\n[FEN \"9/9/9 w\"]\n\n1. 炮二平五 *\n\n";
  const std::string path = folder.write("a.pgn", pgn(1, kMoves) + bad + pgn(2, kMoves));
  const ImportReport report = import_into(folder / "db", {path});
  CHECK(report.stored == 2);
  REQUIRE(report.set_aside.size() == 1);
  CHECK(report.set_aside[0].source == path);
  CHECK(report.set_aside[0].error.line > 7);

  std::vector<Reject> rejects;
  Store::open(folder / "db").each_reject([&](const Reject& reject) {
    rejects.push_back(reject);
    return true;
  });
  REQUIRE(rejects.size() == 1);
  CHECK(rejects[0].place.ordinal == 1);
  CHECK(rejects[0].bytes.find("9/9/9 w") != std::string::npos);
  CHECK_FALSE(rejects[0].is_cut);
}

TEST_CASE("what no format knows is counted and not an error", "[import]") {
  const TemporaryFolder folder;
  const std::string junk = folder.write("x.bin", std::string("\x01\x02\x03\xFF", 4));
  const std::string empty = folder.write("y.pgn", "");
  const ImportReport report = import_into(folder / "db", {junk, empty});
  CHECK(report.files == 2);
  CHECK(report.unrecognised_files + report.set_aside_count == 2);
  CHECK(report.games == 0);
}

TEST_CASE("an import that was stopped goes on where it stood and ends the same", "[import]") {
  const TemporaryFolder folder;
  // Three batches' worth, so that the stop is seen between them.
  for (int i = 0; i < 30; ++i) {
    std::string text;
    for (int k = 0; k < 20; ++k) {
      text += pgn(100 * i + k, "{" + std::string(50'000, 'x') + "} " + kMoves);
    }
    folder.write("in/" + std::to_string(100 + i) + ".pgn", text);
  }
  const std::vector<std::string> paths{(folder / "in").string()};
  import_into(folder / "whole", paths);

  std::atomic<bool> stop = false;
  ImportHooks hooks;
  hooks.stop = &stop;
  hooks.progress = [&](const ImportProgress& at) { stop = stop || at.so_far.games > 0; };
  const ImportReport first = import_into(folder / "cut", paths, 2, hooks);
  CHECK(first.was_interrupted);
  CHECK(first.stored > 0);
  CHECK(first.stored < 600);
  const ImportReport rest = import_into(folder / "cut", paths);
  CHECK_FALSE(rest.was_interrupted);
  CHECK(first.stored + rest.stored == 600);
  CHECK(same_games(games_of(folder / "whole"), games_of(folder / "cut")));
  CHECK(games_at_start(folder / "cut") == games_at_start(folder / "whole"));
}

TEST_CASE("a large file is read in pieces, and every record keeps its place", "[import]") {
  const TemporaryFolder folder;
  std::string text;
  std::vector<std::size_t> offsets;
  for (int i = 0; text.size() < (std::size_t{20} << 20U); ++i) {
    offsets.push_back(text.size());
    text += "[Game \"Chinese Chess\"]\n[Event \"" + std::to_string(i) + "\"]\n[Annotator \"" +
            std::string(20'000, 'x') + "\"]\n\n1. 炮二平五 马8进7 *\n\n";
  }
  const std::string path = folder.write("big.pgn", text);
  std::size_t seen = 0;
  const ImportReport report = read_files({path}, {}, [&](const std::string&, const Record& record) {
    REQUIRE(seen < offsets.size());
    CHECK(record.offset == offsets[seen]);
    CHECK(record.line == 6 * seen + 1);
    ++seen;
  });
  CHECK(report.games == offsets.size());
  CHECK(seen == offsets.size());
}

TEST_CASE("a stop is obeyed in the middle of a batch, and nothing is lost", "[import]") {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 4000; ++i)
    text += pgn(i, kMoves);
  const std::string path = folder.write("a.pgn", text);  // one piece, far less than a batch
  std::atomic<bool> stop = false;
  ImportHooks hooks;
  hooks.stop = &stop;
  std::uint64_t games_seen = 0;
  hooks.progress = [&](const ImportProgress& at) {
    games_seen = at.games;
    if (at.games > 0) stop = true;
  };
  const ImportReport first = import_into(folder / "db", {path}, 1, hooks);
  if (!first.was_interrupted) {
    WARN("the machine was too fast to be stopped");
    return;
  }
  CHECK(games_seen > 0);
  const ImportReport rest = import_into(folder / "db", {path});
  CHECK(first.stored + rest.stored == 4000);
  CHECK(games_of(folder / "db").size() == 4000);
}

TEST_CASE("what was read is made durable as often as it is asked for", "[import]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 5; ++i)
    folder.write("in/" + std::to_string(i) + ".pgn", pgn(i, kMoves));
  std::size_t durable = 0;
  int asked = 0;
  ImportHooks hooks;
  hooks.wants_commit = [&] {
    if (++asked == 4) durable = Store::open(folder / "db").game_count();
    return true;
  };
  import_into(folder / "db", {(folder / "in").string()}, 2, hooks);
  CHECK(asked == 5);
  CHECK(durable == 3);
}

TEST_CASE("a file that cannot be read as a whole is set aside like a record", "[import]") {
  const TemporaryFolder folder;
  folder.write("in/a.pgn", pgn(1, kMoves));
  folder.write("in/b.xqf", "this is no XQF");
  folder.write("in/c.zip", std::string("PK\x03\x04 and then nothing of the kind", 33));
  folder.write("in/d.pgn", "");
  folder.write("in/e.jpg", "a picture");
  folder.write("in/z.pgn", pgn(2, kMoves));
  const std::vector<std::string> paths{(folder / "in").string()};
  const ImportReport report = import_into(folder / "db", paths);
  CHECK(report.stored == 2);
  CHECK(report.set_aside_count == 3);
  REQUIRE(report.unrecognised.size() == 1);
  CHECK(report.unrecognised[0].ends_with("e.jpg"));

  std::vector<std::string> sources;
  {
    const Store store = Store::open(folder / "db");
    store.each_reject([&](const Reject& reject) {
      sources.push_back(fs::path(store.source(reject.place.source)->name).filename().string());
      if (sources.back() == "b.xqf") CHECK(reject.bytes == "this is no XQF");
      return true;
    });
    CHECK(sources == std::vector<std::string>{"b.xqf", "c.zip", "d.pgn"});
    CHECK(store.stats().rejects == 3);
  }
  const ImportReport again = import_into(folder / "db", paths);
  CHECK(again.stored == 0);
  CHECK(again.set_aside_count == 3);  // they still cannot be read
  CHECK(Store::open(folder / "db").stats().rejects == 3);
}

TEST_CASE("a known file is read again if it is to be read in another way", "[import]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.pgn", pgn(1, kMoves));
  import_into(folder / "db", {path});
  Store store = Store::open_to_write(folder / "db");
  ImportOptions options;
  options.read.charset = "UTF-8";
  const ImportReport told = import_files({path}, &store, options);
  CHECK(told.known_files == 0);
  CHECK(told.duplicates == 1);
  CHECK(import_files({path}, &store, options).known_files == 1);
  CHECK(store.game_count() == 1);
}

TEST_CASE("the bytes of records are kept where that is asked for", "[import]") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.pgn", pgn(1, kMoves));
  const std::string b = folder.write("b.pgn", "\n" + pgn(2, kMoves) + pgn(1, kMoves) + "\n\n");
  import_into(folder / "db", {a});
  Store store = Store::open_to_write(folder / "db");
  ImportOptions options;
  options.keep_bytes = true;
  CHECK(import_files({b}, &store, options).stored == 1);
  CHECK_FALSE(store.record_bytes(store.places(0).at(0)));
  const auto kept = store.record_bytes(store.places(1).at(0));
  REQUIRE(kept);
  CHECK(kept->find("[Event \"2\"]") != std::string::npos);
  CHECK(kept->find("[Event \"1\"]") == std::string::npos);
  CHECK(store.record_bytes(store.places(0).at(1)));  // of the duplicate, by its place
}

TEST_CASE("the report tells studies, puzzles and positions from games", "[import]") {
  const TemporaryFolder folder;
  const std::string path = folder.write(
      "a.pgn", pgn(1, kMoves) +
                   "[Game \"Chinese Chess\"]\n[Event \"残局\"]\n"
                   "[FEN \"4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1\"]\n\n1. 车五进一 *\n\n");
  const ImportReport report = import_into(folder / "db", {path});
  CHECK(report.games_by_kind ==
        std::map<GameKind, std::uint64_t>{{GameKind::Game, 1}, {GameKind::Puzzle, 1}});
}
