// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes, opened and probed as an OBK book: an error or moves, never a crash or a hang.
//
// Random bytes seldom pass SQLite's first look, so an input that does not start as an SQLite file
// is taken as changes to a small book: three bytes each, a place in the file and what stands there.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "book/book_format.h"
#include "book/sqlite_file.h"
#include "xiangqi/movegen.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program of one file

// Beside the other fuzzers, each with its own file; in memory where Linux offers that.
std::filesystem::path book_path(const char* name) {
  const std::filesystem::path memory = "/dev/shm";
  const auto folder =
      std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
  return folder / (name + std::to_string(getpid()) + ".obk");
}

std::string small_book() {
  Book book;
  Position position = Position::start();
  for (int ply = 0; ply < 12; ++ply) {
    BookEntry entry{position, ply, {}};
    for (const Move move : legal_moves(position)) {
      entry.moves.emplace_back();
      entry.moves.back().move = move;
      entry.moves.back().memo = "memo";
    }
    position.play(entry.moves.front().move);
    book.entries.push_back(std::move(entry));
  }
  const auto path = book_path("qipu-fuzz-seed-");
  find_book_format("obk")->write(book, path, {ObkKeyMode::Both});
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  return bytes;
}

std::string changed(std::string book, Bytes changes) {
  for (std::size_t i = 0; i + 2 < changes.size(); i += 3) {
    const std::size_t place = std::to_integer<std::size_t>(changes[i]) << 8U |
                              std::to_integer<std::size_t>(changes[i + 1]);
    book[place % book.size()] = std::to_integer<char>(changes[i + 2]);
  }
  return book;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string seed = small_book();
  static const std::filesystem::path path = book_path("qipu-fuzz-");
  const Bytes input(reinterpret_cast<const std::byte*>(data), size);
  std::ofstream(path, std::ios::binary)
      << (is_sqlite(input) ? std::string(as_text(input)) : changed(seed, input));
  try {
    const auto reader = find_book_format("obk")->open(path);
    if (!reader) return 0;
    (*reader)->row_count();
    Position position = Position::start();
    for (int ply = 0; ply < 12; ++ply) {
      const auto moves = (*reader)->probe(position);
      if (moves.empty()) break;
      for (const BookMove& move : moves) {
        if (!is_legal(position, move.move)) std::abort();
      }
      position.play(moves.front().move);
    }
  } catch (const IoError&) {
    // Pages that the first look did not meet may be damaged: said, and done.
  }
  return 0;
}
