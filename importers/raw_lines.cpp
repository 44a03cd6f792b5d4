// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/raw_lines.h"

#include "importers/pgn_tags.h"

namespace qipu {

std::size_t RawLines::skip(std::size_t offset, std::size_t count) const {
  while (count > 0 && offset < bytes_.size()) {
    offset = next_line(offset);
    --count;
  }
  return offset;
}

std::optional<std::string_view> RawLines::quoted(std::size_t offset) const {
  const std::string_view line = bytes_.substr(offset, next_line(offset) - offset);
  const std::size_t first = line.find('"');
  const std::size_t last = line.rfind('"');
  if (unit_ != 1 || first == last) return std::nullopt;
  return line.substr(first + 1, last - first - 1);
}

char16_t RawLines::unit_at(std::size_t at) const {
  if (at + unit_ > bytes_.size()) return 0;
  const auto byte = [this](std::size_t i) {
    return static_cast<unsigned>(static_cast<unsigned char>(bytes_[i]));
  };
  if (unit_ == 1) return static_cast<char16_t>(byte(at));
  return static_cast<char16_t>(byte(at + low_) | byte(at + 1 - low_) << 8U);
}

std::size_t RawLines::next_line(std::size_t offset) const {
  if (unit_ == 1) return offset + line_length(bytes_.substr(offset));
  for (; offset < bytes_.size(); offset += unit_) {
    const char16_t unit = unit_at(offset);
    if (unit == u'\n') return offset + unit_;
    if (unit == u'\r') return offset + (unit_at(offset + unit_) == u'\n' ? 2 : 1) * unit_;
  }
  return bytes_.size();
}

}  // namespace qipu
