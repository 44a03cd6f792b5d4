// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/zobrist.h"

#include <cstddef>

namespace qipu {

namespace {

constexpr ZobristTable make_table() {
  ZobristTable table{};
  std::uint64_t state = 0x7169'7075'0000'0001;  // "qipu", version 1
  const auto next = [&state] {                  // SOURCE: the splitmix64 generator
    state += 0x9E3779B97F4A7C15U;
    return mix64(state);
  };
  for (auto& piece : table.pieces) {
    for (ZobristPair& pair : piece)
      pair.plain = next();
    for (int i = 0; i < Square::kCount; ++i) {
      const int mirror = Square::at(i).mirrored().index();
      piece[static_cast<std::size_t>(i)].mirrored = piece[static_cast<std::size_t>(mirror)].plain;
    }
  }
  table.black_to_move = next();
  return table;
}

}  // namespace

constexpr ZobristTable kZobrist = make_table();

std::uint64_t zobrist_checksum() {
  std::uint64_t sum = kZobrist.black_to_move;
  std::uint64_t place = 1;
  for (const auto& piece : kZobrist.pieces) {
    for (const ZobristPair& pair : piece)
      sum ^= pair.plain * (2 * place++ + 1);
  }
  return sum;
}

}  // namespace qipu
