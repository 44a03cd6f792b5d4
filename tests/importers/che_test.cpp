// SPDX-License-Identifier: GPL-3.0-or-later

#include <catch2/catch.hpp>
#include <string>

#include "../support/format_reading.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

// SOURCE: formats/others.md, section 12.
const std::string kGolden = "1 2 26 32 1 2 7 2 4 0 1 0 5 32 0 9 1 7 2 0 2 0";
constexpr const char* kSample = "corpus/other/zfdang-chess-fish/棋谱/sample_14_QQchess.che";

}  // namespace

TEST_CASE("a CHE file gives its moves, and says that left may be right", "[importers][che]") {
  const Game game = read_one_game("che", kGolden);
  CHECK(to_iccs(game.tree.main_line()) == "h2e2 b9c7");
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].kind == Note::Kind::Guessed);
}

TEST_CASE("the CHE sample has 60 legal moves of 62, then a king is taken", "[importers][che]") {
  if (!has_shared(kSample)) {
    WARN("skipped: no shared corpus");
    return;
  }
  const std::string bytes = file_bytes(shared_path(kSample));
  const Game game = read_one_game("che", bytes);
  CHECK(game.tree.ply_count() == 60);
  // The usual end of a server game is no fault, and yet it is kept.
  CHECK_FALSE(has_note(game, Note::Kind::Cut));
  CHECK(game.tree.annotation(game.tree.main_nodes().back())->unread == "e1d2 e3e0");
  check_bears_damage("che", bytes, 500);
}

TEST_CASE("a CHE move against the rules cuts the game there", "[importers][che]") {
  const Game game = read_one_game("che", "1 2 26 32 1 2 7 2 4 0 1 0 5 32 0 9 1 7 3 0 2 0");
  CHECK(to_iccs(game.tree.main_line()) == "h2e2");
  CHECK(has_note(game, Note::Kind::Cut));
  CHECK(game.tree.annotation(1)->unread == "b9d7");
}

TEST_CASE("what is no move in a CHE file is kept as text", "[importers][che]") {
  const Game game = read_one_game("che", "1 2 26 32 1 2 7 2 4 0 1 0 5 32 0 9 1 7 x");
  CHECK(to_iccs(game.tree.main_line()) == "h2e2");
  CHECK(has_note(game, Note::Kind::Cut));
  CHECK(game.tree.annotation(1)->unread == "5 32 0 9 1 7 x");
}

TEST_CASE("a CHE file with fewer moves than it promises says so", "[importers][che]") {
  CHECK(has_note(read_one_game("che", "1 3 26 32 1 2 7 2 4 0 1 0"), Note::Kind::Cut));
}

TEST_CASE("numbers that are no CHE file are an error", "[importers][che]") {
  CHECK(read_one_error("che", "").code == Error::Code::Truncated);
  CHECK(read_one_error("che", "1").code == Error::Code::Truncated);
  CHECK(read_one_error("che", "2 2").code == Error::Code::BadHeader);
  CHECK(read_one_error("che", "1 1 26 31 1 2 7 2 4 0 1 0").code == Error::Code::BadMove);
  CHECK(read_one_error("che", "1 1 99999999999999999999").code == Error::Code::BadMove);
  CHECK_FALSE(format_named("che").recognises(as_bytes("1 0")));
  CHECK_FALSE(format_named("che").recognises(as_bytes("1 2 3 4 5 6 7 8 9 10 11 12")));
  check_bears_damage("che", kGolden);
}
