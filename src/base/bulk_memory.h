// SPDX-License-Identifier: GPL-3.0-or-later

// Memory for what comes in bulk.
//
// Memory that is touched for the first time costs a fault a page, which takes longer than to fill
// the page. So it is taken in blocks that are huge pages, where the system has them, and kept for
// the next bulk.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

namespace qipu {

inline constexpr std::size_t kBulkBlockBytes = std::size_t{2} << 20U;

struct BulkBlockRelease {
  void operator()(std::byte* block) const noexcept;
};
// kBulkBlockBytes of memory, aligned to their number.
using BulkBlock = std::unique_ptr<std::byte[], BulkBlockRelease>;
// THROWS: std::bad_alloc.
BulkBlock make_bulk_block();

// Texts one behind the other.
class BulkText {
 public:
  // A copy of `parts` in one piece, good until clear().
  std::string_view keep(std::initializer_list<std::string_view> parts);
  // Drops the texts and keeps the memory, but for texts that were larger than a block.
  void clear();

 private:
  char* room_for(std::size_t bytes);

  std::vector<BulkBlock> blocks_;
  std::size_t open_ = 0;  // the block that is being filled
  std::size_t used_ = 0;  // bytes of it
  std::vector<std::unique_ptr<char[]>> large_;
};

}  // namespace qipu
