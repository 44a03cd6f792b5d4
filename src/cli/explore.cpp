// SPDX-License-Identifier: GPL-3.0-or-later

// qipu explore: what was played at a position, and how it scored.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "cli/command.h"
#include "cli/game_table.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/question.h"
#include "cli/session.h"
#include "cli/text_table.h"
#include "record/opening.h"
#include "stats/moves_at.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

constexpr int kMaxDepth = 20;
constexpr std::size_t kShownGroups = 20;

// A position explored, and the positions after its moves, as deep as was asked.
struct Branch {
  Position position = Position::start();
  std::optional<std::vector<Move>> line;  // from the usual start, where that is known
  Exploration found;
  std::vector<Branch> next;  // one for each of found.moves; empty at the last depth
};

void keep_moves_of(Exploration& found, std::uint64_t min_games) {
  std::erase_if(found.moves,
                [&](const ExploredMove& move) { return move.stats.wdl.games() < min_games; });
}

std::optional<std::vector<Move>> line_after(const std::optional<std::vector<Move>>& line,
                                            Move move) {
  std::optional<std::vector<Move>> longer = line;
  if (longer) longer->push_back(move);
  return longer;
}

// The opening of games that began so; 0 where that is not known.
std::uint16_t opening_of(const std::optional<std::vector<Move>>& line) {
  return line ? classify(*line) : std::uint16_t{0};
}

// Recurses `depth` deep, kMaxDepth at most.
Branch explore_branch(const Store& store, const Position& position,
                      const std::optional<std::vector<Move>>& line, const Filter& filter,
                      std::uint64_t min_games, int depth, std::size_t top_games) {
  stop_if_interrupted();
  Branch branch{position, line, explore(store, position, filter, {.top_games = top_games}), {}};
  keep_moves_of(branch.found, min_games);
  if (depth <= 1) return branch;
  for (const ExploredMove& move : branch.found.moves) {
    branch.next.push_back(explore_branch(store, move.to, line_after(line, move.stats.move), filter,
                                         min_games, depth - 1, 0));
  }
  return branch;
}

void add_next_moves(Json& moves, const Branch& branch, Notation notation) {
  for (std::size_t i = 0; i < branch.next.size(); ++i) {
    const Branch& next = branch.next[i];
    Json rows = Json::array();
    for (const ExploredMove& move : next.found.moves) {
      rows.push_back(explored_move_json(next.position, move, next.found.all.games(), notation));
    }
    add_next_moves(rows, next, notation);
    moves[i]["moves"] = std::move(rows);
  }
}

// What stands above every table: the position and how its games ended.
std::string heading(const Position& position, std::uint16_t opening, const Wdl& all, Language tr) {
  const bool is_red = position.to_move() == Color::Red;
  std::string text = to_fen(position) + '\n';
  if (opening != 0) text += opening_text(opening, tr) + '\n';
  if (all.games() == 0) {
    return text + tr("No games reached this position.\n", "没有对局到过此局面。\n");
  }
  text +=
      tr("games {}: Red won {}, drawn {}, Black won {}", "共 {} 局：红胜 {}，和 {}，黑胜 {}",
         grouped(all.games()), grouped(all.red_wins), grouped(all.draws), grouped(all.black_wins));
  if (all.unknown > 0) text += tr(", unknown {}", "，未知 {}", grouped(all.unknown));
  const ScoreText score = score_text(all, position.to_move());
  if (!score.score.empty()) {
    const std::string_view side = is_red ? tr(Text{"Red", "红方"}) : tr(Text{"Black", "黑方"});
    text += tr("; {} to move scores {} ({})", "；轮到{}走，得分 {}（{}）", side, score.score,
               score.interval);
  }
  return text + '\n';
}

TextTable moves_table(Language tr) {
  using Align = TextTable::Align;
  std::vector<TextTable::Column> columns{{tr("Move", "着法"), Align::Left, 60},
                                         {tr("Games", "对局"), Align::Right},
                                         {tr("Reached", "到达"), Align::Right}};
  for (TextTable::Column& column : wdl_columns(tr))
    columns.push_back(std::move(column));
  columns.push_back({tr("Score", "得分"), Align::Right});
  columns.push_back({tr("95 %", "95% 区间"), Align::Right});
  columns.push_back({tr("Share", "占比"), Align::Right});
  columns.push_back({tr("Years", "年份")});
  columns.push_back({tr("Opening", "开局"), Align::Left, 40});
  return TextTable(std::move(columns));
}

