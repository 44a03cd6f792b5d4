// SPDX-License-Identifier: GPL-3.0-or-later

// A stream packed on its way to a file: gzip, zstd, xz, bzip2.
//
// SOURCE of the packers: libarchive.

#pragma once

#include <exception>
#include <filesystem>
#include <memory>
#include <string_view>

#include "importers/record_format.h"

struct archive;

namespace qipu {

struct Packing {
  std::string_view ending;  // ".gz"
  int filter = 0;           // libarchive's number
};

// By the ending of a file's name; null if it is none of a packed file.
const Packing* packing_by_ending(const std::filesystem::path& path);

class PackedOutput {
 public:
  PackedOutput(const Packing& packing, ByteSink sink);
  PackedOutput(const PackedOutput&) = delete;
  PackedOutput& operator=(const PackedOutput&) = delete;
  ~PackedOutput();

  // THROWS: IoError, and what the sink throws.
  void write(std::string_view bytes);
  // Call once, after the last byte. THROWS likewise.
  void finish();

 private:
  struct Closer {
    void operator()(archive* packer) const;
  };

  void check(bool is_good);

  ByteSink sink_;
  std::exception_ptr failure_;  // of the sink: libarchive is C
  std::unique_ptr<archive, Closer> packer_;
};

}  // namespace qipu
