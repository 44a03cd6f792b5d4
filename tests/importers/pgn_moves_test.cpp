// SPDX-License-Identifier: GPL-3.0-or-later

// The movetext of PGN. Numbered vectors are those of formats/pgn.md, section 13.

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/pgn_games.h"
#include "xiangqi/fen.h"

using namespace qipu;

namespace {

std::string with_fen(const std::string& fen, const std::string& moves) {
  return "[FEN \"" + fen + "\"]\n\n" + moves + "\n";
}

const char* const kOpening = "h2e2 h9g7 h0g2 i9h9";

}  // namespace

TEST_CASE("moves are read in every notation and width", "[importers][pgn]") {
  const auto [text, line] = GENERATE(table<const char*, const char*>(
      {{"1. 炮二平五 馬８進７ 2. 傌二进三 車9平8", kOpening},
       {"1.兵七进一炮2平32.兵三进一炮8平5", "c3c4 b7c7 g3g4 h7e7"},
       {"1. Ｃ２＝５ Ｈ８＋７ 0-1", "h2e2 h9g7"},
       {"1. C2.5 h8+7 2. H2+3 r9=8", kOpening},
       {"1. H2-E2 h9-g7 2. h0g2", "h2e2 h9g7 h0g2"},
       {"1. h3e3 h10g8 2. h1g3", "h2e2 h9g7 h0g2"},
       {"1. h3e3 h10g8 2. h1g3 i10h10", kOpening},
       {"1. Che3 Nhg8 2. Nhg3 Rih10", kOpening},
       {"1. Che2 Chg7 2. Cxe6", "h2e2 h7g7 e2e6"},
       {"炮25 马87 马23", "h2e2 h9g7 h0g2"},
       {"0.炮二平五 1.马8进7 2.马二进三", "h2e2 h9g7 h0g2"},
       {"12炮二平五 马8进7", "h2e2 h9g7"},
       {"1. 炮二平五！ 马8进7?? 2. 马二进三+ $14 车9平8#", kOpening}}));
  CAPTURE(text);
  CHECK(main_line_of(read_pgn_game(text)) == line);
}

TEST_CASE("variations hang where they belong", "[importers][pgn]") {
  const auto [text, tree] = GENERATE(table<const char*, const char*>(
      {{"1. C2=5 H8+7 {x} 2. H2+3 R9=8 $1 (2... P7+1 (2... C2=4) 3. R1=2) 3. R1=2 *",
        "h2e2 h9g7 h0g2 i9h9(g6g5 i0h0)(b7d7) i0h0"},
       {"1. h2e2 (1. g3g4 (1. c3c4 g6g5) 1. … c6c5) 1. … h9g7 *",
        "h2e2(g3g4 c6c5)(c3c4 g6g5) h9g7"},
       {"1. h2e2 h9g7 (1. … h7e7) (1. … b7e7 2. h0g2) 2. h0g2 *",
        "h2e2 h9g7(h7e7)(b7e7 h0g2) h0g2"},
       {"1. h2e2 (1. c3c4", "h2e2(c3c4)"}}));
  CAPTURE(text);
  CHECK(tree_of(read_pgn_game(text)) == tree);
}

TEST_CASE("a parenthesis that holds no move is a remark", "[importers][pgn]") {
  const Game game = read_pgn_game("1. 炮二平五 (当头炮) 马8进7 （正着） 2. 马二进三 (马八进九) *");
  CHECK(tree_of(game) == "h2e2 h9g7 h0g2(b0a2)");
  CHECK(game.tree.annotation(1)->comment == "当头炮");
  CHECK(game.tree.annotation(2)->comment == "正着");
}

TEST_CASE("comments stay whole whatever is in them", "[importers][pgn]") {
  SECTION("a line that looks like a tag, and a result") {
    const Game game = read_pgn_game("1. 炮二平五 {此着后\n[注] 1-0 的可能很大} 马８进７ 1/2-1/2");
    CHECK(main_line_of(game) == "h2e2 h9g7");
    CHECK(game.tree.annotation(1)->comment == "此着后\n[注] 1-0 的可能很大");
    CHECK(game.header.result_text == "1/2-1/2");
  }
  SECTION("an opening bracket without a partner") {
    const Game game = read_pgn_game("1. 炮二平五 {当头炮 (最流行} 马８进７ *");
    CHECK(main_line_of(game) == "h2e2 h9g7");
    CHECK(game.tree.annotation(1)->comment == "当头炮 (最流行");
  }
  SECTION("braces in braces, if they balance") {
    CHECK(read_pgn_game("{a {b} c} 1. h2e2").tree.annotation(kRoot)->comment == "a {b} c");
    const Game game = read_pgn_game("1. h2e2 {a {b} h9g7 {c} *");
    CHECK(main_line_of(game) == "h2e2 h9g7");
    CHECK(game.tree.annotation(1)->comment == "a {b");
  }
  SECTION("a comment to the end of the line, and a line to skip") {
    const Game game = read_pgn_game("1. h2e2 ; h7h0 is not played\n% h7h0\nh9g7 *");
    CHECK(main_line_of(game) == "h2e2 h9g7");
    CHECK(game.tree.annotation(1)->comment == "h7h0 is not played");
  }
  SECTION("before the first move of a variation") {
    const Game game = read_pgn_game("1. h2e2 ({or} 1. c3c4 {slow}) h9g7");
    CHECK(game.tree.annotation(2)->before == "or");
    CHECK(game.tree.annotation(2)->comment == "slow");
  }
}

