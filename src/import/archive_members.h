// SPDX-License-Identifier: GPL-3.0-or-later

// What is packed in a file: the members of an archive, or the one text of a compressed file.

#pragma once

#include <algorithm>
#include <cstdint>

#include "import/sources.h"

namespace qipu {

// Whether the bytes begin like tar, zip, 7z, rar, gz, bz2, xz or zst.
bool is_packed(Bytes bytes);

// What may come out of one file on disk, with the archives in it.
class UnpackLimits {
 public:
  UnpackLimits(std::uint64_t max_unpacked, std::uint64_t packed_size)
      : max_member_(max_unpacked),
        max_total_(std::max(4 * max_unpacked, kMaxRatio * packed_size)) {}

  std::uint64_t max_member() const { return max_member_; }
  void add(std::uint64_t bytes) { total_ += bytes; }
  bool are_passed() const { return total_ > max_total_; }
  std::uint64_t max_total() const { return max_total_; }

 private:
  // Records pack to a twentieth; who says more than that is no collector.
  static constexpr std::uint64_t kMaxRatio = 200;

  std::uint64_t max_member_;
  std::uint64_t max_total_;
  std::uint64_t total_ = 0;
};

// Visits what is packed in `source`, in the order packed; false if a visit stopped it. Members
// past the limits and damaged places go to `failed`, what came before the damage is visited; once
// the limits of all are passed, the rest is left. REQUIRES: is_packed(source.content).
bool each_member(const Source& source, UnpackLimits& limits, const SourceFailure& failed,
                 const SourceVisit& visit);

}  // namespace qipu
