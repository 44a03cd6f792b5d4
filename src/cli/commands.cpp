// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <cctype>

#include "cli/command.h"
#include "cli/layout.h"

namespace qipu {

extern const Command kImportCommand;
extern const Command kConvertCommand;
extern const Command kExploreCommand;
extern const Command kSearchCommand;
extern const Command kShowCommand;
extern const Command kPlayerCommand;
extern const Command kEventCommand;
extern const Command kSavedListCommand;
extern const Command kSavedDeleteCommand;
extern const Command kExportCommand;
extern const Command kRejectsListCommand;
extern const Command kRejectsShowCommand;
extern const Command kRejectsExportCommand;
extern const Command kRejectsRetryCommand;
extern const Command kBookBuildCommand;
extern const Command kBookProbeCommand;
extern const Command kEditCommand;
extern const Command kHideCommand;
extern const Command kUnhideCommand;
extern const Command kHistoryCommand;
extern const Command kUndoCommand;
extern const Command kInfoCommand;
extern const Command kVerifyCommand;
extern const Command kBackupCommand;
extern const Command kRestoreCommand;
extern const Command kCompactCommand;
extern const Command kRebuildCommand;
extern const Command kHelpCommand;
extern const Command kCompletionsCommand;

std::span<const Command* const> commands() {
  static constexpr std::array<const Command*, 29> kCommands{
      &kImportCommand,        &kConvertCommand,      &kExploreCommand,     &kSearchCommand,
      &kShowCommand,          &kPlayerCommand,       &kEventCommand,       &kSavedListCommand,
      &kSavedDeleteCommand,   &kExportCommand,       &kRejectsListCommand, &kRejectsShowCommand,
      &kRejectsExportCommand, &kRejectsRetryCommand, &kBookBuildCommand,   &kBookProbeCommand,
      &kEditCommand,          &kHideCommand,         &kUnhideCommand,      &kHistoryCommand,
      &kUndoCommand,          &kInfoCommand,         &kVerifyCommand,      &kBackupCommand,
      &kRestoreCommand,       &kCompactCommand,      &kRebuildCommand,     &kHelpCommand,
      &kCompletionsCommand};
  return kCommands;
}

const Command* find_command(std::string_view name) {
  const auto all = commands();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Command* c) { return c->name == name; });
  return found == all.end() ? nullptr : *found;
}

const OptionGroup& global_options() {
  static constexpr std::array<Option, 6> kOptions{{
      {"db",
       "PLACE",
       {"the database, a directory (else $QIPU_DB, else $XDG_DATA_HOME/qipu, else "
        "~/.local/share/qipu)",
        "数据库所在目录（否则 $QIPU_DB，否则 $XDG_DATA_HOME/qipu，否则 ~/.local/share/qipu）"}},
      {"lang",
       "zh|en",
       {"the language of messages (else that of the locale)", "信息的语言（否则依系统区域）"}},
      {"progress",
       "auto|always|never",
       {"show progress on standard error: auto = where it is a terminal",
        "在标准错误上显示进度：auto 为仅在终端上"}},
      {"color",
       "auto|always|never",
       {"colour: auto = where standard output is a terminal and NO_COLOR is not set",
        "颜色：auto 为仅在终端上且未设 NO_COLOR 时"}},
      {"help", "", {"say what the command does, with an example", "显示本命令的说明与示例"}, 'h'},
      {"version", "", {"print the version", "显示版本"}},
  }};
  static constexpr OptionGroup kGroup{{"Everywhere", "通用选项"}, kOptions};
  return kGroup;
}

std::vector<std::string> closest_commands(std::string_view name) {
  std::vector<std::string> names;
  for (const Command* command : commands())
    names.emplace_back(command->name);
  return closest_words(name, names, 3);
}

std::vector<std::string> Option::choices() const {
  std::vector<std::string> words;
  const bool has_upper =
      std::any_of(value.begin(), value.end(), [](unsigned char c) { return std::isupper(c) != 0; });
  if (has_upper || value.find('|') == std::string_view::npos) return words;
  for (std::string_view rest = value;;) {
    const std::size_t bar = rest.find('|');
    words.emplace_back(rest.substr(0, bar));
    if (bar == std::string_view::npos) return words;
    rest.remove_prefix(bar + 1);
  }
}

const Option* Command::find_option(std::string_view option_name) const {
  const auto find_in = [&](const OptionGroup& group) -> const Option* {
    const auto found = std::find_if(group.options.begin(), group.options.end(),
                                    [&](const Option& o) { return o.name == option_name; });
    return found == group.options.end() ? nullptr : &*found;
  };
  for (const OptionGroup* group : groups) {
    if (const Option* option = find_in(*group)) return option;
  }
  return find_in(global_options());
}

std::string Command::usage() const {
  std::string text = "qipu " + std::string(name) + " [options]";
  if (!arguments.empty()) text += ' ' + std::string(arguments);
  return text;
}

}  // namespace qipu
