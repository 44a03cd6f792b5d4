// SPDX-License-Identifier: GPL-3.0-or-later

// The table that OBK and YFK books share, but for the order of a move's two bytes.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "book/book_format.h"

namespace qipu {

// Which square is in the high byte of a move.
enum class ObkMoveOrder : std::uint8_t { FromFirst, ToFirst };

// As BookFormat::write and BookFormat::open.
BookSummary write_obk_table(const Book& book, const std::filesystem::path& path,
                            const BookWriteOptions& options, ObkMoveOrder order);
Result<std::unique_ptr<BookReader>> open_obk_table(const std::filesystem::path& path,
                                                   ObkMoveOrder order);

}  // namespace qipu
