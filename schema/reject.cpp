// SPDX-License-Identifier: GPL-3.0-or-later

#include <utility>

#include "schema/damage.h"
#include "schema/place.h"
#include "schema/values.h"

namespace qipu {

std::string encode_reject(const Reject& reject) {
  const Error& error = reject.error;
  ByteWriter out;
  append_place(out, reject.place);
  out.u8(static_cast<std::uint8_t>(error.code));
  out.varint(error.offset);
  out.varint(error.line);
  out.u32(static_cast<std::uint32_t>(error.ply));
  out.text(error.message);
  out.text(error.text);
  out.u8(reject.is_cut ? 1 : 0);
  out.text(reject.bytes);
  return std::move(out).str();
}

Result<Reject> decode_reject(Bytes bytes) {
  ByteReader in(bytes);
  Reject reject;
  reject.place = read_place(in);
  const std::uint8_t code = in.u8();
  reject.error.code = static_cast<Error::Code>(code);
  reject.error.offset = in.varint();
  reject.error.line = static_cast<std::uint32_t>(in.varint());
  reject.error.ply = static_cast<int>(in.u32());
  reject.error.message = in.text();
  reject.error.text = in.text();
  const std::uint8_t is_cut = in.u8();
  reject.is_cut = is_cut == 1;
  reject.bytes = in.text();
  if (!in.ok() || !in.at_end() || is_cut > 1 || code < 1 ||
      code > static_cast<std::uint8_t>(Error::Code::NeedsFen)) {
    return damaged("a rejected record that is none");
  }
  return reject;
}

}  // namespace qipu
