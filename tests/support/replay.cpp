// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay.h"

#include <algorithm>
#include <set>
#include <string>

namespace qipu {
namespace {

// h2e2 for h2e2 and b2e2: the one whose ICCS sorts last.
Move one_of_pair(Move move) {
  const auto text = [](Move m) {
    return std::string{
        static_cast<char>('a' + m.from().file()), static_cast<char>('0' + m.from().rank()),
        static_cast<char>('a' + m.to().file()), static_cast<char>('0' + m.to().rank())};
  };
  return text(move) < text(move.mirrored()) ? move.mirrored() : move;
}

}  // namespace

NaiveReplay replay(const Game& game, const Position& position) {
  const Position mirrored = position.mirrored();
  NaiveReplay result;
  std::set<Move> moves;
  Position current = game.start;
  const std::vector<Move> line = game.tree.main_line();
  for (std::size_t ply = 0; ply <= line.size(); ++ply) {
    if (current == position || current == mirrored) {
      if (result.first_ply < 0) result.first_ply = static_cast<int>(ply);
      if (ply == line.size()) {
        result.ended = true;
      } else if (position == mirrored) {
        moves.insert(one_of_pair(line[ply]));
      } else {
        moves.insert(current == position ? line[ply] : line[ply].mirrored());
      }
    }
    if (ply < line.size()) current.play(line[ply]);
  }
  result.moves.assign(moves.begin(), moves.end());
  return result;
}

std::map<Move, Wdl> naive_moves(const std::vector<Game>& games, const Position& position,
                                const std::function<bool(const Game&)>& is_wanted) {
  std::map<Move, Wdl> result;
  for (const Game& game : games) {
    if (!is_wanted(game)) continue;
    const NaiveReplay replayed = replay(game, position);
    for (const Move move : replayed.moves)
      result[move].add(game.header.outcome);
    if (replayed.ended) result[Move()].add(game.header.outcome);
  }
  return result;
}

std::vector<Position> some_positions(const std::vector<Game>& games, std::size_t step) {
  std::vector<Position> positions;
  std::size_t count = 0;
  for (const Game& game : games) {
    Position position = game.start;
    for (const Move move : game.tree.main_line()) {
      if (count % step == 0) {
        positions.push_back(count % 2 == 0 ? position : position.mirrored());
      }
      ++count;
      position.play(move);
    }
    if (count % 3 == 0) positions.push_back(position);  // a final one
  }
  return positions;
}

}  // namespace qipu
