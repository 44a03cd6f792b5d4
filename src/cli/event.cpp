// SPDX-License-Identifier: GPL-3.0-or-later

// qipu event: which events there are, or the cross table and standings of one.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/command.h"
#include "cli/game_table.h"
#include "cli/layout.h"
#include "cli/question.h"
#include "cli/session.h"
#include "cli/text_table.h"
#include "search/query.h"
#include "stats/event_table.h"

namespace qipu {

namespace {

constexpr std::size_t kShownEvents = 20;
constexpr std::size_t kMaxCrossPlayers = 24;

using Align = TextTable::Align;
using Columns = std::vector<TextTable::Column>;

EventOptions asked_options(const Session& session) {
  const Arguments& typed = session.arguments;
  EventOptions options;
  if (typed.text("rules") == "1999") options.rules = Rules::Of1999;
  const std::string pairing = typed.text("pairing");
  if (pairing == "round-robin") options.pairing = Pairing::RoundRobin;
  if (pairing == "double-round-robin") options.pairing = Pairing::DoubleRoundRobin;
  if (pairing == "swiss") options.pairing = Pairing::Swiss;
  if (typed.text("tiebreak") == "cumulative") options.tie_break = SwissTieBreak::Cumulative;
  const std::string points = typed.text("points");
  if (points == "3-1-0") options.scoring = {.win = 3, .draw = 1, .draw_as_black = 1};
  if (points == "3-12-0") options.scoring = {.win = 3, .draw = 1, .draw_as_black = 2};
  if (options.rules == Rules::Of1999 && !points.empty() && points != "2-1-0") {
    throw UsageError(session.tr("the rules of 1999 know one way of counting points",
                                "1999 年规则只有一种记分法"));
  }
  return options;
}

std::string pairing_text(Pairing pairing, Language tr) {
  switch (pairing) {
    case Pairing::RoundRobin:
      return tr("round robin", "单循环");
    case Pairing::DoubleRoundRobin:
      return tr("several games a pairing", "多局循环");
    case Pairing::Swiss:
      break;
  }
  return tr("points pairing (Swiss)", "积分编排");
}

std::string span_text(const Date& first, const Date& last) {
  if (!first.is_known()) return "";
  return first == last ? to_iso(first) : fmt::format("{} – {}", to_iso(first), to_iso(last));
}

// Prints an event that was counted.
class EventPrinter {
 public:
  EventPrinter(const Session& session, const EventTable& table, const EventOptions& options)
      : session_(session), tr_(session.tr), table_(table), options_(options) {
    for (std::size_t i = 0; i < table.standings.size(); ++i)
      rank_of_[table.standings[i].player] = i + 1;
  }

  void print() const {
    const bool is_bold = session_.is_coloured();
    std::string text = heading() + '\n' + standings_table().to_text(is_bold);
    if (table_.players.size() <= kMaxCrossPlayers) {
      text += '\n' + cross_table().to_text(is_bold);
    }
    if (session_.arguments.has("rounds")) text += '\n' + rounds_table().to_text(is_bold);
    session_.print(text + '\n' + remarks());
  }

 private:
  // In the points of the rules: those of 1999 are half as large.
  std::string number(int value, int parts = 1) const {
    return fmt::format(
        "{:g}", static_cast<double>(value) / parts / (options_.rules == Rules::Of1999 ? 2 : 1));
  }
  std::string name(std::size_t player) const { return printable(table_.players[player]); }
  bool is_swiss() const { return table_.pairing == Pairing::Swiss; }

  std::string heading() const {
    std::string text = printable(table_.spellings[0].name);
    const std::string span = span_text(table_.first, table_.last);
    if (!span.empty()) text += "  " + span;
    text += '\n' + tr_("{} games, {} players; {}, rules of {}", "{} 局，{} 人；{}，{} 年规则",
                       grouped(table_.games.size()), table_.players.size(),
                       pairing_text(table_.pairing, tr_),
                       options_.rules == Rules::Of1999 ? "1999" : "2011");
    if (!session_.arguments.has("pairing")) text += tr_(" (guessed)", "（推测）");
    return text + '\n';
  }

  TextTable standings_table() const {
    Columns columns{{tr_("Place", "名次"), Align::Right}, {tr_("Player", "棋手")}};
    const bool is_double = table_.pairing == Pairing::DoubleRoundRobin;
    if (is_double) columns.push_back({tr_("Matches", "场分"), Align::Right});
    columns.push_back({is_double ? tr_("Points", "局分") : tr_("Points", "积分"), Align::Right});
    if (is_swiss()) {
      columns.push_back({tr_("Opponents", "对手分"), Align::Right});
      columns.push_back({tr_("Cumulative", "累进分"), Align::Right});
    } else if (!is_double) {
      columns.push_back({tr_("Minor", "小分"), Align::Right});
    }
    columns.push_back({tr_("Wins", "胜局"), Align::Right});
    columns.push_back({tr_("As second", "后手"), Align::Right});
    columns.push_back({tr_("Games", "对局"), Align::Right});
    TextTable out(std::move(columns));
    for (const Standing& line : table_.standings) {
      std::vector<std::string> cells{std::to_string(line.place), name(line.player)};
      if (is_double) cells.push_back(std::to_string(line.match_points));
      cells.push_back(number(line.points));
      if (is_swiss()) {
        cells.push_back(number(line.opponents));
        cells.push_back(table_.without_round == 0 ? number(line.cumulative) : "");
      } else if (!is_double) {
        cells.push_back(number(line.minor, 2));
      }
      cells.push_back(std::to_string(line.wins));
      cells.push_back(std::to_string(line.as_second));
      cells.push_back(std::to_string(line.games));
      out.add_row(cells);
    }
    return out;
  }

