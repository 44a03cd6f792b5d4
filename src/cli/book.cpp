// SPDX-License-Identifier: GPL-3.0-or-later

// qipu book: opening books made from the database, and what books say.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>

#include "book/book_builder.h"
#include "book/book_format.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/question.h"
#include "cli/session.h"
#include "cli/text_table.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

namespace fs = std::filesystem;

std::string format_names() {
  std::string names;
  for (const BookFormat* format : book_formats()) {
    if (!names.empty()) names += ", ";
    names += format->name;
  }
  return names;
}

// By --format, else by the ending of the file.
const BookFormat& asked_format(const Session& session, const fs::path& target) {
  const Language tr = session.tr;
  const std::string name = session.arguments.text("format");
  for (const BookFormat* format : book_formats()) {
    if (format->write == nullptr) continue;
    if (name.empty() ? target.extension() == format->extension : name == format->name) {
      return *format;
    }
  }
  throw name.empty()
      ? UsageError(tr("which format? Say --format, one of {}", "何种格式？请给出 --format：{}",
                      format_names()))
      : UsageError(tr("--format: there is no book format '{}'; there are {}",
                      "--format：没有开局库格式“{}”；可用：{}", printable(name), format_names()));
}

BookOptions asked_book_options(const Session& session) {
  const Arguments& typed = session.arguments;
  BookOptions options;
  options.max_ply =
      static_cast<int>(typed.number("depth", static_cast<std::uint64_t>(options.max_ply), 1, 511));
  options.min_games =
      typed.number("min-games", options.min_games, 1, std::numeric_limits<std::uint32_t>::max());
  options.min_score = typed.ratio("min-score", options.min_score);
  const std::string side = typed.text("side");
  if (!side.empty()) options.side = side == "red" ? Color::Red : Color::Black;
  const std::string weight = typed.text("weight");
  if (weight == "score") options.weight = BookWeight::Score;
  if (weight == "wilson") options.weight = BookWeight::Wilson;
  if (weight == "recent") options.weight = BookWeight::Recent;
  return options;
}

ObkKeyMode asked_key_mode(const Session& session) {
  const std::string mode = session.arguments.text("obk-keys");
  if (mode == "int") return ObkKeyMode::Int;
  return mode == "both" ? ObkKeyMode::Both : ObkKeyMode::Real;
}

BuiltBook build(const Session& session, const Store& store) {
  const Language tr = session.tr;
  const AskedPosition asked = asked_position(session, &store);
  const Filter filter = asked_filter(session, store);
  catch_interrupts();
  ProgressLine line(session.shows_progress());
  BuiltBook built = build_book(store, asked.position, filter, asked_book_options(session),
                               [&](std::uint64_t positions) {
                                 line.show(tr("{} positions  {}", "{} 个局面  {}",
                                              grouped(positions), clock_time(line.seconds())));
                                 return !interrupt_flag();
                               });
  stop_if_interrupted();
  return built;
}

void report(const Session& session, const fs::path& target, const BookFormat& format,
            const BookSummary& summary, const std::map<std::string, std::uint64_t>& left_out) {
  const Language tr = session.tr;
  if (session.wants_json()) {
    session.print_json({{"book", target.string()},
                        {"format", format.name},
                        {"positions", summary.positions},
                        {"moves", summary.moves},
                        {"left_out", left_out}});
    return;
  }
  std::string text =
      tr("{}: positions {}, moves {}\n", "{}：局面 {}，着法 {}\n", printable(target.string()),
         grouped(summary.positions), grouped(summary.moves));
  if (!left_out.empty()) text += tr("Left out:\n", "略去：\n");
  for (const auto& [reason, count] : left_out) {
    text += fmt::format("  {} × {}\n", grouped(count), reason);
  }
  text.pop_back();
  session.note(text);
}

int run_build(Session& session) {
  const Language tr = session.tr;
  const fs::path target = session.arguments.positional()[0];
  const BookFormat& format = asked_format(session, target);
  PendingFile file(target);
  const Store store = session.open_store();
  const BuiltBook built = build(session, store);
  if (built.book.entries.empty()) {
    report_error(
        tr("no move meets the conditions, so no book was written; try --min-games 1 or "
           "fewer filters",
           "没有符合条件的着法，未写出开局库；可试 --min-games 1 或放宽筛选"));
    return 1;
  }
  const BookSummary summary =
      format.write(built.book, file.path(), {.key_mode = asked_key_mode(session)});
  stop_if_interrupted();
  file.commit();
  std::map<std::string, std::uint64_t> left_out = built.left_out;
  for (const auto& [reason, count] : summary.left_out)
    left_out[reason] += count;
  report(session, target, format, summary, left_out);
  return 0;
}

std::unique_ptr<BookReader> open_book(const Session& session, const fs::path& path) {
  const Language tr = session.tr;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw IoError(tr("{}: no such file", "{}：没有这个文件", printable(path.string())));
  }
  const BookFormat* format = recognise_book(path);
  if (format == nullptr || format->open == nullptr) {
    throw IoError(tr("{}: no book of a known format ({})", "{}：不是已知格式的开局库（{}）",
                     printable(path.string()), format_names()));
  }
  Result<std::unique_ptr<BookReader>> reader = format->open(path);
  if (!reader) {
    throw IoError(fmt::format("{}: {}: {}", printable(path.string()),
                              kind_of_error(reader.error().code, tr),
                              printable(reader.error().message)));
  }
  return std::move(*reader);
}

