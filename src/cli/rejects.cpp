// SPDX-License-Identifier: GPL-3.0-or-later

// qipu rejects: the records that were set aside, listed, shown, exported, and read again.

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/reading.h"
#include "cli/reject_text.h"
#include "cli/session.h"
#include "cli/text_table.h"
#include "import/retry_rejects.h"

namespace qipu {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShown = 50;

// Its source and the number of the record in it, from 1: "12.3".
std::string id_of(const Place& place) {
  return fmt::format("{}.{}", place.source, std::uint64_t{place.ordinal} + 1);
}

std::optional<Place> parse_id(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  Place place;
  std::uint32_t number = 0;
  const auto read = [](std::string_view digits, std::uint32_t& to) {
    const auto [stop, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), to);
    return fault == std::errc() && stop == digits.data() + digits.size();
  };
  if (!read(text.substr(0, dot), place.source) || !read(text.substr(dot + 1), number) ||
      number == 0) {
    return std::nullopt;
  }
  place.ordinal = number - 1;
  return place;
}

UsageError no_such_reject(const Session& session, const std::string& typed) {
  return UsageError(session.tr("there is no reject '{}'; 'qipu rejects list' shows them",
                               "没有编号为“{}”的搁置记录；“qipu rejects list”列出全部",
                               printable(typed)));
}

// A reason as typed: "illegal-move" or "illegal move".
std::optional<Error::Code> asked_reason(const Session& session) {
  if (!session.arguments.has("reason")) return std::nullopt;
  std::string typed = session.arguments.text("reason");
  std::replace(typed.begin(), typed.end(), '-', ' ');
  std::string all;
  for (int i = 1; i <= static_cast<int>(Error::Code::Unsupported); ++i) {
    const auto code = static_cast<Error::Code>(i);
    std::string name = to_text(code);
    if (typed == name || typed == kind_of_error(code, session.tr)) return code;
    std::replace(name.begin(), name.end(), ' ', '-');
    all += (all.empty() ? "" : ", ") + name;
  }
  throw UsageError(session.tr("--reason: there is no reason '{}'; there are {}",
                              "--reason：没有原因“{}”；可用：{}", printable(typed), all));
}

// Which rejects a command is about: those named, or else all that the filters let pass.
class AskedRejects {
 public:
  // THROWS: UsageError for an id that is none, or a reason nobody knows.
  AskedRejects(const Session& session, const Store& store)
      : store_(store), reason_(asked_reason(session)), glob_(session.arguments.text("source")) {
    for (const std::string& typed : session.arguments.positional()) {
      const auto place = parse_id(typed);
      if (!place || !store.reject(place->source, place->ordinal)) {
        throw no_such_reject(session, typed);
      }
      ids_.emplace(place->source, place->ordinal);
    }
  }

  // In the order of import; stops when `visit` returns false.
  void each(const std::function<bool(const Reject&)>& visit) {
    store_.each_reject([&](const Reject& reject) {
      stop_if_interrupted();
      return !is_asked(reject) || visit(reject);
    });
  }

 private:
  bool is_asked(const Reject& reject) {
    const Place& place = reject.place;
    if (!ids_.empty() && ids_.count({place.source, place.ordinal}) == 0) return false;
    if (reason_ && reject.error.code != *reason_) return false;
    return glob_.empty() || is_named(place.source);
  }

  bool is_named(SourceId id) {
    const auto [known, is_new] = named_.emplace(id, false);
    if (!is_new) return known->second;
    const auto source = store_.source(id);
    if (!source) return false;
    const auto fits = [&](const std::string& name) {
      return fnmatch(glob_.c_str(), name.c_str(), 0) == 0;
    };
    known->second = fits(source->name) ||
                    std::any_of(source->other_names.begin(), source->other_names.end(), fits);
    return known->second;
  }

  const Store& store_;
  std::optional<Error::Code> reason_;
  std::string glob_;
  std::set<std::pair<SourceId, std::uint32_t>> ids_;
  std::map<SourceId, bool> named_;  // whether the glob fits
};

std::string name_of(const Store& store, SourceId id) {
  const auto source = store.source(id);
  return source ? source->name : "";
}

