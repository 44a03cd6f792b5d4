// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/layout.h"
#include "cli/output.h"

namespace qipu {

namespace {

std::size_t terminal_columns() {
  winsize size{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the only way to ask
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 80;
  return size.ws_col;
}

}  // namespace

ProgressLine::ProgressLine(bool is_shown)
    : is_shown_(is_shown),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      last_(start_ - std::chrono::hours(1)) {}

bool ProgressLine::is_due() const {
  const auto pause = is_terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(2);
  return is_shown_ && Clock::now() - last_ >= pause;
}

void ProgressLine::show(std::string_view text) {
  if (!is_due()) return;
  last_ = Clock::now();
  if (is_terminal_) {
    write_error("\r" + clip(text, terminal_columns() - 1) + "\x1b[K");
    is_on_screen_ = true;
  } else {
    write_error(std::string(text) + '\n');
  }
}

void ProgressLine::clear() {
  if (is_on_screen_) write_error("\r\x1b[K");
  is_on_screen_ = false;
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::string how_far(std::uint64_t done, std::uint64_t total, double seconds, Language tr) {
  if (total == 0 || done == 0) return clock_time(seconds);
  const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const std::string left = clock_time(seconds * (1 - part) / part);
  return percent(part, 0) + "  " + tr("{} left", "剩余 {}", left);
}

}  // namespace qipu
