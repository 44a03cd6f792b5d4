// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/merge_operators.h"

#include <utility>
#include <vector>

#include "base/bytes.h"
#include "schema/page.h"

namespace qipu {

namespace {

Bytes bytes_of(const rocksdb::Slice& slice) {
  return as_bytes(std::string_view(slice.data(), slice.size()));
}

}  // namespace

bool PageMerge::FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const {
  if (in.existing_value == nullptr && in.operand_list.size() == 1) {
    out->existing_operand = in.operand_list.front();
    return true;
  }
  std::vector<Bytes> pages;
  if (in.existing_value != nullptr) pages.push_back(bytes_of(*in.existing_value));
  for (const rocksdb::Slice& operand : in.operand_list)
    pages.push_back(bytes_of(operand));
  auto joined = join_pages(pages);
  if (!joined) return false;
  out->new_value = *std::move(joined);
  return true;
}

bool PageMerge::PartialMergeMulti(const rocksdb::Slice& /*key*/,
                                  const std::deque<rocksdb::Slice>& operands, std::string* joined,
                                  rocksdb::Logger* /*logger*/) const {
  std::vector<Bytes> pages;
  pages.reserve(operands.size());
  for (const rocksdb::Slice& operand : operands)
    pages.push_back(bytes_of(operand));
  auto page = join_pages(pages);
  if (!page) return false;
  *joined = *std::move(page);
  return true;
}

bool AppendMerge::Merge(const rocksdb::Slice& /*key*/, const rocksdb::Slice* existing,
                        const rocksdb::Slice& appended, std::string* joined,
                        rocksdb::Logger* /*logger*/) const {
  joined->clear();
  if (existing != nullptr) joined->assign(existing->data(), existing->size());
  joined->append(appended.data(), appended.size());
  return true;
}

}  // namespace qipu
