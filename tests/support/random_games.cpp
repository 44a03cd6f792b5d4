// SPDX-License-Identifier: GPL-3.0-or-later

#include "random_games.h"

#include <array>
#include <string>

#include "xiangqi/movegen.h"

namespace qipu {

namespace {

constexpr std::size_t kOpeningCount = 12;
constexpr std::size_t kOpeningPlies = 12;
constexpr std::array<const char*, 6> kPlayers{"胡荣华", "胡榮華", "许银川", "吕钦", "赵国荣", ""};
constexpr std::array<const char*, 4> kEvents{"全国象棋个人赛", "五羊杯", "a\"b", ""};

Move random_move(Random& random, const Position& position) {
  const MoveList moves = legal_moves(position);
  return moves.empty() ? Move() : moves[pick(random, moves.size())];
}

Position random_start(Random& random) {
  Position position = Position::start();
  const std::size_t plies = 1 + pick(random, 60);
  for (std::size_t i = 0; i < plies; ++i) {
    const Move move = random_move(random, position);
    if (move.is_none()) break;
    position.play(move);
  }
  return position;
}

// A teaching diagram: no king, so that it cannot be indexed.
Position diagram(Random& random) {
  Board board = random_start(random).board();
  for (Piece& piece : board) {
    if (piece == Piece(Color::Black, PieceKind::King)) piece = Piece();
  }
  return Position::from_board(board, Color::Red);
}

void append(MoveTree& tree, const std::vector<Move>& moves) {
  NodeId node = kRoot;
  for (const Move move : moves)
    node = tree.add(node, move);
}

// Both sides go to and fro with the moves at the end of `moves`, so that positions come back.
void repeat_tail(Position position, std::vector<Move>& moves) {
  for (const Move move : moves)
    position.play(move);
  for (int i = 0; i < 8 && moves.size() >= 2; ++i) {
    const Move last = moves[moves.size() - 2];
    const Move back(last.to(), last.from());
    if (!is_legal(position, back)) return;
    position.play(back);
    moves.push_back(back);
  }
}

}  // namespace

RandomGames::RandomGames(std::uint64_t seed) : random_(seed) {
  for (std::size_t i = 0; i < kOpeningCount; ++i)
    openings_.push_back(line_from(Position::start(), kOpeningPlies));
}

std::vector<Move> RandomGames::line_from(Position position, std::size_t plies) {
  std::vector<Move> moves;
  while (moves.size() < plies) {
    const Move move = random_move(random_, position);
    if (move.is_none()) break;
    position.play(move);
    moves.push_back(move);
  }
  return moves;
}

void RandomGames::add_side_lines(Game& game) {
  const std::vector<NodeId> main = game.tree.main_nodes();
  for (std::size_t lines = 1 + pick(random_, 3); lines > 0 && !main.empty(); --lines) {
    const std::size_t at = pick(random_, main.size());
    Position position = game.start;
    NodeId node = kRoot;
    for (std::size_t i = 0; i < at; ++i) {
      position.play(game.tree[main[i]].move);
      node = main[i];
    }
    for (const Move move : line_from(position, 1 + pick(random_, 5)))
      node = game.tree.add(node, move);
    game.tree.annotate(node).comment = "变着\n";
    game.tree.annotate(node).nags = {1, 146};
  }
}

Game RandomGames::next() {
  Game game;
  GameHeader& header = game.header;
  header.title = "第" + std::to_string(made_++) + "局";
  header.event = kEvents[pick(random_, kEvents.size())];
  header.red.name = kPlayers[pick(random_, kPlayers.size())];
  header.black.name = kPlayers[pick(random_, kPlayers.size())];
  header.outcome = static_cast<Outcome>(pick(random_, 4));
  header.has_conflicting_result = made_ % 9 == 0;
  header.date = {static_cast<std::uint16_t>(1980 + pick(random_, 40)), 0, 0};
  if (pick(random_, 8) == 0) header.date = {};

  std::vector<Move> moves;
  const std::size_t shape = pick(random_, 16);
  if (shape == 0) {
    game.start = random_start(random_);
  } else if (shape == 1) {
    game.start = diagram(random_);
  } else if (shape > 2) {  // and a few games of no opening, or of no moves at all
    moves = openings_[pick(random_, 1 + pick(random_, openings_.size()))];
    if (moves.size() > 2) moves.resize(2 + pick(random_, moves.size() - 1));
  }
  Position position = game.start;
  for (const Move move : moves)
    position.play(move);
  if (shape != 1) {
    for (const Move move : line_from(position, pick(random_, 40)))
      moves.push_back(move);
  }
  if (pick(random_, 4) == 0) repeat_tail(game.start, moves);
  if (pick(random_, 2) == 0) {  // the same game, seen in a mirror
    game.start = game.start.mirrored();
    for (Move& move : moves)
      move = move.mirrored();
  }
  append(game.tree, moves);
  if (shape == 3) game.type = "布局";
  if (pick(random_, 8) == 0) add_side_lines(game);
  return game;
}

std::vector<Game> RandomGames::next(std::size_t count) {
  std::vector<Game> games;
  for (std::size_t i = 0; i < count; ++i)
    games.push_back(next());
  return games;
}

}  // namespace qipu
