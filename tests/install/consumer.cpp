// SPDX-License-Identifier: GPL-3.0-or-later

// Uses an installed qipu as a stranger would: its headers, and the library with all it needs.

#include <importers/record_format.h>
#include <xiangqi/movegen.h>
#include <xiangqi/position.h>

#include <cstdio>

int main() {
  const auto moves = qipu::legal_moves(qipu::Position::start());
  std::printf("%zu moves, %zu formats\n", moves.size(), qipu::record_formats().size());
  return moves.size() == 44 ? 0 : 1;
}
