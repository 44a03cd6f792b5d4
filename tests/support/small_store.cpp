// SPDX-License-Identifier: GPL-3.0-or-later

#include "small_store.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <iterator>
#include <random>

#include "golden_book.h"
#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"

namespace qipu {
namespace {

using Sources = std::vector<std::pair<std::string, std::vector<Game>>>;

Store filled(const std::filesystem::path& place, const Sources& sources) {
  {
    Store store = Store::open_to_write(place);
    StoreWriter writer(store);
    GameId next = 0;
    for (const auto& [name, games] : sources) {
      SourceInfo info;
      info.name = name;
      info.format = "pgn";
      info.content[0] = static_cast<std::byte>(next + 1);
      info.content[1] = static_cast<std::byte>(next >> 8U);
      const SourceId source = writer.begin_source(info).id;
      Place where;
      where.source = source;
      for (Game game : games) {
        game.header.round = std::to_string(next++);  // no two records are equal
        REQUIRE(writer.add(prepare(game), where) == StoreWriter::Added::Stored);
        ++where.ordinal;
      }
      writer.end_source(source);
    }
    writer.commit();
    writer.index();
  }
  return Store::open(place);
}

}  // namespace

Game game_of(std::string_view line, Outcome outcome) {
  Game game;
  game.header.outcome = outcome;
  NodeId node = kRoot;
  for (const Move move : moves_of(line))
    node = game.tree.add(node, move);
  return game;
}

std::vector<Game> random_games(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  const std::array<const char*, 7> players = {"胡荣华", "胡榮華", "柳大华",    "吕钦",
                                              "许银川", "",       "Hu Ronghua"};
  const std::array<const char*, 4> events = {"五羊杯", "全国象棋个人赛", "", "第5届五羊杯"};
  const auto rook_ending = parse_fen("3k5/9/9/9/9/9/9/4p4/4A4/3AK3R w - - 0 1");
  REQUIRE(rook_ending);

  std::vector<Game> games;
  for (std::size_t i = 0; i < count; ++i) {
    Game game;
    game.header.red.name = players[below(players.size())];
    game.header.black.name = players[below(players.size())];
    game.header.event = events[below(events.size())];
    game.header.outcome = static_cast<Outcome>(below(4));
    if (below(5) != 0) {
      game.header.date.year = static_cast<std::uint16_t>(1980 + below(6));
      if (below(3) != 0) game.header.date.month = static_cast<std::uint8_t>(1 + below(12));
      if (game.header.date.month != 0 && below(2) != 0) {
        game.header.date.day = static_cast<std::uint8_t>(1 + below(28));
      }
    }
    if (below(8) == 0) game.start = *rook_ending;

    Position position = game.start;
    NodeId node = kRoot;
    Move last_but_one;
    for (std::size_t ply = 1 + below(23); ply > 0; --ply) {
      const MoveList legal = legal_moves(position);
      if (legal.empty()) break;
      std::vector<Move> moves(legal.begin(), legal.end());
      std::sort(moves.begin(), moves.end());
      // A few moves and their mirror images at first; now and then a move is taken back.
      const Move back(last_but_one.to(), last_but_one.from());
      Move move = moves[below(ply > 12 ? moves.size() : std::min<std::size_t>(6, moves.size()))];
      if (below(6) == 0 && !last_but_one.is_none() && is_legal(position, back)) move = back;
      if (below(2) == 0 && is_legal(position, move.mirrored())) move = move.mirrored();
      node = game.tree.add(node, move);
      last_but_one = ply % 2 == 0 ? move : last_but_one;
      position.play(move);
    }
    games.push_back(std::move(game));
  }
  return games;
}

SmallStore::SmallStore(const std::vector<Game>& games)
    : SmallStore(Sources{{"games/all.pgn", games}}) {}

SmallStore::SmallStore(const Sources& sources) : store_(filled(folder_ / "db", sources)) {}

}  // namespace qipu
