// SPDX-License-Identifier: GPL-3.0-or-later

// YFK (.yfk, 勇芳): the table of OBK with the two bytes of a move changed over.
//
// SOURCE: schema/formats/obk.md, "YFK".

#include "book/book_format.h"
#include "book/formats/obk_table.h"
#include "book/sqlite_file.h"

namespace qipu {
namespace {

BookSummary write(const Book& book, const std::filesystem::path& path,
                  const BookWriteOptions& options) {
  return write_obk_table(book, path, options, ObkMoveOrder::ToFirst);
}

Result<std::unique_ptr<BookReader>> open(const std::filesystem::path& path) {
  return open_obk_table(path, ObkMoveOrder::ToFirst);
}

}  // namespace

extern const BookFormat yfk_format{
    .name = "yfk", .extension = ".yfk", .recognises = is_sqlite, .write = write, .open = open};

}  // namespace qipu
