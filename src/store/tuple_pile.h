// SPDX-License-Identifier: GPL-3.0-or-later

// Tuples on their way into the index, kept apart by the top bits of their keys so that each part
// can be sorted and packed by itself.

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/bulk_memory.h"
#include "store/tuple.h"

namespace qipu {

class TuplePile {
 public:
  static constexpr unsigned kPartBits = 8;
  static constexpr std::size_t kPartCount = std::size_t{1} << kPartBits;

  static std::size_t part_of(const Tuple& tuple) { return tuple.key >> (64U - kPartBits); }

  void push(const Tuple& tuple) {
    Part& part = parts_[part_of(tuple)];
    if (part.next == part.end) open_block(part);
    *part.next++ = tuple;
  }
  std::size_t size() const;

 private:
  friend class TupleSorter;

  static constexpr std::size_t kBlockTuples = 1024;

  struct Part {
    std::vector<Tuple*> blocks;  // full but for the last one
    Tuple* next = nullptr;       // where the last one goes on
    Tuple* end = nullptr;        // of the last one

    std::size_t size() const {
      return blocks.size() * kBlockTuples - static_cast<std::size_t>(end - next);
    }
  };

  void open_block(Part& part);

  std::array<Part, kPartCount> parts_;
  std::vector<BulkBlock> memory_;
  std::size_t used_ = 0;  // tuples that the last of `memory_` has no room for any more
};

// Takes parts out of piles, sorted. Each thread has its own; its memory serves one part after the
// other.
class TupleSorter {
 public:
  // All tuples of a part, good until the next call.
  std::span<const Tuple> sort(std::span<const TuplePile> piles, std::size_t part);

 private:
  std::vector<Tuple> sorted_;
  std::vector<std::size_t> ends_;  // of bins, in sorted_
  std::vector<std::size_t> next_;  // places in them that are free
};

}  // namespace qipu
