// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/interrupt.h"

#include <csignal>

namespace qipu {

namespace {

// A signal handler reaches nothing else.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> interrupted{false};
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> signal_number{SIGINT};

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void qipu_on_signal(int number) {
  signal_number = number;
  interrupted = true;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = qipu_on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old {};
    // What is ignored (nohup) stays so.
    if (sigaction(number, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    (void)sigaction(number, &action, nullptr);
  }
}

const std::atomic<bool>& interrupt_flag() { return interrupted; }

int interrupt_exit_code() { return 128 + signal_number; }

void stop_if_interrupted() {
  if (interrupted) throw Interrupted();
}

}  // namespace qipu
