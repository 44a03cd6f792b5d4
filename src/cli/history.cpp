// SPDX-License-Identifier: GPL-3.0-or-later

// qipu history and qipu undo: what was changed, and back.

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <ctime>

#include "cli/changes.h"
#include "cli/command.h"
#include "cli/layout.h"
#include "cli/session.h"
#include "cli/text_table.h"

namespace qipu {

namespace {

constexpr std::size_t kEntriesShown = 20;

enum class Zone : std::uint8_t { Utc, Local };

std::string time_text(std::uint64_t seconds, Zone zone, const char* format) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  const bool is_time =
      (zone == Zone::Utc ? ::gmtime_r(&time, &parts) : ::localtime_r(&time, &parts)) != nullptr;
  std::array<char, 64> text{};
  if (!is_time || std::strftime(text.data(), text.size(), format, &parts) == 0) return "?";
  return text.data();
}

std::string kind_text(JournalKind kind, Language tr) {
  if (!tr.is_chinese()) return to_text(kind);
  switch (kind) {
    case JournalKind::Hide:
      return "隐藏";
    case JournalKind::Unhide:
      return "恢复";
    case JournalKind::Edit:
      return "编辑";
    case JournalKind::Undo:
      return "撤销";
    case JournalKind::Clean:
      return "清理";
    case JournalKind::Dedupe:
      return "去重";
    case JournalKind::Names:
      return "名称";
  }
  return "改动";
}

std::string changes_text(const JournalHead& head, Language tr) {
  std::string text;
  const auto add = [&](std::uint32_t count, const Text& what) {
    if (count == 0) return;
    if (!text.empty()) text += tr(Text{", ", "，"});
    text += fmt::format("{} {}", grouped(count), tr(what));
  };
  add(head.hidden, {"hidden", "局隐藏"});
  add(head.shown, {"shown", "局显示"});
  add(head.edited, {"edited", "局改写"});
  return text;
}

std::string standing_text(const Journal& journal, EntryId entry, Language tr) {
  if (const EntryId by = journal.undone_by(entry)) return tr("undone by {}", "已由 {} 撤销", by);
  const EntryId undoes = journal.head(entry).undoes;
  return undoes == 0 ? std::string() : tr("undoes {}", "撤销 {}", undoes);
}

Json entry_row(const Journal& journal, EntryId entry) {
  const JournalHead& head = journal.head(entry);
  const auto or_null = [](EntryId id) { return id == 0 ? Json() : Json(id); };
  return {{"entry", entry},
          {"kind", to_text(head.kind)},
          {"time", time_text(head.time, Zone::Utc, "%Y-%m-%dT%H:%M:%SZ")},
          {"command", head.command},
          {"hidden", head.hidden},
          {"shown", head.shown},
          {"edited", head.edited},
          {"undoes", or_null(head.undoes)},
          {"undone_by", or_null(journal.undone_by(entry))}};
}

int run_history(Session& session) {
  const Language tr = session.tr;
  const std::size_t limit = session.arguments.limit("limit", kEntriesShown);
  const Store store = session.open_store();
  const Journal journal(store);
  const EntryId last = journal.size() > limit ? static_cast<EntryId>(journal.size() - limit) : 0;
  if (session.wants_json()) {
    Json rows = Json::array();
    for (EntryId entry = journal.size(); entry > last; --entry)
      rows.push_back(entry_row(journal, entry));
    session.print_json(rows);
    return 0;
  }
  TextTable table({{tr("Entry", "编号"), TextTable::Align::Right},
                   {tr("Time", "时间")},
                   {tr("Kind", "种类")},
                   {tr("Games", "对局")},
                   {tr("Now", "现状")},
                   {tr("Command", "命令"), TextTable::Align::Left, 72}});
  for (EntryId entry = journal.size(); entry > last; --entry) {
    const JournalHead& head = journal.head(entry);
    table.add_row({std::to_string(entry), time_text(head.time, Zone::Local, "%Y-%m-%d %H:%M"),
                   kind_text(head.kind, tr), changes_text(head, tr),
                   standing_text(journal, entry, tr), head.command});
  }
  if (table.empty()) {
    session.note(tr("nothing was changed yet", "尚无改动"));
  } else {
    session.print(table.to_text(session.is_coloured()));
  }
  if (last > 0) {
    session.note(tr("{} of {} entries; --limit N|all shows others",
                    "显示 {} 项，共 {} 项；用 --limit N|all 查看其余",
                    grouped(journal.size() - last), grouped(journal.size())));
  }
  return 0;
}

EntryId asked_entry(const Session& session, const Journal& journal) {
  const Language tr = session.tr;
  if (session.arguments.positional().empty()) {
    const EntryId last = journal.last_standing();
    if (last == 0) throw StoreError(tr("there is nothing to undo", "没有可撤销的改动"));
    return last;
  }
  const std::string& typed = session.arguments.positional()[0];
  EntryId entry = 0;
  const char* const end = typed.data() + typed.size();
  const auto [stop, fault] = std::from_chars(typed.data(), end, entry);
  if (fault != std::errc() || stop != end) {
    throw UsageError(tr("'{}' is no entry; 'qipu history' lists them",
                        "“{}”不是改动编号；“qipu history”列出所有改动", printable(typed)));
  }
  if (entry == 0 || entry > journal.size()) {
    throw StoreError(tr("there is no entry {}; 'qipu history' lists them",
                        "没有第 {} 项改动；“qipu history”列出所有改动", entry));
  }
  return entry;
}

// THROWS: StoreError if the entry is undone already, or others must be undone first.
void check_undo(const Session& session, const Journal& journal, EntryId entry) {
  const Language tr = session.tr;
  if (const EntryId by = journal.undone_by(entry)) {
    throw StoreError(tr("entry {} is undone already, by entry {}; 'qipu undo {}' does it again",
                        "第 {} 项改动已由第 {} 项撤销；“qipu undo {}”可重做", entry, by, by));
  }
  const auto blockers = journal.blockers(entry);
  if (blockers.empty()) return;
  std::string message =
      tr("entry {} cannot be undone: later ones changed the same games. Undo them "
         "first, the last one before the others:",
         "第 {} 项改动无法撤销：其后的改动涉及相同对局。请先从最后一项起撤销：", entry);
  for (auto blocker = blockers.rbegin(); blocker != blockers.rend(); ++blocker)
    message += "\n    " + printable(entry_text(*blocker, journal.head(*blocker)));
  throw StoreError(message);
}

int run_undo(Session& session) {
  const Language tr = session.tr;
  Store store = session.open_store_to_write();
  const Journal journal(store);
  const EntryId entry = asked_entry(session, journal);
  check_undo(session, journal, entry);
  Revision revision(store);
  revision.revert(entry);
  const auto undoing = revision.commit(cause_of(session, JournalKind::Undo));
  if (session.wants_json()) {
    session.print_json({{"undone", entry}, {"entry", entry_json(undoing)}});
    return 0;
  }
  session.note(tr("undone: {}", "已撤销：{}", printable(entry_text(entry, journal.head(entry)))));
  if (undoing) {
    session.note(tr("'qipu undo {}' does it again", "可用“qipu undo {}”重做", *undoing));
  }
  return 0;
}

constexpr std::array<Option, 1> kHistoryOptions{{
    {"limit", "N|all", {"how many entries (default 20)", "列出几项（默认 20）"}},
}};
constexpr OptionGroup kHistoryGroup{{"What to list", "列出内容"}, kHistoryOptions};
constexpr std::array kHistoryGroups{&kHistoryGroup, &kJsonOptions};
constexpr std::array kUndoGroups{&kJsonOptions};

}  // namespace