  // A cell holds what the player of its row scored against the player of its column, game by game:
  // "+", "=", "-", "?".
  TextTable cross_table() const {
    std::map<std::pair<std::size_t, std::size_t>, std::string> cells;
    const auto sign = [](Outcome outcome, Outcome win) {
      if (outcome == Outcome::Unknown) return '?';
      if (outcome == Outcome::Draw) return '=';
      return outcome == win ? '+' : '-';
    };
    for (const TableGame& game : table_.games) {
      const std::size_t red = rank_of_.at(game.game.red);
      const std::size_t black = rank_of_.at(game.game.black);
      cells[{red, black}] += sign(game.game.outcome, Outcome::RedWin);
      cells[{black, red}] += sign(game.game.outcome, Outcome::BlackWin);
    }
    Columns columns{{"", Align::Right}, {tr_("Cross table", "对阵")}};
    const std::size_t count = table_.standings.size();
    for (std::size_t i = 1; i <= count; ++i)
      columns.push_back({std::to_string(i), Align::Right});
    TextTable out(std::move(columns));
    for (std::size_t i = 1; i <= count; ++i) {
      std::vector<std::string> row{std::to_string(i), name(table_.standings[i - 1].player)};
      for (std::size_t k = 1; k <= count; ++k) {
        const auto found = cells.find({i, k});
        row.push_back(i == k ? "·" : found == cells.end() ? "" : found->second);
      }
      out.add_row(row);
    }
    return out;
  }

  TextTable rounds_table() const {
    TextTable out({{tr_("Round", "轮次")},
                   {tr_("Date", "日期")},
                   {tr_("Red", "红方")},
                   {tr_("Result", "结果")},
                   {tr_("Black", "黑方")},
                   {tr_("Game", "编号"), Align::Right}});
    for (const TableGame& game : table_.games) {
      std::string_view result = to_pgn(game.game.outcome);
      if (game.game.outcome == Outcome::Draw) result = "½-½";
      out.add_row({printable(game.round), to_iso(game.found.row.date), name(game.game.red),
                   std::string(result), name(game.game.black),
                   std::to_string(game_number(game.found.id))});
    }
    return out;
  }

  // What the records do not say, which the reader must know before he trusts a place.
  std::string remarks() const {
    std::string text;
    const auto add = [&](std::size_t count, const std::string& line) {
      if (count > 0) text += line + '\n';
    };
    if (!is_swiss()) {
      add(table_.unmet, tr_("{} pairings have no game here: records are missing, or they did not "
                            "meet.",
                            "{} 对棋手之间没有对局：缺棋谱，或未相遇。", table_.unmet));
    }
    add(table_.unknown, tr_("{} games have no known result and count for nothing.",
                            "{} 局结果未知，不计。", table_.unknown));
    add(table_.copies,
        tr_("{} copies of games were counted once.", "{} 局重复，只计一次。", table_.copies));
    add(table_.unnamed, tr_("{} games do not name two players and are left out.",
                            "{} 局未注明双方姓名，不计。", table_.unnamed));
    if (is_swiss() && table_.games.size() > 1) {
      add(table_.without_round,
          tr_("{} games do not say their round: what goes by rounds was not applied.",
              "{} 局未注明轮次，按轮次比较的各项未用。", table_.without_round));
      text += tr_("Byes are not in records and were not counted.\n", "轮空不见于棋谱，未计。\n");
    }
    return text + tr_("Fouls are not in records; that criterion was passed over.\n",
                      "犯规次数不见于棋谱，该项略过。\n");
  }

