// SPDX-License-Identifier: GPL-3.0-or-later

// Games written as records: to standard output, into one file (packed if it is called .gz, .zst,
// .xz or .bz2), or a file a game into a folder.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "importers/record_format.h"

namespace qipu {

class OutputFile;
class PackedOutput;
class Session;

// --output, --format, --output-charset, --xqf-version
extern const OptionGroup kRecordOutputOptions;

class RecordOutput {
 public:
  // By --output and --format; where only one is there, the ending of the output decides, or all
  // goes to standard output. THROWS: UsageError if no format is said or it is not written; IoError.
  explicit RecordOutput(const Session& session);
  RecordOutput(const RecordOutput&) = delete;
  RecordOutput& operator=(const RecordOutput&) = delete;
  ~RecordOutput();  // what was not committed leaves no trace, but for whole files in a folder

  bool is_standard_output() const { return target_ == "-"; }
  // THROWS: UsageError at the second game where format and output hold one; IoError.
  void write(const Game& game);
  // Ends the last record and puts the file in its place. Call once.
  void commit();

  std::uint64_t game_count() const { return game_count_; }
  const Losses& losses() const { return losses_; }
  std::string_view format_name() const { return format_->name; }

 private:
  void open(const std::filesystem::path& path);
  void close();
  std::filesystem::path file_of(const Game& game) const;

  const Session& session_;
  const RecordFormat* format_ = nullptr;
  std::filesystem::path target_;
  bool is_folder_ = false;
  WriteOptions options_;
  std::unique_ptr<OutputFile> file_;
  std::unique_ptr<PackedOutput> packed_;  // on the way to file_, where its name says so
  std::unique_ptr<GameWriter> writer_;
  std::uint64_t game_count_ = 0;
  Losses losses_;
};

// THROWS: UsageError if --json and the records would both go to standard output.
void require_summary_elsewhere(const Session& session, const RecordOutput& output);

// "Not held by xqf:" and each loss with its count; empty if nothing was lost.
std::string losses_text(const Session& session, const RecordOutput& output);

// The format of a name typed, as --format or --input-format takes it. THROWS: UsageError that
// lists those there are.
const RecordFormat& format_named(const Session& session, std::string_view option);

}  // namespace qipu
