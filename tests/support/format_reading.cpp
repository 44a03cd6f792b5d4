// SPDX-License-Identifier: GPL-3.0-or-later

#include "format_reading.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "hostile.h"

namespace qipu {

const RecordFormat& format_named(std::string_view name) {
  const RecordFormat* const format = find_record_format(name);
  REQUIRE(format != nullptr);
  return *format;
}

std::vector<Record> read_records(std::string_view format, std::string_view bytes,
                                 const ReadOptions& options) {
  std::vector<Record> records;
  format_named(format).read(as_bytes(bytes), options,
                            [&](Record record) { records.push_back(std::move(record)); });
  return records;
}

Game read_one_game(std::string_view format, std::string_view bytes, const ReadOptions& options) {
  std::vector<Record> records = read_records(format, bytes, options);
  REQUIRE(records.size() == 1);
  Game* const game = std::get_if<Game>(&records[0].found);
  REQUIRE(game != nullptr);
  return std::move(*game);
}

Error read_one_error(std::string_view format, std::string_view bytes) {
  const std::vector<Record> records = read_records(format, bytes);
  REQUIRE(records.size() == 1);
  const Error* const error = std::get_if<Error>(&records[0].found);
  REQUIRE(error != nullptr);
  return *error;
}

std::string to_iccs(const std::vector<Move>& moves) {
  std::string line;
  for (const Move move : moves) {
    if (!line.empty()) line += ' ';
    for (const Square square : {move.from(), move.to()}) {
      line += static_cast<char>('a' + square.file());
      line += static_cast<char>('0' + square.rank());
    }
  }
  return line;
}

std::vector<std::string> lines_as_iccs(const MoveTree& tree) {
  std::vector<std::string> lines;
  for (const NodeId leaf : tree.preorder()) {
    if (tree[leaf].first_child != kNoNode) continue;
    std::vector<Move> line;
    for (NodeId node = leaf; node != kRoot; node = tree[node].parent)
      line.push_back(tree[node].move);
    std::ranges::reverse(line);
    lines.push_back(to_iccs(line));
  }
  return lines;
}

bool has_note(const Game& game, Note::Kind kind) {
  return std::ranges::any_of(game.notes, [kind](const Note& note) { return note.kind == kind; });
}

std::string tag(const Game& game, std::string_view name) {
  for (const Tag& tag : game.header.others)
    if (tag.name == name) return tag.value;
  return {};
}

void check_bears_damage(std::string_view format, const std::string& good, int flips) {
  const TryBytes attempt = [&](Bytes bytes) {
    format_named(format).recognises(bytes.first(std::min<std::size_t>(bytes.size(), 4096)));
    const std::vector<Record> records = read_records(format, as_text(bytes));
    bool is_within = !records.empty();
    for (const Record& record : records) {
      is_within =
          is_within && record.offset <= bytes.size() && record.size <= bytes.size() - record.offset;
    }
    if (!is_within) {
      CAPTURE(to_hex(std::string(as_text(bytes))));
      CHECK(is_within);
    }
  };
  each_truncation(good, attempt);
  Random random(good.size());
  each_flip(good, random, flips, attempt);
}

std::string from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); ++i) {
    if (hex[i] == ' ' || hex[i] == '\n') continue;
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
    ++i;
  }
  return bytes;
}

std::string shared_path(std::string_view name) {
  return std::string(QIPU_SHARED_DIR) + "/" + std::string(name);
}

bool has_shared(std::string_view name) { return std::filesystem::exists(shared_path(name)); }

std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace qipu
