// SPDX-License-Identifier: GPL-3.0-or-later

#include "records.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <utility>

namespace qipu {

namespace {

const RecordFormat& format_named(std::string_view name) {
  const RecordFormat* format = find_record_format(name);
  REQUIRE(format != nullptr);
  return *format;
}

std::string iccs(Move move) {
  const auto square = [](Square s) {
    return std::string{static_cast<char>('a' + s.file()), static_cast<char>('0' + s.rank())};
  };
  return square(move.from()) + square(move.to());
}

std::string line_to(const MoveTree& tree, NodeId node) {
  std::string line;
  for (; node != kRoot; node = tree[node].parent)
    line.insert(0, iccs(tree[node].move) + (line.empty() ? "" : " "));
  return line;
}

}  // namespace

std::vector<Record> read_records(std::string_view format, std::string_view bytes,
                                 const ReadOptions& options) {
  std::vector<Record> records;
  format_named(format).read(as_bytes(bytes), options,
                            [&](Record record) { records.push_back(std::move(record)); });
  for (const Record& record : records) {
    REQUIRE(record.offset <= bytes.size());
    REQUIRE(record.size <= bytes.size() - record.offset);
  }
  return records;
}

std::vector<Game> read_games(std::string_view format, std::string_view bytes,
                             const ReadOptions& options) {
  std::vector<Game> games;
  for (Record& record : read_records(format, bytes, options))
    if (auto* game = std::get_if<Game>(&record.found)) games.push_back(std::move(*game));
  return games;
}

Game read_one_game(std::string_view format, std::string_view bytes, const ReadOptions& options) {
  std::vector<Record> records = read_records(format, bytes, options);
  REQUIRE(records.size() == 1);
  Game* game = std::get_if<Game>(&records[0].found);
  REQUIRE(game != nullptr);
  return std::move(*game);
}

std::string write_games(std::string_view format, const std::vector<Game>& games, Losses* losses,
                        const WriteOptions& options) {
  std::string bytes;
  const auto writer =
      format_named(format).writer([&](std::string_view part) { bytes += part; }, options);
  for (const Game& game : games)
    writer->write(game);
  writer->finish();
  if (losses == nullptr) return bytes;
  for (const auto& [kind, count] : writer->losses())
    (*losses)[kind] += count;
  return bytes;
}

std::vector<std::string> lines_of(const MoveTree& tree) {
  std::vector<std::string> lines;
  for (const NodeId leaf : tree.preorder())
    if (tree[leaf].first_child == kNoNode) lines.push_back(line_to(tree, leaf));
  return lines;
}

std::string comment_at(const MoveTree& tree, std::string_view line) {
  for (const NodeId node : tree.preorder()) {
    if (line_to(tree, node) != line) continue;
    const Annotation* annotation = tree.annotation(node);
    return annotation == nullptr ? std::string() : annotation->comment;
  }
  FAIL("no node " << line);
  return {};
}

bool has_note(const Game& game, Note::Kind kind) {
  for (const Note& note : game.notes)
    if (note.kind == kind) return true;
  return false;
}

std::size_t move_count(const std::vector<Game>& games) {
  std::size_t count = 0;
  for (const Game& game : games)
    count += game.tree.size() - 1;
  return count;
}

std::string bytes_of_dump(std::size_t size, const std::vector<std::string>& lines) {
  std::string bytes(size, '\0');
  for (const std::string& line : lines) {
    std::size_t at = std::stoul(line, nullptr, 16);
    for (std::size_t i = line.find(':') + 1; i + 2 < line.size(); i += 3) {
      if (at >= bytes.size()) bytes.resize(at + 1);
      bytes[at++] = static_cast<char>(std::stoi(line.substr(i, 3), nullptr, 16));
    }
  }
  return bytes;
}

std::string file_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::filesystem::path corpus(const std::string& path) {
  auto full = std::filesystem::path(QIPU_SHARED_DIR) / "corpus" / path;
  if (std::filesystem::exists(full)) return full;
  WARN("skipped: no shared corpus");
  return {};
}

}  // namespace qipu
