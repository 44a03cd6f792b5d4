// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes, decoded and folded: the text is always valid UTF-8, and folding twice changes nothing.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/text.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): as in a test

void demand(bool law) {
  if (!law) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  const DecodedText decoded = decode_text(bytes, {}, "windows-1258");
  demand(is_utf8(decoded.text));
  for (const char* charset : {"UTF-8", "GB18030", "Big5", "UTF-16LE", "UTF-16BE"}) {
    demand(is_utf8(decode_text(bytes, charset).text));
    demand(is_utf8(decode_value(bytes, charset).text));
  }
  const std::string text = valid_utf8(as_text(bytes));
  demand(is_utf8(text) && valid_utf8(text) == text);
  const auto encoded = encode_text(text, "GB18030");
  if (encoded) demand(decode_text(as_bytes(*encoded), "GB18030").bad_bytes == 0);

  const std::string raw(as_text(bytes));  // folding takes bytes that are no UTF-8 as well
  demand(fold_width(fold_width(raw)) == fold_width(raw));
  demand(fold_simplified(fold_simplified(text)) == fold_simplified(text));
  demand(trim(trim(raw)) == trim(raw));
  demand(display_width(pad_left(text, 20)) >= 20);
  if (size > 256) return 0;  // sounds take a while
  name_key(raw);
  pinyin_key(raw);
  return 0;
}
