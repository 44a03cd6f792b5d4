// SPDX-License-Identifier: GPL-3.0-or-later

// qipu player: who there are, and what one of them played and scored.

#include "stats/player_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/game_table.h"
#include "cli/layout.h"
#include "cli/question.h"
#include "cli/session.h"
#include "cli/text_table.h"
#include "search/query.h"

namespace qipu {

namespace {

constexpr std::size_t kShownPlayers = 20;
constexpr std::size_t kShownLines = 10;
constexpr std::size_t kShownAliases = 8;
constexpr std::size_t kBarColumns = 24;
// Below so many decided games a score says little.
constexpr std::uint64_t kSmallSample = 5;

using Align = TextTable::Align;
using Columns = std::vector<TextTable::Column>;

// Games, wins, draws, losses, unknown results, score and interval of a player.
void add_score_columns(Columns& columns, Language tr) {
  columns.push_back({tr("Games", "对局"), Align::Right});
  columns.push_back({tr("Won", "胜"), Align::Right});
  columns.push_back({tr("Drawn", "和"), Align::Right});
  columns.push_back({tr("Lost", "负"), Align::Right});
  columns.push_back({tr("Unknown", "未知"), Align::Right});
  columns.push_back({tr("Score", "得分"), Align::Right});
  columns.push_back({tr("95 %", "95% 区间"), Align::Right});
}

void add_score_cells(std::vector<std::string>& cells, const Wdl& own) {
  cells.push_back(grouped(own.games()));
  for (std::string& cell : wdl_cells(own))
    cells.push_back(std::move(cell));
  ScoreText score = score_text(own, Color::Red);
  if (!score.score.empty() && own.decided() < kSmallSample) score.score.insert(0, "~");
  cells.insert(cells.end(), {score.score, score.interval});
}

// A line of eighths of blocks, `part` of `whole` long; anything at all is seen.
std::string bar(std::uint64_t part, std::uint64_t whole) {
  constexpr std::array<const char*, 8> kEighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (part == 0 || whole == 0) return "";
  const std::uint64_t eighths =
      std::max<std::uint64_t>(1, (part * kBarColumns * 8 + whole / 2) / whole);
  std::string text;
  for (std::uint64_t i = 0; i < eighths / 8; ++i)
    text += "█";
  return text + kEighths.at(eighths % 8);
}

std::string dates_text(const Date& first, const Date& last) {
  return years_text(first.year, last.year);
}

std::string heading(const PlayerReport& report, Language tr) {
  std::string text = printable(report.spellings[0].name);
  const std::string years = dates_text(report.first, report.last);
  if (!years.empty()) text += tr("  {}", "　{}", years);
  text += '\n';
  if (report.spellings.size() < 2) return text;
  std::vector<std::string> names;
  for (std::size_t i = 1; i < report.spellings.size() && i <= kShownAliases; ++i) {
    const Spelling& spelling = report.spellings[i];
    names.push_back(fmt::format("{} ({})", printable(spelling.name), grouped(spelling.games)));
  }
  const std::size_t others = report.spellings.size() - 1 - names.size();
  std::string list = tr("also written: {}", "又作：{}", fmt::join(names, tr(Text{", ", "、"})));
  if (others > 0) list += tr(" and {} more", "，另 {} 种", others);
  return text + list + '\n';
}

std::string sides_text(const PlayerReport& report, Language tr, bool is_bold) {
  Columns columns{{""}};
  add_score_columns(columns, tr);
  TextTable table(std::move(columns));
  const auto add = [&](std::string name, const Wdl& own) {
    std::vector<std::string> cells{std::move(name)};
    add_score_cells(cells, own);
    table.add_row(cells);
  };
  add(tr("as Red", "执红"), report.as_red);
  add(tr("as Black", "执黑"), report.as_black);
  add(tr("both", "合计"), both_sides(report.as_red, report.as_black));
  std::string text = table.to_text(is_bold);
  const ScoreText everybody = score_text(report.everybody, Color::Red);
  if (!everybody.score.empty()) {
    text += tr("For comparison: in all {} games Red scores {}.\n",
               "对照：全部 {} 局中，红方得分 {}。\n", grouped(report.everybody.games()),
               everybody.score);
  }
  return text;
}

std::string runs_text(const PlayerReport& report, Language tr) {
  std::string text;
  const auto add = [&](std::string name, const Run& run) {
    if (run.games < 2) return;
    text += tr("{}: {} games, {} to {}\n", "{}：{} 局，{} 至 {}\n", name, run.games,
               to_iso(run.from), to_iso(run.to));
  };
  add(tr("most wins in a row", "最长连胜"), report.wins);
  add(tr("longest unbeaten", "最长不败"), report.unbeaten);
  add(tr("longest without a win", "最长不胜"), report.without_win);
  return text;
}

std::string years_chart(const PlayerReport& report, Language tr, bool is_bold) {
  std::uint64_t most = 0;
  for (const ScoreLine& line : report.years) {
    if (line.number != 0) most = std::max(most, line.own.games());
  }
  Columns columns{{tr("Year", "年份")}};
  add_score_columns(columns, tr);
  columns.push_back({tr("Games a year", "每年局数")});
  TextTable table(std::move(columns));
  for (const ScoreLine& line : report.years) {
    std::vector<std::string> cells{line.number == 0 ? tr("(unknown)", "（未知）")
                                                    : std::to_string(line.number)};
    add_score_cells(cells, line.own);
    cells.push_back(line.number == 0 ? "" : bar(line.own.games(), most));
    table.add_row(cells);
  }
  return table.to_text(is_bold);
}

struct Section {
  std::string title;
  const std::vector<ScoreLine>& lines;
  bool is_of_openings = false;
};

std::string section_text(const Section& section, std::size_t limit, Language tr, bool is_bold) {
  Columns columns{{section.title, Align::Left, 44}};
  add_score_columns(columns, tr);
  columns.push_back({tr("Last", "最近")});
  TextTable table(std::move(columns));
  for (std::size_t i = 0; i < section.lines.size() && i < limit; ++i) {
    const ScoreLine& line = section.lines[i];
    std::string name =
        section.is_of_openings ? opening_text(line.number, tr) : printable(line.name);
    if (name.empty()) name = tr("(unknown)", "（未知）");
    std::vector<std::string> cells{std::move(name)};
    add_score_cells(cells, line.own);
    cells.push_back(to_iso(line.last));
    table.add_row(cells);
  }
  std::string text = table.to_text(is_bold);
  if (section.lines.size() > limit) {
    text += tr("and {} more; --limit all shows them\n", "另有 {} 行；--limit all 显示全部\n",
               grouped(section.lines.size() - limit));
  }
  return text;
}

void print_report(const Session& session, const Store& store, const PlayerReport& report,
                  std::size_t limit) {
  const Language tr = session.tr;
  const bool is_bold = session.is_coloured();
  std::string text = heading(report, tr) + '\n' + sides_text(report, tr, is_bold);
  const std::string runs = runs_text(report, tr);
  if (!runs.empty()) text += '\n' + runs;
  text += '\n' + years_chart(report, tr, is_bold);
  for (const Section& section :
       {Section{tr("Openings as Red", "执红开局"), report.red_openings, true},
        Section{tr("Openings as Black", "执黑开局"), report.black_openings, true},
        Section{tr("Opponents", "对手"), report.opponents, false},
        Section{tr("Events", "赛事"), report.events, false}}) {
    if (!section.lines.empty()) text += '\n' + section_text(section, limit, tr, is_bold);
  }
  std::vector<GameLine> games;
  for (const FoundGame& game : report.newest)
    games.push_back(game_line(store, game));
  if (!games.empty()) text += '\n' + games_text(games, tr, is_bold);
  session.print(text);
}

int show_player(const Session& session, const Store& store, const Filter& filter) {
  const Arguments& typed = session.arguments;
  const Language tr = session.tr;
  if (typed.has("player")) {
    throw UsageError(
        tr("the name stands by itself; --vs names an opponent", "棋手姓名直接写出；对手用 --vs"));
  }
  QueryWords words;
  words.player = typed.positional()[0];
  const std::vector<PlayerId> spellings = parse_query(store, words).player.value();
  // Of a pair all their games are wanted.
  const std::size_t newest = typed.number("top-games", typed.has("vs") ? 20 : 5, 0, 1000);
  const PlayerReport report = report_player(store, spellings, filter, newest);
  if (session.wants_json()) {
    session.print_json(player_json(store, report));
  } else if (report.spellings.empty()) {
    session.note(tr("no games found", "没有找到对局"));
  } else {
    print_report(session, store, report, typed.limit("limit", kShownLines));
  }
  return 0;
}

int show_players(const Session& session, const Store& store, const Filter& filter) {
  const Language tr = session.tr;
  if (session.arguments.has("top-games")) {
    throw UsageError(tr("--top-games goes with the name of a player", "--top-games 须与姓名同用"));
  }
  std::vector<PlayerLine> players = list_players(store, filter);
  const std::size_t total = players.size();
  const std::size_t limit = session.arguments.limit(
      "limit", session.wants_json() ? std::numeric_limits<std::size_t>::max() : kShownPlayers);
  if (players.size() > limit) players.resize(limit);
  if (session.wants_json()) {
    session.print_json(players_json(players));
    return 0;
  }
  Columns columns{{tr("Player", "棋手"), Align::Left, 40}};
  add_score_columns(columns, tr);
  columns.push_back({tr("As Red", "执红"), Align::Right});
  columns.push_back({tr("As Black", "执黑"), Align::Right});
  columns.push_back({tr("Spellings", "写法"), Align::Right});
  TextTable table(std::move(columns));
  for (const PlayerLine& player : players) {
    std::vector<std::string> cells{printable(player.name)};
    add_score_cells(cells, both_sides(player.as_red, player.as_black));
    cells.push_back(grouped(player.as_red.games()));
    cells.push_back(grouped(player.as_black.games()));
    cells.push_back(player.spellings > 1 ? grouped(player.spellings) : "");
    table.add_row(cells);
  }
  if (!table.empty()) session.print(table.to_text(session.is_coloured()));
  if (players.size() < total) {
    session.note(tr("{} of {} players; --limit N|all shows others",
                    "显示 {} 人，共 {} 人；用 --limit N|all 查看其余", grouped(players.size()),
                    grouped(total)));
  } else if (total == 0) {
    session.note(tr("no games found", "没有找到对局"));
  }
  return 0;
}

int run_player(Session& session) {
  const Store store = session.open_store();
  const Filter filter = asked_filter(session, store);
  return session.arguments.positional().empty() ? show_players(session, store, filter)
                                                : show_player(session, store, filter);
}

constexpr std::array<Option, 2> kPlayerOptions{{
    {"limit",
     "N|all",
     {"rows of each table (default 10; of the list of players 20)",
      "每表行数（默认 10；棋手一览 20）"}},
    {"top-games",
     "N",
     {"how many of the newest games to list (default 5; with --vs 20)",
      "列出最近的几局（默认 5；与 --vs 同用时 20）"}},
}};
constexpr OptionGroup kPlayerGroup{{"What to show", "显示内容"}, kPlayerOptions};
constexpr std::array kPlayerGroups{&kPlayerGroup, &kFilterOptions, &kJsonOptions};

}  // namespace

extern const Command kPlayerCommand{
    .name = "player",
    .summary = {"who there are, or what one player played and scored",
                "棋手一览，或某棋手的对局与成绩"},
    .arguments = "[NAME]",
    .min_arguments = 0,
    .max_arguments = 1,
    .description =
        {"Without a name: the players, most games first. With one: the score as Red and Black, "
         "year by year, the longest runs, the openings on each side, opponents, events and the "
         "newest games. --vs NAME shows the games of two players with each other. Filters "
         "apply.\n\n"
         "Won, drawn and lost are the player's; a score is wins and half the draws among decided "
         "games, with Wilson's 95 % interval; ~ marks a score of fewer than five games. Games "
         "with an unknown result are counted apart. Runs go by date: undated games and unknown "
         "results are passed over.",
         "不给姓名时列出棋手，对局多者在前。给出姓名时显示其执红、执黑与逐年成绩，最长连胜，各方开"
         "局，"
         "对手，赛事与最近的对局。--vs NAME 显示两人之间的对局。可加各种筛选。\n\n"
         "胜、和、负均就该棋手而言；得分为胜局加和局之半占有结果对局之比，附威尔逊 95% 区间；"
         "不足五局者以 ~ 标出。结果未知的对局另计。连胜按日期计算，略过无日期与结果未知的对局。"},
    .example = "qipu player 胡荣华 --vs 柳大华",
    .example_note = {"the games of Hu Ronghua with Liu Dahua", "胡荣华与柳大华之间的对局"},
    .groups = kPlayerGroups,
    .run = run_player,
};

}  // namespace qipu
