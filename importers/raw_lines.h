// SPDX-License-Identifier: GPL-3.0-or-later

// The lines of a text in the bytes as found, for places that readers of decoded text give.

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/bytes.h"

namespace qipu {

// Follows line breaks in undecoded bytes, which every charset writes in one way.
class RawLines {
 public:
  // Keeps a view of `bytes`, which are text in `charset`.
  RawLines(Bytes bytes, std::string_view charset)
      : bytes_(as_text(bytes)),
        unit_(charset == "UTF-16LE" || charset == "UTF-16BE" ? 2 : 1),
        low_(charset == "UTF-16BE" ? 1 : 0) {}

  // Where the line starts that is `count` line breaks after `offset`; the end if there are fewer.
  std::size_t skip(std::size_t offset, std::size_t count) const;

  // The bytes between the outer quotes of the line at `offset`; nothing without quotes.
  std::optional<std::string_view> quoted(std::size_t offset) const;

  std::size_t size() const { return bytes_.size(); }

 private:
  char16_t unit_at(std::size_t at) const;
  std::size_t next_line(std::size_t offset) const;

  std::string_view bytes_;
  std::size_t unit_;
  std::size_t low_;  // which byte of a unit is the low one
};

}  // namespace qipu
