// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/program.h"

#include <csignal>
#include <exception>
#include <new>

#include "base/result.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/manual.h"
#include "cli/output.h"
#include "cli/saved.h"
#include "cli/session.h"

namespace qipu {

namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

int print_version() {
  write_out("qipu " QIPU_VERSION "\n");
  flush_out();
  return 0;
}

// A command line without a command.
int run_bare(const std::vector<std::string>& words, Language tr) {
  const Command* help = find_command("help");
  const Arguments typed = parse_arguments(*help, words, tr);
  if (typed.has("version")) return print_version();
  if (!typed.has("help")) {
    write_error(overview_text(tr));
    return kWrongUsage;
  }
  write_out(overview_text(tr));
  flush_out();
  return 0;
}

int run_command(const Command& command, const std::vector<std::string>& words, Language tr) {
  Session session(tr, parse_arguments(command, words, tr));
  if (session.arguments.has("version")) return print_version();
  int code = 0;
  if (session.arguments.has("help")) {
    session.print(help_text(command, tr));
  } else {
    const bool uses_saved = command.find_option("use") != nullptr && session.arguments.has("use");
    if (uses_saved) {
      Session with_saved(tr, with_saved_search(session, command));
      code = command.run(with_saved);
    } else {
      code = command.run(session);
    }
  }
  flush_out();
  return code;
}

// Ends as if the signal had not been caught, so that the shell knows.
int end_by_closed_pipe() {
  (void)std::signal(SIGPIPE, SIG_DFL);
  (void)std::raise(SIGPIPE);
  return 128 + SIGPIPE;
}

int report_usage(const Command* command, const UsageError& error, Language tr) {
  report_error(error.what());
  if (command != nullptr) {
    write_error(tr("usage: {}\n'qipu help {}' says more.\n",
                   "用法：{}\n“qipu help {}”有详细说明。\n", command->usage(), command->name));
  }
  return kWrongUsage;
}

}  // namespace

int run_program(const std::vector<std::string>& words) {
  (void)std::signal(SIGPIPE, SIG_IGN);  // a failed write tells the same, and can be told apart
  const Language tr = language_of(words);
  CommandLine line;
  try {
    line = find_command_words(words, tr);
    return line.command == nullptr ? run_bare(line.words, tr)
                                   : run_command(*line.command, line.words, tr);
  } catch (const UsageError& error) {
    return report_usage(line.command, error, tr);
  } catch (const PipeClosed&) {
    return end_by_closed_pipe();
  } catch (const Interrupted&) {
    report_error(tr("interrupted; nothing was changed", "已中断，未作任何改动"));
    return interrupt_exit_code();
  } catch (const std::bad_alloc&) {
    report_error(tr("out of memory", "内存不足"));
  } catch (const std::exception& error) {
    report_error(error.what());
  }
  return kFailed;
}

}  // namespace qipu
