// SPDX-License-Identifier: GPL-3.0-or-later

#include "encoded_text.h"

#include <catch2/catch.hpp>

#include "base/text.h"

namespace qipu {

std::string encoded(std::string_view text, std::string_view charset) {
  const Result<std::string> bytes = encode_text(text, charset);
  REQUIRE(bytes);
  return *bytes;
}

}  // namespace qipu
