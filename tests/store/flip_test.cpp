// SPDX-License-Identifier: GPL-3.0-or-later

// A byte that flips in any file of a database gives a clear error or changes no answer.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "../support/random_games.h"
#include "../support/temporary_folder.h"
#include "import/import_files.h"
#include "schema/values.h"
#include "store/store.h"

using namespace qipu;
namespace fs = std::filesystem;

namespace {

const fs::path kSamples = fs::path(QIPU_SOURCE_DIR) / "data-samples";

std::vector<fs::path> files_of(const fs::path& place) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(place)) {
    if (entry.is_regular_file() && entry.file_size() > 0) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// A database that has every kind of file: tables taken in, tables made from a log, a log, pages
// that wait to be joined, games that wait to be indexed.
void make_database(const fs::path& place) {
  for (const char* part : {"pgn", "pgn-gb18030", "dhtmlxq"}) {
    Store store = Store::open_to_write(place);
    import_files({(kSamples / part).string()}, &store, {});
    StoreWriter(store).index();
  }
  std::vector<std::string> few;
  for (const fs::path& file : files_of(kSamples / "xqf"))
    few.push_back(file.string());
  few.resize(20);
  Store store = Store::open_to_write(place);
  import_files(few, &store, {});
  REQUIRE(store.stats().unindexed_games == few.size());
}

void append_postings(std::string& text, const std::vector<Posting>& postings) {
  for (const Posting& posting : postings)
    text += std::to_string(posting.game) + ':' + std::to_string(posting.move.code()) + ' ';
}

void append_wdl(std::string& text, const Wdl& wdl) {
  for (const auto count : {wdl.red_wins, wdl.draws, wdl.black_wins, wdl.unknown})
    text += std::to_string(count) + '/';
}

void append_position(std::string& text, const Store& store, const Position& position) {
  const PositionKey key = position.key().key;
  const PositionCounts counts = store.counts_at(key, {});
  append_wdl(text, counts.all);
  for (const MoveCount& count : counts.moves) {
    text += std::to_string(count.move.code()) + '=';
    append_wdl(text, count.wdl);
  }
  Filter all;
  all.kind.reset();
  append_postings(text, store.games_at(key, all));
}

// All games and what is known of them, and every so many positions, in one text.
std::string everything(const Store& store) {
  std::string text;
  for (GameId id = 0; id < store.game_count(); ++id) {
    const StoredGame game = store.game(id);
    text += encode_game(game) + game.game.header.red.name + game.game.header.black.name +
            game.game.header.event;
    text += as_text(pack_row(store.row(id)));
    for (const Place& place : store.places(id))
      text += std::to_string(place.source) + ',' + std::to_string(place.offset) + ';';
    Position position = game.game.start;
    std::size_t ply = 0;
    for (const Move move : game.game.tree.main_line()) {
      if ((id + ply++) % 64 == 0) append_position(text, store, position);
      position.play(move);
    }
  }
  for (SourceId id = 1; id <= store.stats().sources; ++id)
    text += store.source(id)->name + std::to_string(store.source(id)->size);
  append_position(text, store, Position::start());
  return text;
}

// XORs the byte of `file` at `offset` with `mask`; the same again puts it back.
void flip(const fs::path& file, std::size_t offset, unsigned mask) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(offset));
  const int byte = stream.get();
  REQUIRE(byte >= 0);
  stream.seekp(static_cast<std::streamoff>(offset));
  stream.put(static_cast<char>(static_cast<unsigned>(byte) ^ mask));
  REQUIRE(stream.good());
}

struct Tally {
  int errors = 0;   // clear ones
  int answers = 0;  // right ones
};

// What a reader, or a writer, of a damaged database comes to.
void try_database(const fs::path& place, bool is_writer, const std::string& expected,
                  Tally& tally) {
  try {
    const Store store = is_writer ? Store::open_to_write(place) : Store::open(place);
    const bool is_right = everything(store) == expected;
    CHECK(is_right);
    ++tally.answers;
  } catch (const StoreError& error) {
    CHECK(std::string(error.what()).find(place.string()) != std::string::npos);
    ++tally.errors;
  }
}

// The files that say which others there are, and the log.
bool is_small_and_vital(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "CURRENT" || name.starts_with("MANIFEST") || name.ends_with(".log");
}

// Flips a byte of any file, or of those that are `wanted`, `count` times.
Tally try_flips(int count, std::uint64_t seed, bool (*wanted)(const fs::path&) = nullptr) {
  const TemporaryFolder folder;
  const fs::path place = folder / "db";
  make_database(place);
  const std::string expected = everything(Store::open(place));
  std::vector<fs::path> files = files_of(place);
  if (wanted != nullptr) std::erase_if(files, [&](const fs::path& file) { return !wanted(file); });
  Random random(seed);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const fs::path& file = files[pick(random, files.size())];
    const std::size_t offset = pick(random, fs::file_size(file));
    const auto mask = static_cast<unsigned>(1 + pick(random, 255));
    CAPTURE(i, file.filename().string(), fs::file_size(file), offset, mask);
    flip(file, offset, mask);
    try_database(place, false, expected, tally);
    if (i % 4 == 0) {
      const fs::path copy = folder / "copy";
      fs::remove_all(copy);
      fs::copy(place, copy, fs::copy_options::recursive);
      try_database(copy, true, expected, tally);
    }
    flip(file, offset, mask);
  }
  REQUIRE(everything(Store::open(place)) == expected);
  return tally;
}

}  // namespace

TEST_CASE("a flipped byte gives a clear error or no wrong answer", "[store][flip]") {
  const Tally tally = try_flips(20, 1);
  const Tally vital = try_flips(10, 2, is_small_and_vital);
  CHECK(tally.errors + vital.errors > 0);
}

TEST_CASE("a log or manifest that lost its end is damage, not an older state", "[store][flip]") {
  const TemporaryFolder folder;
  make_database(folder / "db");
  int tried = 0;
  for (const fs::path& file : files_of(folder / "db")) {
    if (!is_small_and_vital(file) || file.filename() == "CURRENT") continue;
    ++tried;
    const fs::path copy = folder / "copy";
    fs::remove_all(copy);
    fs::copy(folder / "db", copy, fs::copy_options::recursive);
    fs::resize_file(copy / file.filename(), fs::file_size(file) / 2);
    CHECK_THROWS_AS(Store::open(copy), StoreError);
    CHECK_THROWS_AS(Store::open_to_write(copy), StoreError);
    // The writer has looked first: nothing is lost that was not.
    fs::copy_file(file, copy / file.filename(), fs::copy_options::overwrite_existing);
    CHECK(everything(Store::open(copy)) == everything(Store::open(folder / "db")));
  }
  CHECK(tried >= 2);
}

TEST_CASE("a thousand flipped bytes give clear errors or no wrong answer", "[store][flip][.soak]") {
  const Tally tally = try_flips(1000, 3);
  WARN(tally.errors << " clear errors, " << tally.answers << " right answers");
  CHECK(tally.errors > 100);
}

TEST_CASE("a thousand flips in manifest and log give clear errors or no wrong answer",
          "[store][flip][.soak]") {
  const Tally tally = try_flips(1000, 4, is_small_and_vital);
  WARN(tally.errors << " clear errors, " << tally.answers << " right answers");
  CHECK(tally.errors > 100);
}
