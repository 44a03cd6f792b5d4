// SPDX-License-Identifier: GPL-3.0-or-later

// Searches kept under names: --save NAME puts one away, --use NAME asks it again.

#pragma once

#include "cli/arguments.h"

namespace qipu {

class Session;

// What was typed, with the options of the search that --use names; what was typed itself goes
// first, and a position typed stands for the whole saved one. THROWS: UsageError if there is no
// such search, or if the command does not take one of its options.
Arguments with_saved_search(const Session& session, const Command& command);

// THROWS: UsageError if --save cannot keep what was typed.
void check_saving(const Session& session);
// Keeps the position and the filters that were typed under the name that --save gives, and says so.
void save_search(const Session& session);

}  // namespace qipu
