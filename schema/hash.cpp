// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/hash.h"

#include <xxhash.h>

#include <cstring>
#include <new>

namespace qipu {

namespace {

Hash128 to_hash(const XXH128_hash_t& value) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, value);
  Hash128 hash{};
  static_assert(sizeof(hash) == sizeof(canonical));
  std::memcpy(hash.data(), &canonical, sizeof(hash));
  return hash;
}

}  // namespace

Hash128 hash_of(Bytes bytes) { return to_hash(XXH3_128bits(bytes.data(), bytes.size())); }

struct Hasher::State {
  XXH3_state_t* running = XXH3_createState();

  State() {
    if (running == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(running);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { XXH3_freeState(running); }
};

Hasher::Hasher() : state_(std::make_unique<State>()) {}
Hasher::~Hasher() = default;

void Hasher::add(Bytes bytes) { XXH3_128bits_update(state_->running, bytes.data(), bytes.size()); }

Hash128 Hasher::hash() const { return to_hash(XXH3_128bits_digest(state_->running)); }

}  // namespace qipu
