// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/reading.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/progress.h"
#include "cli/record_output.h"
#include "cli/session.h"
#include "cli/text_table.h"

namespace qipu {

namespace {

constexpr std::size_t kExamples = 3;  // of each reason

constexpr std::uint64_t kUnpackedMib = 4096;  // SourceOptions
constexpr auto kCommitPause = std::chrono::seconds(5);

constexpr std::array<Option, 2> kReadingChoices{{
    {"jobs",
     "N",
     {"how many threads read (default: one a core)", "读取的线程数（默认每核一个）"},
     'j'},
    {"strict",
     "",
     {"exit with 3 if a record is set aside or marked", "有记录被搁置或标注时以 3 退出"}},
}};

constexpr std::array<Option, 5> kUnderstandingList{{
    {"input-format",
     "FORMAT",
     {"what the input is (default: by content)", "输入的格式（默认依内容判断）"}},
    {"charset",
     "CHARSET",
     {"charset of the input (default: by content)", "输入的编码（默认依内容判断）"}},
    {"fallback-charset",
     "CHARSET",
     {"used where the one found leaves bad bytes", "判断出的编码有坏字节时改用"}},
    {"allow-self-check",
     "",
     {"play on where a side leaves its king in check", "送将、未应将的着法也照走"}},
    {"max-unpacked",
     "MIB",
     {"what a packed file, or a file in an archive, may unpack to (default 4096)",
      "压缩文件或压缩包内单个文件的解压上限（默认 4096）"}},
}};

double per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string counts_text(const std::map<std::string, std::uint64_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}", printable(name), grouped(count));
  }
  return text;
}

std::string files_text(const ImportReport& report, Language tr) {
  std::string text = grouped(report.files);
  if (report.unrecognised_files > 0) {
    text +=
        tr("  ({} of no known format)", "（{} 个格式不明）", grouped(report.unrecognised_files));
  }
  if (report.known_files > 0) {
    text += tr("  ({} read before)", "（{} 个此前已读）", grouped(report.known_files));
  }
  return text;
}

// The files no format knows, by name; people wonder which.
std::string unrecognised_text(const ImportReport& report, Language tr) {
  std::string text = tr("Of no known format:\n", "格式不明的文件：\n");
  for (const std::string& name : report.unrecognised)
    text += "  " + printable(name) + '\n';
  const std::uint64_t more = report.unrecognised_files - report.unrecognised.size();
  if (more > 0) text += tr("  and {} more\n", "  另有 {} 个\n", grouped(more));
  return text;
}

std::string notes_text(const ImportReport& report, Language tr) {
  std::string text;
  for (const auto& [kind, count] : report.notes_by_kind) {
    if (!text.empty()) text += tr(", ", "，");
    text += fmt::format("{} {}", kind_of_note(kind, tr), grouped(count));
  }
  return text;
}

// How many of the games are something else than games; empty if none is.
std::string kinds_text(const ImportReport& report, Language tr) {
  std::string text;
  for (const auto& [kind, count] : report.games_by_kind) {
    if (kind == GameKind::Game) continue;
    if (!text.empty()) text += tr(", ", "，");
    text += fmt::format("{} {}", grouped(count), name_of_kind(kind, tr));
  }
  return text;
}

}  // namespace

const OptionGroup kReadingOptions{{"Running", "运行"}, kReadingChoices};
const OptionGroup kUnderstandingOptions{{"Reading records", "读取棋谱"}, kUnderstandingList};

std::string place_text(const SetAside& record, Language tr) {
  const Error& error = record.error;
  std::string text = printable(record.source);
  text += error.line > 0 ? fmt::format(":{}", error.line)
                         : tr(", byte {}", "，第 {} 字节", error.offset);
  if (error.ply >= 0) text += tr(", move {}", "，第 {} 着", error.ply + 1);
  return text;
}

