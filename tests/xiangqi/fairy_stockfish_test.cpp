// SPDX-License-Identifier: GPL-3.0-or-later

// The legal moves of qipu against those of another program.

#include <boost/process.hpp>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>
#include <string>

#include "../support/positions.h"
#include "xiangqi/fen.h"
#include "xiangqi/notation.h"

using namespace qipu;

namespace {

constexpr int kComparedGames = 100;
constexpr int kMaxPlies = 100;

// Where the program is; empty if it is not installed.
std::string fairy_stockfish() {
  const char* path = std::getenv("PATH");
  std::vector<std::string> folders = split(path != nullptr ? path : "", ':');
  folders.emplace_back("/usr/games");
  for (const std::string& folder : folders) {
    const auto file = std::filesystem::path(folder) / "fairy-stockfish";
    if (std::filesystem::exists(file)) return file.string();
  }
  return {};
}

class FairyStockfish {
 public:
  explicit FairyStockfish(const std::string& program)
      : process_(program, boost::process::std_in<to_, boost::process::std_out> from_) {
    to_ << "setoption name UCI_Variant value xiangqi\n";
  }
  FairyStockfish(const FairyStockfish&) = delete;
  FairyStockfish& operator=(const FairyStockfish&) = delete;
  ~FairyStockfish() {
    try {
      to_ << "quit" << std::endl;
      process_.wait();
    } catch (...) {
      process_.detach();  // it ended by itself, and a test that asked it has failed
    }
  }

  // The legal moves, with ranks from 1, as `go perft 1` lists them.
  std::set<std::string> legal_moves(const Position& position) {
    to_ << "position fen " << to_fen(position) << "\ngo perft 1" << std::endl;
    std::set<std::string> moves;
    std::string line;
    while (std::getline(from_, line) && line.rfind("Nodes searched", 0) != 0) {
      const std::size_t colon = line.find(':');
      const bool is_move = colon != std::string::npos && colon >= 4 && colon <= 6 &&
                           line.find(' ') == colon + 1 && line[0] >= 'a' && line[0] <= 'i';
      if (is_move) moves.insert(line.substr(0, colon));
    }
    REQUIRE(from_.good());
    return moves;
  }

 private:
  boost::process::opstream to_;
  boost::process::ipstream from_;
  boost::process::child process_;
};

std::set<std::string> as_uci(const Position& position, const MoveList& moves) {
  std::set<std::string> texts;
  for (const Move move : moves)
    texts.insert(to_text(position, move, Notation::Uci1));
  return texts;
}

}  // namespace

TEST_CASE("random games have the legal moves that fairy-stockfish finds", "[xiangqi]") {
  const std::string program = fairy_stockfish();
  if (program.empty()) {
    WARN("skipped: fairy-stockfish is not installed");
    return;
  }
  FairyStockfish peer(program);
  std::mt19937 random(100);
  int positions = 0;
  for (int game = 0; game < kComparedGames; ++game) {
    Position position = Position::start();
    for (int ply = 0; ply < kMaxPlies; ++ply) {
      const MoveList moves = legal_moves(position);
      INFO(to_fen(position));
      REQUIRE(as_uci(position, moves) == peer.legal_moves(position));
      ++positions;
      if (moves.empty()) break;
      position.play(moves[random() % moves.size()]);
    }
  }
  CHECK(positions > kComparedGames * kMaxPlies / 2);
}
