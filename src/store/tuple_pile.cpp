// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/tuple_pile.h"

#include <algorithm>
#include <numeric>

namespace qipu {

namespace {

// One counting pass over the bits below the part's puts tuples into bins, small enough for
// std::sort to be quick. SOURCE: docs of storage, "Import pipeline".
constexpr unsigned kBinBits = 11;
constexpr std::size_t kBinCount = std::size_t{1} << kBinBits;

std::size_t bin_of(const Tuple& tuple) {
  return tuple.key << TuplePile::kPartBits >> (64U - kBinBits);
}

template <class Visit>
void each_tuple_of(const std::vector<std::vector<Tuple>>& blocks, Visit visit) {
  for (const auto& block : blocks) {
    for (const Tuple& tuple : block)
      visit(tuple);
  }
}

}  // namespace

std::vector<Tuple> TuplePile::take_sorted(std::span<TuplePile> piles, std::size_t part) {
  std::vector<std::size_t> ends(kBinCount);
  for (const TuplePile& pile : piles)
    each_tuple_of(pile.parts_[part], [&](const Tuple& tuple) { ++ends[bin_of(tuple)]; });
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<Tuple> sorted(ends.back());
  std::vector<std::size_t> next(kBinCount);
  std::copy(ends.begin(), ends.end() - 1, next.begin() + 1);
  for (TuplePile& pile : piles) {
    each_tuple_of(pile.parts_[part],
                  [&](const Tuple& tuple) { sorted[next[bin_of(tuple)]++] = tuple; });
    pile.parts_[part] = {};
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
              sorted.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return sorted;
}

}  // namespace qipu
