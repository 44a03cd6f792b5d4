// SPDX-License-Identifier: GPL-3.0-or-later

#include "golden_book.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "xiangqi/fen.h"

namespace qipu {

std::filesystem::path golden_folder() {
  std::filesystem::path folder = std::filesystem::path(QIPU_SHARED_DIR) / "corpus" / "books";
  if (std::filesystem::exists(folder)) return folder;
  WARN("skipped: no golden books beside this checkout");
  return {};
}

Move iccs(std::string_view text) {
  REQUIRE(text.size() == 4);
  return {Square(text[0] - 'a', text[1] - '0'), Square(text[2] - 'a', text[3] - '0')};
}

std::vector<Move> moves_of(std::string_view line) {
  std::vector<Move> moves;
  std::istringstream words{std::string(line)};
  for (std::string word; words >> word;)
    moves.push_back(iccs(word));
  return moves;
}

Position after(std::string_view line) {
  Position position = Position::start();
  for (const Move move : moves_of(line))
    position.play(move);
  return position;
}

std::vector<GoldenGame> golden_games() {
  std::ifstream in(golden_folder() / "golden-games.txt");
  std::vector<GoldenGame> games;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    GoldenGame game;
    std::string word;
    while (words >> word && word != ";")
      game.moves.push_back(iccs(word));
    words >> word;
    game.outcome = word == "1-0"   ? Outcome::RedWin
                   : word == "0-1" ? Outcome::BlackWin
                                   : Outcome::Draw;
    games.push_back(std::move(game));
  }
  REQUIRE(games.size() == 12);
  return games;
}

std::vector<GoldenRow> golden_rows() {
  std::ifstream in(golden_folder() / "golden-rows.tsv");
  std::vector<GoldenRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    GoldenRow row;
    std::getline(words, row.fen, '\t');
    std::string move;
    words >> std::hex >> row.key >> move >> std::dec;
    words >> row.vmove >> row.score >> row.wins >> row.draws >> row.losses;
    REQUIRE(words);
    row.move = iccs(move);
    rows.push_back(std::move(row));
  }
  REQUIRE(rows.size() == 17);
  return rows;
}

Book golden_book() {
  Book book;
  for (const GoldenRow& row : golden_rows()) {
    const auto position = parse_fen(row.fen);
    REQUIRE(position);
    if (book.entries.empty() || !(book.entries.back().position == *position)) {
      book.entries.push_back({*position, 0, {}});
    }
    BookMove move;
    move.move = row.move;
    move.weight = row.score;
    move.wins = static_cast<std::uint64_t>(row.wins);
    move.draws = static_cast<std::uint64_t>(row.draws);
    move.losses = static_cast<std::uint64_t>(row.losses);
    if (book.entries.size() == 1 && row.score == 9) move.memo = "金样";
    book.entries.back().moves.push_back(std::move(move));
  }
  return book;
}

}  // namespace qipu
