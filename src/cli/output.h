// SPDX-License-Identifier: GPL-3.0-or-later

// Where a command's results go: standard output that notices failure, and files of which nobody
// ever sees half.

#pragma once

#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace qipu {

// Whoever read standard output has gone (qipu search | head). No failure: the command ends.
class PipeClosed : public std::exception {
 public:
  const char* what() const noexcept override { return "the reader of the output is gone"; }
};

// Writes to standard output. THROWS: PipeClosed; IoError for any other failure.
void write_out(std::string_view text);
// Call once all is written: only now is it known to have arrived.
void flush_out();
// Writes to standard error, after what was written out. Failures are ignored: there is nobody to
// tell.
void write_error(std::string_view text);

// A name beside `target` under which its new content is made, and which then replaces it.
class PendingFile {
 public:
  // THROWS: IoError if the folder of `target` does not exist or `target` is a folder.
  explicit PendingFile(const std::filesystem::path& target);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();  // removes what was not committed

  // Where to write; nothing is there yet.
  const std::filesystem::path& path() const { return path_; }
  // Brings the content to the disk and gives it the name of the target. THROWS: IoError.
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
  bool is_committed_ = false;
};

// Bytes into a file, or to standard output where the name is "-". What is no plain file (a pipe,
// /dev/null) is written as it is.
class OutputFile {
 public:
  // THROWS: IoError.
  explicit OutputFile(const std::filesystem::path& target);

  void write(std::string_view bytes);  // THROWS: PipeClosed, IoError
  // Call once, when all is written; without it the file stays as it was.
  void commit();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };

  std::string name_;  // for messages
  std::unique_ptr<PendingFile> pending_;
  std::unique_ptr<std::FILE, Closer> file_;  // null: standard output
};

}  // namespace qipu
