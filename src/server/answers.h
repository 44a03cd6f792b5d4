// SPDX-License-Identifier: GPL-3.0-or-later

// Every answer of qipu as JSON: what --json prints and what the HTTP API sends. Keys are
// lower_snake_case and stay. What is not known is null.
//
// Games are numbered from 1 where people and programs see them; only this file knows.

#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/book.h"
#include "search/query.h"
#include "stats/event_table.h"
#include "stats/moves_at.h"
#include "stats/player_report.h"
#include "store/store.h"
#include "xiangqi/notation.h"

namespace qipu {

using Json = nlohmann::ordered_json;

inline std::uint64_t game_number(GameId id) { return std::uint64_t{id} + 1; }
// The game a number means; nothing if the text is no number or the store has no such game.
std::optional<GameId> find_game(const Store& store, std::string_view number);

// "9f3c0a2b11d4e870"
std::string to_hex(PositionKey key);
// A position as it stands after the first `ply` moves of the main line, and the move that led
// there. Fewer if the line is shorter.
struct Replayed {
  Position before = Position::start();  // the last move
  Position position = Position::start();
  Move last;  // none at ply 0
  std::size_t ply = 0;
};
Replayed replay(const Game& game, std::size_t ply);
// The same after the move of `node`, in whatever line.
Replayed replay_to(const Game& game, NodeId node);

// A game as lists show it.
struct GameLine {
  std::uint64_t number = 0;
  std::string red, black, event, round;
  Outcome outcome = Outcome::Unknown;
  Date date;
  std::uint16_t ecco = 0;  // ordinal of its opening; 0 = none
  unsigned plies = 0;
  int ply_matched = -1;        // -1: no position was asked
  NodeId variation = kNoNode;  // its node, where it is in a side line
};
GameLine game_line(const Store& store, const FoundGame& found);

// {code, name} of an opening, the name in Chinese; null for 0.
Json opening_json(std::uint16_t ecco);
Json to_json(const GameLine& line);
Json to_json(const Error& error);
Json to_json(const StoreStats& stats);

// {games, red, draw, black, unknown}
Json counts_json(const Wdl& wdl);
// {score, low, high} of a side.
Json score_json(const Wdl& wdl, Color side);

// {fen, key, mirrored, opening, games ... moves, top_games}; `opening` is null where it is not
// known.
Json exploration_json(const Store& store, const Position& position, const Exploration& found,
                      const Json& opening, Notation notation);
// One of its moves; `games` is how many there are at the position.
Json explored_move_json(const Position& position, const ExploredMove& move, std::uint64_t games,
                        Notation notation);
// {fen, key, mirrored, opening, games ... by, groups}
Json groups_json(const Position& position, const Wdl& all, GroupBy by,
                 const std::vector<Group>& groups, const Json& opening);
// What a group scored: a player's own score, else that of `side`.
Json group_score_json(const Group& group, GroupBy by, Color side);
// The games of a player as wins, draws and losses of that player, told as if always red.
Wdl own_wdl(const Group& group);

// [{name, spellings, games, win, draw, loss, unknown, score, low, high, red, black}, ...]
Json players_json(const std::vector<PlayerLine>& players);
// {name, aliases, games, first, last, red, black, score ..., everybody, runs, years, opponents,
// events, openings: {red, black}, newest}; win, draw and loss are the player's.
Json player_json(const Store& store, const PlayerReport& report);

// [{name, spellings, games, players, red, draw, black, unknown, first, last}, ...]
Json events_json(const std::vector<EventLine>& events);
// {name, aliases, first, last, rules, pairing, tie_break, standings, games, left out ...}. Points
// are those of `rules`.
Json event_json(const EventTable& table, const EventOptions& options);

// A whole game. Variations are a flat list: each says which line it leaves and where.
Json game_json(const Store& store, GameId id, Notation notation);
// The position of a game after `ply` moves.
Json game_position_json(GameId id, const Replayed& at, Notation notation);

// {fen, entries: [...]}
Json book_moves_json(const Position& position, const std::vector<BookMove>& moves,
                     Notation notation);

}  // namespace qipu
