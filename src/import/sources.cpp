// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/sources.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "import/archive_members.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

// Files up to this size are read; larger ones are mapped, to be read piece by piece.
constexpr std::uint64_t kMaxReadSize = std::uint64_t{16} << 20U;
constexpr std::size_t kFileChunk = std::size_t{64} << 10U;

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
          .message = "larger than the " + std::to_string(limit >> 20U) +
                     " MiB that --max-unpacked allows"};
}

// Collects bytes in memory, and past 16 MiB in a temporary file that has no name.
class Gathered {
 public:
  void add(std::string_view bytes) {
    size_ += bytes.size();
    if (!spilled_ && size_ <= kMaxReadSize) {
      memory_.append(bytes);
      return;
    }
    if (!spilled_) spill();
    write(bytes);
  }
  std::uint64_t size() const { return size_; }
  const std::string& memory() const { return memory_; }
  // Null while all is in memory.
  std::FILE* file() {
    if (spilled_ && std::fflush(spilled_.get()) != 0) fail();
    return spilled_.get();
  }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
  };

  [[noreturn]] static void fail() {
    throw IoError(system_message("cannot unpack into a temporary file"));
  }
  void spill() {
    spilled_.reset(std::tmpfile());
    if (!spilled_) fail();
    write(memory_);
    memory_ = {};
  }
  void write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), spilled_.get()) != bytes.size()) fail();
  }

  std::string memory_;
  std::uint64_t size_ = 0;
  std::unique_ptr<std::FILE, Closer> spilled_;
};

struct FileEntry {
  std::string path;
  std::uint64_t size = 0;
};

// Names on disk are bytes; old archives leave some in GBK.
std::string shown_name(const std::string& path) {
  return is_utf8(path) ? path : decode_text(as_bytes(path), "GB18030").text;
}

// A source of which there is only the name.
Source unread_source(const std::string& path) {
  Source source;
  source.name = shown_name(path);
  return source;
}

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
    failed(unread_source(path),
           {.code = Error::Code::Truncated, .message = "cannot list: " + error.message()});
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
      failed_(unread_source("-"), content.error());
      return true;
    }
    return each_unpacked(
        {.name = "-", .file_name = "", .content = std::move(*content), .disk_bytes_done = done_},
        options_, visit_, failed_);
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
      failed_(unread_source(entry.path), content.error());
      return true;
    }
    return each_unpacked({.name = shown_name(entry.path),
                          .file_name = shown_name(fs::path(entry.path).filename().string()),
                          .content = std::move(*content),
                          .disk_bytes_done = done_},
                         options_, visit_, failed_);
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
    return map(file.get(), size, path);
  }
  return read_to_end(file.get(), path, std::max(limit, kMaxReadSize));
}

Result<SourceBytes> SourceBytes::read_standard_input(std::uint64_t limit) {
  return read_to_end(STDIN_FILENO, "standard input", limit);
}

Result<SourceBytes> SourceBytes::gather(const std::function<Result<std::string_view>()>& more,
                                        std::uint64_t limit) {
  Gathered gathered;
  for (;;) {
    const auto chunk = more();
    if (!chunk) return chunk.error();
    if (chunk->empty()) break;
    if (gathered.size() + chunk->size() > limit) return too_large(limit);
    gathered.add(*chunk);
  }
  std::FILE* file = gathered.file();
  if (file == nullptr) return copy_of(gathered.memory());
  return map(::fileno(file), gathered.size(), "a temporary file");  // lives on while it is mapped
}

// Reads to the end of `fd`.
Result<SourceBytes> SourceBytes::read_to_end(int fd, const std::string& name, std::uint64_t limit) {
  std::vector<char> chunk(kFileChunk);
  const auto more = [&]() -> Result<std::string_view> {
    for (;;) {
      const ::ssize_t got = ::read(fd, chunk.data(), chunk.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw IoError(system_message("cannot read " + name));
      return std::string_view(chunk.data(), static_cast<std::size_t>(got));
    }
  };
  return gather(more, limit);
}

SourceBytes SourceBytes::map(int fd, std::uint64_t size, const std::string& name) {
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) throw IoError(system_message("cannot map " + name));
  ::madvise(data, size, MADV_SEQUENTIAL);
  return {static_cast<const std::byte*>(data), static_cast<std::size_t>(size), true};
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

void SourceBytes::release(std::size_t begin, std::size_t end) const {
  if (!is_mapped_) return;
  // With the page that `begin` is in: a step before may have ended in its middle.
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t first = begin / page * page;
  const std::size_t last = std::min(end, size_) / page * page;
  if (first < last) {
    ::madvise(const_cast<std::byte*>(data_) + first, last - first, MADV_DONTNEED);
  }
}

SourceBytes::~SourceBytes() {
  void* data = const_cast<std::byte*>(data_);
  if (is_mapped_) {
    ::munmap(data, size_);
  } else {
    std::free(data);
  }
}

bool each_unpacked(Source source, const SourceOptions& options, const SourceVisit& visit,
                   const SourceFailure& failed) {
  if (!is_packed(source.content.bytes())) return visit(std::move(source));
  UnpackLimits limits(options.max_unpacked, source.content.bytes().size());
  return each_member(source, limits, failed, [&](Source member) {
    if (!is_packed(member.content.bytes())) return visit(std::move(member));
    return each_member(member, limits, failed, visit);
  });
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
  const SourceFailure ignore = [](const Source&, const Error&) {};  // each_source will tell
  for (const std::string& path : paths) {
    if (path == "-") continue;
    for (const FileEntry& entry : files_under(path, ignore))
      total += entry.size;
  }
  return total;
}

}  // namespace qipu
