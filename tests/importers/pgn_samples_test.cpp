// SPDX-License-Identifier: GPL-3.0-or-later

// Real PGN: the samples that come with qipu, and what the shared corpus holds unpacked.

#include <catch2/catch.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/pgn_games.h"

using namespace qipu;

namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');)
    fields.push_back(field);
  return fields;
}

std::string result_word(Outcome outcome) {
  return outcome == Outcome::RedWin ? "red" : outcome == Outcome::BlackWin ? "black" : "draw";
}

// Games and plies of all files under `folder`.
struct Totals {
  std::size_t games = 0;
  std::size_t plies = 0;
  std::size_t set_aside = 0;
};

Totals totals_of(const fs::path& folder) {
  Totals totals;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".zip") continue;
    for (const Record& record : read_pgn(bytes_of(entry.path()))) {
      const Game* game = std::get_if<Game>(&record.found);
      if (game == nullptr) {
        ++totals.set_aside;
        continue;
      }
      ++totals.games;
      totals.plies += game->tree.ply_count();
    }
  }
  return totals;
}

}  // namespace

TEST_CASE("every PGN sample reads as its manifest says, and back", "[importers][pgn]") {
  const fs::path folder = fs::path(QIPU_SOURCE_DIR) / "data-samples";
  std::ifstream manifest(folder / "manifest.tsv");
  REQUIRE(manifest);
  std::map<std::string, std::vector<Record>> files;
  std::size_t games = 0;
  std::string line;
  std::getline(manifest, line);
  while (std::getline(manifest, line)) {
    const std::vector<std::string> fields = fields_of(line);
    REQUIRE(fields.size() == 9);
    const std::string& file = fields[0];
    if (!file.starts_with("pgn")) continue;
    CAPTURE(file, fields[1]);
    if (!files.contains(file)) files[file] = read_pgn(bytes_of(folder / file));
    const std::size_t ordinal = std::stoul(fields[1]);
    REQUIRE(ordinal >= 1);
    REQUIRE(ordinal <= files[file].size());
    const Game* game = std::get_if<Game>(&files[file][ordinal - 1].found);
    REQUIRE(game != nullptr);
    CHECK(game->header.red.name == fields[2]);
    CHECK(game->header.black.name == fields[3]);
    CHECK(game->header.event == fields[4]);
    CHECK(to_iso(read_date(game->header.date_text)) == fields[5]);
    CHECK(result_word(parse_outcome(game->header.result_text).value_or(Outcome::Unknown)) ==
          fields[6]);
    CHECK(std::to_string(game->tree.ply_count()) == fields[7]);
    CHECK(main_line_of(*game) == fields[8]);
    CHECK(game->notes.empty());
    CHECK(read_pgn_game(write_pgn(*game)) == *game);
    CHECK(read_pgn_game(write_pgn(*game, {.notation = Notation::Wxf, .charset = "GB18030"})) ==
          *game);
    ++games;
  }
  std::size_t records = 0;
  for (const auto& [file, found] : files)
    records += found.size();
  CHECK(games == records);
  CHECK(games > 200);
}

TEST_CASE("the shared corpus gives the games it is known to hold", "[importers][pgn]") {
  const auto [name, games, plies, set_aside] =
      GENERATE(table<const char*, std::size_t, std::size_t, std::size_t>(
          {{"pgn/xqbase-eleeye", 18, 1686, 0},
           {"pgn/xqbase-xqwlight", 41, 1145, 0},
           {"pgn/hbsxcjp-cchess", 17, 299, 0},
           {"pgn/hbsxcjp-cchess_c", 86, 3118, 31},  // drawn trees
           {"pgn/west-shell-obsidian-xiangqi", 13, 84, 0},
           {"pgn/walker8088-cchess-hist", 4, 75, 0},
           {"odd/nguyenpham-MRXqOpeningBook", 687, 66504, 0},
           {"odd/western-chess", 0, 0, 4}}));
  const fs::path folder = fs::path(QIPU_SHARED_DIR) / "corpus" / name;
  CAPTURE(name);
  if (!fs::exists(folder)) {
    WARN("not here: " << folder);
    return;
  }
  const Totals totals = totals_of(folder);
  CHECK(totals.games == games);
  CHECK(totals.plies == plies);
  CHECK(totals.set_aside == set_aside);
}
