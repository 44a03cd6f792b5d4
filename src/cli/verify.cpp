// SPDX-License-Identifier: GPL-3.0-or-later

// qipu verify: whether the database is whole.

#include "store/verify.h"

#include <array>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/progress.h"
#include "cli/session.h"

namespace qipu {

namespace {

constexpr int kProblems = 1;
constexpr int kProblemsStrict = 3;

std::string step_text(VerifyStep step, Language tr) {
  switch (step) {
    case VerifyStep::Checksums:
      return tr("checksums", "校验和");
    case VerifyStep::Meta:
      return tr("sources and batches", "来源与批次");
    case VerifyStep::Names:
      return tr("names", "名称");
    case VerifyStep::Games:
      return tr("games", "对局");
    case VerifyStep::Records:
      return tr("equal records", "相同记录");
    case VerifyStep::Index:
      return tr("index", "局面索引");
  }
  return "";
}

Json verify_json(const VerifyReport& report, double seconds) {
  return {{"mode", report.is_full ? "full" : "sample"},
          {"games", report.games_total},
          {"games_checked", report.games},
          {"plies_checked", report.plies},
          {"pages_checked", report.pages},
          {"postings_checked", report.postings},
          {"names_checked", report.names},
          {"sources_checked", report.sources},
          {"set_aside_checked", report.rejects},
          {"problem_count", report.problem_count},
          {"problems", report.problems},
          {"seconds", seconds}};
}

void print_report(const Session& session, const VerifyReport& report, double seconds) {
  const Language tr = session.tr;
  std::string text;
  if (report.is_full) {
    text =
        tr("checked everything: {} games, {} plies, {} pages with {} postings, {} names, {} "
           "sources, {} records set aside\n",
           "已检查全部内容：{} 局、{} 步、{} 个索引页（{} 条局面记录）、{} 个名称、{} "
           "个来源、{} 条搁置记录\n",
           grouped(report.games), grouped(report.plies), grouped(report.pages),
           grouped(report.postings), grouped(report.names), grouped(report.sources),
           grouped(report.rejects));
  } else {
    text =
        tr("checked a sample: {} of {} games, {} of {} places for pages; all {} names, {} "
           "sources, {} records set aside\n",
           "已抽查：{}/{} 局、{}/{} 个索引页位；全部 {} 个名称、{} 个来源、{} 条搁置记录\n",
           grouped(report.games), grouped(report.games_total), grouped(report.pages),
           grouped(report.pages_total), grouped(report.names), grouped(report.sources),
           grouped(report.rejects));
    text += tr("--full checks everything, with all checksums.\n",
               "--full 检查全部内容与所有校验和。\n");
  }
  for (const std::string& problem : report.problems)
    text += "  " + printable(problem) + '\n';
  if (report.problem_count > report.problems.size()) {
    text += tr("  and {} more\n", "  另有 {} 处\n",
               grouped(report.problem_count - report.problems.size()));
  }
  text += report.problem_count == 0
              ? tr("nothing is wrong", "未发现问题")
              : tr("problems: {}", "发现问题：{} 处", grouped(report.problem_count));
  session.print(text + "  (" + clock_time(seconds) + ")\n");
}

int run_verify(Session& session) {
  const Language tr = session.tr;
  catch_interrupts();
  ProgressLine line(session.shows_progress());
  VerifyOptions options;
  options.is_full = session.arguments.has("full");
  options.stop = &interrupt_flag();
  options.progress = [&](VerifyStep step, std::uint64_t done, std::uint64_t total) {
    if (!line.is_due()) return;
    const std::string what = step_text(step, tr);
    line.show(total == 0 ? what
                         : tr("{}  {} of {}", "{}  {}/{}", what, grouped(done), grouped(total)));
  };
  const VerifyReport report = verify(session.place(), options);
  line.clear();
  stop_if_interrupted();
  if (session.wants_json()) {
    session.print_json(verify_json(report, line.seconds()));
  } else {
    print_report(session, report, line.seconds());
  }
  if (report.problem_count == 0) return 0;
  session.note(
      tr("the database is damaged; `qipu rebuild` makes the index anew from the games, "
         "`qipu restore` brings back a backup",
         "数据库已损坏；`qipu rebuild` 可由对局重建索引，`qipu restore` 可恢复备份"));
  return session.arguments.has("strict") ? kProblemsStrict : kProblems;
}

constexpr std::array<Option, 2> kVerifyOptions{{
    {"full",
     "",
     {"check everything, not a sample: every game, every page, every checksum",
      "检查全部内容而非抽样：每一局、每一索引页、每一校验和"}},
    {"strict", "", {"exit with 3, not 1, where something is wrong", "发现问题时以 3 而非 1 退出"}},
}};
constexpr OptionGroup kVerifyGroup{{"How", "方式"}, kVerifyOptions};
constexpr std::array kVerifyGroups{&kVerifyGroup, &kJsonOptions};

}  // namespace

extern const Command kVerifyCommand{
    .name = "verify",
    .summary = {"check that the database is whole", "检查数据库是否完好"},
    .description =
        {"Compares games, game table, names, sources, equal records and the position index with "
         "each other. Looks at a sample of 1,000 games and 1,024 pages of the index, and says so; "
         "--full looks at everything.",
         "比对对局、对局表、名称、来源、相同记录与局面索引是否一致。默认抽查 1,000 局与 1,024 "
         "个索引页，并会说明；--full 检查全部。"},
    .example = "qipu verify --full",
    .example_note = {"reads the whole database and says what is wrong with it, if anything",
                     "通读整个数据库，如有问题则一一列出"},
    .groups = kVerifyGroups,
    .run = run_verify,
};

}  // namespace qipu
