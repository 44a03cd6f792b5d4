// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/pattern.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <functional>

#include "../support/golden_book.h"
#include "../support/positions.h"
#include "../support/random_games.h"
#include "base/result.h"

using namespace qipu;

namespace {

constexpr const char* kPieces = "KABNRCPkabnrcp";

std::optional<int> first_ply(const PatternWords& words, const char* line,
                             const Position& start = Position::start()) {
  return Pattern(words).first_ply(start, moves_of(line));
}

PatternWords board(const char* rows, const char* region = "") {
  return {.board = rows, .region = region, .material = {}, .hold = {}};
}

using Test = std::function<bool(const Position&)>;

// A pattern and the question it asks of one position, found without any of its code.
struct RandomPattern {
  PatternWords words;
  Test stands;
  int hold = 1;
};

// What one point of a pattern may say so that `piece` fits; now and then it does not.
std::pair<std::string, std::function<bool(Piece)>> random_point(Random& random, Piece piece) {
  const auto letter = [](Piece p) { return std::string(1, kPieces[p.index()]); };
  switch (pick(random, 14)) {
    case 0:
    case 1:
      if (piece.is_none()) return {".", [](Piece p) { return p.is_none(); }};
      return {letter(piece), [piece](Piece p) { return p == piece; }};
    case 2: {
      if (piece.is_none()) return {".", [](Piece p) { return p.is_none(); }};
      const bool is_red = piece.is(Color::Red);
      return {is_red ? "X" : "x",
              [is_red](Piece p) { return p.is(is_red ? Color::Red : Color::Black); }};
    }
    case 3: {
      const Piece other(pick(random, 2) == 0 ? Color::Red : Color::Black,
                        static_cast<PieceKind>(pick(random, 7)));
      return {"[" + letter(other) + (piece.is_none() ? "." : letter(piece)) + "]",
              [=](Piece p) { return p == other || p == piece; }};
    }
    default:
      return {"?", [](Piece) { return true; }};
  }
}

RandomPattern random_board(Random& random, const Position& position) {
  std::string rows;
  std::vector<std::pair<Square, std::function<bool(Piece)>>> points;
  const bool is_plain = pick(random, 3) == 0;  // mostly free
  for (int rank = 9; rank >= 0; --rank) {
    for (int file = 0; file < 9; ++file) {
      auto point =
          is_plain && pick(random, 6) != 0
              ? std::pair(std::string("?"), std::function<bool(Piece)>([](Piece) { return true; }))
              : random_point(random, position.at({file, rank}));
      rows += point.first;
      points.emplace_back(Square(file, rank), point.second);
    }
    if (rank > 0) rows += '/';
  }
  RandomPattern pattern;
  pattern.words.board = rows;
  std::optional<Color> to_move;
  if (pick(random, 3) == 0) {
    to_move = pick(random, 2) == 0 ? Color::Red : Color::Black;
    pattern.words.board += *to_move == Color::Red ? " w" : " b";
  }
  pattern.stands = [points, to_move](const Position& at) {
    return (!to_move || at.to_move() == *to_move) &&
           std::all_of(points.begin(), points.end(),
                       [&](const auto& point) { return point.second(at.at(point.first)); });
  };
  return pattern;
}

int count_of(const Position& position, Piece piece) {
  return static_cast<int>(std::count(position.board().begin(), position.board().end(), piece));
}

// Material near that of `position`.
void add_random_material(RandomPattern& pattern, Random& random, const Position& position) {
  std::string text;
  std::vector<Test> tests;
  for (const Color color : {Color::Red, Color::Black}) {
    if (color == Color::Black) text += pick(random, 2) == 0 ? " vs " : "vs";
    const std::size_t length = text.size();
    for (const PieceKind kind : {PieceKind::Rook, PieceKind::Knight, PieceKind::Cannon,
                                 PieceKind::Pawn, PieceKind::Bishop, PieceKind::Advisor}) {
      const Piece piece(color, kind);
      const int count = count_of(position, piece);
      const bool is_free_unnamed =
          kind == PieceKind::Pawn || kind == PieceKind::Bishop || kind == PieceKind::Advisor;
      const char letter = kPieces[static_cast<int>(kind)];
      int least = 0;
      int most = 255;
      switch (pick(random, 4)) {
        case 0:
          text += std::string(static_cast<std::size_t>(count), letter);
          least = most = count;
          if (count == 0 && is_free_unnamed) most = 255;
          break;
        case 1:
          text += std::string(1, letter) + "*";
          break;
        case 2:
          least = std::max(0, count - 1);
          most = count + static_cast<int>(pick(random, 2));
          text += std::to_string(least) + "-" + std::to_string(most) + letter;
          break;
        default:
          if (!is_free_unnamed) most = 0;
      }
      tests.emplace_back([=](const Position& at) {
        return count_of(at, piece) >= least && count_of(at, piece) <= most;
      });
    }
    if (text.size() == length) text += "0A";  // one side must say something
    if (text.ends_with("0A")) {
      tests.emplace_back(
          [=](const Position& at) { return count_of(at, Piece(color, PieceKind::Advisor)) == 0; });
    }
  }
  pattern.words.material = text;
  pattern.stands = [before = pattern.stands, tests](const Position& at) {
    return (!before || before(at)) &&
           std::all_of(tests.begin(), tests.end(), [&](const Test& test) { return test(at); });
  };
}

// The first ply from which one form of the pattern stands long enough, by playing and looking.
std::optional<int> naive_ply(const RandomPattern& pattern, const Position& start,
                             const std::vector<Move>& line) {
  std::array<int, 4> runs{};
  Position at = start;
  for (std::size_t ply = 0;; ++ply) {
    const std::array forms{at, at.mirrored(), at.flipped(), at.flipped().mirrored()};
    for (std::size_t form = 0; form < 4; ++form) {
      const bool is_asked = form < 2 || pattern.words.is_flipped_too;
      runs[form] = is_asked && pattern.stands(forms[form]) ? runs[form] + 1 : 0;
    }
    if (std::any_of(runs.begin(), runs.end(), [&](int run) { return run >= pattern.hold; })) {
      return static_cast<int>(ply) - pattern.hold + 1;
    }
    if (ply == line.size()) return std::nullopt;
    at.play(line[ply]);
  }
}

}  // namespace

