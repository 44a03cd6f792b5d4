// SPDX-License-Identifier: GPL-3.0-or-later

// What a command of qipu is: its words, its options, what it does. Help, man pages, completions
// and the reading of the command line all come from these descriptions.
//
// A new command: one file with a `const Command`, and its name in commands.cpp.

#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/language.h"

namespace qipu {

class Session;

struct Option {
  std::string_view name;  // "output", typed as --output
  // What stands for its value: "FILE"; small letters with bars, "red|black", are the values there
  // are; empty: the option takes none.
  std::string_view value;
  Text help;
  char letter = '\0';       // 'o', typed as -o
  bool may_repeat = false;  // each time with a value of its own

  bool takes_value() const { return !value.empty(); }
  // The values there are, or none where any text may be one.
  std::vector<std::string> choices() const;
};

struct OptionGroup {
  Text title;
  std::span<const Option> options;
};

struct Command {
  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

  std::string_view name;            // "book build"
  Text summary;                     // one line, no full stop
  std::string_view arguments = {};  // "PATH..."
  std::size_t min_arguments = 0;
  std::size_t max_arguments = 0;
  Text description;          // paragraphs, blank lines between them
  std::string_view example;  // a line to type
  Text example_note;         // what it does
  std::span<const OptionGroup* const> groups = {};
  int (*run)(Session& session) = nullptr;  // gives the exit code

  // The option `name`, the global ones too; null if there is none.
  const Option* find_option(std::string_view option_name) const;
  // "qipu explore [options]"
  std::string usage() const;
};

// All commands, in the order in which help lists them.
std::span<const Command* const> commands();
const Command* find_command(std::string_view name);
// Options that every command has.
const OptionGroup& global_options();

// Calls `visit` for each option of `command`, the global ones last.
template <class Visit>
void each_option(const Command& command, const Visit& visit) {
  for (const OptionGroup* group : command.groups) {
    for (const Option& option : group->options)
      visit(option);
  }
  for (const Option& option : global_options().options)
    visit(option);
}

// The names of commands near `name`, best first.
std::vector<std::string> closest_commands(std::string_view name);

}  // namespace qipu
