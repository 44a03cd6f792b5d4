// SPDX-License-Identifier: GPL-3.0-or-later

// qipu info: what is in the database, and how big it is.

#include <fmt/format.h>

#include <array>

#include "cli/command.h"
#include "cli/layout.h"
#include "cli/session.h"
#include "cli/text_table.h"

namespace qipu {

namespace {

int run_info(Session& session) {
  const Language tr = session.tr;
  const Store store = session.open_store();
  const StoreStats stats = store.stats();
  const std::string place = session.place().string();
  if (session.wants_json()) {
    Json answer{{"place", place}};
    answer.update(to_json(stats));
    session.print_json(answer);
    return 0;
  }
  using Align = TextTable::Align;
  TextTable counts({{""}, {"", Align::Right}});
  counts.add_row({tr("games", "对局"), grouped(stats.games)});
  if (stats.hidden_games > 0) {
    counts.add_row({tr("hidden of them", "其中已隐藏"), grouped(stats.hidden_games)});
  }
  counts.add_row({tr("plies", "步数"), grouped(stats.plies)});
  counts.add_row({tr("players (spellings)", "棋手（写法）"), grouped(stats.players)});
  counts.add_row({tr("events (spellings)", "赛事（写法）"), grouped(stats.events)});
  counts.add_row({tr("sources", "来源"), grouped(stats.sources)});
  counts.add_row({tr("records set aside", "搁置的记录"), grouped(stats.rejects)});
  if (stats.changes > 0) {
    counts.add_row({tr("changes (history)", "改动（history）"), grouped(stats.changes)});
  }
  if (stats.unindexed_games > 0) {
    counts.add_row(
        {tr("games not yet indexed", "尚未编索引的对局"), grouped(stats.unindexed_games)});
  }

  std::uint64_t bytes = 0;
  TextTable sizes(
      {{tr("Size", "大小")}, {"", Align::Right}, {tr("Bytes a ply", "每步字节"), Align::Right}});
  const auto per_ply = [&](std::uint64_t size) {
    if (stats.plies == 0) return std::string();
    return fmt::format("{:.2f}", static_cast<double>(size) / static_cast<double>(stats.plies));
  };
  for (const StoreStats::Family& family : stats.families) {
    bytes += family.bytes;
    if (family.bytes == 0) continue;
    sizes.add_row({family.name, byte_size(family.bytes), per_ply(family.bytes)});
  }
  sizes.add_row({tr("all", "合计"), byte_size(bytes), per_ply(bytes)});
  session.print(printable(place) + "\n\n" + counts.to_text() + '\n' +
                sizes.to_text(session.is_coloured()));
  return 0;
}

constexpr std::array kInfoGroups{&kJsonOptions};

}  // namespace

extern const Command kInfoCommand{
    .name = "info",
    .summary = {"what is in the database, and how big it is", "数据库的内容与大小"},
    .description = {"Counts the games, plies, players, events, sources and records set aside, and "
                    "gives the size of each part on disk.",
                    "统计对局、步数、棋手、赛事、来源与搁置的记录，并给出各部分占用的磁盘空间。"},
    .example = "qipu info --json",
    .example_note = {"the same for a program", "供程序读取的同样内容"},
    .groups = kInfoGroups,
    .run = run_info,
};

}  // namespace qipu