void add_move_row(TextTable& table, const Branch& branch, std::size_t at, std::size_t depth,
                  Notation notation, Language tr) {
  const ExploredMove& move = branch.found.moves[at];
  const Wdl& wdl = move.stats.wdl;
  const ScoreText score = score_text(wdl, branch.position.to_move());
  const double share =
      static_cast<double>(wdl.games()) / static_cast<double>(branch.found.all.games());
  std::vector<std::string> cells{
      std::string(depth * 2, ' ') + to_text(branch.position, move.stats.move, notation),
      grouped(wdl.games()), grouped(move.reached)};
  for (std::string& cell : wdl_cells(wdl))
    cells.push_back(std::move(cell));
  cells.insert(
      cells.end(),
      {score.score, score.interval, percent(share, 1), years_text(move.first_year, move.last_year),
       opening_text(opening_of(line_after(branch.line, move.stats.move)), tr)});
  table.add_row(cells);
}

void add_move_rows(TextTable& table, const Branch& branch, std::size_t depth, Notation notation,
                   Language tr) {
  for (std::size_t i = 0; i < branch.found.moves.size(); ++i) {
    add_move_row(table, branch, i, depth, notation, tr);
    if (!branch.next.empty()) add_move_rows(table, branch.next[i], depth + 1, notation, tr);
  }
}

void print_moves(const Session& session, const Store& store, const Branch& branch) {
  const Language tr = session.tr;
  std::string text = heading(branch.position, opening_of(branch.line), branch.found.all, tr);
  if (!branch.found.moves.empty()) {
    TextTable table = moves_table(tr);
    add_move_rows(table, branch, 0, session.notation(), tr);
    text += '\n' + table.to_text(session.is_coloured());
  }
  if (branch.found.ended > 0) {
    text += '\n' +
            tr("games that ended here: {}\n", "止于此局面：{} 局\n", grouped(branch.found.ended));
  }
  if (!branch.found.top_games.empty()) {
    std::vector<GameLine> games;
    for (const FoundGame& game : branch.found.top_games)
      games.push_back(game_line(store, game));
    text += '\n' + games_text(games, tr, session.is_coloured());
  }
  session.print(text);
}

int explore_moves(const Session& session, const Store& store, const AskedPosition& asked,
                  const Filter& filter) {
  const Arguments& typed = session.arguments;
  const int depth = static_cast<int>(typed.number("depth", 1, 1, kMaxDepth));
  const std::uint64_t min_games =
      typed.number("min-games", 1, 1, std::numeric_limits<std::uint32_t>::max());
  const Branch branch = explore_branch(store, asked.position, asked.line, filter, min_games, depth,
                                       typed.number("top-games", 5, 0, 1000));
  if (!session.wants_json()) {
    print_moves(session, store, branch);
    return 0;
  }
  Json answer = exploration_json(store, asked.position, branch.found,
                                 opening_json(opening_of(asked.line)), session.notation());
  add_next_moves(answer["moves"], branch, session.notation());
  session.print_json(answer);
  return 0;
}

GroupBy asked_group(const Session& session) {
  const std::string by = session.arguments.text("by");
  if (by == "event") return GroupBy::Event;
  if (by == "player") return GroupBy::Player;
  return by == "result" ? GroupBy::Result : GroupBy::Year;
}

// A result comes as one of the words of --result.
std::string group_name(const Group& group, GroupBy by, Language tr) {
  if (group.name.empty()) return tr("(unknown)", "（未知）");
  if (by != GroupBy::Result || !tr.is_chinese()) return group.name;
  if (group.name == "red") return "红胜";
  if (group.name == "black") return "黑胜";
  return "和棋";
}

TextTable groups_table(GroupBy by, Language tr) {
  using Align = TextTable::Align;
  const bool is_player = by == GroupBy::Player;
  std::vector<TextTable::Column> columns{{is_player               ? tr("Player", "棋手")
                                          : by == GroupBy::Event  ? tr("Event", "赛事")
                                          : by == GroupBy::Result ? tr("Result", "结果")
                                                                  : tr("Year", "年份"),
                                          Align::Left, 50},
                                         {tr("Games", "对局"), Align::Right}};
  for (TextTable::Column& column : wdl_columns(tr))
    columns.push_back(std::move(column));
  if (is_player) {
    columns.push_back({tr("As Red", "执红"), Align::Right});
    columns.push_back({tr("As Black", "执黑"), Align::Right});
  }
  columns.push_back({is_player ? tr("Own score", "本人得分") : tr("Score", "得分"), Align::Right});
  columns.push_back({tr("95 %", "95% 区间"), Align::Right});
  return TextTable(std::move(columns));
}

