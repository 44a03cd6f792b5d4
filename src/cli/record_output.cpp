// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/record_output.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/session.h"
#include "import/packed_output.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

constexpr std::array<Option, 4> kOutputChoices{{
    {"output",
     "FILE",
     {"write into FILE, or a file a game into DIR/ (default: -, standard output)",
      "写入文件；若为 DIR/，则每局一个文件（默认为 -，即标准输出）"},
     'o'},
    {"format",
     "FORMAT",
     {"which format to write (else by the ending of FILE)", "写成何种格式（否则依文件后缀）"}},
    {"output-charset",
     "CHARSET",
     {"charset of text formats (default UTF-8)", "文本格式的编码（默认 UTF-8）"}},
    {"xqf-version",
     "10|18",
     {"version of XQF to write: 10, plain (default), or 18, keyed",
      "写出的 XQF 版本：10 不加密（默认），18 加密"}},
}};

std::string written_formats() {
  std::string names;
  for (const RecordFormat* format : record_formats()) {
    if (format->writer == nullptr) continue;
    if (!names.empty()) names += ", ";
    names += format->name;
  }
  return names;
}

const RecordFormat* format_by_ending(fs::path path) {
  if (packing_by_ending(path) != nullptr) path = path.stem();
  const std::string ending = to_lower(path.extension().string());
  if (ending.empty()) return nullptr;
  const RecordFormat* found = nullptr;
  for (const RecordFormat* format : record_formats()) {
    const std::string endings = ' ' + std::string(format->extensions) + ' ';
    if (endings.find(' ' + ending + ' ') == std::string::npos) continue;
    if (found == nullptr || found->writer == nullptr) found = format;
  }
  return found;
}

// A name as part of a file's name: no separators, no signs that shells or other systems mind.
std::string file_name_part(const std::string& name) {
  std::string out;
  const std::string clean = printable(name);
  for (const std::string_view character : characters_of(clean)) {
    if (out.size() + character.size() > 60) break;
    const bool is_bad = std::string_view("/\\:*?\"<>| ").find(character) != std::string_view::npos;
    out += is_bad ? std::string_view("_") : character;
  }
  return out;
}

}  // namespace

const OptionGroup kRecordOutputOptions{{"Writing records", "写出棋谱"}, kOutputChoices};

const RecordFormat& format_named(const Session& session, std::string_view option) {
  const std::string name = session.arguments.text(option);
  if (const RecordFormat* format = find_record_format(name)) return *format;
  std::vector<std::string> names;
  for (const RecordFormat* format : record_formats())
    names.emplace_back(format->name);
  throw UsageError(session.tr("--{}: there is no format '{}'; there are {}",
                              "--{}：没有格式“{}”；可用：{}", option, printable(name),
                              fmt::format("{}", fmt::join(names, ", "))));
}

void require_summary_elsewhere(const Session& session, const RecordOutput& output) {
  if (!session.wants_json() || !output.is_standard_output()) return;
  throw UsageError(
      session.tr("--json prints the summary on standard output; say -o FILE for the records",
                 "--json 在标准输出上给出汇总；棋谱请用 -o FILE 写入文件"));
}

std::string losses_text(const Session& session, const RecordOutput& output) {
  if (output.losses().empty()) return "";
  const Language tr = session.tr;
  std::string text = tr("Not held by {}:\n", "{} 存不下的内容：\n", output.format_name());
  for (const auto& [kind, count] : output.losses())
    text += fmt::format("  {} × {}\n", grouped(count), kind_of_loss(printable(kind), tr));
  return text;
}

RecordOutput::RecordOutput(const Session& session)
    : session_(session), target_(session.arguments.text_or("output", "-")) {
  const Arguments& typed = session.arguments;
  const Language tr = session.tr;
  std::error_code ignored;
  is_folder_ = target_.string().ends_with('/') || fs::is_directory(target_, ignored);
  if (typed.has("format")) {
    format_ = &format_named(session, "format");
  } else if (!is_folder_ && target_ != "-") {
    format_ = format_by_ending(target_);
  }
  if (format_ == nullptr) {
    throw UsageError(tr("which format? Say --format, one of {}", "何种格式？请给出 --format：{}",
                        written_formats()));
  }
  if (format_->writer == nullptr) {
    throw UsageError(tr("{} is read, not written; there are {}", "{} 只读不写；可写：{}",
                        format_->name, written_formats()));
  }
  if (typed.has("notation")) options_.notation = session.notation();
  if (typed.has("xqf-version")) {
    const std::string version = typed.text("xqf-version");
    if (version != "10" && version != "18") {
      throw UsageError(tr("--xqf-version is 10 or 18, not '{}'",
                          "--xqf-version 只能是 10 或 18，不是“{}”", version));
    }
    options_.xqf_version = version == "18" ? 18 : 10;
  }
  if (typed.has("output-charset")) {
    options_.charset = typed.text("output-charset");
    // THROWS: UsageError for one nobody knows. CSV has one more, with a byte order mark.
    const bool has_mark = format_->name == "csv" && options_.charset == "UTF-8-BOM";
    if (!has_mark) (void)encode_text("", options_.charset);
  }
  if (is_folder_) {
    fs::create_directories(target_, ignored);
    if (!fs::is_directory(target_))
      throw IoError(target_.string() + ": cannot be made a directory");
  } else {
    open(target_);
  }
}

RecordOutput::~RecordOutput() = default;

void RecordOutput::write(const Game& game) {
  if (is_folder_) {
    open(file_of(game));
  } else if (format_->one_game_a_file && game_count_ == 1) {
    throw UsageError(
        session_.tr("{} holds one game a file, and there are more; -o DIR/ writes a "
                    "file a game",
                    "{} 每个文件只存一局，而这里不止一局；用 -o DIR/ 逐局写成文件", format_->name));
  }
  writer_->write(game);
  ++game_count_;
  if (is_folder_) close();
}

void RecordOutput::commit() {
  if (!is_folder_) close();
}

void RecordOutput::open(const fs::path& path) {
  file_ = std::make_unique<OutputFile>(path);
  ByteSink sink = [this](std::string_view bytes) { file_->write(bytes); };
  if (const Packing* packing = packing_by_ending(path); packing != nullptr && !is_folder_) {
    packed_ = std::make_unique<PackedOutput>(*packing, std::move(sink));
    sink = [this](std::string_view bytes) { packed_->write(bytes); };
  }
  writer_ = format_->writer(std::move(sink), options_);
}

void RecordOutput::close() {
  writer_->finish();
  for (const auto& [kind, count] : writer_->losses())
    losses_[kind] += count;
  if (packed_) packed_->finish();
  file_->commit();
  writer_.reset();
  packed_.reset();
  file_.reset();
}

fs::path RecordOutput::file_of(const Game& game) const {
  std::string name = fmt::format("{:06}", game_count_ + 1);
  for (const PlayerHeader* player : {&game.header.red, &game.header.black}) {
    if (!player->name.empty()) name += '-' + file_name_part(player->name);
  }
  const std::string_view endings = format_->extensions;
  return target_ / (name + std::string(endings.substr(0, endings.find(' '))));
}

}  // namespace qipu
