// SPDX-License-Identifier: GPL-3.0-or-later

// Where records come from: files, folders, archives, standard input.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace qipu {

// The bytes of a file or of a member of an archive, owned: in memory, or mapped where a file is
// large. Moves; the bytes stay where they are.
class SourceBytes {
 public:
  SourceBytes() = default;
  // Takes a copy in memory.
  static SourceBytes copy_of(std::string_view bytes);
  // Files past 16 MiB are mapped, whatever their size; pipes and devices are read up to `limit`.
  // ERRORS: TooLarge. THROWS: IoError.
  static Result<SourceBytes> read_file(const std::string& path, std::uint64_t limit);
  static Result<SourceBytes> read_standard_input(std::uint64_t limit);
  // The bytes that `more` gives, a chunk each call, an empty one at the end; past 16 MiB they go
  // to a nameless temporary file. ERRORS: TooLarge past `limit`, and those of `more`.
  static Result<SourceBytes> gather(const std::function<Result<std::string_view>()>& more,
                                    std::uint64_t limit);

  SourceBytes(SourceBytes&& other) noexcept;
  SourceBytes& operator=(SourceBytes&& other) noexcept;
  ~SourceBytes();

  Bytes bytes() const { return {data_, size_}; }
  // Bytes [begin, end) will not be asked for soon: where they are mapped, their memory is given
  // back, and they are read again if they are.
  void release(std::size_t begin, std::size_t end) const;

 private:
  SourceBytes(const std::byte* data, std::size_t size, bool is_mapped)
      : data_(data), size_(size), is_mapped_(is_mapped) {}

  static SourceBytes map(int fd, std::uint64_t size, const std::string& name);
  static Result<SourceBytes> read_to_end(int fd, const std::string& name, std::uint64_t limit);

  const std::byte* data_ = nullptr;  // malloc'ed, or mapped
  std::size_t size_ = 0;
  bool is_mapped_ = false;
};

struct Source {
  std::string name;       // "games/a.pgn", "all.tar.zst!1990/b.xqf", "-"; UTF-8, GBK is decoded
  std::string file_name;  // its own, without what packed it: "a.pgn" for "a.pgn.gz"
  SourceBytes content;
  std::uint64_t disk_bytes_done = 0;  // of all the paths, with this one
};

struct SourceOptions {
  // What one packed file, one member of an archive or standard input may unpack to, in bytes. All
  // that is in a file on disk may take four times as much, or 200 times what the file takes. A
  // guard against bombs.
  std::uint64_t max_unpacked = std::uint64_t{4} << 30U;
};

using SourceVisit = std::function<bool(Source)>;  // false stops the walk
// `source` has its bytes if it could be read: a damaged archive has, a file that may not be opened
// has none.
using SourceFailure = std::function<void(const Source& source, const Error&)>;

// Visits every file under `paths`, folders in the order of their names, archives and compressed
// files opened by content, also inside an archive, once. Files on disk may be of any size. What
// cannot be read goes to `failed` with the reason, and the walk goes on. THROWS: IoError, before
// anything is visited, if a path does not exist; and what a visit throws.
//
// SOURCE of the containers: libarchive (tar, zip, 7z, rar, gz, bz2, xz, zst).
void each_source(const std::vector<std::string>& paths, const SourceOptions& options,
                 const SourceVisit& visit, const SourceFailure& failed);

// Visits `source`, or if it is packed what is in it, also inside an archive, once; false if a visit
// stopped it.
bool each_unpacked(Source source, const SourceOptions& options, const SourceVisit& visit,
                   const SourceFailure& failed);

// What lies under `paths` on disk, in bytes; standard input counts nothing.
std::uint64_t disk_bytes(const std::vector<std::string>& paths);

}  // namespace qipu