TEST_CASE("a pattern is found where a naive replay finds it", "[search]") {
  Random random(7);
  const std::vector<Game> games = RandomGames(5).next(80);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    const Game& model = games[pick(random, games.size())];
    const std::vector<Move> moves = model.tree.main_line();
    Position position = model.start;
    const std::size_t depth = pick(random, moves.size() + 1);
    for (std::size_t ply = 0; ply < depth; ++ply)
      position.play(moves[ply]);
    RandomPattern pattern;
    if (i % 4 != 0) pattern = random_board(random, position);
    if (i % 4 == 0 || i % 3 == 0) add_random_material(pattern, random, position);
    pattern.words.is_flipped_too = pick(random, 2) == 0;
    if (pick(random, 3) == 0) {
      pattern.hold = 1 + static_cast<int>(pick(random, 6));
      pattern.words.hold = std::to_string(pattern.hold);
    }
    INFO(pattern.words.board << " | " << pattern.words.material << " | " << pattern.words.hold);
    const Pattern wanted(pattern.words);
    for (const Game& game : games) {
      const std::vector<Move> line = game.tree.main_line();
      const auto expected = naive_ply(pattern, game.start, line);
      REQUIRE(wanted.first_ply(game.start, line) == expected);
      found += expected ? 1 : 0;
      // The tree begins with the main line; what is only in a variation has a node beyond it.
      const auto node = wanted.first_node(game);
      std::vector<NodeId> main{kRoot};
      for (const NodeId id : game.tree.main_nodes())
        main.push_back(id);
      if (expected) {
        REQUIRE(node);
        CHECK(*node == main[static_cast<std::size_t>(*expected)]);
      } else if (node) {
        const bool is_main = std::count(main.begin(), main.end(), *node) > 0;
        CHECK((pattern.hold > 1 || !is_main));
      }
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("a region leaves the rest of the board free", "[search]") {
  const char* whole = "9/9/9/9/9/9/9/7C1/9/9";
  CHECK_FALSE(first_ply(board(whole), "h2e2"));
  // Black's empty left side counts only where the region says so.
  CHECK(first_ply(board("9/9/9/9/9/9/9/4C4/9/9", "e2-e2"), "h2e2 h9g7") == 1);
  CHECK(first_ply(board("C", "e2-e2"), "h2e2 h9g7") == 1);
  CHECK(first_ply(board("C?/2", "h1-i2"), "") == 0);
  CHECK(first_ply(board("?C/2", "i1-h2"), "") == std::nullopt);
  // Its mirror image is the same pattern.
  CHECK(first_ply(board("?C/2", "a1-b2"), "") == 0);
}

TEST_CASE("who is to move is a part of a pattern if it is said", "[search]") {
  const std::string start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
  CHECK(first_ply(board(start.c_str()), "") == 0);
  CHECK(first_ply(board((start + " w - - 0 1").c_str()), "") == 0);
  CHECK_FALSE(first_ply(board((start + " b").c_str()), ""));
  PatternWords flipped = board((start + " b").c_str());
  flipped.is_flipped_too = true;
  CHECK(first_ply(flipped, "") == 0);
}

TEST_CASE("material counts what is named and what must not be there", "[search]") {
  const Position ending = position_of("3ak4/4a4/4b4/9/2n6/9/4P4/4B4/4A4/3AK1R2 w");
  const auto stands = [&](const char* text) {
    return first_ply({.board = {}, .region = {}, .material = text, .hold = {}}, "", ending) == 0;
  };
  CHECK(stands("R vs N"));
  CHECK(stands("r VS n"));
  CHECK(stands("RP vs N"));
  CHECK(stands("R 0-1P vs N*"));
  CHECK(stands("R2AB vs N2AB"));
  CHECK(stands("* vs N"));
  CHECK_FALSE(stands("RN vs N"));
  CHECK_FALSE(stands("R vs NC"));
  CHECK_FALSE(stands("R2P vs N"));
  CHECK_FALSE(stands("R vs N0A"));
  CHECK_FALSE(stands("N vs R"));
  CHECK(
      Pattern({.board = {}, .region = {}, .material = "N vs R", .hold = {}, .is_flipped_too = true})
          .first_ply(ending, {}) == 0);
}

TEST_CASE("words that are no pattern are told with what would be one", "[search]") {
  const auto refuse = [](const PatternWords& words, const char* hint) {
    INFO(words.board << words.material);
    CHECK_THROWS_AS(Pattern(words), UsageError);
    CHECK_THROWS_WITH(Pattern(words), Catch::Contains(hint));
  };
  refuse(board("9/9/9/9/9/9/9/9/9"), "ten rows");
  refuse(board("9/9/9/9/9/9/9/9/9/8"), "ten rows");
  refuse(board("9/9/9/9/9/9/9/9/9/91"), "nine points");
  refuse(board("9/9/9/9/9/9/9/9/9/8Z"), "'Z' is no piece");
  refuse(board("9/9/9/9/9/9/9/9/9/[RC8"), "'['");
  refuse(board("9/9/9/9/9/9/9/9/9/[]8"), "'['");
  refuse(board("9/9/9/9/9/9/9/9/9/[R?]8"), "no set");
  refuse(board("9/9/9/9/9/9/9/9/9/9 q"), "side to move");
  refuse(board("?2/?2", "c0-g4"), "as large as the region");
  refuse(board("C", "e2-j2"), "two corners");
  refuse(board("C", "e2"), "two corners");
  for (const char* material :
       {"RRNC", "vs R", "R vs", "R vs Z", "3-2P vs R", "2 vs R", "R- vs N"}) {
    refuse({.board = {}, .region = {}, .material = material, .hold = {}}, "Red against Black");
  }
  for (const char* hold : {"0", "-1", "x", "20000", "3x"}) {
    refuse({.board = {}, .region = {}, .material = "R vs R", .hold = hold}, "--hold");
  }
  refuse({.board = {}, .region = "a0-b1", .material = "R vs R", .hold = {}}, "--pattern");
}
