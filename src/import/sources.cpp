// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/sources.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "import/archive_members.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

// Files up to this size are read; larger ones are mapped, to be read piece by piece.
constexpr std::uint64_t kMaxReadSize = std::uint64_t{64} << 20U;

class FileDescriptor {
 public:
  explicit FileDescriptor(const std::string& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

std::string system_message(const std::string& what) {
  return what + ": " + std::generic_category().message(errno);
}

Error too_large(std::uint64_t limit) {
  return {.code = Error::Code::TooLarge,
          .message = "larger than the " + std::to_string(limit >> 20U) + " MiB allowed in memory"};
}

// Reads to the end of `fd`, growing the buffer; what was read before an error is freed.
Result<std::string> read_to_end(int fd, const std::string& name, std::uint64_t expected,
                                std::uint64_t limit) {
  std::string bytes;
  bytes.resize(static_cast<std::size_t>(std::min(expected, limit)) + 1);
  std::size_t size = 0;
  for (;;) {
    if (size == bytes.size()) bytes.resize(2 * size);
    const ::ssize_t got = ::read(fd, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw IoError(system_message("cannot read " + name));
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > limit) return too_large(limit);
  }
  bytes.resize(size);
  return bytes;
}

struct FileEntry {
  std::string path;
  std::uint64_t size = 0;
};

// The regular files under `path` in the order of their names; folders that are links are not
// entered.
std::vector<FileEntry> files_under(const std::string& path, const SourceFailure& failed) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return {{path, fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0}};
  }
  std::vector<FileEntry> files;
  fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, error);
  const fs::recursive_directory_iterator end;
  while (!error && it != end) {
    std::error_code ignored;
    if (it->is_regular_file(ignored))
      files.push_back({it->path().string(), it->file_size(ignored)});
    it.increment(error);
  }
  if (error)
    failed(path, {.code = Error::Code::Truncated, .message = "cannot list: " + error.message()});
  std::sort(files.begin(), files.end(),
            [](const FileEntry& a, const FileEntry& b) { return a.path < b.path; });
  return files;
}

class Walk {
 public:
  Walk(const SourceOptions& options, const SourceVisit& visit, const SourceFailure& failed)
      : options_(options), visit_(visit), failed_(failed) {}

  // False once a visit said so.
  bool standard_input() {
    auto content = SourceBytes::read_standard_input(options_.max_unpacked);
    if (!content) {
      failed_("-", content.error());
      return true;
    }
    return unpacked(
        {.name = "-", .file_name = "", .content = std::move(*content), .disk_bytes_done = done_});
  }

  bool path(const std::string& path) {
    for (const FileEntry& entry : files_under(path, failed_)) {
      if (!file(entry)) return false;
    }
    return true;
  }

 private:
  bool file(const FileEntry& entry) {
    done_ += entry.size;
    auto content = read(entry.path);
    if (!content) {
      failed_(entry.path, content.error());
      return true;
    }
    return unpacked({.name = entry.path,
                     .file_name = fs::path(entry.path).filename().string(),
                     .content = std::move(*content),
                     .disk_bytes_done = done_});
  }

  // A file that cannot be read is one bad source. What a visit throws is another matter, and must
  // not be taken for it: the disk of the database may be full.
  Result<SourceBytes> read(const std::string& path) const {
    try {
      return SourceBytes::read_file(path, options_.max_unpacked);
    } catch (const IoError& error) {
      return Error{.code = Error::Code::Truncated, .message = error.what()};
    }
  }

  // Visits `source`, or what is packed in it; one level of packing more than on disk.
  bool unpacked(Source source) {
    if (!is_packed(source.content.bytes())) return visit_(std::move(source));
    return each_member(source, options_.max_unpacked, failed_, [this](Source member) {
      if (!is_packed(member.content.bytes())) return visit_(std::move(member));
      return each_member(member, options_.max_unpacked, failed_, visit_);
    });
  }

  const SourceOptions& options_;
  const SourceVisit& visit_;
  const SourceFailure& failed_;
  std::uint64_t done_ = 0;
};

void require_paths(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    if (path != "-" && !fs::exists(path, error)) {
      throw IoError("no such file or folder: " + path);
    }
  }
}

}  // namespace

SourceBytes SourceBytes::copy_of(std::string_view bytes) {
  if (bytes.empty()) return {};
  void* data = std::malloc(bytes.size());
  if (data == nullptr) throw std::bad_alloc();
  std::memcpy(data, bytes.data(), bytes.size());
  return {static_cast<const std::byte*>(data), bytes.size(), false};
}

Result<SourceBytes> SourceBytes::read_file(const std::string& path, std::uint64_t limit) {
  const FileDescriptor file(path);
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    throw IoError(system_message("cannot open " + path));
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (S_ISREG(status.st_mode) && size > kMaxReadSize) {
    void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (data == MAP_FAILED) throw IoError(system_message("cannot map " + path));
    ::madvise(data, size, MADV_SEQUENTIAL);
    return SourceBytes(static_cast<const std::byte*>(data), size, true);
  }
  auto bytes = read_to_end(file.get(), path, size, std::max(limit, kMaxReadSize));
  if (!bytes) return bytes.error();
  return copy_of(*bytes);
}

Result<SourceBytes> SourceBytes::read_standard_input(std::uint64_t limit) {
  auto bytes = read_to_end(STDIN_FILENO, "standard input", kMaxReadSize / 64, limit);
  if (!bytes) return bytes.error();
  return copy_of(*bytes);
}

SourceBytes::SourceBytes(SourceBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      is_mapped_(std::exchange(other.is_mapped_, false)) {}

SourceBytes& SourceBytes::operator=(SourceBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(is_mapped_, other.is_mapped_);
  return *this;
}

SourceBytes::~SourceBytes() {
  void* data = const_cast<std::byte*>(data_);
  if (is_mapped_) {
    ::munmap(data, size_);
  } else {
    std::free(data);
  }
}

void each_source(const std::vector<std::string>& paths, const SourceOptions& options,
                 const SourceVisit& visit, const SourceFailure& failed) {
  require_paths(paths);
  Walk walk(options, visit, failed);
  for (const std::string& path : paths) {
    if (!(path == "-" ? walk.standard_input() : walk.path(path))) return;
  }
}

std::uint64_t disk_bytes(const std::vector<std::string>& paths) {
  std::uint64_t total = 0;
  const SourceFailure ignore = [](const std::string&, const Error&) {};  // each_source will tell
  for (const std::string& path : paths) {
    if (path == "-") continue;
    for (const FileEntry& entry : files_under(path, ignore))
      total += entry.size;
  }
  return total;
}

}  // namespace qipu
