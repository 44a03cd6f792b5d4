// SPDX-License-Identifier: GPL-3.0-or-later

// A few bytes of each record format, made after its description: what it is recognised by.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qipu {

struct FormatSample {
  std::string_view format;
  std::string bytes;
};

// Not all are whole games.
std::vector<FormatSample> format_samples();

}  // namespace qipu