Json reject_json(const Store& store, const Reject& reject) {
  const Error& error = reject.error;
  return {{"id", id_of(reject.place)},
          {"source", name_of(store, reject.place.source)},
          {"offset", reject.place.offset},
          {"size", reject.place.size},
          {"line", reject.place.line == 0 ? Json() : Json(reject.place.line)},
          {"reason", to_text(error.code)},
          {"message", error.message},
          {"error_offset", error.offset},
          {"error_line", error.line == 0 ? Json() : Json(error.line)},
          {"ply", error.ply < 0 ? Json() : Json(error.ply + 1)},
          {"text", error.text.empty() ? Json() : Json(error.text)},
          {"kept_bytes", reject.bytes.size()}};
}

int run_list(Session& session) {
  const Language tr = session.tr;
  const Store store = session.open_store();
  const std::size_t limit = session.arguments.limit("limit", kShown);
  AskedRejects asked(session, store);
  catch_interrupts();
  TextTable table({{tr("ID", "编号")},
                   {tr("Place", "位置"), TextTable::Align::Left, 60},
                   {tr("Reason", "原因")},
                   {tr("Bytes", "字节"), TextTable::Align::Right},
                   {tr("Message", "说明"), TextTable::Align::Left, 80}});
  Json rows = Json::array();
  std::uint64_t total = 0;
  std::map<std::string, std::uint64_t> by_reason;
  asked.each([&](const Reject& reject) {
    ++by_reason[to_text(reject.error.code)];
    if (++total > limit) return true;
    if (session.wants_json()) {
      rows.push_back(reject_json(store, reject));
      return true;
    }
    table.add_row({id_of(reject.place),
                   place_text({name_of(store, reject.place.source), reject.error}, tr),
                   std::string(kind_of_error(reject.error.code, tr)), grouped(reject.bytes.size()),
                   reject.error.message});
    return true;
  });
  if (session.wants_json()) {
    session.print_json({{"total", total}, {"by_reason", by_reason}, {"rejects", rows}});
    return 0;
  }
  if (total == 0) {
    session.note(tr("no rejects", "没有搁置的记录"));
    return 0;
  }
  session.print(table.to_text(session.is_coloured()));
  std::string counts;
  for (const auto& [reason, count] : by_reason)
    counts += fmt::format("  {} × {}\n", grouped(count), kind_of_error(reason, tr));
  session.note(tr("{} rejects, by reason:\n{}", "共 {} 条搁置记录，按原因：\n{}", grouped(total),
                  counts.substr(0, counts.size() - 1)));
  if (total > limit) {
    session.note(tr("{} of them are listed; --limit N|all lists others",
                    "列出其中 {} 条，"
                    "其余用 --limit N|all",
                    grouped(limit)));
  }
  return 0;
}

int run_rejects_show(Session& session) {
  const Store store = session.open_store();
  const std::string charset = session.arguments.text("charset");
  if (!charset.empty()) (void)decode_text({}, charset);  // THROWS: UsageError
  const std::string typed = session.arguments.positional()[0];
  const auto place = parse_id(typed);
  const auto reject = place ? store.reject(place->source, place->ordinal) : std::optional<Reject>();
  if (!reject) throw no_such_reject(session, typed);
  const std::string source = name_of(store, reject->place.source);
  if (session.wants_json()) {
    Json out = reject_json(store, *reject);
    const auto text = text_of_reject(*reject, charset);
    out["charset"] = text ? Json(text->charset) : Json();
    out["content"] = text ? Json(text->text) : Json();
    session.print_json(out);
    return 0;
  }
  session.print(reject_text(*reject, id_of(reject->place), source, charset, session.tr));
  return 0;
}

std::string ending_of(const std::string& source) {
  const std::string ending = fs::path(source).extension().string();
  return ending.empty() || ending.size() > 8 ? ".bin" : ending;
}

void export_into_folder(const Store& store, AskedRejects& asked, const fs::path& folder,
                        std::uint64_t& count, std::uint64_t& partial) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  if (!fs::is_directory(folder)) throw IoError(folder.string() + ": cannot be made a directory");
  asked.each([&](const Reject& reject) {
    OutputFile file(folder /
                    (id_of(reject.place) + ending_of(name_of(store, reject.place.source))));
    file.write(reject.bytes);
    file.commit();
    ++count;
    if (reject.is_cut || reject.bytes.empty()) ++partial;
    return true;
  });
}

