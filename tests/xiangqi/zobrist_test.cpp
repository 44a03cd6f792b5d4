// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/zobrist.h"

#include <catch2/catch.hpp>
#include <string>

#include "../support/positions.h"

using namespace qipu;

// The values were worked out by a program of its own from the definition alone: splitmix64 from
// the seed, pieces in the order KABNRCPkabnrcp, points by index, the side to move last.

TEST_CASE("the Zobrist numbers of version 1 never change", "[xiangqi]") {
  CHECK(kZobristVersion == 1);
  CHECK(kZobrist.pieces[0][0].plain == 0xd797ef3e5d886ade);
  CHECK(kZobrist.pieces[13][89].plain == 0x46739ce59798ee53);
  CHECK(kZobrist.pieces[13][81].mirrored == 0x46739ce59798ee53);
  CHECK(kZobrist.black_to_move == 0xe5b7d25cf09690e2);
  CHECK(zobrist_checksum() == 0x29b1682762b898d9);
}

TEST_CASE("the keys of known positions never change", "[xiangqi]") {
  struct Golden {
    std::string fen;
    std::uint64_t hash, mirrored_hash, key;
  };
  const auto golden = GENERATE(values<Golden>({
      {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 0x756efb23e2523a27,
       0x756efb23e2523a27, 0xca3354a98be298f4},
      {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", 0xd6f4b4dd53f2559e,
       0x4f137a0a768d3c65, 0x688fe06f62ecfb8f},
      {"r2akab1r/9/2n1b1n2/p1p1p1p1p/1c5c1/2P3P2/P3P3P/1CN1C1N2/9/R1BAKAB1R w", 0xfc9ede3848ebe77c,
       0xe0dafaaad51781f9, 0x1a208d822792e3a7},
  }));
  const Position position = position_of(golden.fen);
  CHECK(position.hash() == golden.hash);
  CHECK(position.mirrored_hash() == golden.mirrored_hash);
  CHECK(position.key().key.value == golden.key);
}
