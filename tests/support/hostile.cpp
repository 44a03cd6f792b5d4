// SPDX-License-Identifier: GPL-3.0-or-later

#include "hostile.h"

#include <vector>

namespace qipu {

namespace {

std::vector<std::byte> own_memory(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

void each_truncation(const std::string& good, const TryBytes& attempt) {
  for (std::size_t size = 0; size < good.size(); ++size)
    attempt(own_memory(std::string_view(good).substr(0, size)));
}

void each_flip(const std::string& good, Random& random, int count, const TryBytes& attempt) {
  for (int i = 0; i < count; ++i) {
    auto bytes = own_memory(good);
    for (std::size_t flips = 1 + pick(random, 4); flips > 0; --flips)
      bytes[pick(random, bytes.size())] ^= std::byte{1} << pick(random, 8);
    attempt(bytes);
  }
}

std::string to_hex(const std::string& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4U];
    hex += kDigits[byte & 0xFU];
  }
  return hex;
}

}  // namespace qipu
