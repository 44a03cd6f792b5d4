// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/place.h"

namespace qipu {

void append_place(ByteWriter& out, const Place& place) {
  out.varint(place.source);
  out.varint(place.ordinal);
  out.varint(place.offset);
  out.varint(place.size);
  out.varint(place.line);
}

std::uint32_t read_varint32(ByteReader& in) {
  const std::uint64_t value = in.varint();
  if (value > UINT32_MAX) (void)in.bytes(UINT64_MAX);  // there are fewer
  return static_cast<std::uint32_t>(value);
}

Place read_place(ByteReader& in) {
  Place place;
  place.source = read_varint32(in);
  place.ordinal = read_varint32(in);
  place.offset = in.varint();
  place.size = in.varint();
  place.line = read_varint32(in);
  return place;
}

}  // namespace qipu
