// SPDX-License-Identifier: GPL-3.0-or-later

// qipu search: games by position, players, event, date, result.

#include <array>
#include <optional>

#include "cli/command.h"
#include "cli/game_table.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/question.h"
#include "cli/record_output.h"
#include "cli/record_scan.h"
#include "cli/saved.h"
#include "cli/session.h"
#include "search/query.h"

namespace qipu {

namespace {

constexpr std::size_t kGamesShown = 20;

GameOrder asked_order(const Session& session) {
  const std::string sort = session.arguments.text("sort");
  if (sort == "found") return GameOrder::Import;
  if (sort == "date") return GameOrder::DateAscending;
  if (sort == "plies") return GameOrder::PliesDescending;
  return sort == "event" ? GameOrder::Event : GameOrder::DateDescending;
}

int print_count(const Session& session, const SearchResult& found) {
  if (session.wants_json()) {
    session.print_json(Json{{"count", found.total}});
  } else {
    session.print(std::to_string(found.total) + '\n');
  }
  return 0;
}

int write_records(const Session& session, const Store& store, const SearchResult& found) {
  RecordOutput output(session);
  for (const FoundGame& game : found.games) {
    stop_if_interrupted();
    output.write(store.game(game.id).game);
  }
  if (output.game_count() > 0) output.commit();
  const std::string losses = losses_text(session, output);
  if (!losses.empty()) session.note(losses.substr(0, losses.size() - 1));
  return 0;
}

int print_rows(const Session& session, const Store& store, const SearchResult& found) {
  if (session.arguments.has("jsonl")) {
    for (const FoundGame& game : found.games) {
      stop_if_interrupted();
      session.print_json_line(to_json(game_line(store, game)));
    }
    return 0;
  }
  std::vector<GameLine> games;
  for (const FoundGame& game : found.games) {
    stop_if_interrupted();
    games.push_back(game_line(store, game));
  }
  if (session.wants_json()) {
    Json rows = Json::array();
    for (const GameLine& game : games)
      rows.push_back(to_json(game));
    session.print_json(rows);
  } else if (!games.empty()) {
    session.print(games_text(games, session.tr, session.is_coloured()));
  }
  return 0;
}

// What the rows do not say by themselves. `is_whole`: all games were looked at.
void note_total(const Session& session, const SearchResult& found, bool is_whole) {
  const Language tr = session.tr;
  if (!is_whole) {
    session.note(tr("the first {} games found; --limit N|all looks for more",
                    "最先找到的 {} 局；用 --limit N|all 继续查找", grouped(found.games.size())));
  } else if (found.total == 0) {
    session.note(tr("no games found", "没有找到对局"));
  } else if (found.games.size() < found.total) {
    session.note(tr("{} of {} games; --limit N|all and --offset show others",
                    "显示 {} 局，共 {} 局；用 --limit N|all 与 --offset 查看其余",
                    grouped(found.games.size()), grouped(found.total)));
  }
}

// What happens to games that are found one after the other in the order in which they are to be
// shown: as JSON lines they are printed at once, and enough of them end the search.
class FoundRows {
 public:
  FoundRows(const Session& session, const Store& store, const SearchOptions& options)
      : session_(session), store_(store), options_(options) {}

  // None where games are to be sorted, or only counted.
  FoundVisit visit() {
    if (options_.order != GameOrder::Import || options_.limit == 0) return {};
    return [this](const FoundGame& game) { return take(game); };
  }
  bool has_printed() const { return has_printed_; }
  bool has_ended_early() const { return has_ended_early_; }

 private:
  bool take(const FoundGame& game) {
    ++found_;
    if (found_ > options_.offset && session_.arguments.has("jsonl")) {
      session_.print_json_line(to_json(game_line(store_, game)));
      flush_out();
      has_printed_ = true;
    }
    has_ended_early_ = found_ > options_.offset && found_ - options_.offset >= options_.limit;
    return !has_ended_early_;
  }

  const Session& session_;
  const Store& store_;
  SearchOptions options_;
  std::size_t found_ = 0;
  bool has_printed_ = false;
  bool has_ended_early_ = false;
};

int run_search(Session& session) {
  const Arguments& typed = session.arguments;
  const bool writes_records = typed.has("format") || typed.has("output");
  const int outputs = (typed.has("json") ? 1 : 0) + (typed.has("jsonl") ? 1 : 0) +
                      (writes_records ? 1 : 0) + (typed.has("count") && !typed.has("json") ? 1 : 0);
  if (outputs > 1) {
    throw UsageError(session.tr("give one of --json, --jsonl, --count and --format",
                                "--json、--jsonl、--count 与 --format 只能给一个"));
  }
  check_saving(session);
  const Store store = session.open_store();
  SearchOptions options;
  options.order = asked_order(session);
  // Rows that stream come as they are found, unless another order is asked.
  if (typed.has("jsonl") && !typed.has("sort") && reads_records(session)) {
    options.order = GameOrder::Import;
  }
  options.limit = typed.has("count") ? 0 : typed.limit("limit", kGamesShown);
  options.offset = typed.number("offset", 0, 0, 1'000'000'000);
  catch_interrupts();
  Filter filter = asked_rows(session, store);
  filter.is_hidden = typed.has("hidden");
  FoundRows rows(session, store, options);
  const SearchResult found = find_asked(session, store, filter, options, rows.visit());
  save_search(session);
  if (typed.has("count")) return print_count(session, found);
  int code = 0;
  if (writes_records) {
    code = write_records(session, store, found);
  } else if (!rows.has_printed()) {
    code = print_rows(session, store, found);
  }
  note_total(session, found, !rows.has_ended_early());
  return code;
}

constexpr std::array<Option, 7> kSearchOptions{{
    {"sort",
     "date|-date|plies|event|found",
     {"oldest first, newest first (default), longest first, by event, as they are found",
      "date 从旧到新，-date 从新到旧（默认），plies 从长到短，event 按赛事，found 按找到的次序"}},
    {"limit", "N|all", {"how many games (default 20)", "列出几局（默认 20）"}},
    {"offset", "N", {"skip the first N games", "跳过前 N 局"}},
    {"count", "", {"say only how many games there are", "只给出对局数"}},
    {"save",
     "NAME",
     {"keep the position and the filters under NAME, for --use",
      "以 NAME 保存局面与条件，供 --use 使用"}},
    {"hidden", "", {"the games that were hidden, and no others", "只列出已隐藏的对局"}},
    {"jsonl", "", {"print JSON, a line a game", "输出 JSON，每局一行"}},
}};
constexpr OptionGroup kSearchGroup{{"What to list", "列出内容"}, kSearchOptions};
constexpr std::array kSearchGroups{&kSearchGroup, &kPositionOptions, &kFilterOptions,
                                   &kRecordOutputOptions, &kMoveOptions};

}  // namespace

extern const Command kSearchCommand{
    .name = "search",
    .summary = {"find games by position, player, event, date, result",
                "按局面、棋手、赛事、日期、结果查找对局"},
    .description =
        {"Lists the games that meet all conditions, newest first. With a position, only games that "
         "reached it, by any order of moves; 'At' is the ply at which they stand there. --format "
         "writes the games themselves.",
         "列出满足全部条件的对局，新局在前。给出局面时，只列到过该局面的对局（次序不论），“于”为到"
         "达时的步数。"
         "--format 则写出棋谱本身。"},
    .example = "qipu search --player 胡荣华 --vs 柳大华 --result draw --sort date",
    .example_note = {"the draws between two players, oldest first", "两位棋手之间的和棋，旧局在前"},
    .groups = kSearchGroups,
    .run = run_search,
};

}  // namespace qipu
