// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/record_format.h"
#include "tests/support/pgn_games.h"

using namespace qipu;

namespace {

const RecordFormat& csv() { return *find_record_format("csv"); }

std::string write(const std::vector<Game>& games, const WriteOptions& options = {},
                  Losses* losses = nullptr) {
  std::string bytes;
  const auto writer = csv().writer([&](std::string_view more) { bytes += more; }, options);
  for (const Game& game : games)
    writer->write(game);
  writer->finish();
  if (losses != nullptr) *losses = writer->losses();
  return bytes;
}

// The cells of a text, by RFC 4180.
std::vector<std::vector<std::string>> parse(const std::string& text) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted) {
      if (c != '"') {
        rows.back().back() += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        rows.back().back() += text[++i];
      } else {
        is_quoted = false;
      }
    } else if (c == '"') {
      is_quoted = true;
    } else if (c == ',') {
      rows.back().emplace_back();
    } else if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
      ++i;
      if (i + 1 < text.size()) rows.push_back({""});
    } else {
      rows.back().back() += c;
    }
  }
  return rows;
}

std::string cell(const std::vector<std::vector<std::string>>& rows, std::size_t row,
                 const std::string& column) {
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    if (rows[0][i] == column) return rows.at(row).at(i);
  }
  FAIL("no column " + column);
  return {};
}

const char* const kGame =
    "[Event \"甲,乙 \\\"杯\\\"\"]\n[Red \"胡荣华\"]\n[Black \"柳大华\"]\n[Result \"1-0\"]\n"
    "[Date \"1980.05.??\"]\n[Foo \"bar\"]\n\n{好} 1. h2e2 (1. g3g4) h9g7 1-0\n";

}  // namespace

TEST_CASE("CSV has a line of columns and a line a game, quoted where needed", "[importers][csv]") {
  Game game = read_pgn_game(kGame);
  normalise(game);
  const auto rows = parse(write({game, Game()}));
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].size() == rows[0].size());
  CHECK(rows[2].size() == rows[0].size());
  CHECK(cell(rows, 1, "event") == "甲,乙 \"杯\"");
  CHECK(cell(rows, 1, "red") == "胡荣华");
  CHECK(cell(rows, 1, "result") == "red");
  CHECK(cell(rows, 1, "date") == "1980-05");
  CHECK(cell(rows, 1, "plies") == "2");
  CHECK(cell(rows, 1, "kind") == "game");
  CHECK(cell(rows, 1, "other_tags").find("Foo=bar") != std::string::npos);
  CHECK(cell(rows, 2, "kind") == "position");
}

TEST_CASE("CSV says that it holds no moves, variations and comments", "[importers][csv]") {
  Losses losses;
  write({read_pgn_game(kGame), Game()}, {}, &losses);
  CHECK(losses == Losses{{"comments", 1}, {"moves", 1}, {"variations", 1}});
}

TEST_CASE("CSV comes with a byte order mark or in another charset if asked for",
          "[importers][csv]") {
  const Game game = read_pgn_game(kGame);
  const std::string plain = write({game});
  CHECK(plain.starts_with("red,"));
  CHECK(write({game}, {.charset = "UTF-8-BOM"}) == "\xEF\xBB\xBF" + plain);
  CHECK(decode_text(as_bytes(write({game}, {.charset = "GB18030"})), "GB18030").text == plain);
}

TEST_CASE("CSV is written and not read, and says so", "[importers][csv]") {
  CHECK(recognise("a.csv", as_bytes("red,black\r\n")) == nullptr);
  std::vector<Record> records;
  csv().read(as_bytes("red,black\r\n"), {},
             [&](Record record) { records.push_back(std::move(record)); });
  REQUIRE(records.size() == 1);
  CHECK(std::get<Error>(records[0].found).code == Error::Code::Unsupported);
}
