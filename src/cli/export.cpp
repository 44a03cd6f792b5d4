// SPDX-License-Identifier: GPL-3.0-or-later

// qipu export: games of the database as records.

#include <array>
#include <vector>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/progress.h"
#include "cli/question.h"
#include "cli/record_output.h"
#include "cli/record_scan.h"
#include "cli/session.h"
#include "search/query.h"

namespace qipu {

namespace {

// The games asked for, in the order of their import.
std::vector<GameId> asked_games(const Session& session, const Store& store) {
  SearchOptions all;
  all.order = GameOrder::Import;
  all.limit = store.game_count();
  std::vector<GameId> games;
  for (const FoundGame& found : find_asked(session, store, asked_rows(session, store), all).games)
    games.push_back(found.id);
  return games;
}

void report(const Session& session, const RecordOutput& output, double seconds) {
  const Language tr = session.tr;
  if (session.wants_json()) {
    session.print_json(Json{{"games", output.game_count()},
                            {"format", output.format_name()},
                            {"losses", output.losses()},
                            {"seconds", seconds}});
    return;
  }
  session.note(tr("{} games written as {}", "已写出 {} 局，格式 {}", grouped(output.game_count()),
                  output.format_name()));
  const std::string losses = losses_text(session, output);
  if (!losses.empty()) session.note(losses.substr(0, losses.size() - 1));
}

int run_export(Session& session) {
  const Store store = session.open_store();
  RecordOutput output(session);
  require_summary_elsewhere(session, output);
  catch_interrupts();
  const std::vector<GameId> games = asked_games(session, store);
  if (games.empty()) {
    report_error(session.tr("no games found", "没有找到对局"));
    return 1;
  }
  ProgressLine line(session.shows_progress());
  for (const GameId id : games) {
    stop_if_interrupted();
    output.write(store.game(id).game);
    if (line.is_due()) {
      line.show(how_far(output.game_count(), games.size(), line.seconds(), session.tr) +
                session.tr("  {} of {} games", "  {}/{} 局", grouped(output.game_count()),
                           grouped(games.size())));
    }
  }
  output.commit();
  line.clear();
  report(session, output, line.seconds());
  return 0;
}

constexpr std::array kExportGroups{&kRecordOutputOptions, &kFilterOptions, &kPositionOptions,
                                   &kMoveOptions};

}  // namespace

extern const Command kExportCommand{
    .name = "export",
    .summary = {"write games of the database as records", "将数据库中的对局写成棋谱"},
    .description =
        {"Writes the games that meet all conditions, oldest import first, into one file, or a file "
         "a game into a directory (-o DIR/). A file that ends in .gz, .zst, .xz or .bz2 is packed "
         "so. What the format cannot hold is said, kind by kind. The file takes its place when it "
         "is whole, never before.",
         "写出满足全部条件的对局（先导入的在前），写成一个文件，或逐局写入目录（-o DIR/）。"
         "文件名以 .gz、.zst、.xz 或 .bz2 结尾时即行压缩。格式存不下的内容会按种类报告。"
         "文件写完整后才会出现。"},
    .example = "qipu export --player 胡荣华 --from 1980 -o hu.pgn.zst",
    .example_note = {"puts the games of a player since 1980 into one packed PGN file",
                     "将某棋手 1980 年以来的对局写成一个压缩的 PGN 文件"},
    .groups = kExportGroups,
    .run = run_export,
};

}  // namespace qipu