int run_export(Session& session) {
  const Language tr = session.tr;
  const Store store = session.open_store();
  AskedRejects asked(session, store);
  const fs::path target = session.arguments.text_or("output", "-");
  std::error_code ignored;
  std::uint64_t count = 0;
  std::uint64_t partial = 0;
  catch_interrupts();
  if (target.string().ends_with('/') || fs::is_directory(target, ignored)) {
    export_into_folder(store, asked, target, count, partial);
  } else {
    std::optional<Reject> one;
    asked.each([&](const Reject& reject) {
      if (one) {
        throw UsageError(tr("there are several rejects; -o DIR/ writes a file for each",
                            "搁置记录不止一条；用 -o DIR/ 逐条写成文件"));
      }
      one = reject;
      return true;
    });
    if (one) {
      OutputFile file(target);
      file.write(one->bytes);
      file.commit();
      count = 1;
      partial = one->is_cut || one->bytes.empty() ? 1 : 0;
    }
  }
  if (count == 0) {
    report_error(tr("no rejects", "没有搁置的记录"));
    return 1;
  }
  session.note(tr("{} rejects written", "已写出 {} 条搁置记录", grouped(count)));
  if (partial > 0) {
    session.note(tr("{} of them only in part: more of them was not kept",
                    "其中 {} 条不完整：数据库只保存了一部分", grouped(partial)));
  }
  return 0;
}

std::string retry_text(const Session& session, const RetryReport& report, bool is_dry) {
  const Language tr = session.tr;
  TextTable table({{""}, {"", TextTable::Align::Left, 100}});
  table.add_row({tr("read again", "重读"), grouped(report.tried)});
  table.add_row(
      {is_dry ? tr("would be solved", "可解决") : tr("solved", "已解决"), grouped(report.solved)});
  table.add_row({is_dry ? tr("games", "对局") : tr("stored", "新入库"), grouped(report.stored)});
  if (report.duplicates > 0) table.add_row({tr("duplicates", "重复"), grouped(report.duplicates)});
  if (report.other_games > 0) {
    table.add_row({tr("other games", "其他棋类"), grouped(report.other_games)});
  }
  if (report.not_kept > 0) {
    table.add_row(
        {tr("not kept whole", "未完整保存"),
         tr("{}  (import the files again)", "{}（请重新导入文件）", grouped(report.not_kept))});
  }
  if (report.unfinished > 0) {
    table.add_row({tr("not tried", "未重读"),
                   tr("{}  (their import was interrupted; run it again first)",
                      "{}（其导入曾中断，请先完成导入）", grouped(report.unfinished))});
  }
  std::string text = table.to_text();
  if (!report.still_by_reason.empty()) {
    text += '\n' + tr("Still set aside, by reason:\n", "仍搁置的记录，按原因：\n") +
            reasons_text(report.still_by_reason, report.still, tr);
  }
  return text;
}

Json retry_json(const RetryReport& report) {
  return {{"tried", report.tried},
          {"solved", report.solved},
          {"stored", report.stored},
          {"duplicates", report.duplicates},
          {"other_games", report.other_games},
          {"not_kept", report.not_kept},
          {"unfinished", report.unfinished},
          {"still_set_aside_by_reason", report.still_by_reason},
          {"interrupted", report.was_interrupted}};
}

int run_retry(Session& session) {
  const ImportOptions options = asked_reading(session);
  const bool is_dry = session.arguments.has("dry-run");
  Store store = session.open_store();
  if (!is_dry) store = Store::open_to_write(session.place());
  std::vector<Place> places;
  AskedRejects(session, store).each([&](const Reject& reject) {
    places.push_back(reject.place);
    return true;
  });
  if (places.empty()) {
    session.note(session.tr("no rejects", "没有搁置的记录"));
    if (session.wants_json()) session.print_json(retry_json({}));
    return 0;
  }
  catch_interrupts();
  ProgressLine line(session.shows_progress());
  const RetryReport report =
      retry_rejects(store, places, options, is_dry, hooks_for(session, line));
  line.clear();
  if (session.wants_json()) {
    session.print_json(retry_json(report));
  } else {
    session.note(retry_text(session, report, is_dry));
  }
  return report.was_interrupted ? interrupt_exit_code() : 0;
}

