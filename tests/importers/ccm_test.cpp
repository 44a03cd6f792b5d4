// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>

#include "../support/format_reading.h"
#include "../support/random_games.h"

using namespace qipu;

namespace {

// SOURCE: formats/others.md, section 12.
const std::string kLong = from_hex(
    "01 00 12 00 00 30 0D 5E 02 00 00 00 0E 01 06 07 07 04 07 00 00 07 02 04 07 00 06 02 00 00");
const std::string kShort = from_hex("01 00 00 07 04 07 07 01 00 00 01 02 00 02");

std::string short_form(const std::vector<Move>& moves, bool is_turned) {
  std::string bytes;
  for (const Move move : moves) {
    const auto file = [&](Square s) { return is_turned ? 8 - s.file() : s.file(); };
    const auto row = [&](Square s) { return is_turned ? s.rank() : 9 - s.rank(); };
    for (const int value :
         {1, 0, 0, file(move.from()), file(move.to()), row(move.from()), row(move.to())})
      bytes += static_cast<char>(value);
  }
  return bytes;
}

}  // namespace

TEST_CASE("a CCM file of nine-byte records gives its moves and its day", "[importers][ccm]") {
  const Game game = read_one_game("ccm", kLong);
  CHECK(to_iccs(game.tree.main_line()) == "h2e2 h9g7");
  CHECK(game.header.date_text == "2020-01-02");  // 07:49 in China
  CHECK(tag(game, "UnixTime") == "1577922560");
  CHECK(game.notes.empty());
  check_bears_damage("ccm", kLong);
}

TEST_CASE("a CCM file of seven-byte records gives its moves, turned or not", "[importers][ccm]") {
  CHECK(to_iccs(read_one_game("ccm", kShort).tree.main_line()) == "h2e2 b9c7");
  RandomGames games(7);
  for (int i = 0; i < 200; ++i) {
    const Game made = games.next();
    if (!made.has_usual_start() || made.tree.ply_count() == 0) continue;
    for (const bool is_turned : {false, true}) {
      const std::string bytes = short_form(made.tree.main_line(), is_turned);
      CHECK(read_one_game("ccm", bytes).tree.main_line() == made.tree.main_line());
      if (bytes.size() >= 14)
        CHECK(format_named("ccm").recognises(
            as_bytes(bytes).first(std::min<std::size_t>(bytes.size(), 4096))));
    }
  }
  check_bears_damage("ccm", kShort);
}

TEST_CASE("a CCM file that is cut gives the moves it has", "[importers][ccm]") {
  for (std::size_t size = 12; size < kLong.size(); ++size) {
    const Game game = read_one_game("ccm", kLong.substr(0, size));
    CHECK(game.tree.ply_count() == (size - 12) / 9);
    CHECK(has_note(game, Note::Kind::Cut));
  }
  CHECK(read_one_error("ccm", kLong.substr(0, 11)).code == Error::Code::Truncated);
}

TEST_CASE("bytes that begin no game are no CCM file", "[importers][ccm]") {
  const std::string zeros = std::string(1, '\x01') + std::string(13, '\0');
  CHECK(read_one_error("ccm", zeros).code == Error::Code::BadHeader);
  CHECK_FALSE(format_named("ccm").recognises(as_bytes(zeros)));
  CHECK_FALSE(
      format_named("ccm").recognises(as_bytes(kLong.substr(0, 12) + std::string(9, '\xFF'))));
}
