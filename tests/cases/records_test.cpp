// SPDX-License-Identifier: GPL-3.0-or-later

// Problem cases 22, 23, 25, 26, 28, 29, 49, 52: where records, comments, lines and values end.

#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "import/import_files.h"
#include "tests/support/found_records.h"
#include "tests/support/pgn_games.h"
#include "tests/support/temporary_folder.h"
#include "xiangqi/movegen.h"

using namespace qipu;

namespace {

std::string comment_after(const Game& game, std::size_t ply) {
  const Annotation* said = game.tree.annotation(game.tree.main_nodes().at(ply - 1));
  return said == nullptr ? "" : said->comment;
}

// Rooks that go to and fro for `plies`, and at each move three other moves with `depth` more.
class LargeTree {
 public:
  explicit LargeTree(int plies) {
    const std::vector<Move> shuttle{{Square(0, 0), Square(0, 1)},
                                    {Square(0, 9), Square(0, 8)},
                                    {Square(0, 1), Square(0, 0)},
                                    {Square(0, 8), Square(0, 9)}};
    Position position = Position::start();
    NodeId node = kRoot;
    for (int ply = 0; ply < plies; ++ply) {
      const Move move = shuttle[static_cast<std::size_t>(ply) % 4];
      const NodeId next = game.tree.add(node, move);
      game.tree.annotate(next).comment = "第" + std::to_string(ply) + "着";
      branch(node, position, 3);
      position.play(move);
      node = next;
    }
  }

  Game game;

 private:
  struct Place {
    NodeId node;
    Position position;
    int depth;
  };

  void branch(NodeId node, const Position& position, int depth) {
    std::vector<Place> open{{node, position, depth}};
    while (!open.empty()) {
      const Place place = open.back();
      open.pop_back();
      if (place.depth == 0) continue;
      int added = 0;
      for (const Move move : legal_moves(place.position)) {
        if (added == 3) break;
        const std::size_t before = game.tree.size();
        const NodeId child = game.tree.add(place.node, move);
        if (game.tree.size() == before) continue;
        ++added;
        game.tree.annotate(child).comment = "变";
        Position after = place.position;
        after.play(move);
        open.push_back({child, after, place.depth - 1});
      }
    }
  }
};

}  // namespace

TEST_CASE("case 22: a line of a comment that looks like a header or an end is comment", "[case]") {
  const Game game = only_game("a.pgn",
                              "[Red \"甲\"]\n\n1. 炮二平五 {此着后\n[注] 1-0 的可能很大} 马８进７ "
                              "1/2-1/2\n");
  CHECK(main_line_of(game) == "h2e2 h9g7");
  CHECK(game.header.outcome == Outcome::Draw);
  CHECK(comment_after(game, 1) == "此着后\n[注] 1-0 的可能很大");
}

TEST_CASE("case 23: a bracket without its partner in a comment means nothing", "[case]") {
  const Game game = only_game("a.pgn", "1. 炮二平五 {当头炮 (最流行} 马８进７ *\n");
  CHECK(main_line_of(game) == "h2e2 h9g7");
  CHECK(comment_after(game, 1) == "当头炮 (最流行");
}

TEST_CASE("case 25: a side line inside a side line hangs on the right parent", "[case]") {
  const Game game = only_game("a.pgn", "1. h2e2 (1. g3g4 (1. c3c4 g6g5) 1. … c6c5) 1. … h9g7 *\n");
  CHECK(tree_of(game) == "h2e2(g3g4 c6c5)(c3c4 g6g5) h9g7");
}

TEST_CASE("case 26: two side lines after one move are neighbours, in order", "[case]") {
  const Game game = only_game("a.pgn", "1. h2e2 h9g7 (1. … h7e7) (1. … b7e7 2. h0g2) 2. h0g2 *\n");
  CHECK(tree_of(game) == "h2e2 h9g7(h7e7)(b7e7 h0g2) h0g2");
}

TEST_CASE("case 28: plain quotes inside a value belong to it", "[case]") {
  const Game game =
      only_game("a.pgn", "[Event \"第五届\"石林杯\"全国象棋赛\"]\n\n1. h2e2 h9g7 *\n");
  CHECK(game.header.event == "第五届\"石林杯\"全国象棋赛");
  const std::string written = file_of("pgn", game);
  CHECK_THAT(written, Catch::Contains("[Event \"第五届\\\"石林杯\\\"全国象棋赛\"]"));
  CHECK(only_game("b.pgn", written) == game);
}

TEST_CASE("case 29: one bad game costs the file nothing but its own end", "[case]") {
  const TemporaryFolder folder;
  const std::string good = "[Red \"甲\"]\n[Black \"乙\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 *\n\n";
  const std::string bad = "[Red \"甲\"]\n[Black \"乙\"]\n\n1. 炮二平五 马８进９ 2. 马二进四 *\n\n";
  const std::string other = "[Red \"丙\"]\n[Black \"丁\"]\n\n1. 兵七进一 马８进７ *\n";
  const auto records = records_of("a.pgn", good + bad + other);
  REQUIRE(records.size() == 3);
  const Game& cut = std::get<Game>(records[1].found);
  CHECK(main_line_of(cut) == "h2e2 h9i7");
  CHECK(notes_of(cut, Note::Kind::Cut) == "'马二进四' is not legal");
  const ImportReport report =
      import_files({folder.write("a.pgn", good + bad + other)}, nullptr, {});
  CHECK(report.games == 3);
  CHECK(report.noted == 1);
  CHECK(report.notes_by_kind == std::map<std::string, std::uint64_t>{{"cut", 1}});
}

TEST_CASE("case 49: a tree of 12,000 nodes in one XQF is read in well under a second", "[case]") {
  const LargeTree large(300);
  REQUIRE(large.game.tree.size() > 11'000);
  const std::string file = file_of("xqf", large.game);
  const auto start = std::chrono::steady_clock::now();
  const Game game = only_game("a.xqf", file);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  CHECK(game.tree == large.game.tree);
  CHECK(kind_of(game) == GameKind::Study);
  CHECK(seconds.count() < 1.0);
}

TEST_CASE("case 52: the second of two equal tags is kept under its own name", "[case]") {
  const Game game =
      only_game("a.pgn", "[Event \"甲杯\"]\n[Event \"甲杯 第三轮\"]\n\n1. h2e2 h9g7 *\n");
  CHECK(game.header.event == "甲杯");
  CHECK(game.header.others == std::vector<Tag>{{"Event.2", "甲杯 第三轮"}});
  CHECK(only_game("b.pgn", file_of("pgn", game)) == game);
}
