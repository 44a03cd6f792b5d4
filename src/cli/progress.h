// SPDX-License-Identifier: GPL-3.0-or-later

// The line on standard error that says how far a long command is.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/language.h"

namespace qipu {

// Shows the newest text only, ten times a second at most on a terminal and once in two seconds
// elsewhere. Writes nothing if it is not to be shown.
class ProgressLine {
 public:
  explicit ProgressLine(bool is_shown);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  // Whether a text given now would be seen: making one may cost something.
  bool is_due() const;
  void show(std::string_view text);
  // Takes the line off the terminal, so that something else can be written.
  void clear();

  // Since this was made.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool is_shown_;
  bool is_terminal_;
  bool is_on_screen_ = false;
  Clock::time_point start_;
  Clock::time_point last_;
};

// "43%  1:02 left", from what is done of a known total; how much time has passed otherwise.
std::string how_far(std::uint64_t done, std::uint64_t total, double seconds, Language tr);

}  // namespace qipu
