// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/xqf_layout.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <string_view>

namespace qipu {

XqfKeys XqfKeys::from_header(Bytes header) {
  XqfKeys keys;
  assert(header.size() >= keys.head.size());
  for (std::size_t i = 0; i < keys.head.size(); ++i)
    keys.head[i] = std::to_integer<std::uint8_t>(header[i]);
  keys.version = keys.head[2];
  if (!keys.is_short_form()) return keys;

  const unsigned mask = keys.head[0x3];
  const unsigned sum = keys.head[0xC];
  const unsigned xy = keys.head[0xD];
  const unsigned xyf = keys.head[0xE];
  const unsigned xyt = keys.head[0xF];
  const auto low_byte = [](unsigned value) { return static_cast<std::uint8_t>(value & 0xFFU); };
  const auto spread = [](unsigned key) { return 54 * key * key + 221; };
  keys.sum_is_right = low_byte(sum + xy + xyf + xyt) == 0;
  keys.layout = low_byte(spread(xy) * xy);
  keys.from = low_byte(spread(xyf) * keys.layout);
  keys.to = low_byte(spread(xyt) * keys.from);
  keys.length = (sum * 256 + xy) % 32000 + 767;

  constexpr std::string_view kLiteral = "[(C) Copyright Mr. Dong Shiwei.]";
  static_assert(kLiteral.size() == 32);
  const std::array<unsigned, 4> base{sum, xy, xyf, xyt};
  for (std::size_t i = 0; i < kLiteral.size(); ++i) {
    const unsigned key = (base.at(i % 4) & mask) | keys.head.at(8 + i % 4);
    keys.stream.at(i) = low_byte(static_cast<unsigned char>(kLiteral[i]) & key);
  }
  return keys;
}

XqfKeys XqfKeys::plain() {
  XqfKeys keys;
  keys.head = {'X', 'Q', 10};
  return keys;
}

XqfKeys XqfKeys::keyed() {
  // Mask, then after four unused bytes the fixed bits, then sum and keys, which add up to 0.
  constexpr std::array<unsigned char, 16> kHead{'X',  'Q',  18,   0xAB, 0,    0,    0,    0,
                                                0x10, 0x20, 0x30, 0x40, 0x9A, 0x11, 0x22, 0x33};
  return from_header(std::as_bytes(std::span(kHead)));
}

}  // namespace qipu
