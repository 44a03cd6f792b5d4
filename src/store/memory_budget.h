// SPDX-License-Identifier: GPL-3.0-or-later

// How much memory a writer may take, and who gets which part of it.
//
// What is left over is for what cannot be told before: the rows of the games that are being
// indexed, the threads' buffers, the indexes of RocksDB's files. SOURCE: docs/storage.md, "Memory".

#pragma once

#include <cstddef>

namespace qipu {

struct MemoryBudget {
  static constexpr std::size_t kMinBytes = std::size_t{128} << 20U;

  std::size_t bytes = std::size_t{1} << 30U;

  // Blocks of tables that were read.
  std::size_t cache_bytes() const { return bytes / 8; }
  // Rows that wait for a commit.
  std::size_t commit_bytes() const { return bytes / 16; }
  // Names that are known without looking them up.
  std::size_t name_bytes() const { return bytes / 16; }
  // Sources that the threads parse at one time; as many are parsed and wait to be taken.
  std::size_t batch_bytes() const { return bytes / 128; }
  // Positions that are sorted at one time, 16 bytes each.
  std::size_t index_tuples() const { return bytes * 5 / 16 / 16; }
};

}  // namespace qipu
