// SPDX-License-Identifier: GPL-3.0-or-later

// The hash by which records, main lines and sources are known again: 128 bits of XXH3, stored in
// its canonical (big-endian) form.

#pragma once

#include <memory>

#include "schema/values.h"

namespace qipu {

Hash128 hash_of(Bytes bytes);

// The same of bytes that come in parts.
class Hasher {
 public:
  Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;
  ~Hasher();

  void add(Bytes bytes);
  Hash128 hash() const;  // of all that was added

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace qipu
