// SPDX-License-Identifier: GPL-3.0-or-later

// qipu rebuild, compact, backup, restore: upkeep of the whole database.

#include "store/upkeep.h"

#include <array>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/progress.h"
#include "cli/session.h"

namespace qipu {

namespace {

std::uint64_t database_bytes(const Session& session) {
  std::uint64_t bytes = 0;
  for (const StoreStats::Family& family : session.open_store().stats().families)
    bytes += family.bytes;
  return bytes;
}

// What rebuild and compact say at their end.
void print_sizes(const Session& session, std::uint64_t before, double seconds) {
  const std::uint64_t after = database_bytes(session);
  if (session.wants_json()) {
    session.print_json({{"bytes_before", before}, {"bytes", after}, {"seconds", seconds}});
  } else {
    session.print(session.tr("{} before, {} now  ({})\n", "原为 {}，现为 {}  ({})\n",
                             byte_size(before), byte_size(after), clock_time(seconds)));
  }
}

int run_rebuild(Session& session) {
  const Language tr = session.tr;
  const std::uint64_t before = database_bytes(session);
  catch_interrupts();
  ProgressLine line(session.shows_progress());
  rebuild_index(session.place(), [&](std::uint64_t done, std::uint64_t total) {
    stop_if_interrupted();
    if (!line.is_due()) return;
    line.show(how_far(done, total, line.seconds(), tr) +
              tr("  indexing positions", "  正在为局面编索引"));
  });
  line.clear();
  print_sizes(session, before, line.seconds());
  return 0;
}

int run_compact(Session& session) {
  const std::uint64_t before = database_bytes(session);
  ProgressLine line(session.shows_progress());
  line.show(session.tr("compacting", "正在压实"));
  compact(session.place());
  line.clear();
  print_sizes(session, before, line.seconds());
  return 0;
}

int run_backup(Session& session) {
  const Language tr = session.tr;
  const auto keep = static_cast<std::uint32_t>(session.arguments.number("keep", 0, 1, 1'000'000));
  ProgressLine line(session.shows_progress());
  line.show(tr("copying", "正在复制"));
  const BackupSummary done = back_up(session.place(), session.arguments.positional().front(), keep);
  line.clear();
  if (session.wants_json()) {
    session.print_json({{"backup", done.number},
                        {"bytes", done.bytes},
                        {"copied_bytes", done.copied_bytes},
                        {"kept", done.kept},
                        {"seconds", line.seconds()}});
    return 0;
  }
  session.print(tr("backup {}: {}, of which {} had to be copied; {} backups are kept  ({})\n",
                   "备份 {}：{}，其中新复制 {}；现存 {} 份备份  ({})\n", done.number,
                   byte_size(done.bytes), byte_size(done.copied_bytes), done.kept,
                   clock_time(line.seconds())));
  return 0;
}

int run_restore(Session& session) {
  ProgressLine line(session.shows_progress());
  line.show(session.tr("copying", "正在复制"));
  restore(session.arguments.positional().front(), session.place());
  line.clear();
  const std::uint64_t games = session.open_store().game_count();
  if (session.wants_json()) {
    session.print_json(
        {{"place", session.place().string()}, {"games", games}, {"seconds", line.seconds()}});
  } else {
    session.print(session.tr("{} games at {}\n", "{} 局，位于 {}\n", grouped(games),
                             printable(session.place().string())));
  }
  return 0;
}

constexpr std::array kJsonOnly{&kJsonOptions};
constexpr std::array<Option, 1> kBackupOptions{{
    {"keep",
     "N",
     {"keep the newest N backups in the folder (else all)", "只保留最新的 N 份备份（默认全部）"}},
}};
constexpr OptionGroup kBackupGroup{{"Backups", "备份"}, kBackupOptions};
constexpr std::array kBackupGroups{&kBackupGroup, &kJsonOptions};

}  // namespace

extern const Command kRebuildCommand{
    .name = "rebuild",
    .summary = {"make the position index anew from the games", "由对局重建局面索引"},
    .description =
        {"The games stay as they are. The new index takes the place of the old one in one step; "
         "stopped before that, nothing is changed. Needs room for a second index meanwhile.",
         "对局保持不变。新索引一步替换旧索引；在此之前中止则不作任何改动。"
         "过程中需要再容纳一份索引的磁盘空间。"},
    .example = "qipu rebuild",
    .example_note = {"mends an index that `qipu verify` finds damaged",
                     "修复 `qipu verify` 发现损坏的索引"},
    .groups = kJsonOnly,
    .run = run_rebuild,
};

extern const Command kCompactCommand{
    .name = "compact",
    .summary = {"write the database anew without what was replaced",
                "重写数据库，去除已替换的内容"},
    .description = {"Joins what many imports have added, so that answers come faster and the files "
                    "are smaller. The database also does this by itself, little by little.",
                    "合并多次导入的内容，使查询更快、文件更小。数据库平时也会自行逐步合并。"},
    .example = "qipu compact",
    .example_note = {"worth it after many small imports", "适合在多次小批量导入之后"},
    .groups = kJsonOnly,
    .run = run_compact,
};

extern const Command kBackupCommand{
    .name = "backup",
    .summary = {"copy the database into a folder of backups", "将数据库复制到备份目录"},
    .arguments = "DIR",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        {"Copies only what the older backups in DIR do not have. Works while the database is in "
         "use, an import too: the copy is as the database was between two commits.",
         "只复制 DIR 中旧备份没有的内容。数据库使用中（包括导入时）也可备份，"
         "所得为两次提交之间的一致状态。"},
    .example = "qipu backup /mnt/backup/qipu --keep 5",
    .example_note = {"adds a backup and keeps the newest five", "新增一份备份，并保留最新五份"},
    .groups = kBackupGroups,
    .run = run_backup,
};

extern const Command kRestoreCommand{
    .name = "restore",
    .summary = {"make a database from the newest backup", "由最新备份恢复数据库"},
    .arguments = "DIR",
    .min_arguments = 1,
    .max_arguments = 1,
    .description = {"Makes the database that --db names from the newest backup in DIR. Never "
                    "writes over a database: name a place where there is none.",
                    "由 DIR 中最新的备份生成 --db "
                    "所指的数据库。不会覆盖已有数据库：请指定一个空位置。"},
    .example = "qipu restore /mnt/backup/qipu --db restored",
    .example_note = {"puts the newest backup into the new folder 'restored'",
                     "把最新备份恢复到新目录 restored"},
    .groups = kJsonOnly,
    .run = run_restore,
};

}  // namespace qipu
