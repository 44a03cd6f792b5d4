// SPDX-License-Identifier: GPL-3.0-or-later

// Laws of every reader: what it finds depends on the bytes alone, not on where they lie, what
// stands around them, or into which pieces a large source was split.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../support/format_reading.h"
#include "../support/format_samples.h"

using namespace qipu;

namespace {

bool is_same(const Record& a, const Record& b) {
  if (a.offset != b.offset || a.size != b.size || a.line != b.line) return false;
  if (a.found.index() != b.found.index()) return false;
  if (const Game* const game = std::get_if<Game>(&a.found)) return *game == std::get<Game>(b.found);
  if (const Error* const error = std::get_if<Error>(&a.found))
    return *error == std::get<Error>(b.found);
  return std::get<OtherGame>(a.found).name == std::get<OtherGame>(b.found).name;
}

void check_same(const std::vector<Record>& a, const std::vector<Record>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CAPTURE(i, a[i].offset, b[i].offset, a[i].size, b[i].size, a[i].line, b[i].line);
    CHECK(is_same(a[i], b[i]));
  }
}

// As an import reads a large source: each piece ends where `split` says within a window, and places
// are counted from the start of the whole.
std::vector<Record> read_in_pieces(std::string_view format, std::string_view bytes,
                                   std::size_t window) {
  std::vector<Record> records;
  std::size_t offset = 0;
  std::uint32_t line = 0;
  while (offset < bytes.size()) {
    const std::string_view rest = bytes.substr(offset);
    std::size_t end = 0;
    for (std::size_t size = window; end == 0 && size < rest.size(); size *= 2) {
      end = format_named(format).split(as_bytes(rest.substr(0, size)));
      REQUIRE(end <= size);
    }
    if (end == 0) end = rest.size();
    for (Record& record : read_records(format, rest.substr(0, end))) {
      record.offset += offset;
      if (record.line != 0) record.line += line;
      if (Error* const error = std::get_if<Error>(&record.found)) {
        error->offset += offset;
        if (error->line != 0) error->line += line;
      }
      records.push_back(std::move(record));
    }
    line += static_cast<std::uint32_t>(std::ranges::count(rest.substr(0, end), '\n'));
    offset += end;
  }
  return records;
}

// The samples that qipu ships, one file after the other, and the small ones of each format.
std::vector<FormatSample> all_samples() {
  std::vector<FormatSample> samples = format_samples();
  const std::string folder = std::string(QIPU_SOURCE_DIR) + "/data-samples";
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  std::ranges::sort(files);
  for (const std::string& file : files) {
    std::string bytes = file_bytes(file);
    const RecordFormat* const format = recognise(file, as_bytes(bytes));
    if (format != nullptr) samples.push_back({format->name, std::move(bytes)});
  }
  return samples;
}

}  // namespace

TEST_CASE("where bytes lie in memory, and what stands around them, changes no record",
          "[importers]") {
  for (const FormatSample& sample : all_samples()) {
    CAPTURE(sample.format);
    const std::vector<Record> alone = read_records(sample.format, sample.bytes);
    for (const std::size_t shift : {1U, 3U}) {
      const std::string around = std::string(shift, '[') + sample.bytes +
                                 "\n[Event \"x\"]\n1. h2e2\xFF" + std::string(1, '\0');
      check_same(alone, read_records(sample.format,
                                     std::string_view(around).substr(shift, sample.bytes.size())));
    }
  }
}

TEST_CASE("a source read in pieces gives the records it gives as a whole", "[importers]") {
  std::size_t tried = 0;
  for (const FormatSample& sample : all_samples()) {
    if (format_named(sample.format).split == nullptr) continue;
    CAPTURE(sample.format);
    const std::vector<Record> whole = read_records(sample.format, sample.bytes);
    for (const std::size_t window : {4096U, 10000U, 65536U}) {
      CAPTURE(window);
      check_same(whole, read_in_pieces(sample.format, sample.bytes, window));
      ++tried;
    }
  }
  CHECK(tried > 0);
}