std::string reasons_text(const std::map<std::string, std::uint64_t>& counts,
                         const std::vector<SetAside>& examples, Language tr) {
  std::string text;
  for (const auto& [reason, count] : counts) {
    text += fmt::format("  {} × {}\n", grouped(count), kind_of_error(reason, tr));
    std::size_t shown = 0;
    for (const SetAside& record : examples) {
      if (to_text(record.error.code) != reason || shown == kExamples) continue;
      ++shown;
      text += "      " + place_text(record, tr) + ": " +
              clip(printable(record.error.message), 160) + '\n';
    }
    if (count > shown && shown > 0) {
      text += tr("      and {} more\n", "      另有 {} 个\n", grouped(count - shown));
    }
  }
  return text;
}

ImportOptions asked_reading(const Session& session) {
  const Arguments& typed = session.arguments;
  ImportOptions options;
  options.read.charset = typed.text("charset");
  options.read.fallback_charset = typed.text("fallback-charset");
  for (const char* option : {"charset", "fallback-charset"}) {
    // THROWS: UsageError for a charset nobody knows, before anything is read.
    if (typed.has(option)) (void)decode_text({}, typed.text(option));
  }
  if (typed.has("input-format")) options.format = &format_named(session, "input-format");
  options.read.allow_self_check = typed.has("allow-self-check");
  options.sources.max_unpacked = typed.number("max-unpacked", kUnpackedMib, 1, 1U << 20U) << 20U;
  return options;
}

ImportOptions asked_import_options(const Session& session) {
  const Arguments& typed = session.arguments;
  ImportOptions options = asked_reading(session);
  // Before a database is made for a name that was mistyped.
  std::error_code ignored;
  for (const std::string& path : typed.positional()) {
    if (path == "-" || std::filesystem::exists(path, ignored)) continue;
    throw IoError(
        session.tr("{}: no such file or directory", "{}：没有这个文件或目录", printable(path)));
  }
  options.jobs = static_cast<unsigned>(typed.number("jobs", 0, 1, 256));
  return options;
}

ImportHooks hooks_for(const Session& session, ProgressLine& line) {
  const Language tr = session.tr;
  ImportHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.wants_commit = [last = std::chrono::steady_clock::now()]() mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < kCommitPause) return false;
    last = now;
    return true;
  };
  hooks.progress = [&line, tr](const ImportProgress& at) {
    if (!line.is_due()) return;
    const double seconds = line.seconds();
    const ImportReport& seen = at.so_far;
    line.show(how_far(at.bytes_done, at.bytes_total, seconds, tr) +
              tr("  {} games  {}/s  {} set aside  {}", "  {} 局  {} 局/秒  搁置 {}  {}",
                 grouped(at.games),
                 grouped(static_cast<std::uint64_t>(per_second(at.games, seconds))),
                 grouped(seen.set_aside_count), printable(at.source)));
  };
  hooks.index_progress = [&line, tr](std::uint64_t done, std::uint64_t total) {
    line.show(tr("indexing positions  {} of {} games", "正在为局面编索引  {}/{} 局", grouped(done),
                 grouped(total)));
  };
  return hooks;
}

Json report_json(const ImportReport& report, double seconds) {
  Json set_aside = Json::array();
  for (const SetAside& record : report.set_aside) {
    const Error& error = record.error;
    set_aside.push_back({{"source", record.source},
                         {"offset", error.offset},
                         {"line", error.line == 0 ? Json() : Json(error.line)},
                         {"ply", error.ply < 0 ? Json() : Json(error.ply + 1)},
                         {"reason", to_text(error.code)},
                         {"message", error.message}});
  }
  std::uint64_t other_games = 0;
  for (const auto& [name, count] : report.other_games)
    other_games += count;
  Json kinds = Json::object();
  for (const auto& [kind, count] : report.games_by_kind)
    kinds[std::string(to_word(kind))] = count;
  return {{"files", report.files},
          {"games", report.games},
          {"games_by_kind", std::move(kinds)},
          {"plies", report.plies},
          {"stored", report.stored},
          {"duplicates", report.duplicates},
          {"set_aside_count", report.set_aside_count},
          {"set_aside", std::move(set_aside)},
          {"set_aside_by_reason", report.set_aside_by_reason},
          {"noted", report.noted},
          {"notes_by_kind", report.notes_by_kind},
          {"other_games", other_games},
          {"other_games_by_kind", report.other_games},
          {"games_by_format", report.games_by_format},
          {"known_files", report.known_files},
          {"unrecognised_files", report.unrecognised_files},
          {"unrecognised", report.unrecognised},
          {"interrupted", report.was_interrupted},
          {"seconds", seconds},
          {"games_per_second", per_second(report.games, seconds)},
          {"plies_per_second", per_second(report.plies, seconds)}};
}

