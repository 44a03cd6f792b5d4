// SPDX-License-Identifier: GPL-3.0-or-later

// The program, from its words to its exit code.

#pragma once

#include <string>
#include <vector>

namespace qipu {

// Runs what `words` (without the program's name) ask for. Exit codes: 0 done, 1 failed, 2 wrong
// usage, 3 with --strict something was set aside or marked, 130 interrupted. Throws nothing.
int run_program(const std::vector<std::string>& words);

}  // namespace qipu
