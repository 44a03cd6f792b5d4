// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/pgn_games.h"

#include <catch2/catch.hpp>
#include <utility>

namespace qipu {

namespace {

std::string square_text(Square square) {
  return {static_cast<char>('a' + square.file()), static_cast<char>('0' + square.rank())};
}

std::string move_text(Move move) { return square_text(move.from()) + square_text(move.to()); }

std::string line_from(const MoveTree& tree, NodeId node) {
  std::string out;
  for (; node != kNoNode; node = tree[node].first_child) {
    if (!out.empty()) out += ' ';
    out += move_text(tree[node].move);
    if (tree[tree[node].parent].first_child != node) continue;
    for (NodeId other = tree[node].next_sibling; other != kNoNode; other = tree[other].next_sibling)
      out += "(" + line_from(tree, other) + ")";
  }
  return out;
}

}  // namespace

const RecordFormat& pgn() {
  const RecordFormat* format = find_record_format("pgn");
  REQUIRE(format != nullptr);
  return *format;
}

std::vector<Record> read_pgn(std::string_view bytes, const ReadOptions& options) {
  std::vector<Record> records;
  pgn().read(as_bytes(bytes), options,
             [&](Record record) { records.push_back(std::move(record)); });
  return records;
}

Game read_pgn_game(std::string_view bytes, const ReadOptions& options) {
  const std::vector<Record> records = read_pgn(bytes, options);
  REQUIRE(records.size() == 1);
  if (const Error* error = std::get_if<Error>(&records[0].found)) FAIL(error->message);
  const Game* game = std::get_if<Game>(&records[0].found);
  REQUIRE(game != nullptr);
  return *game;
}

Error read_pgn_error(std::string_view bytes, const ReadOptions& options) {
  const std::vector<Record> records = read_pgn(bytes, options);
  REQUIRE(records.size() == 1);
  const Error* error = std::get_if<Error>(&records[0].found);
  REQUIRE(error != nullptr);
  return *error;
}

std::string write_pgn(const Game& game, const WriteOptions& options, Losses* losses) {
  std::string bytes;
  const auto writer = pgn().writer([&](std::string_view part) { bytes += part; }, options);
  writer->write(game);
  writer->finish();
  if (losses != nullptr) *losses = writer->losses();
  return bytes;
}

std::string main_line_of(const Game& game) {
  std::string out;
  for (const Move move : game.tree.main_line())
    out += (out.empty() ? "" : " ") + move_text(move);
  return out;
}

std::string tree_of(const Game& game) { return line_from(game.tree, game.tree[kRoot].first_child); }

std::string notes_of(const Game& game, Note::Kind kind) {
  std::string out;
  for (const Note& note : game.notes) {
    if (note.kind == kind) out += (out.empty() ? "" : "\n") + note.text;
  }
  return out;
}

}  // namespace qipu