std::string report_text(const Session& session, const ImportReport& report, double seconds,
                        const Text& stored_label) {
  const Language tr = session.tr;
  TextTable table({{""}, {"", TextTable::Align::Left, 100}});
  table.add_row({tr("files", "文件"), files_text(report, tr)});
  table.add_row({tr("games", "对局"), tr("{}  ({} plies)", "{}（{} 步）", grouped(report.games),
                                         grouped(report.plies))});
  table.add_row({"", counts_text(report.games_by_format)});
  if (const std::string kinds = kinds_text(report, tr); !kinds.empty()) {
    table.add_row({"", tr("of them {}", "其中{}", kinds)});
  }
  table.add_row({std::string(tr(stored_label)), grouped(report.stored)});
  if (report.duplicates > 0) {
    table.add_row({tr("duplicates", "重复"), grouped(report.duplicates)});
  }
  if (report.noted > 0) {
    table.add_row({tr("marked", "有标注"),
                   tr("{}  ({})", "{}（{}）", grouped(report.noted), notes_text(report, tr))});
  }
  if (!report.other_games.empty()) {
    table.add_row({tr("other games", "其他棋类"), counts_text(report.other_games)});
  }
  table.add_row({tr("set aside", "搁置"), grouped(report.set_aside_count)});
  if (report.known_set_aside > 0) {
    table.add_row({tr("set aside before", "此前搁置"), grouped(report.known_set_aside)});
  }
  table.add_row({tr("time", "用时"),
                 tr("{:.1f} s  ({} games/s, {} plies/s)", "{:.1f} 秒（每秒 {} 局，{} 步）", seconds,
                    grouped(static_cast<std::uint64_t>(per_second(report.games, seconds))),
                    grouped(static_cast<std::uint64_t>(per_second(report.plies, seconds))))});
  std::string text = table.to_text();
  if (report.set_aside_count > 0) {
    text += '\n' + tr("Set aside, by reason:\n", "搁置的记录，按原因：\n") +
            reasons_text(report.set_aside_by_reason, report.set_aside, tr);
  }
  if (!report.unrecognised.empty()) text += '\n' + unrecognised_text(report, tr);
  return text;
}

int exit_code_of(const Session& session, const ImportReport& report) {
  const Language tr = session.tr;
  if (report.was_interrupted) return interrupt_exit_code();
  const std::uint64_t seen = report.games + report.set_aside_count + report.known_set_aside;
  if (report.games == 0) {
    std::string message = seen == 0 ? tr("no game records were found", "没有找到任何棋谱")
                                    : tr("none of the records could be read", "没有一条记录能读出");
    if (report.unrecognised_files > 0) {
      message +=
          tr("; {} files are of no known format (--input-format says which one)",
             "；{} 个文件格式不明（可用 --input-format 指明）", grouped(report.unrecognised_files));
    }
    report_error(message);
    return 1;
  }
  const bool is_clean = report.set_aside_count + report.known_set_aside + report.noted == 0;
  if (session.arguments.has("strict") && !is_clean) {
    session.note(tr("--strict: records were set aside or marked", "--strict：有记录被搁置或标注"));
    return 3;
  }
  return 0;
}

}  // namespace qipu
