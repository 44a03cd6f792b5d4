// SPDX-License-Identifier: GPL-3.0-or-later

// Tuples on their way into the index, kept apart by the top bits of their keys so that each part
// can be sorted and packed by itself.

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "store/tuple.h"

namespace qipu {

class TuplePile {
 public:
  static constexpr unsigned kPartBits = 8;
  static constexpr std::size_t kPartCount = std::size_t{1} << kPartBits;

  static std::size_t part_of(const Tuple& tuple) { return tuple.key >> (64U - kPartBits); }

  void push(const Tuple& tuple) {
    Blocks& blocks = parts_[part_of(tuple)];
    if (blocks.empty() || blocks.back().size() == kBlockTuples) {
      blocks.emplace_back().reserve(kBlockTuples);
    }
    blocks.back().push_back(tuple);
    ++size_;
  }
  std::size_t size() const { return size_; }

  // Takes a part's tuples out of all of `piles`, sorted. Different parts may be taken at one time.
  static std::vector<Tuple> take_sorted(std::span<TuplePile> piles, std::size_t part);

 private:
  static constexpr std::size_t kBlockTuples = 1024;
  using Blocks = std::vector<std::vector<Tuple>>;  // so that growing copies nothing

  std::array<Blocks, kPartCount> parts_;
  std::size_t size_ = 0;
};

}  // namespace qipu
