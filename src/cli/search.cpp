// SPDX-License-Identifier: GPL-3.0-or-later

// qipu search: games by position, players, event, date, result.

#include <array>
#include <optional>

#include "cli/command.h"
#include "cli/game_table.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/question.h"
#include "cli/record_output.h"
#include "cli/session.h"
#include "search/query.h"

namespace qipu {

namespace {

constexpr std::size_t kGamesShown = 20;

GameOrder asked_order(const Session& session) {
  const std::string sort = session.arguments.text("sort");
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

// What the rows do not say by themselves.
void note_total(const Session& session, const SearchResult& found) {
  const Language tr = session.tr;
  if (found.total == 0) {
    session.note(tr("no games found", "没有找到对局"));
  } else if (found.games.size() < found.total) {
    session.note(tr("{} of {} games; --limit N|all and --offset show others",
                    "显示 {} 局，共 {} 局；用 --limit N|all 与 --offset 查看其余",
                    grouped(found.games.size()), grouped(found.total)));
  }
}

int run_search(Session& session) {
  const Arguments& typed = session.arguments;
  const bool writes_records = typed.has("format") || typed.has("output");
  const int outputs = (typed.has("json") ? 1 : 0) + (typed.has("jsonl") ? 1 : 0) +
                      (writes_records ? 1 : 0) + (typed.has("count") && !typed.has("json") ? 1 : 0);
  if (outputs > 1) {
    throw UsageError(session.tr("give one of --json, --jsonl, --count and --format",
                                "--json、--jsonl、--count 与 --format 只能给一个"));
  }
  const Store store = session.open_store();
  const AskedPosition asked = asked_position(session, &store);
  std::optional<Position> position;
  if (asked.is_asked) position = asked.position;
  SearchOptions options;
  options.order = asked_order(session);
  options.limit = typed.has("count") ? 0 : typed.limit("limit", kGamesShown);
  options.offset = typed.number("offset", 0, 0, 1'000'000'000);
  catch_interrupts();
  Filter filter = asked_filter(session, store);
  filter.is_hidden = typed.has("hidden");
  const SearchResult found = search(store, position, filter, options);
  if (typed.has("count")) return print_count(session, found);
  const int code =
      writes_records ? write_records(session, store, found) : print_rows(session, store, found);
  note_total(session, found);
  return code;
}

constexpr std::array<Option, 6> kSearchOptions{{
    {"sort",
     "date|-date|plies|event",
     {"oldest first, newest first (default), longest first, by event",
      "date 从旧到新，-date 从新到旧（默认），plies 从长到短，event 按赛事"}},
    {"limit", "N|all", {"how many games (default 20)", "列出几局（默认 20）"}},
    {"offset", "N", {"skip the first N games", "跳过前 N 局"}},
    {"count", "", {"say only how many games there are", "只给出对局数"}},
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
