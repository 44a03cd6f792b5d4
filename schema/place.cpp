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

Place read_place(ByteReader& in) {
  Place place;
  place.source = static_cast<SourceId>(in.varint());
  place.ordinal = static_cast<std::uint32_t>(in.varint());
  place.offset = in.varint();
  place.size = in.varint();
  place.line = static_cast<std::uint32_t>(in.varint());
  return place;
}

}  // namespace qipu
