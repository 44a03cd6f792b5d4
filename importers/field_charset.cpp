// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/field_charset.h"

#include <algorithm>

#include "base/text.h"

namespace qipu {

namespace {

// Whether nearly all characters are of GB2312, whose two bytes both are 0xA1 or more (that is so
// for two thirds of the characters of Big5 only), or one has the four bytes of GB18030.
bool looks_like_gb(std::string_view bytes) {
  std::size_t pairs = 0;
  std::size_t outside = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80U) continue;
    ++pairs;
    ++i;
    const bool has_four_bytes = i < bytes.size() && bytes[i] >= '0' && bytes[i] <= '9';
    if (has_four_bytes) return true;
    if (lead < 0xA1U || i == bytes.size() || static_cast<unsigned char>(bytes[i]) < 0xA1U) {
      ++outside;
    }
  }
  return outside * 8 <= pairs;
}

}  // namespace

std::string gb_or_big5(std::string_view bytes) {
  const bool is_big5 = !looks_like_gb(bytes) && detect_charset(as_bytes(bytes)) == "Big5-HKSCS";
  return is_big5 ? "Big5-HKSCS" : "GB18030";
}

std::string_view without_half_character(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size())
    i += static_cast<unsigned char>(bytes[i]) > 0x80U ? 2 : 1;
  return bytes.substr(0, bytes.size() - (i > bytes.size() ? 1 : 0));
}

}  // namespace qipu
