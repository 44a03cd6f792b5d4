// SPDX-License-Identifier: GPL-3.0-or-later

// qipu import: records into the database.

#include "import/import_files.h"

#include <array>
#include <filesystem>
#include <optional>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "cli/session.h"

namespace qipu {

namespace {

// What to do next, where there is something.
std::string advice(const Session& session, const ImportReport& report) {
  const Language tr = session.tr;
  if (report.was_interrupted) {
    return tr(
        "Interrupted. What is counted here is in the database; the same command goes on from "
        "there.",
        "已中断。以上计数的对局均已入库；再次运行同一命令即可继续。");
  }
  if (report.set_aside_count == 0) return "";
  if (session.arguments.has("dry-run")) return "";
  return tr(
      "The bytes of what was set aside are kept in the database. 'qipu rejects' lists and shows "
      "them, and reads them again: 'qipu rejects retry --charset Big5'. A mended file can simply "
      "be imported again.",
      "被搁置记录的原始字节保存在数据库中，可用“qipu rejects”列出、查看并重读："
      "“qipu rejects retry --charset Big5”。改好的文件再导入一次即可。");
}

int run_import(Session& session) {
  ImportOptions options = asked_import_options(session);
  options.keep_bytes = session.arguments.has("keep-bytes");
  options.memory.bytes =
      session.arguments.bytes("memory", MemoryBudget().bytes, MemoryBudget::kMinBytes);
  const bool is_dry = session.arguments.has("dry-run");
  catch_interrupts();
  std::optional<Store> store;
  if (!is_dry) {
    const std::filesystem::path place = session.place();
    std::filesystem::create_directories(place);
    store = Store::open_to_write(place, options.memory);
  }
  ProgressLine line(session.shows_progress());
  const ImportReport report = import_files(
      session.arguments.positional(), store ? &*store : nullptr, options, hooks_for(session, line));
  line.clear();
  const double seconds = line.seconds();
  if (session.wants_json()) session.print_json(report_json(report, seconds));
  const Text label = is_dry ? Text{"would be stored", "可入库"} : Text{"stored", "新入库"};
  if (!session.wants_json()) {
    session.note(report_text(session, report, seconds, label));
    const std::string next = advice(session, report);
    if (!next.empty()) session.note(wrap_indented(next, 78, 0));
  }
  return exit_code_of(session, report);
}

constexpr std::array<Option, 3> kImportOptions{{
    {"dry-run", "", {"read and report, store nothing", "只读取并报告，不入库"}, 'n'},
    {"keep-bytes",
     "",
     {"keep the bytes of every record too; show --original prints them",
      "同时保存每份棋谱的原始字节，可用 show --original 取出"}},
    {"memory",
     "SIZE",
     {"how much memory to use, such as 512M (default 1G)", "可用的内存，如 512M（默认 1G）"}},
}};
constexpr OptionGroup kImportGroup{{"Storing", "入库"}, kImportOptions};
constexpr std::array kImportGroups{&kImportGroup, &kUnderstandingOptions, &kReadingOptions,
                                   &kJsonOptions};

}  // namespace

extern const Command kImportCommand{
    .name = "import",
    .summary = {"read game records into the database", "将棋谱读入数据库"},
    .arguments = "PATH...",
    .min_arguments = 1,
    .max_arguments = Command::kAnyNumber,
    .description =
        {"Reads files, directories with all that is below them, and standard input (-). Archives "
         "and compressed files are opened. Format and charset are found by content. A record equal "
         "in moves, variations, comments and every header is stored once.\n\n"
         "What cannot be read is set aside with its place and the reason, and costs no other "
         "record. Ctrl-C keeps what is whole; the same command goes on from there.\n\n"
         "A file whose bytes were imported before is not read again, unless --input-format, "
         "--charset, --fallback-charset, --allow-self-check or --keep-bytes ask for another way: "
         "then it is, and what comes out as before is stored once all the same.",
         "读取文件、目录（包括其下所有内容）及标准输入（-"
         "）；压缩文件与压缩包会自动打开。格式与编码依内容判断。"
         "着法、变着、评注及所有标头都相同的记录只存一份。\n\n"
         "读不出的记录连同位置与原因一并搁置，不影响其他记录。按 Ctrl-C "
         "会保留已完整入库的部分，再次运行同一命令即可继续。\n\n"
         "内容已导入过的文件不再读取；但若以 --input-format、--charset、--fallback-charset、"
         "--allow-self-check 或 --keep-bytes 指明另一种读法，则会重读，相同的棋谱仍只存一份。"},
    .example = "qipu import ~/games downloads/all.zip",
    .example_note =
        {"imports a directory and an archive, and says what was stored and what was set "
         "aside",
         "导入一个目录和一个压缩包，并报告入库与搁置的数目"},
    .groups = kImportGroups,
    .run = run_import,
};

}  // namespace qipu
