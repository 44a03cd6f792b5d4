// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/result.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

IoError failure(const std::string& name) {
  return IoError(name + ": " + std::strerror(errno));  // NOLINT(concurrency-mt-unsafe): one thread
}

[[noreturn]] void out_failed() {
  if (errno == EPIPE) throw PipeClosed();
  throw failure("standard output");
}

// Waits until the disk has what is at `path`, a file or a folder.
void sync(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw failure(path.string());
  const int failed = ::fsync(descriptor);
  ::close(descriptor);
  if (failed != 0 && errno != EINVAL) throw failure(path.string());
}

}  // namespace

void write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) out_failed();
}

void flush_out() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) out_failed();
}

void write_error(std::string_view text) {
  (void)std::fflush(stdout);  // a failure shows in flush_out
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  (void)std::fflush(stderr);
}

PendingFile::PendingFile(const fs::path& target) : target_(target) {
  std::error_code ignored;
  if (fs::is_symlink(target_, ignored)) target_ = fs::weakly_canonical(target_);
  if (fs::is_directory(target_, ignored)) throw IoError(target.string() + ": is a directory");
  const fs::path folder = target_.has_parent_path() ? target_.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored)) {
    throw IoError(folder.string() + ": no such directory");
  }
  path_ = folder / ("." + target_.filename().string() + ".qipu-" + std::to_string(::getpid()));
  fs::remove(path_, ignored);  // of a process that had our number and died
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  if (!is_committed_) fs::remove(path_, ignored);
}

void PendingFile::commit() {
  struct stat old {};
  if (::stat(target_.c_str(), &old) == 0) (void)::chmod(path_.c_str(), old.st_mode & 07777U);
  sync(path_);
  if (::rename(path_.c_str(), target_.c_str()) != 0) throw failure(target_.string());
  is_committed_ = true;
  sync(target_.has_parent_path() ? target_.parent_path() : fs::path("."));
}

OutputFile::OutputFile(const fs::path& target) : name_(target.string()) {
  if (target == "-") return;
  std::error_code ignored;
  const bool is_special = fs::exists(target, ignored) && fs::is_other(target, ignored);
  fs::path path = target;
  if (!is_special) {
    pending_ = std::make_unique<PendingFile>(target);
    path = pending_->path();
  }
  file_.reset(std::fopen(path.c_str(), is_special ? "wb" : "wbx"));
  if (file_ == nullptr) throw failure(name_);
}

void OutputFile::write(std::string_view bytes) {
  if (file_ == nullptr) {
    write_out(bytes);
  } else if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    if (errno == EPIPE) throw PipeClosed();
    throw failure(name_);
  }
}

void OutputFile::commit() {
  if (file_ == nullptr) {
    flush_out();
    return;
  }
  if (std::fclose(file_.release()) != 0) throw failure(name_);
  if (pending_ != nullptr) pending_->commit();
}

}  // namespace qipu