std::string probe_text(const Session& session, const Position& position,
                       const std::vector<BookMove>& moves) {
  const Language tr = session.tr;
  using Align = TextTable::Align;
  TextTable table({{tr("Move", "着法")},
                   {tr("Weight", "权重"), Align::Right},
                   {tr("Share", "占比"), Align::Right},
                   {tr("Won", "胜"), Align::Right},
                   {tr("Drawn", "和"), Align::Right},
                   {tr("Lost", "负"), Align::Right},
                   {tr("Note", "备注"), Align::Left, 60}});
  const Json answer = book_moves_json(position, moves, session.notation());
  for (const Json& entry : answer["entries"]) {
    std::string note = entry["enabled"].get<bool>() ? "" : tr("(disabled) ", "（停用）");
    if (entry["memo"].is_string()) note += entry["memo"].get<std::string>();
    table.add_row(
        {entry["move"].get<std::string>(), std::to_string(entry["weight"].get<std::int64_t>()),
         entry["share"].is_null() ? "" : percent(entry["share"].get<double>(), 1),
         grouped(entry["win"].get<std::uint64_t>()), grouped(entry["draw"].get<std::uint64_t>()),
         grouped(entry["loss"].get<std::uint64_t>()), note});
  }
  return to_fen(position) + "\n\n" + table.to_text(session.is_coloured());
}

int run_probe(Session& session) {
  const std::unique_ptr<BookReader> book = open_book(session, session.arguments.positional()[0]);
  const Position position = asked_position(session, nullptr).position;
  const std::vector<BookMove> moves = book->probe(position);
  if (session.wants_json()) {
    session.print_json(book_moves_json(position, moves, session.notation()));
  } else if (!moves.empty()) {
    session.print(probe_text(session, position, moves));
  }
  if (moves.empty()) session.note(session.tr("the book has no move here", "库中没有此局面的着法"));
  return 0;
}

constexpr std::array<Option, 7> kBuildOptions{{
    {"format",
     "FORMAT",
     {"which book format (else by the ending of OUT)", "开局库格式（否则依文件后缀）"}},
    {"depth",
     "N",
     {"moves up to N plies from the start (default 40)", "收录起点后 N 步以内的着法（默认 40）"},
     'd'},
    {"min-games",
     "N",
     {"leave out moves of fewer games (default 2)", "略去对局数少于 N 的着法（默认 2）"}},
    {"min-score",
     "SHARE",
     {"leave out moves that scored less, such as 0.45 or 45%",
      "略去得分低于此的着法，如 0.45 或 45%"}},
    {"side", "red|black", {"only moves of this side", "只收此方的着法"}},
    {"weight",
     "games|score|wilson|recent",
     {"what makes a move better (default games)", "着法权重的依据（默认 games）"}},
    {"obk-keys",
     "real|int|both",
     {"OBK: how keys with the top bit set are kept (default real)",
      "OBK：最高位为 1 的键的存法（默认 real）"}},
}};
constexpr OptionGroup kBuildGroup{{"The book", "开局库"}, kBuildOptions};
constexpr std::array kBuildGroups{&kBuildGroup, &kPositionOptions, &kFilterOptions, &kJsonOptions};
constexpr std::array kProbeGroups{&kPositionOptions, &kMoveOptions};

}  // namespace

extern const Command kBookBuildCommand{
    .name = "book build",
    .summary = {"make an opening book from the database", "由数据库生成开局库"},
    .arguments = "OUT",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        {"Walks the positions of the games that meet the conditions, breadth first from the start "
         "or the position asked, and writes what was played there as a book that chess programs "
         "load. Says how many positions and moves it holds, and why others were left out. A file "
         "that is there is replaced when the new one is whole.",
         "从开局（或指定局面）起逐层遍历符合条件的对局，将走过的着法写成棋软可用的开局库，"
         "并报告收录的局面与着法数，以及其余被略去的原因。已有的文件在新文件写完整后才被替换。"},
    .example = "qipu book build hu.obk --player 胡荣华 --depth 30 --min-games 3",
    .example_note =
        {"a book of what was played at least three times in Hu Ronghua's games, 30 plies "
         "deep",
         "胡荣华对局中走过三次以上的着法，深 30 步"},
    .groups = kBuildGroups,
    .run = run_build,
};

extern const Command kBookProbeCommand{
    .name = "book probe",
    .summary = {"what an opening book plays at a position", "查询开局库在某局面下的着法"},
    .arguments = "BOOK",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        {"Lists the book's moves at the start or the position asked, best first; results "
         "are those of the side to move.",
         "列出开局库在开局（或指定局面）下的着法，优者在前；胜负依走子一方计。"},
    .example = "qipu book probe hu.obk --moves '炮二平五'",
    .example_note = {"the answers to the central cannon", "应对中炮的着法"},
    .groups = kProbeGroups,
    .run = run_probe,
};

}  // namespace qipu
