// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bulk_memory.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using namespace qipu;

TEST_CASE("a bulk block is aligned, and all of it can be written", "[base]") {
  std::vector<BulkBlock> blocks;
  for (int i = 0; i < 3; ++i) {
    blocks.push_back(make_bulk_block());
    CHECK(reinterpret_cast<std::uintptr_t>(blocks.back().get()) % kBulkBlockBytes == 0);
    std::memset(blocks.back().get(), 'a' + i, kBulkBlockBytes);
  }
  CHECK(blocks[0][0] == std::byte{'a'});
  CHECK(blocks[0][kBulkBlockBytes - 1] == std::byte{'a'});
  CHECK(blocks[2][kBulkBlockBytes - 1] == std::byte{'c'});
}

TEST_CASE("bulk text keeps texts of any size where they are until it is cleared", "[base]") {
  BulkText texts;
  for (int round = 0; round < 2; ++round) {
    std::vector<std::string> wanted;
    std::vector<std::string_view> kept;
    for (std::size_t i = 0; i < 50; ++i) {
      const std::size_t size = i % 10 == 9 ? kBulkBlockBytes + i : i * 5000;
      wanted.push_back(std::string(size, static_cast<char>('a' + i % 26)) + "|" + "end");
      const std::string_view whole = wanted.back();
      kept.push_back(texts.keep({whole.substr(0, size), whole.substr(size, 1), "end"}));
    }
    for (std::size_t i = 0; i < wanted.size(); ++i)
      CHECK(kept[i] == wanted[i]);
    texts.clear();
  }
  CHECK(texts.keep({}).empty());
}