std::vector<std::string> group_cells(const Group& group, GroupBy by, Color side, Language tr) {
  std::vector<std::string> cells{group_name(group, by, tr), grouped(group.wdl.games())};
  for (std::string& cell : wdl_cells(group.wdl))
    cells.push_back(std::move(cell));
  const bool is_player = by == GroupBy::Player;
  if (is_player) {
    cells.push_back(grouped(group.as_red.games()));
    cells.push_back(grouped(group.as_black.games()));
  }
  const ScoreText score =
      is_player ? score_text(own_wdl(group), Color::Red) : score_text(group.wdl, side);
  cells.insert(cells.end(), {score.score, score.interval});
  return cells;
}

int explore_groups(const Session& session, const Store& store, const AskedPosition& asked,
                   const Filter& filter) {
  const Language tr = session.tr;
  const GroupBy by = asked_group(session);
  const Position& position = asked.position;
  std::vector<Group> groups = group_at(store, position, filter, by);
  const std::size_t total = groups.size();
  // Programs get all; people as much as they can read, but every year.
  const bool is_long = !session.wants_json() && (by == GroupBy::Event || by == GroupBy::Player);
  const std::size_t limit = session.arguments.limit(
      "limit", is_long ? kShownGroups : std::numeric_limits<std::size_t>::max());
  if (groups.size() > limit) groups.resize(limit);

  const Wdl all = store.games_reached(position.key().key, filter);
  if (session.wants_json()) {
    session.print_json(
        groups_json(position, all, by, groups, opening_json(opening_of(asked.line))));
  } else {
    TextTable table = groups_table(by, tr);
    for (const Group& group : groups) {
      table.add_row(group_cells(group, by, position.to_move(), tr));
    }
    session.print(heading(position, opening_of(asked.line), all, tr));
    if (!table.empty()) session.print('\n' + table.to_text(session.is_coloured()));
  }
  if (groups.size() < total) {
    session.note(tr("{} of {} rows; --limit all shows the rest",
                    "显示 {} 行，共 {} 行；--limit all 显示全部", groups.size(), total));
  }
  return 0;
}

int run_explore(Session& session) {
  const Arguments& typed = session.arguments;
  if (typed.has("by") && typed.has("depth")) {
    throw UsageError(session.tr("--by and --depth answer different questions; give one",
                                "--by 与 --depth 不能同时使用"));
  }
  if (typed.has("limit") && !typed.has("by")) {
    throw UsageError(session.tr("--limit goes with --by", "--limit 须与 --by 同用"));
  }
  const Store store = session.open_store();
  const AskedPosition asked = asked_position(session, &store);
  const Filter filter = asked_filter(session, store);
  if (typed.has("by")) return explore_groups(session, store, asked, filter);
  catch_interrupts();
  return explore_moves(session, store, asked, filter);
}

constexpr std::array<Option, 5> kExploreOptions{{
    {"by",
     "year|event|player|result",
     {"group the games instead of their moves", "不按着法而按此分组"}},
    {"limit",
     "N|all",
     {"rows of --by (default 20 of events and players)", "--by 的行数（赛事与棋手默认 20）"}},
    {"depth", "N", {"go on N plies deep, as a tree (1 to 20)", "以树形展开 N 步（1 至 20）"}, 'd'},
    {"min-games", "N", {"leave out moves of fewer games", "略去对局数少于 N 的着法"}},
    {"top-games",
     "N",
     {"how many of the newest games to list (default 5)", "列出最近的几局（默认 5）"}},
}};
constexpr OptionGroup kExploreGroup{{"What to show", "显示内容"}, kExploreOptions};
constexpr std::array kExploreGroups{&kExploreGroup, &kPositionOptions, &kFilterOptions,
                                    &kMoveOptions};

}  // namespace

extern const Command kExploreCommand{
    .name = "explore",
    .summary = {"what was played at a position, and how it scored",
                "某局面下走过哪些着法，成绩如何"},
    .description =
        {"Lists the moves played from a position: in how many games (Games), and how many games "
         "reach the position after it in any order of moves (Reached); how they ended; the score "
         "of "
         "the side to move with its 95 % interval, which is wide where games are few; the share, "
         "and the years. Each game counts once. A position and its left-right mirror image are "
         "one.",
         "列出某局面下走过的着法：走此着的对局数（对局），以任何次序到达其后局面的对局数（到达），"
         "结果，"
         "走子一方的得分及其 95% "
         "区间（对局少则区间宽），占比与年份。每局只计一次。局面与其左右镜像视为同一局面。"},
    .example = "qipu explore --moves '炮二平五 马8进7' --player 胡荣华 --from 1980",
    .example_note = {"what Hu Ronghua's games since 1980 went on with after central cannon against "
                     "horse",
                     "1980 年以来胡荣华的对局中，炮二平五、马8进7 之后的走法"},
    .groups = kExploreGroups,
    .run = run_explore,
};

}  // namespace qipu
