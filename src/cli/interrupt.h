// SPDX-License-Identifier: GPL-3.0-or-later

// Ctrl-C: a long command sees it, keeps what is whole and ends.

#pragma once

#include <atomic>
#include <exception>

namespace qipu {

// From now on SIGINT, SIGTERM and SIGHUP set the flag; a second one kills at once.
void catch_interrupts();
// Set once a signal came.
const std::atomic<bool>& interrupt_flag();
// 128 and the number of the signal that came: 130 for Ctrl-C.
int interrupt_exit_code();

// Thrown by a command that has nothing to keep.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};
// THROWS: Interrupted if a signal came.
void stop_if_interrupted();

}  // namespace qipu
