// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/tuple_pile.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <type_traits>

namespace qipu {

namespace {

// One counting pass over the bits below the part's puts tuples into bins, small enough for
// std::sort to be quick. SOURCE: docs of storage, "Import pipeline".
constexpr unsigned kBinBits = 11;
constexpr std::size_t kBinCount = std::size_t{1} << kBinBits;

std::size_t bin_of(const Tuple& tuple) {
  return tuple.key << TuplePile::kPartBits >> (64U - kBinBits);
}

}  // namespace

std::size_t TuplePile::size() const {
  return std::accumulate(parts_.begin(), parts_.end(), std::size_t{0},
                         [](std::size_t sum, const Part& part) { return sum + part.size(); });
}

void TuplePile::open_block(Part& part) {
  constexpr std::size_t kTuplesOfMemory = kBulkBlockBytes / sizeof(Tuple);
  static_assert(kTuplesOfMemory % kBlockTuples == 0 && std::is_trivial_v<Tuple>);
  if (memory_.empty() || used_ == kTuplesOfMemory) {
    memory_.push_back(make_bulk_block());
    used_ = 0;
  }
  part.next = reinterpret_cast<Tuple*>(memory_.back().get()) + used_;
  part.end = part.next + kBlockTuples;
  part.blocks.push_back(part.next);
  used_ += kBlockTuples;
}

std::span<const Tuple> TupleSorter::sort(std::span<const TuplePile> piles, std::size_t part) {
  const auto each_tuple = [&](auto visit) {
    for (const TuplePile& pile : piles) {
      const TuplePile::Part& here = pile.parts_[part];
      for (const Tuple* block : here.blocks) {
        const bool is_last = block == here.blocks.back();
        const Tuple* const end = is_last ? here.next : block + TuplePile::kBlockTuples;
        for (const Tuple* tuple = block; tuple != end; ++tuple)
          visit(*tuple);
      }
    }
  };
  ends_.assign(kBinCount, 0);
  each_tuple([&](const Tuple& tuple) { ++ends_[bin_of(tuple)]; });
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  next_.assign(1, 0);
  next_.insert(next_.end(), ends_.begin(), ends_.end() - 1);
  if (sorted_.size() < ends_.back()) sorted_.resize(ends_.back());
  each_tuple([&](const Tuple& tuple) { sorted_[next_[bin_of(tuple)]++] = tuple; });
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    std::sort(sorted_.begin() + static_cast<std::ptrdiff_t>(begin),
              sorted_.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return {sorted_.data(), ends_.back()};
}

}  // namespace qipu
