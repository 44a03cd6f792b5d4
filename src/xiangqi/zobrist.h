// SPDX-License-Identifier: GPL-3.0-or-later

// Zobrist numbers, and the key under which a position is stored.
//
// The numbers are fixed for ever: stores hold keys made from them. A change is a new version, and
// a store of another version must be rebuilt. SOURCE: schema/v1.md, "Position key".

#pragma once

#include <array>
#include <cstdint>

#include "xiangqi/types.h"

namespace qipu {

inline constexpr std::uint32_t kZobristVersion = 1;

// The numbers of one piece on one point: for the position, and for its left-right mirror image.
struct ZobristPair {
  std::uint64_t plain = 0;
  std::uint64_t mirrored = 0;
};

struct ZobristTable {
  std::array<std::array<ZobristPair, Square::kCount>, Piece::kCount>
      pieces;  // [Piece::index()][Square::index()]
  std::uint64_t black_to_move = 0;
};

extern const ZobristTable kZobrist;

// XOR over all numbers of the table, each multiplied by its place: kept in a store's `meta`.
std::uint64_t zobrist_checksum();

// A position without its left-right orientation, as 64 bits. Two positions share it if they are
// equal or mirror images; other positions do so by accident only (about 1 pair among 10^9.7).
struct PositionKey {
  std::uint64_t value = 0;
  friend constexpr auto operator<=>(PositionKey, PositionKey) = default;
};

// A key, and how the position asked stands to the orientation that is stored.
struct OrientedKey {
  PositionKey key;
  bool mirrored = false;   // stored moves must be mirrored to stand on the position asked
  bool symmetric = false;  // the position is its own mirror image
};

// A bijection of 64 bits that spreads the skewed minimum of two hashes evenly.
constexpr std::uint64_t mix64(std::uint64_t x) {  // SOURCE: the splitmix64 finalizer
  x = (x ^ x >> 30U) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27U) * 0x94D049BB133111EBU;
  return x ^ x >> 31U;
}

constexpr OrientedKey oriented_key(std::uint64_t plain, std::uint64_t mirrored) {
  return {{mix64(plain < mirrored ? plain : mirrored)}, mirrored < plain, mirrored == plain};
}

// `move` as it is stored under `key`, and a stored move as it stands on the position asked. On a
// symmetric position the smaller of a move and its mirror image stands for both.
constexpr Move to_stored(const OrientedKey& key, Move move) {
  const Move mirror = move.mirrored();
  if (key.symmetric) return mirror < move ? mirror : move;
  return key.mirrored ? mirror : move;
}
constexpr Move from_stored(const OrientedKey& key, Move move) {
  return key.mirrored ? move.mirrored() : move;
}

}  // namespace qipu
