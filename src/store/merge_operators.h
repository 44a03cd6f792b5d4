// SPDX-License-Identifier: GPL-3.0-or-later

// How RocksDB joins what was written to one key at different times. The names are part of the
// database: never change them.

#pragma once

#include <rocksdb/merge_operator.h>

#include <deque>
#include <string>

namespace qipu {

// Joins pages (schema/page.h). A damaged page makes the join fail, as RocksDB wants it.
class PageMerge : public rocksdb::MergeOperator {
 public:
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override;
  bool PartialMergeMulti(const rocksdb::Slice& key, const std::deque<rocksdb::Slice>& operands,
                         std::string* joined, rocksdb::Logger* logger) const override;
  const char* Name() const override { return "qipu.pages.1"; }
};

// Puts one value behind the other.
class AppendMerge : public rocksdb::AssociativeMergeOperator {
 public:
  bool Merge(const rocksdb::Slice& key, const rocksdb::Slice* existing,
             const rocksdb::Slice& appended, std::string* joined,
             rocksdb::Logger* logger) const override;
  const char* Name() const override { return "qipu.append.1"; }
};

}  // namespace qipu
