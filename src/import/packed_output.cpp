// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/packed_output.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>

namespace qipu {

const Packing* packing_by_ending(const std::filesystem::path& path) {
  static constexpr std::array<Packing, 4> kPackings{{{".gz", ARCHIVE_FILTER_GZIP},
                                                     {".zst", ARCHIVE_FILTER_ZSTD},
                                                     {".xz", ARCHIVE_FILTER_XZ},
                                                     {".bz2", ARCHIVE_FILTER_BZIP2}}};
  const std::string ending = path.extension().string();
  const auto found = std::find_if(kPackings.begin(), kPackings.end(),
                                  [&](const Packing& p) { return p.ending == ending; });
  return found == kPackings.end() ? nullptr : &*found;
}

void PackedOutput::Closer::operator()(archive* packer) const { archive_write_free(packer); }

PackedOutput::PackedOutput(const Packing& packing, ByteSink sink)
    : sink_(std::move(sink)), packer_(archive_write_new()) {
  if (!packer_) throw std::bad_alloc();
  const auto write = [](archive*, void* self, const void* bytes, std::size_t size) -> la_ssize_t {
    auto& output = *static_cast<PackedOutput*>(self);
    try {
      if (!output.failure_) output.sink_({static_cast<const char*>(bytes), size});
      return static_cast<la_ssize_t>(size);
    } catch (...) {
      output.failure_ = std::current_exception();
      return -1;
    }
  };
  check(archive_write_set_format_raw(packer_.get()) == ARCHIVE_OK);
  check(archive_write_add_filter(packer_.get(), packing.filter) == ARCHIVE_OK);
  archive_write_set_bytes_in_last_block(packer_.get(), 1);  // nothing behind the packed bytes
  check(archive_write_open(packer_.get(), this, nullptr, write, nullptr) == ARCHIVE_OK);
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                       archive_entry_free);
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  check(archive_write_header(packer_.get(), entry.get()) == ARCHIVE_OK);
}

PackedOutput::~PackedOutput() {
  // What was not finished is thrown away with its file.
  if (!failure_) failure_ = std::make_exception_ptr(IoError("not finished"));
}

void PackedOutput::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const la_ssize_t taken = archive_write_data(packer_.get(), bytes.data(), bytes.size());
    check(taken > 0);
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
}

void PackedOutput::finish() { check(archive_write_close(packer_.get()) == ARCHIVE_OK); }

void PackedOutput::check(bool is_good) {
  if (failure_) std::rethrow_exception(failure_);
  if (is_good) return;
  const char* why = archive_error_string(packer_.get());
  throw IoError(std::string("cannot pack the output: ") +
                (why == nullptr ? "no reason given" : why));
}

}  // namespace qipu
