// SPDX-License-Identifier: GPL-3.0-or-later

// Shell completions, made from the descriptions of the commands (manual.h).

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "cli/manual.h"

namespace qipu {

namespace {

bool takes_files(std::string_view arguments) {
  return arguments == "PATH..." || arguments == "OUT" || arguments == "BOOK";
}

bool is_file(const Option& option) { return option.value == "FILE" || option.value == "PLACE"; }

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// "book build" -> "book", for the word that comes first.
std::vector<std::string> first_words() {
  std::vector<std::string> words;
  std::set<std::string> seen;
  for (const Command* command : commands()) {
    std::string word(command->name.substr(0, command->name.find(' ')));
    if (seen.insert(word).second) words.push_back(std::move(word));
  }
  return words;
}

// The second words of a command such as "book"; none if it has no second words.
std::vector<std::string> second_words(const std::string& first) {
  std::vector<std::string> words;
  for (const Command* command : commands()) {
    if (command->name.starts_with(first + ' ')) {
      words.emplace_back(command->name.substr(first.size() + 1));
    }
  }
  return words;
}

// In single quotes for a shell.
std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// What zsh's _arguments reads as its own inside a specification.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_value(const Option& option) {
  if (!option.takes_value()) return "";
  const std::vector<std::string> choices = option.choices();
  std::string action = " ";
  if (!choices.empty()) action = "(" + joined(choices) + ")";
  if (is_file(option)) action = option.value == "PLACE" ? "_files -/" : "_files";
  return fmt::format(":{}:{}", choices.empty() ? zsh_text(option.value) : "choice", action);
}

std::string zsh_case(const Command& command) {
  std::string text = fmt::format("    {})\n      _arguments -S", shell_quoted(command.name));
  each_option(command, [&](const Option& option) {
    const std::string help = zsh_text(option.help.english);
    text += " \\\n        " +
            shell_quoted(fmt::format("--{}[{}]{}", option.name, help, zsh_value(option)));
    if (option.letter != '\0') {
      text += " \\\n        " +
              shell_quoted(fmt::format("-{}[{}]{}", option.letter, help, zsh_value(option)));
    }
  });
  text += takes_files(command.arguments) ? " \\\n        '*:file:_files'\n" : "\n";
  return text + "      ;;\n";
}

std::string fish_condition(const Command& command) {
  std::string condition;
  std::string_view rest = command.name;
  for (;;) {
    const std::size_t blank = rest.find(' ');
    if (!condition.empty()) condition += "; and ";
    condition += fmt::format("__fish_seen_subcommand_from {}", rest.substr(0, blank));
    if (blank == std::string_view::npos) return condition;
    rest.remove_prefix(blank + 1);
  }
}

std::string fish_option(const Option& option, const std::string& condition) {
  std::string line =
      fmt::format("complete -c qipu -n {} -l {}", shell_quoted(condition), option.name);
  if (option.letter != '\0') line += fmt::format(" -s {}", option.letter);
  if (option.takes_value()) {
    const std::vector<std::string> choices = option.choices();
    line += is_file(option) ? " -r -F" : " -x";
    if (!choices.empty()) line += " -a " + shell_quoted(joined(choices));
  }
  return line + " -d " + shell_quoted(kEnglish(option.help)) + '\n';
}

}  // namespace

std::string bash_completion() {
  std::string options;
  std::string values;
  std::set<std::string> seen;
  for (const Command* command : commands()) {
    std::vector<std::string> words;
    each_option(*command, [&](const Option& option) {
      words.push_back("--" + std::string(option.name));
      const std::vector<std::string> choices = option.choices();
      if (choices.empty() || option.name == "format") return;
      const std::string key = fmt::format("{} --{}", command->name, option.name);
      values +=
          fmt::format("    {}) words={} ;;\n", shell_quoted(key), shell_quoted(joined(choices)));
    });
    options += fmt::format("    {}) words={} ;;\n", shell_quoted(command->name),
                           shell_quoted(joined(words)));
  }
  std::string families;
  for (const std::string& first : first_words()) {
    const std::vector<std::string> second = second_words(first);
    if (second.empty()) continue;
    families += fmt::format(
        "  if [[ $command == {0} ]]; then\n"
        "    COMPREPLY=($(compgen -W {1} -- \"$current\"))\n    return\n  fi\n",
        first, shell_quoted(joined(second)));
  }
  return fmt::format(
      R"(# bash completion for qipu

_qipu() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local command="" words="" i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${{COMP_WORDS[i]}} in
      --db | --lang | --progress | --color) if [[ -z $command ]]; then ((++i)); fi ;;
      -*) ;;
      *)
        if [[ -z $command ]]; then
          command=${{COMP_WORDS[i]}}
        elif [[ $command == book ]]; then
          command+=" ${{COMP_WORDS[i]}}"
        fi
        ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
{0}  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  if [[ -z $command ]]; then
    words={1}
    [[ $current == -* ]] && words={2}
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
{3}  if [[ $current == -* ]]; then
    case "$command" in
{4}    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  COMPREPLY=($(compgen -f -- "$current"))
}}
complete -o filenames -F _qipu qipu
)",
      values, shell_quoted(joined(first_words())),
      shell_quoted("--db --lang --progress --color --help --version"), families, options);
}

std::string zsh_completion() {
  std::string names;
  std::string cases;
  for (const std::string& first : first_words()) {
    const Command* command = find_command(first);
    const std::string help =
        command != nullptr ? std::string(command->summary.english) : joined(second_words(first));
    names += "    " + shell_quoted(fmt::format("{}:{}", first, zsh_text(help))) + '\n';
  }
  for (const Command* command : commands())
    cases += zsh_case(*command);
  return fmt::format(
      R"(#compdef qipu

_qipu() {{
  local -a names
  names=(
{0}  )
  if ((CURRENT == 2)); then
    _describe command names
    return
  fi
  local command=$words[2]
  if [[ $command == book ]]; then
    if ((CURRENT == 3)); then
      compadd {1}
      return
    fi
    command="book $words[3]"
    shift words
    ((--CURRENT))
  fi
  shift words
  ((--CURRENT))
  case $command in
{2}  esac
}}

_qipu "$@"
)",
      names, joined(second_words("book")), cases);
}

std::string fish_completion() {
  std::string text = "# fish completion for qipu\n\n";
  for (const std::string& first : first_words()) {
    const Command* command = find_command(first);
    const std::string help =
        command != nullptr ? std::string(command->summary.english) : joined(second_words(first));
    text += fmt::format("complete -c qipu -f -n __fish_use_subcommand -a {} -d {}\n", first,
                        shell_quoted(help));
    const std::vector<std::string> second = second_words(first);
    if (second.empty()) continue;
    text +=
        fmt::format("complete -c qipu -f -n {} -a {}\n",
                    shell_quoted(fmt::format(
                        "__fish_seen_subcommand_from {0}; and not __fish_seen_subcommand_from {1}",
                        first, joined(second))),
                    shell_quoted(joined(second)));
  }
  for (const Command* command : commands()) {
    const std::string condition = fish_condition(*command);
    each_option(*command, [&](const Option& option) { text += fish_option(option, condition); });
  }
  return text;
}

}  // namespace qipu
