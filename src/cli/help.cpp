// SPDX-License-Identifier: GPL-3.0-or-later

// qipu help and qipu completions: what the commands are, for people and for shells.

#include <fmt/format.h>

#include <array>

#include "cli/command.h"
#include "cli/layout.h"
#include "cli/manual.h"
#include "cli/session.h"

namespace qipu {

namespace {

// Both "qipu help book build" and "qipu help 'book build'".
std::string asked_name(const Session& session) {
  return fmt::format("{}", fmt::join(session.arguments.positional(), " "));
}

// What is said of a word such as "book", that begins the names of several commands.
std::string family_text(const std::string& first, Language tr) {
  std::string text;
  for (const Command* command : commands()) {
    if (!command->name.starts_with(first + ' ')) continue;
    text += fmt::format("  {}  {}\n", command->usage(), tr(command->summary));
  }
  return text;
}

UsageError unknown(const Session& session, const std::string& name) {
  const auto closest = closest_commands(name);
  const std::string shown = printable(name);
  if (closest.empty()) {
    return UsageError(session.tr("there is no command '{}'; 'qipu help' lists them",
                                 "没有命令“{}”；“qipu help”列出所有命令", shown));
  }
  return UsageError(session.tr("there is no command '{}'; did you mean '{}'?",
                               "没有命令“{}”；是否想用“{}”？", shown, closest[0]));
}

int run_help(Session& session) {
  const Language tr = session.tr;
  const bool is_page = session.arguments.has("man");
  const std::string name = asked_name(session);
  if (name.empty()) {
    session.print(is_page ? overview_page(tr) : overview_text(tr));
    return 0;
  }
  if (const Command* command = find_command(name)) {
    session.print(is_page ? manual_page(*command, tr) : help_text(*command, tr));
    return 0;
  }
  const std::string family = family_text(name, tr);
  if (family.empty()) throw unknown(session, name);
  session.print(family);
  return 0;
}

int run_completions(Session& session) {
  const std::string shell = session.arguments.positional()[0];
  if (shell == "bash") {
    session.print(bash_completion());
  } else if (shell == "zsh") {
    session.print(zsh_completion());
  } else if (shell == "fish") {
    session.print(fish_completion());
  } else {
    throw UsageError(session.tr("there are completions for bash, zsh and fish, not '{}'",
                                "只有 bash、zsh 与 fish 的补全，没有“{}”", printable(shell)));
  }
  return 0;
}

constexpr std::array<Option, 1> kHelpOptions{{
    {"man", "", {"print the man page (roff)", "输出 man 手册页（roff）"}},
}};
constexpr OptionGroup kHelpGroup{{"Form", "形式"}, kHelpOptions};
constexpr std::array kHelpGroups{&kHelpGroup};

}  // namespace

extern const Command kHelpCommand{
    .name = "help",
    .summary = {"what the commands do", "命令的说明"},
    .arguments = "[COMMAND]",
    .max_arguments = 2,
    .description =
        {"Lists the commands, or says what one of them does, with all its options and an "
         "example. The man pages say the same.",
         "列出所有命令，或说明某一命令及其全部选项，并附示例。man 手册页内容相同。"},
    .example = "qipu help explore",
    .example_note = {"all about one command; 'qipu help --man explore | man -l -' as a man page",
                     "某一命令的全部说明；“qipu help --man explore | man -l -”以手册页显示"},
    .groups = kHelpGroups,
    .run = run_help,
};

extern const Command kCompletionsCommand{
    .name = "completions",
    .summary = {"print the completions of a shell", "输出 shell 的补全脚本"},
    .arguments = "bash|zsh|fish",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        {"Prints a script that lets a shell complete commands, options and their values. "
         "Installing qipu installs them too.",
         "输出使 shell 能补全命令、选项及其取值的脚本。安装 qipu 时会一并安装。"},
    .example = "source <(qipu completions bash)",
    .example_note = {"completions in this shell, now", "立即在当前 shell 中启用补全"},
    .run = run_completions,
};

}  // namespace qipu