  const Session& session_;
  const Language tr_;
  const EventTable& table_;
  const EventOptions& options_;
  std::map<std::size_t, std::size_t> rank_of_;  // by player, from 1
};

void print_events(const Session& session, std::vector<EventLine> events) {
  const Language tr = session.tr;
  const std::size_t total = events.size();
  const std::size_t limit = session.arguments.limit(
      "limit", session.wants_json() ? std::numeric_limits<std::size_t>::max() : kShownEvents);
  if (events.size() > limit) events.resize(limit);
  if (session.wants_json()) {
    session.print_json(events_json(events));
    return;
  }
  TextTable table({{tr("Event", "赛事"), Align::Left, 50},
                   {tr("Games", "对局"), Align::Right},
                   {tr("Players", "棋手"), Align::Right},
                   {tr("Dates", "日期")},
                   {tr("Spellings", "写法"), Align::Right}});
  for (const EventLine& event : events) {
    table.add_row({printable(event.name), grouped(event.wdl.games()), grouped(event.players),
                   span_text(event.first, event.last),
                   event.spellings > 1 ? grouped(event.spellings) : ""});
  }
  if (!table.empty()) session.print(table.to_text(session.is_coloured()));
  if (events.size() < total) {
    session.note(tr("{} of {} events; --limit N|all shows others",
                    "显示 {} 项赛事，共 {} 项；用 --limit N|all 查看其余", grouped(events.size()),
                    grouped(total)));
  } else if (total == 0) {
    session.note(tr("no games found", "没有找到对局"));
  }
}

int show_event(const Session& session, const Store& store, Filter filter) {
  const Language tr = session.tr;
  if (session.arguments.has("event")) {
    throw UsageError(tr("the name of the event stands by itself", "赛事名称直接写出"));
  }
  QueryWords words;
  words.event = session.arguments.positional()[0];
  filter.events = parse_query(store, words).events.value();
  if (!session.arguments.has("together")) {
    std::vector<EventLine> events = list_events(store, filter);
    if (events.size() > 1) {
      if (session.wants_json()) {
        throw UsageError(tr("{} events have '{}' in their names; name one, or take them --together",
                            "{} 项赛事的名称含“{}”；请写出其一，或用 --together 合为一项",
                            events.size(), printable(words.event)));
      }
      print_events(session, std::move(events));
      session.note(tr("name one of these, or take them --together",
                      "请写出其中之一，或用 --together 合为一项"));
      return 0;
    }
  }
  const EventOptions options = asked_options(session);
  const EventTable table = event_table(store, *filter.events, filter, options);
  if (session.wants_json()) {
    session.print_json(event_json(table, options));
  } else if (table.games.empty()) {
    session.note(tr("no games found", "没有找到对局"));
  } else {
    EventPrinter(session, table, options).print();
  }
  return 0;
}

int run_event(Session& session) {
  const Store store = session.open_store();
  const Filter filter = asked_filter(session, store);
  if (!session.arguments.positional().empty()) return show_event(session, store, filter);
  print_events(session, list_events(store, filter));
  return 0;
}

constexpr std::array<Option, 7> kEventOptions{{
    {"rules", "1999|2011", {"the competition rules (default 2011)", "竞赛规则（默认 2011）"}},
    {"pairing",
     "auto|round-robin|double-round-robin|swiss",
     {"how players met: everybody once, everybody several times, or by points (default: guessed)",
      "赛制：单循环、多局循环或积分编排（默认推测）"}},
    {"tiebreak",
     "opponents|cumulative",
     {"what comes after the points of a Swiss (default opponents)",
      "积分编排同分时先比：对手分或累进分（默认对手分）"}},
    {"points",
     "2-1-0|3-1-0|3-12-0",
     {"for a win, a draw, a loss (default 2-1-0); 3-12-0: a draw is 1 for Red, 2 for Black",
      "胜、和、负得分（默认 2-1-0）；3-12-0 为和棋红方得 1，黑方得 2"}},
    {"rounds", "", {"list all games by round too", "另按轮次列出全部对局"}},
    {"together",
     "",
     {"take all events with NAME in their names as one", "把名称含 NAME 的赛事合为一项"}},
    {"limit", "N|all", {"how many events to list (default 20)", "列出几项赛事（默认 20）"}},
}};
constexpr OptionGroup kEventGroup{{"What to show", "显示内容"}, kEventOptions};
constexpr std::array kEventGroups{&kEventGroup, &kFilterOptions, &kJsonOptions};

}  // namespace

extern const Command kEventCommand{
    .name = "event",
    .summary = {"which events there are, or the standings of one", "赛事一览，或某赛事的名次"},
    .arguments = "[NAME]",
    .min_arguments = 0,
    .max_arguments = 1,
    .description =
        {"Without a name: the events, most games first. With one: standings with the tie-breaks of "
         "the "
         "competition rules, and a cross table in which +, = and - are the row's wins, draws and "
         "losses. A name that several events have in theirs lists them.\n\n"
         "Only what the records hold is counted; what they do not say (byes, fouls, missing games "
         "and rounds) is named below the table. The same moves of the same players count once.",
         "不给名称时列出赛事，对局多者在前。给出名称时按竞赛规则排出名次，并列对阵表：+、=、- "
         "为该行棋手"
         "的胜、和、负。若多项赛事的名称含此名，则将其列出。\n\n"
         "只计棋谱所载；棋谱未载者（轮空、犯规、缺局、缺轮次）在表下注明。同样两人、同样着法只计一"
         "局。"},
    .example = "qipu event 1956年全国象棋锦标赛 --pairing double-round-robin --rules 1999",
    .example_note = {"the standings of the national championship of 1956",
                     "1956 年全国象棋锦标赛的名次"},
    .groups = kEventGroups,
    .run = run_event,
};

}  // namespace qipu
