// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/table_files.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

#include "base/bytes.h"
#include "base/result.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

// The end of a block-based table. SOURCE: RocksDB's wiki, "Rocksdb BlockBasedTable Format", and
// files as version 7.8 writes them:
//   footer: u8 kind of checksum, two block handles (varints offset, size) and zeros in 40 bytes,
//           u32 format version, u64 magic number
//   block:  its bytes, u8 compression, u32 checksum of both
//   the first handle is of the metaindex: sorted names of blocks, each with its handle
constexpr std::size_t kHandlesSize = 40;
constexpr std::size_t kFooterSize = 1 + kHandlesSize + 4 + 8;
constexpr std::uint64_t kMagic = 0x88e2'41b7'85f4'cff7;
constexpr std::uint32_t kFormat = 5;
constexpr std::uint8_t kXxh3 = 4;
constexpr std::size_t kTrailerSize = 5;
constexpr std::string_view kProperties = "rocksdb.properties";

struct BlockHandle {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

BlockHandle read_handle(ByteReader& in) {
  BlockHandle handle;
  handle.offset = in.varint();
  handle.size = in.varint();
  return handle;
}

class TableFile {
 public:
  explicit TableFile(const fs::path& path) : in_(path, std::ios::binary | std::ios::ate) {
    if (in_) size_ = static_cast<std::uint64_t>(in_.tellg());
  }

  // False where the file is damaged.
  bool is_whole();

 private:
  bool is_inside(const BlockHandle& handle) const;
  std::optional<std::string> read(std::uint64_t offset, std::uint64_t size);
  // The bytes of a block, if its checksum agrees.
  std::optional<std::string> block(const BlockHandle& handle);

  std::ifstream in_;
  std::uint64_t size_ = 0;
};

bool TableFile::is_inside(const BlockHandle& handle) const {
  return size_ >= kTrailerSize && handle.size <= size_ - kTrailerSize &&
         handle.offset <= size_ - kTrailerSize - handle.size;
}

std::optional<std::string> TableFile::read(std::uint64_t offset, std::uint64_t size) {
  std::string bytes(size, '\0');
  in_.seekg(static_cast<std::streamoff>(offset));
  if (!in_.read(bytes.data(), static_cast<std::streamsize>(size))) return std::nullopt;
  return bytes;
}

std::optional<std::string> TableFile::block(const BlockHandle& handle) {
  if (!is_inside(handle)) return std::nullopt;
  auto bytes = read(handle.offset, handle.size + kTrailerSize);
  if (!bytes) return std::nullopt;
  ByteReader trailer(as_bytes(*bytes).subspan(handle.size));
  const std::uint8_t compression = trailer.u8();
  // As RocksDB joins one more byte to a checksum.
  constexpr std::uint32_t kLastBytePrime = 0x6b90'83d9;
  const auto sum = static_cast<std::uint32_t>(XXH3_64bits(bytes->data(), handle.size));
  if (trailer.u32() != (sum ^ compression * kLastBytePrime)) return std::nullopt;
  bytes->resize(handle.size);
  return bytes;
}

// The handle under `name` in the bytes of a metaindex, whose names are written in full or as what
// differs from the one before.
std::optional<BlockHandle> find_handle(std::string_view metaindex, std::string_view name) {
  if (metaindex.size() < 4) return std::nullopt;
  const std::uint32_t restarts = ByteReader(as_bytes(metaindex.substr(metaindex.size() - 4))).u32();
  if (restarts > (metaindex.size() - 4) / 4) return std::nullopt;
  ByteReader in(as_bytes(metaindex.substr(0, metaindex.size() - 4 - 4 * std::size_t{restarts})));
  std::string key;
  while (in.ok() && !in.at_end()) {
    const std::uint64_t shared = in.varint();
    const std::uint64_t rest = in.varint();
    const std::uint64_t value_size = in.varint();
    if (shared > key.size()) return std::nullopt;
    key.resize(shared);
    key += as_text(in.bytes(rest));
    ByteReader value(in.bytes(value_size));
    if (key == name) return read_handle(value);
  }
  return std::nullopt;
}

bool TableFile::is_whole() {
  if (size_ < kFooterSize) return true;
  const auto bytes = read(size_ - kFooterSize, kFooterSize);
  if (!bytes) return true;
  ByteReader footer(as_bytes(*bytes));
  const std::uint8_t checksum = footer.u8();
  ByteReader handles(footer.bytes(kHandlesSize));
  const std::uint32_t format = footer.u32();
  if (footer.u64() != kMagic) return true;
  if (checksum != kXxh3 || format != kFormat) return false;
  const auto metaindex = block(read_handle(handles));
  const BlockHandle index = read_handle(handles);
  if (!metaindex || !handles.ok() || !is_inside(index)) return false;
  const auto properties = find_handle(*metaindex, kProperties);
  return properties && block(*properties);
}

}  // namespace

void check_table_files(const fs::path& place) {
  std::error_code error;
  for (fs::directory_iterator file(place, error), end; !error && file != end;
       file.increment(error)) {
    if (file->path().extension() != ".sst") continue;
    if (!TableFile(file->path()).is_whole()) {
      throw StoreError(
          fmt::format("the database at {} is damaged: the end of its file {} is not "
                      "what was written",
                      place.string(), file->path().filename().string()));
    }
  }
  if (error) {
    throw IoError(fmt::format("cannot read the folder {}: {}", place.string(), error.message()));
  }
}

}  // namespace qipu
