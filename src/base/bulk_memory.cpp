// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bulk_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace qipu {

void BulkBlockRelease::operator()(std::byte* block) const noexcept {
  ::munmap(block, kBulkBlockBytes);
}

BulkBlock make_bulk_block() {
  // Twice as much, of which the aligned middle is kept.
  constexpr std::size_t kTaken = 2 * kBulkBlockBytes;
  void* taken = ::mmap(nullptr, kTaken, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (taken == MAP_FAILED) throw std::bad_alloc();
  auto* begin = static_cast<std::byte*>(taken);
  const std::size_t past = reinterpret_cast<std::uintptr_t>(begin) % kBulkBlockBytes;
  const std::size_t before = past == 0 ? 0 : kBulkBlockBytes - past;
  if (before > 0) ::munmap(begin, before);
  std::byte* block = begin + before;
  ::munmap(block + kBulkBlockBytes, kTaken - kBulkBlockBytes - before);
#ifdef MADV_HUGEPAGE
  ::madvise(block, kBulkBlockBytes, MADV_HUGEPAGE);  // where there are none, small ones do
#endif
  return BulkBlock(block);
}

char* BulkText::room_for(std::size_t bytes) {
  if (bytes > kBulkBlockBytes) {
    large_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    return large_.back().get();
  }
  if (blocks_.empty()) blocks_.push_back(make_bulk_block());
  if (kBulkBlockBytes - used_ < bytes) {
    if (open_ + 1 == blocks_.size()) blocks_.push_back(make_bulk_block());
    ++open_;
    used_ = 0;
  }
  char* room = reinterpret_cast<char*>(blocks_[open_].get()) + used_;
  used_ += bytes;
  return room;
}

std::string_view BulkText::keep(std::initializer_list<std::string_view> parts) {
  std::size_t size = 0;
  for (const std::string_view part : parts)
    size += part.size();
  char* const begin = room_for(size);
  char* end = begin;
  for (const std::string_view part : parts)
    end = std::copy(part.begin(), part.end(), end);
  return {begin, size};
}

void BulkText::clear() {
  large_.clear();
  open_ = used_ = 0;
}

}  // namespace qipu
