// SPDX-License-Identifier: GPL-3.0-or-later

// Problem case 43: the byte order of a book move.

#include <catch2/catch.hpp>
#include <string>

#include "book/book_format.h"
#include "tests/support/temporary_folder.h"

using namespace qipu;

namespace {

const Move kCannon(Square(7, 2), Square(4, 2));  // h2e2

Book one_entry() {
  Book book;
  BookEntry entry{.position = Position::start(), .moves = {}};
  entry.moves.push_back({.move = kCannon, .weight = 1});
  book.entries.push_back(std::move(entry));
  return book;
}

}  // namespace

TEST_CASE("case 43: each format writes and reads the book of one entry", "[case]") {
  const TemporaryFolder folder;
  const std::string name = GENERATE("obk", "yfk");
  const BookFormat* format = find_book_format(name);
  REQUIRE(format != nullptr);
  format->write(one_entry(), folder / ("a." + name), {});
  CHECK(recognise_book(folder / ("a." + name)) == format);
  const auto reader = format->open(folder / ("a." + name));
  REQUIRE(reader);
  const auto moves = (*reader)->probe(Position::start());
  REQUIRE(moves.size() == 1);
  CHECK(moves[0].move == kCannon);
}

TEST_CASE("case 43: read as the other format the book is refused: wrong byte order?", "[case]") {
  const TemporaryFolder folder;
  const auto [written, read] =
      GENERATE(table<std::string, std::string>({{"obk", "yfk"}, {"yfk", "obk"}}));
  find_book_format(written)->write(one_entry(), folder / "a", {});
  const auto reader = find_book_format(read)->open(folder / "a");
  REQUIRE_FALSE(reader);
  CHECK_THAT(reader.error().message, Catch::Contains("wrong byte order?"));
}
