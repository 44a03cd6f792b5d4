// SPDX-License-Identifier: GPL-3.0-or-later

// Help for people, man pages and shell completions, all made from the descriptions of the commands.

#pragma once

#include <string>

#include "cli/command.h"

namespace qipu {

// All commands, a line each.
std::string overview_text(Language tr);
// One command with all its options and its example.
std::string help_text(const Command& command, Language tr);

// Man pages as roff: qipu(1), and qipu-explore(1) and the like.
std::string overview_page(Language tr);
std::string manual_page(const Command& command, Language tr);
// "qipu-book-build"
std::string page_name(const Command& command);

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace qipu
