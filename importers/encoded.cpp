// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/encoded.h"

#include <utility>

#include "base/text.h"

namespace qipu {

std::string encoded(std::string_view text, const std::string& charset, Losses& losses) {
  Result<std::string> bytes = encode_text(text, charset);
  if (bytes) return std::move(*bytes);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t size = 1;
    while (i + size < text.size() && (static_cast<unsigned char>(text[i + size]) & 0xC0U) == 0x80)
      ++size;
    Result<std::string> character = encode_text(text.substr(i, size), charset);
    out += character ? *character : "?";
    if (!character) ++losses["characters not in " + charset];
    i += size;
  }
  return out;
}

}  // namespace qipu
