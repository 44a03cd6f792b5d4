// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/tuple_pile.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <span>
#include <vector>

using namespace qipu;

TEST_CASE("the parts of some piles, one after the other, are all their tuples in order",
          "[store]") {
  const std::size_t count =
      GENERATE(0U, 1U, 5'000U, 700'000U);  // the last in several blocks a part
  std::mt19937_64 random(7);
  std::vector<Tuple> wanted;
  std::vector<TuplePile> piles(3);
  for (std::size_t i = 0; i < count; ++i) {
    // Every fifth position is one that many games pass.
    const std::uint64_t key = i % 5 == 0 ? 0xABCD'0000'0000'0000U : random();
    wanted.push_back({key, random()});
    piles[i % piles.size()].push(wanted.back());
  }
  std::sort(wanted.begin(), wanted.end());
  std::size_t size = 0;
  for (const TuplePile& pile : piles)
    size += pile.size();
  CHECK(size == count);

  std::vector<Tuple> sorted;
  TupleSorter sorter;
  for (std::size_t part = 0; part < TuplePile::kPartCount; ++part) {
    const std::span<const Tuple> tuples = sorter.sort(piles, part);
    sorted.insert(sorted.end(), tuples.begin(), tuples.end());
  }
  CHECK(sorted == wanted);
}
