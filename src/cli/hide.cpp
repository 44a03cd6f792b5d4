// SPDX-License-Identifier: GPL-3.0-or-later

// qipu hide and qipu unhide: games out of all lists and counts, and back.

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "cli/changes.h"
#include "cli/command.h"
#include "cli/layout.h"
#include "cli/question.h"
#include "cli/session.h"

namespace qipu {

namespace {

GameId numbered_game(const Session& session, const Store& store, std::string_view number,
                     const std::string& word) {
  const Language tr = session.tr;
  if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) {
    throw UsageError(tr("'{}' names no games; write 12, 5-9 or 1,2,5-9",
                        "“{}”不是对局编号；应写成 12、5-9 或 1,2,5-9", printable(word)));
  }
  const auto id = find_game(store, number);
  if (!id) {
    throw StoreError(tr("there is no game {}; the database has {} (1 to {})",
                        "没有第 {} 局；数据库中有 {} 局（1 至 {}）", number, store.game_count(),
                        store.game_count()));
  }
  return *id;
}

// The games of words such as "12", "5-9" and "1,2,5-9", ascending.
std::vector<GameId> listed_games(const Session& session, const Store& store) {
  std::vector<GameId> games;
  for (const std::string& word : session.arguments.positional()) {
    for (std::string_view rest = word;;) {
      const std::size_t comma = rest.find(',');
      const std::string_view range = rest.substr(0, comma);
      const std::size_t dash = range.find('-');
      const GameId first = numbered_game(session, store, range.substr(0, dash), word);
      const GameId last = dash == std::string_view::npos
                              ? first
                              : numbered_game(session, store, range.substr(dash + 1), word);
      if (last < first) {
        throw UsageError(session.tr("'{}': the smaller number comes first", "“{}”：较小的编号在前",
                                    printable(word)));
      }
      for (GameId id = first; id <= last; ++id)
        games.push_back(id);
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  std::sort(games.begin(), games.end());
  games.erase(std::unique(games.begin(), games.end()), games.end());
  return games;
}

// The games that were asked for and are not yet as they are to be.
std::vector<GameId> asked_games(const Session& session, const Store& store, bool is_to_hide) {
  const bool has_list = !session.arguments.positional().empty();
  if (!has_list && !has_filter(session)) {
    throw UsageError(session.tr(
        "say which games: by their numbers, or by filters such as --player; --kind all is all "
        "there are",
        "请指明对局：给出编号，或用 --player 等条件；--kind all 表示全部"));
  }
  Filter filter = asked_rows(session, store);
  filter.is_hidden = !is_to_hide;
  if (has_list && !session.arguments.has("kind")) filter.kind.reset();
  narrow_by_records(session, store, filter);
  std::vector<GameId> games = store.select(filter);
  if (!has_list) return games;
  const std::vector<GameId> listed = listed_games(session, store);
  std::vector<GameId> both;
  std::set_intersection(games.begin(), games.end(), listed.begin(), listed.end(),
                        std::back_inserter(both));
  return both;
}

void print_summary(const Session& session, bool is_to_hide, std::size_t count,
                   const std::optional<EntryId>& entry) {
  const Language tr = session.tr;
  const bool is_dry = session.arguments.has("dry-run");
  if (session.wants_json()) {
    session.print_json({{is_to_hide ? "hidden" : "shown", count},
                        {"dry_run", is_dry},
                        {"entry", entry_json(entry)}});
    return;
  }
  const std::string games = grouped(count);
  if (is_dry) {
    session.note(is_to_hide ? tr("games that would be hidden: {}", "将隐藏 {} 局", games)
                            : tr("games that would come back: {}", "将恢复 {} 局", games));
  } else if (!entry) {
    session.note(is_to_hide ? tr("there is nothing to hide", "没有可隐藏的对局")
                            : tr("there is nothing to bring back", "没有可恢复的对局"));
  } else {
    session.note((is_to_hide ? tr("games hidden: {}", "已隐藏 {} 局", games)
                             : tr("games brought back: {}", "已恢复 {} 局", games)) +
                 tr("; 'qipu undo {}' takes it back", "；可用“qipu undo {}”撤销", *entry));
  }
}

int run(Session& session, bool is_to_hide) {
  const bool is_dry = session.arguments.has("dry-run");
  Store store = is_dry ? session.open_store() : session.open_store_to_write();
  const std::vector<GameId> games = asked_games(session, store, is_to_hide);
  std::optional<EntryId> entry;
  if (!is_dry) {
    Revision revision(store);
    for (const GameId game : games) {
      if (is_to_hide) {
        revision.hide(game);
      } else {
        revision.show(game);
      }
    }
    entry =
        revision.commit(cause_of(session, is_to_hide ? JournalKind::Hide : JournalKind::Unhide));
  }
  print_summary(session, is_to_hide, games.size(), entry);
  return 0;
}

int run_hide(Session& session) { return run(session, true); }
int run_unhide(Session& session) { return run(session, false); }

constexpr std::array<Option, 1> kHideOptions{{
    {"dry-run",
     "",
     {"say how many games it would be, change nothing", "只报告局数，不作改动"},
     'n'},
}};
constexpr OptionGroup kHideGroup{{"Changing", "改动"}, kHideOptions};
constexpr std::array kHideGroups{&kHideGroup, &kFilterOptions, &kJsonOptions};

}  // namespace

extern const Command kHideCommand{
    .name = "hide",
    .summary = {"take games out of all lists and counts", "隐藏对局，不再列出也不再计数"},
    .arguments = "[ID|ID-ID]...",
    .max_arguments = Command::kAnyNumber,
    .description =
        {"Hides the games with these numbers, or those that meet all conditions. Their records "
         "stay: 'search --hidden' lists them, unhide brings them back, undo takes back the whole "
         "change. Statistics are right at once. An import that meets such a record again does not "
         "store it anew.",
         "隐藏给定编号的对局，或满足全部条件的对局。棋谱仍保留：用“search --hidden”列出，unhide "
         "恢复，undo 撤销整次改动。统计立即更新。再次导入相同的棋谱也不会重新入库。"},
    .example = "qipu hide --source '*/untrusted/*' --kind all",
    .example_note = {"hides everything that came from these files", "隐藏来自这些文件的全部棋谱"},
    .groups = kHideGroups,
    .run = run_hide,
};

extern const Command kUnhideCommand{
    .name = "unhide",
    .summary = {"bring hidden games back", "恢复已隐藏的对局"},
    .arguments = "[ID|ID-ID]...",
    .max_arguments = Command::kAnyNumber,
    .description =
        {"Brings back the hidden games with these numbers, or those that meet all conditions.",
         "恢复给定编号的已隐藏对局，或满足全部条件的已隐藏对局。"},
    .example = "qipu unhide 12 20-25",
    .example_note = {"brings back game 12 and games 20 to 25", "恢复第 12 局与第 20 至 25 局"},
    .groups = kHideGroups,
    .run = run_unhide,
};

}  // namespace qipu