TEST_CASE("a comment that nothing closes does not swallow the next game", "[importers][pgn]") {
  const auto records =
      read_pgn("[Red \"a\"]\n1. h2e2 {open\n\n[Red \"b\"]\n1. h2e2 {closed} h9g7 *\n");
  REQUIRE(records.size() == 2);
  CHECK(main_line_of(std::get<Game>(records[0].found)) == "h2e2");
  CHECK(main_line_of(std::get<Game>(records[1].found)) == "h2e2 h9g7");
}

TEST_CASE("an ambiguous move is settled by the moves after it", "[importers][pgn]") {
  SECTION("two cannons on a file, and no word of which") {
    const std::string fen = "4k4/9/9/9/9/4C4/9/4C4/9/3K5 w - - 0 1";
    const Game game = read_pgn_game(with_fen(fen, "1. 炮五平一 将５进１ 2. 炮一进七"));
    CHECK(main_line_of(game) == "e2i2 e9e8 i2i9");
    CHECK(notes_of(game, Note::Kind::Repaired) == "ambiguous move resolved by later moves");
    const Game cut = read_pgn_game(with_fen(fen, "1. 炮五平一 *"));
    CHECK(main_line_of(cut).empty());
    CHECK(notes_of(cut, Note::Kind::Cut) == "ambiguous, 2 readings");
    CHECK(cut.tree.annotation(kRoot)->unread == "炮五平一");
  }
  SECTION("two rooks and only a target") {
    const std::string fen = "3k5/9/9/9/9/9/9/9/5K3/R7R w - - 0 1";
    CHECK(main_line_of(read_pgn_game(with_fen(fen, "1. Rd0 Ke9 2. Raa5"))) == "i0d0 d9e9 a0a5");
  }
  SECTION("pawns of two files") {
    const std::string fen = "3k5/9/9/2P3P2/2P3P2/9/9/9/9/4K4 w - - 0 1";
    CHECK(main_line_of(read_pgn_game(with_fen(fen, "三兵平六"))) == "c6d6");
    CHECK(main_line_of(read_pgn_game(with_fen(fen, "前七平六"))) == "c6d6");
    CHECK(main_line_of(read_pgn_game(with_fen(fen, "+P=6"))) == "c6d6");
    CHECK(notes_of(read_pgn_game(with_fen(fen, "+P+1")), Note::Kind::Cut) ==
          "ambiguous, 2 readings");
  }
  SECTION("a short form at the end of a game") {
    CHECK(read_pgn_error("炮24").code == Error::Code::AmbiguousMove);
  }
  SECTION("what all readings share is kept") {
    const std::string fen = "4k4/9/9/9/9/4C4/9/4C4/9/3K5 w - - 0 1";
    const Game game =
        read_pgn_game(with_fen(fen, "1. 帅六进一 将5平6 2. 炮五平一 将6进1 3. 帅六退一"));
    CHECK(main_line_of(game) == "d0d1 e9f9");
    CHECK(game.tree.annotation(2)->unread == "炮五平一 将6进1 3. 帅六退一");
  }
  SECTION("in a variation, without touching the main line") {
    const std::string fen = "4k4/9/9/9/9/4C4/9/4C4/9/3K5 w - - 0 1";
    const Game game =
        read_pgn_game(with_fen(fen, "1. 帅六进一 (1. 炮五平一 将５进１ 2. 炮一进七) 1... 将5平6"));
    CHECK(tree_of(game) == "d0d1(e2i2 e9e8 i2i9) e9f9");
  }
}

TEST_CASE("the side that moves first is the one that can", "[importers][pgn]") {
  const std::string red = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C4C2/9/RNBAKABNR r - - 0 1";
  SECTION("an ellipsis speaks for Black") {
    const Game game = read_pgn_game(with_fen(red, "1. ……  炮8平5"));
    CHECK(main_line_of(game) == "h7e7");
    CHECK(notes_of(game, Note::Kind::Guessed) == "Black moves first");
  }
  SECTION("the FEN names the wrong side") {
    CHECK(main_line_of(read_pgn_game(with_fen(red, "1. h9g7 g2e2"))) == "h9g7 g2e2");
  }
  SECTION("Black begins by the FEN") {
    const std::string fen = to_fen(Position::start().with_to_move(Color::Black));
    CHECK(main_line_of(read_pgn_game(with_fen(fen, "1. … 炮８平５ 2. 炮二平五"))) == "h7e7 h2e2");
  }
}

