// SPDX-License-Identifier: GPL-3.0-or-later

// qipu convert: records of one format into another, without a database.

#include <array>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "cli/record_output.h"
#include "cli/session.h"

namespace qipu {

namespace {

int run_convert(Session& session) {
  const ImportOptions options = asked_import_options(session);
  RecordOutput output(session);
  require_summary_elsewhere(session, output);
  catch_interrupts();
  ProgressLine line(session.shows_progress());
  ImportReport report = read_files(
      session.arguments.positional(), options,
      [&](const std::string&, Record record) {
        const auto* game = std::get_if<Game>(&record.found);
        if (game != nullptr) output.write(*game);
      },
      hooks_for(session, line));
  line.clear();
  const double seconds = line.seconds();
  if (report.was_interrupted) throw Interrupted();
  report.stored = output.game_count();
  report.duplicates = 0;
  if (output.game_count() > 0) output.commit();
  if (session.wants_json()) {
    Json answer = report_json(report, seconds);
    answer["losses"] = output.losses();
    session.print_json(answer);
  } else {
    session.note(report_text(session, report, seconds, {"written", "已写出"}) +
                 losses_text(session, output));
  }
  return exit_code_of(session, report);
}

constexpr std::array kConvertGroups{&kRecordOutputOptions, &kUnderstandingOptions, &kReadingOptions,
                                    &kMoveOptions};

}  // namespace

extern const Command kConvertCommand{
    .name = "convert",
    .summary = {"turn records of one format into another", "将棋谱转换为另一种格式"},
    .arguments = "PATH...",
    .min_arguments = 1,
    .max_arguments = Command::kAnyNumber,
    .description =
        {"Reads what import reads and writes it to a file, or a file a game into a directory "
         "(-o DIR/). Needs no database. What the target cannot hold is said, kind by kind. The "
         "file "
         "takes its place when it is whole, never before.",
         "读取 import 能读的内容，写成一个文件，或逐局写入目录（-o DIR/）。不需要数据库。"
         "目标格式存不下的内容会按种类报告。文件写完整后才会出现。"},
    .example = "qipu convert old/*.xqf -o games.pgn",
    .example_note = {"puts the games of all those XQF files into one PGN file",
                     "将这些 XQF 文件中的对局写入一个 PGN 文件"},
    .groups = kConvertGroups,
    .run = run_convert,
};

}  // namespace qipu
