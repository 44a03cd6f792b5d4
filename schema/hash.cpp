// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/hash.h"

#include <xxhash.h>

#include <cstring>

namespace qipu {

Hash128 hash_of(Bytes bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  Hash128 hash{};
  static_assert(sizeof(hash) == sizeof(canonical));
  std::memcpy(hash.data(), &canonical, sizeof(hash));
  return hash;
}

}  // namespace qipu
