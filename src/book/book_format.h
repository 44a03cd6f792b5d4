// SPDX-License-Identifier: GPL-3.0-or-later

// The seam of book formats: OBK ... Each is one BookFormat in a file named after it in formats/;
// the build makes book_formats() from the folder.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "book/book.h"

namespace qipu {

// How keys with the top bit set are stored in OBK. SOURCE: formats/books.md, section 1.4.
enum class ObkKeyMode : std::uint8_t { Real, Int, Both };

struct BookWriteOptions {
  ObkKeyMode key_mode = ObkKeyMode::Real;
};

// What was written, and what the format could not hold, by kind.
struct BookSummary {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  std::map<std::string, std::uint64_t> left_out;
};

// An opened book file.
class BookReader {
 public:
  virtual ~BookReader() = default;
  // The book's moves on `position` as it stands, best first, legal ones only; both orientations are
  // asked. THROWS: IoError if the file fails.
  virtual std::vector<BookMove> probe(const Position& position) = 0;
  virtual std::uint64_t row_count() = 0;
};

struct BookFormat {
  std::string_view name;       // "obk"
  std::string_view extension;  // ".obk"
  bool (*recognises)(Bytes head) = nullptr;
  // Writes a whole book to `path`, which does not exist yet. THROWS: IoError.
  BookSummary (*write)(const Book& book, const std::filesystem::path& path,
                       const BookWriteOptions& options) = nullptr;
  // ERRORS: BadHeader, Truncated, Damaged. THROWS: IoError.
  Result<std::unique_ptr<BookReader>> (*open)(const std::filesystem::path& path) = nullptr;
};

std::span<const BookFormat* const> book_formats();
const BookFormat* find_book_format(std::string_view name);
// The format of an existing file, by its first bytes, or null; where several recognise them, the
// ending of its name decides, then the first.
const BookFormat* recognise_book(const std::filesystem::path& path);

}  // namespace qipu
