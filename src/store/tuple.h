// SPDX-License-Identifier: GPL-3.0-or-later

// A position of a game on its way into the index: 16 bytes that sort by position, then game, then
// move.

#pragma once

#include <compare>
#include <cstdint>

#include "schema/values.h"
#include "store/counted_outcome.h"
#include "xiangqi/position.h"

namespace qipu {

struct Tuple {
  std::uint64_t key;   // PositionKey
  std::uint64_t rest;  // game (32), move code (16), not counted (4), outcome (4), check (8)

  GameId game() const { return static_cast<GameId>(rest >> 32U); }
  Move move() const { return Move::from_code(static_cast<std::uint16_t>(rest >> 16U)); }
  Posting posting() const { return {game(), move()}; }
  // In the counts of a page: those of kind Game that are not hidden.
  bool is_counted() const { return (rest >> 12U & 0xFU) == 0; }
  Outcome outcome() const { return static_cast<Outcome>(rest >> 8U & 0xFU); }
  // Of the board, and not of the key: two positions that share a key differ in it, mostly.
  std::uint8_t check() const { return static_cast<std::uint8_t>(rest); }

  bool is_same_posting(const Tuple& other) const {
    return key == other.key && rest >> 16U == other.rest >> 16U;
  }
  friend auto operator<=>(const Tuple&, const Tuple&) = default;
};

// `check` as of check(), or 0 where it is not known any more.
inline Tuple make_tuple(PositionKey key, const Posting& posting, const GameRow& row,
                        std::uint64_t check) {
  return {key.value, std::uint64_t{posting.game} << 32U |
                         std::uint64_t{posting.move.code()} << 16U |
                         std::uint64_t{row.is_counted() ? 0U : 1U} << 12U |
                         static_cast<std::uint64_t>(counted_outcome(row)) << 8U | check};
}

inline Tuple make_tuple(const Position& position, GameId game, Move move, const GameRow& row) {
  const OrientedKey key = position.key();
  const Move stored = move.is_none() ? Move() : to_stored(key, move);
  // The key is made of the smaller hash; the larger one tells its positions apart.
  const std::uint64_t other =
      position.hash() < position.mirrored_hash() ? position.mirrored_hash() : position.hash();
  return make_tuple(key.key, {game, stored}, row, other >> 56U);
}

// Gives `sink` a tuple for each position of a game's main line with the move played there, and for
// the last position with no move. A position that came back with the same move comes twice.
// REQUIRES: every move is one of a piece of the side to move, as decode_main_line sees to.
template <class Sink>
void each_tuple(const MainLine& line, GameId game, const GameRow& row, Sink sink) {
  Position position = line.start;
  for (const Move move : line.moves) {
    sink(make_tuple(position, game, move, row));
    position.play(move);
  }
  sink(make_tuple(position, game, Move(), row));
}

}  // namespace qipu
