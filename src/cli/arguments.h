// SPDX-License-Identifier: GPL-3.0-or-later

// The words of one command line, read by the description of its command.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace qipu {

// What was typed, each value checked when it is asked for. All THROW UsageError for a value that
// makes no sense.
class Arguments {
 public:
  // The values given to each option; a switch has an empty one.
  using Values = std::map<std::string, std::vector<std::string>, std::less<>>;
  Arguments(const Command& command, Language tr, std::vector<std::string> words,
            std::vector<std::string> positional, Values values);

  // REQUIRES of all that take a name: the command has such an option.
  bool has(std::string_view name) const;
  // The value as typed; empty if the option is not there.
  std::string text(std::string_view name) const;
  std::string text_or(std::string_view name, std::string_view otherwise) const;
  // All values of an option that may be given more than once.
  std::vector<std::string> texts(std::string_view name) const;
  // A whole number from `min` to `max`.
  std::uint64_t number(std::string_view name, std::uint64_t otherwise, std::uint64_t min,
                       std::uint64_t max) const;
  // A size such as 512M or 2G, at least `min` bytes.
  std::uint64_t bytes(std::string_view name, std::uint64_t otherwise, std::uint64_t min) const;
  // A number of rows, or "all".
  std::size_t limit(std::string_view name, std::size_t otherwise) const;
  // A number such as 0.55 or 55%, from 0 to 1.
  double ratio(std::string_view name, double otherwise) const;

  // The same with the values of `defaults` for the options that were not typed. REQUIRES: the
  // command has these options.
  Arguments with_defaults(const Values& defaults) const;

  const std::vector<std::string>& positional() const { return positional_; }
  // The command as it was typed, in words that a shell would read as the same.
  std::string command_line() const;

 private:
  const Command* command_;
  Language tr_;
  std::vector<std::string> words_;  // as typed, without the command
  std::vector<std::string> positional_;
  Values values_;
};

// A command line, taken apart.
struct CommandLine {
  const Command* command = nullptr;  // null: none was named (qipu --version, qipu --help)
  std::vector<std::string> words;    // all others, options before the command too
};

// Finds the command among `words` (without the program's name). THROWS: UsageError for a command
// that does not exist, naming the closest; for an unknown option before it.
CommandLine find_command_words(const std::vector<std::string>& words, Language tr);

// Reads `words` by what `command` takes. THROWS: UsageError for an unknown option (naming the
// closest), one without its value, a value that is none of the choices, too many or too few
// arguments.
Arguments parse_arguments(const Command& command, const std::vector<std::string>& words,
                          Language tr);

// The language that --lang asks for among `words`, else the locale's: needed to speak of errors in
// the very words.
Language language_of(const std::vector<std::string>& words);

}  // namespace qipu
