// SPDX-License-Identifier: GPL-3.0-or-later

// Which moves there are. SOURCE: Chinese competition rules 2011, clauses 2-4; rules core, 2-5.
//
// A move is pseudo-legal if its piece may go so; it is legal if, besides, the mover's king is
// neither attacked nor facing the other king afterwards.

#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "xiangqi/position.h"

namespace qipu {

// Moves of one position, in no stated order that callers may rely on.
class MoveList {
 public:
  static constexpr std::size_t kCapacity =
      std::size_t{Square::kCount} * 17;  // no piece has more than 17

  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): moves past size_ are never read
  MoveList() {}
  // Copies the moves there are, not the room for more.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): as above
  MoveList(const MoveList& other) { *this = other; }
  MoveList& operator=(const MoveList& other) {
    size_ = other.size_;
    std::copy_n(other.moves_.data(), size_, moves_.data());
    return *this;
  }
  ~MoveList() = default;

  void push_back(Move move) {
    assert(size_ < kCapacity);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  bool contains(Move move) const;

 private:
  std::size_t size_ = 0;
  union {  // left uninitialised: a list is filled a hundred million times a second
    std::array<Move, kCapacity> moves_;  // NOLINT(readability-identifier-naming): the class's own
  };
};

MoveList legal_moves(const Position& position);
MoveList pseudo_legal_moves(const Position& position);

// True also tells that a piece of the side to move stands on move.from(). Any two squares may be
// asked. Faster than searching the lists.
bool is_pseudo_legal(const Position& position, Move move);
bool is_legal(const Position& position, Move move);

bool has_legal_move(const Position& position);
// In check and no legal move (将死); not in check and no legal move (困毙). Both lose.
bool is_checkmate(const Position& position);
bool is_stalemate(const Position& position);

// Leaves of the tree of legal moves, `depth` plies deep. REQUIRES: depth >= 0.
std::uint64_t perft(const Position& position, int depth);

}  // namespace qipu
