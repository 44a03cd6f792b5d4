// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/hash.h"

#include <catch2/catch.hpp>
#include <string>

using namespace qipu;

TEST_CASE("a hash of parts is the hash of the whole", "[schema]") {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += std::to_string(i);
  const Bytes bytes = as_bytes(text);
  for (const std::size_t step : {1U, 7U, 256U, 1000U, 5000U}) {
    Hasher hasher;
    for (std::size_t at = 0; at < bytes.size(); at += step)
      hasher.add(bytes.subspan(at, std::min(step, bytes.size() - at)));
    CHECK(hasher.hash() == hash_of(bytes));
  }
  CHECK(Hasher().hash() == hash_of({}));
}
