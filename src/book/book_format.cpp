// SPDX-License-Identifier: GPL-3.0-or-later

#include "book/book_format.h"

#include <fstream>

namespace qipu {

const BookFormat* find_book_format(std::string_view name) {
  for (const BookFormat* format : book_formats()) {
    if (format->name == name) return format;
  }
  return nullptr;
}

const BookFormat* recognise_book(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw IoError(path.string() + ": cannot be opened");
  std::string head(4096, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  const BookFormat* first = nullptr;
  for (const BookFormat* format : book_formats()) {
    if (!format->recognises(as_bytes(head))) continue;
    if (path.extension() == format->extension) return format;
    if (first == nullptr) first = format;
  }
  return first;
}

}  // namespace qipu