RevisionCause cause_of(const Session& session, JournalKind kind) {
  return {kind, static_cast<std::uint64_t>(std::time(nullptr)), session.arguments.command_line()};
}

Json entry_json(const std::optional<EntryId>& entry) { return entry ? Json(*entry) : Json(); }

std::string entry_text(EntryId entry, const JournalHead& head) {
  return fmt::format("{} ({})", entry, head.command);
}

extern const Command kHistoryCommand{
    .name = "history",
    .summary = {"what was changed after the import", "入库之后的改动记录"},
    .description =
        {"Lists the changes that were made to the database by commands such as hide and edit, the "
         "last one first. Each can be taken back with 'qipu undo ENTRY'; an undo is an entry too.",
         "列出 hide、edit 等命令对数据库所作的改动，最近的在前。每一项都可用“qipu undo "
         "编号”撤销；撤销本身也是一项。"},
    .example = "qipu history --limit 5",
    .example_note = {"the last five changes", "最近五项改动"},
    .groups = kHistoryGroups,
    .run = run_history,
};

extern const Command kUndoCommand{
    .name = "undo",
    .summary = {"take a change back", "撤销一项改动"},
    .arguments = "[ENTRY]",
    .max_arguments = 1,
    .description =
        {"Takes back the change that history lists under ENTRY, or else the last one that stands. "
         "Refused where later changes concern the same games, with the list of these. Undoing an "
         "undo does the change again.",
         "撤销 history 中编号为 ENTRY 的改动；不给编号则撤销最近一项仍有效的改动。"
         "若其后的改动涉及相同对局则拒绝，并列出它们。撤销一次“撤销”即为重做。"},
    .example = "qipu undo",
    .example_note = {"takes back the last change", "撤销最近一次改动"},
    .groups = kUndoGroups,
    .run = run_undo,
};

}  // namespace qipu