constexpr std::array<Option, 2> kWhichList{{
    {"reason",
     "REASON",
     {"only those of one reason: illegal-move, truncated, bad-header ...",
      "只看某种原因：illegal-move、truncated、bad-header 等"}},
    {"source",
     "GLOB",
     {"only those from files so named: '*/1990/*.pgn'", "只看来自此类文件：'*/1990/*.pgn'"}},
}};
constexpr OptionGroup kWhich{{"Which records", "哪些记录"}, kWhichList};
constexpr std::array<Option, 1> kLimitList{{
    {"limit", "N|all", {"how many to list (default 50)", "列出几条（默认 50）"}},
}};
constexpr OptionGroup kLimit{{"What to list", "列出内容"}, kLimitList};
constexpr std::array<Option, 1> kCharsetList{{
    {"charset",
     "CHARSET",
     {"read the bytes in this charset (default: by content)", "按此编码读取（默认依内容判断）"}},
}};
constexpr OptionGroup kCharset{{"How to show it", "显示方式"}, kCharsetList};
constexpr std::array<Option, 1> kOutputList{{
    {"output",
     "FILE",
     {"write into FILE, or a file for each into DIR/ (default: -, standard output)",
      "写入文件；若为 DIR/，则每条一个文件（默认为 -，即标准输出）"},
     'o'},
}};
constexpr OptionGroup kOutput{{"Writing", "写出"}, kOutputList};
constexpr std::array<Option, 1> kDryList{{
    {"dry-run", "", {"read and report, change nothing", "只读取并报告，不作改动"}, 'n'},
}};
constexpr OptionGroup kDry{{"Storing", "入库"}, kDryList};

constexpr std::array kListGroups{&kWhich, &kLimit, &kJsonOptions};
constexpr std::array kRejectsShowGroups{&kCharset, &kJsonOptions};
constexpr std::array kExportGroups{&kWhich, &kOutput};
constexpr std::array kRetryGroups{&kWhich, &kUnderstandingOptions, &kDry, &kJsonOptions};

}  // namespace

extern const Command kRejectsListCommand{
    .name = "rejects list",
    .summary = {"the records that imports set aside", "列出导入时搁置的记录"},
    .description = {"Lists what imports could not read, with place and reason, and how many there "
                    "are of each reason. The ID is for 'rejects show', 'export' and 'retry'.",
                    "列出导入时未能读出的记录及其位置、原因，并按原因计数。"
                    "编号可用于 rejects show、export 与 retry。"},
    .example = "qipu rejects list --reason illegal-move",
    .example_note = {"the records whose moves the rules forbid", "着法不合规则的记录"},
    .groups = kListGroups,
    .run = run_list,
};

extern const Command kRejectsShowCommand{
    .name = "rejects show",
    .summary = {"one record that was set aside, with its text", "显示一条搁置的记录及其原文"},
    .arguments = "ID",
    .min_arguments = 1,
    .max_arguments = 1,
    .description = {"Prints where the record is from, why it was set aside, and its bytes: as text "
                    "with the line numbers of the file, the line at fault marked; as numbers where "
                    "they are no text.",
                    "显示记录的来源、搁置的原因及其原始内容：文本按文件行号列出并标出有误之行，"
                    "非文本则以十六进制列出。"},
    .example = "qipu rejects show 3.17",
    .example_note = {"record 17 of source 3, as 'rejects list' numbers them",
                     "来源 3 的第 17 条记录，编号见 rejects list"},
    .groups = kRejectsShowGroups,
    .run = run_rejects_show,
};

extern const Command kRejectsExportCommand{
    .name = "rejects export",
    .summary = {"write the bytes of records that were set aside", "写出搁置记录的原始字节"},
    .arguments = "[ID...]",
    .max_arguments = Command::kAnyNumber,
    .description = {"Writes the bytes as they were found: of the records named, or else of all "
                    "that --reason and --source let pass.",
                    "按原样写出记录的字节：所列编号，或 --reason 与 --source 选出的全部。"},
    .example = "qipu rejects export -o broken/",
    .example_note = {"writes each of them into a file of its own, to be mended by hand",
                     "每条写成一个文件，以便手工修补"},
    .groups = kExportGroups,
    .run = run_export,
};

extern const Command kRejectsRetryCommand{
    .name = "rejects retry",
    .summary = {"read records that were set aside again", "重读搁置的记录"},
    .arguments = "[ID...]",
    .max_arguments = Command::kAnyNumber,
    .description = {"Reads the bytes that the database kept once more: after an upgrade, or with "
                    "another charset, format or rule. What can be read now moves to the games, its "
                    "bytes with it; the rest stays, with today's reason. The files are not needed.",
                    "用数据库保存的字节再读一次：在升级之后，或换一种编码、格式、规则。"
                    "能读出的移入对局（字节一并保存），其余仍搁置，并更新原因。不需要原文件。"},
    .example = "qipu rejects retry --source '*/taiwan/*' --charset Big5",
    .example_note = {"reads those of one folder again, as Big5", "将某目录的搁置记录按 Big5 重读"},
    .groups = kRetryGroups,
    .run = run_retry,
};

}  // namespace qipu
