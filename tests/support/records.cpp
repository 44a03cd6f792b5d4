// SPDX-License-Identifier: GPL-3.0-or-later

#include "records.h"

#include <catch2/catch.hpp>
#include <utility>

namespace qipu {

std::vector<Game> read_games(std::string_view format, std::string_view bytes,
                             const ReadOptions& options) {
  std::vector<Game> games;
  for (Record& record : read_records(format, bytes, options))
    if (auto* game = std::get_if<Game>(&record.found)) games.push_back(std::move(*game));
  return games;
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

std::string comment_at(const MoveTree& tree, std::string_view line) {
  for (const NodeId node : tree.preorder()) {
    std::vector<Move> moves;
    for (NodeId at = node; at != kRoot; at = tree[at].parent)
      moves.insert(moves.begin(), tree[at].move);
    if (to_iccs(moves) != line) continue;
    const Annotation* annotation = tree.annotation(node);
    return annotation == nullptr ? std::string() : annotation->comment;
  }
  FAIL("no node " << line);
  return {};
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

std::filesystem::path corpus(const std::string& path) {
  auto full = std::filesystem::path(QIPU_SHARED_DIR) / "corpus" / path;
  if (std::filesystem::exists(full)) return full;
  WARN("skipped: no shared corpus");
  return {};
}

}  // namespace qipu