TEST_CASE("a line stops at what the rules forbid and keeps the rest as text", "[importers][pgn]") {
  SECTION("a move that no piece can make") {
    const Game game = read_pgn_game("1. 炮二平五 马８进９ 2. 马二进四 车9平8 1-0");
    CHECK(main_line_of(game) == "h2e2 h9i7");
    CHECK(game.tree.annotation(2)->unread == "马二进四 车9平8");
    CHECK(notes_of(game, Note::Kind::Cut) == "'马二进四' is not legal");
    CHECK(game.header.result_text == "1-0");
  }
  SECTION("a word that stands where a move should") {
    const Game game = read_pgn_game("1. 炮二平五 马口进７ 2. 马二进三 *");
    CHECK(main_line_of(game) == "h2e2");
    CHECK(notes_of(game, Note::Kind::Cut) == "'马口进７' is no move");
  }
  SECTION("a king left in check") {
    const std::string text =
        with_fen("3k5/4r4/9/9/9/4R4/9/9/9/4K4 w - - 0 1", "1. e4a4 d9d8 2. e0f0");
    const Game game = read_pgn_game(text);
    CHECK(main_line_of(game).empty());
    CHECK(notes_of(game, Note::Kind::Cut) == "illegal in source: king left in check");
    CHECK(game.tree.annotation(kRoot)->unread == "e4a4 d9d8 2. e0f0");
    CHECK(main_line_of(read_pgn_game(text, {.allow_self_check = true})) == "e4a4 d9d8 e0f0");
  }
  SECTION("moves after a king was taken") {
    const Game game =
        read_pgn_game(with_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1", "1. e1e9 a9a8 *"));
    CHECK(main_line_of(game) == "e1e9");
    CHECK(notes_of(game, Note::Kind::Cut) == "moves after a king was taken");
    CHECK_FALSE(notes_of(game, Note::Kind::IllegalStart).empty());
  }
  SECTION("in a variation, which alone is cut") {
    const Game game = read_pgn_game("1. h2e2 h9g7 (1... h7e7 2. a0a9 {x}) 2. h0g2");
    CHECK(tree_of(game) == "h2e2 h9g7(h7e7) h0g2");
    CHECK(game.tree.annotation(3)->unread == "a0a9 {x}");
    CHECK(notes_of(game, Note::Kind::DroppedMoves) == "'a0a9' is not legal");
    CHECK(notes_of(game, Note::Kind::Cut).empty());
  }
  SECTION("a pass in a side line, which is kept as text under its parent") {
    const Game game = read_pgn_game("1. 炮二平五 马８进７ (1. … -- 2. 炮五进四) 2. 马二进三 *");
    CHECK(tree_of(game) == "h2e2 h9g7 h0g2");
    CHECK(game.tree.annotation(1)->unread == "1. … -- 2. 炮五进四");
    CHECK(notes_of(game, Note::Kind::DroppedMoves) == "pass");
  }
  SECTION("two ways of counting ranks in one game") {
    CHECK(main_line_of(read_pgn_game("1. h2e2 h9g7 2. h1g3 i10h10")) == "h2e2 h9g7");
  }
}

TEST_CASE("an advert after the game is no part of it", "[importers][pgn]") {
  const Game game = read_pgn_game("1. 炮二平五 马8进7\n=====\n车一平二 www.example.org\n");
  CHECK(main_line_of(game) == "h2e2 h9g7");
  CHECK(game.notes.empty());
  CHECK(main_line_of(read_pgn_game("1. 炮二平五 红胜 马8进7")) == "h2e2");
}

TEST_CASE("a deep nest of variations is read without recursion", "[importers][pgn]") {
  std::string text = "1. h2e2 h9g7 ";
  for (int i = 0; i < 200000; ++i)
    text += i % 2 == 0 ? "(h7e7 " : "(h7d7 ";
  CHECK(read_pgn_game(text).tree.size() == 5);
}

TEST_CASE("hostile brackets cost linear time", "[importers][pgn]") {
  const char* const part = GENERATE("{", "(", "{{}", "(()", "(1", "[", "（", "h2e2(", "{\n[A \"\n");
  std::string text = "1. h2e2 h9g7 ";
  for (int i = 0; i < 100000; ++i)
    text += part;
  CHECK_FALSE(read_pgn(text).empty());  // a quadratic reader would take minutes here
}

TEST_CASE("a line of many tags costs linear time", "[importers][pgn]") {
  const char* const part = GENERATE("[A \"b\"]", "[A b] ", "[A \"b] ", "[A \"b\\\"]", "[A ");
  std::string text = "[Event \"cup\"]";
  for (int i = 0; i < 100000; ++i)
    text += part;
  CHECK(read_pgn_game(text + "\n\n1. h2e2 h9g7 *").header.event.starts_with("cup"));
}
