// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/steps.h"

namespace qipu {

namespace {

constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < 9 && rank >= 0 && rank < 10;
}

constexpr bool in_palace(int file, int rank) {
  return file >= 3 && file <= 5 && ((rank >= 0 && rank <= 2) || (rank >= 7 && rank <= 9));
}

constexpr bool same_half(int rank_a, int rank_b) { return (rank_a <= 4) == (rank_b <= 4); }

constexpr int index(int file, int rank) { return rank * 9 + file; }

constexpr void add_palace_steps(AllSteps& all, int file, int rank) {
  const auto here = static_cast<std::size_t>(index(file, rank));
  if (!in_palace(file, rank)) return;
  for (int df = -1; df <= 1; ++df) {
    for (int dr = -1; dr <= 1; ++dr) {
      if ((df == 0 && dr == 0) || !in_palace(file + df, rank + dr)) continue;
      StepTable& table = df != 0 && dr != 0 ? all.advisor : all.king;
      table[here].add(index(file, rank), index(file + df, rank + dr));
    }
  }
}

constexpr void add_bishop_steps(AllSteps& all, int file, int rank) {
  const auto here = static_cast<std::size_t>(index(file, rank));
  for (const int df : {-2, 2}) {
    for (const int dr : {-2, 2}) {
      if (!on_board(file + df, rank + dr) || !same_half(rank, rank + dr)) continue;
      all.bishop[here].add(index(file + df / 2, rank + dr / 2), index(file + df, rank + dr));
    }
  }
}

constexpr void add_knight_steps(AllSteps& all, int file, int rank) {
  const auto here = static_cast<std::size_t>(index(file, rank));
  for (const int df : {-2, -1, 1, 2}) {
    for (const int dr : {-2, -1, 1, 2}) {
      const bool long_file = df == 2 || df == -2;
      const bool long_rank = dr == 2 || dr == -2;
      if (long_file == long_rank || !on_board(file + df, rank + dr)) continue;
      const int leg = long_file ? index(file + df / 2, rank) : index(file, rank + dr / 2);
      const int to = index(file + df, rank + dr);
      all.knight[here].add(leg, to);
      all.knight_attackers[static_cast<std::size_t>(to)].add(leg, index(file, rank));
    }
  }
}

constexpr void add_pawn_steps(AllSteps& all, int color, int file, int rank) {
  const auto side = static_cast<std::size_t>(color);
  const auto here = static_cast<std::size_t>(index(file, rank));
  const int forward = color == static_cast<int>(Color::Red) ? 1 : -1;
  const bool crossed = color == static_cast<int>(Color::Red) ? rank >= 5 : rank <= 4;
  const auto add = [&](int to_file, int to_rank) {
    if (!on_board(to_file, to_rank)) return;
    const int to = index(to_file, to_rank);
    all.pawn[side][here].add(index(file, rank), to);
    all.pawn_attackers[side][static_cast<std::size_t>(to)].add(to, index(file, rank));
  };
  add(file, rank + forward);
  if (crossed) {
    add(file - 1, rank);
    add(file + 1, rank);
  }
}

constexpr AllSteps make_steps() {
  AllSteps all{};
  for (int rank = 0; rank < 10; ++rank) {
    for (int file = 0; file < 9; ++file) {
      add_palace_steps(all, file, rank);
      add_bishop_steps(all, file, rank);
      add_knight_steps(all, file, rank);
      add_pawn_steps(all, 0, file, rank);
      add_pawn_steps(all, 1, file, rank);
    }
  }
  return all;
}

using RayLengths = std::array<std::array<std::uint8_t, 4>, Square::kCount>;

constexpr RayLengths make_ray_lengths() {
  RayLengths lengths{};
  for (int i = 0; i < Square::kCount; ++i) {
    const int file = i % 9;
    const int rank = i / 9;
    lengths[static_cast<std::size_t>(i)] = {
        static_cast<std::uint8_t>(8 - file), static_cast<std::uint8_t>(file),
        static_cast<std::uint8_t>(9 - rank), static_cast<std::uint8_t>(rank)};
  }
  return lengths;
}

using SquareSets = std::array<SquareSet, Square::kCount>;

constexpr SquareSets make_lines() {
  SquareSets lines{};
  for (int a = 0; a < Square::kCount; ++a) {
    for (int b = 0; b < Square::kCount; ++b) {
      if (a != b && (a % 9 == b % 9 || a / 9 == b / 9)) {
        lines[static_cast<std::size_t>(a)].insert(Square::at(b));
      }
    }
  }
  return lines;
}

constexpr SquareSets make_knights_around(const StepTable& attackers) {
  SquareSets around{};
  for (std::size_t i = 0; i < around.size(); ++i) {
    for (const Step step : attackers[i])
      around[i].insert(Square::at(step.to));
  }
  return around;
}

constexpr std::array<SquareSets, Square::kCount> make_between(const RayLengths& ray_lengths) {
  std::array<SquareSets, Square::kCount> between{};
  for (int from = 0; from < Square::kCount; ++from) {
    for (std::size_t direction = 0; direction < kDirections.size(); ++direction) {
      const int step = kDirections[direction];
      const int length = ray_lengths[static_cast<std::size_t>(from)][direction];
      SquareSet passed;
      for (int i = 1, to = from + step; i <= length; ++i, to += step) {
        between[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = passed;
        passed.insert(Square::at(to));
      }
    }
  }
  return between;
}

}  // namespace

constexpr AllSteps kSteps = make_steps();
constexpr SquareSets kLinesOf = make_lines();
constexpr SquareSets kKnightsAround = make_knights_around(kSteps.knight_attackers);
constexpr RayLengths kRayLength = make_ray_lengths();
constexpr std::array<SquareSets, Square::kCount> kBetween = make_between(kRayLength);

}  // namespace qipu
