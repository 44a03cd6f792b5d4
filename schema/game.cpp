// SPDX-License-Identifier: GPL-3.0-or-later

#include <zstd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "schema/damage.h"
#include "schema/game_header_code.h"
#include "schema/game_tree_code.h"
#include "schema/hash.h"
#include "schema/move_code.h"
#include "schema/place.h"
#include "schema/values.h"

namespace qipu {

namespace {

// Flags at the start of a body.
constexpr std::uint8_t kHasStart = 1;
constexpr std::uint8_t kHasTree = 2;
constexpr std::uint8_t kIsPacked = 4;  // the tree, with zstd
constexpr std::uint8_t kHasCodes = 8;  // the main line, in one byte a move
constexpr std::uint8_t kAllFlags = 15;

constexpr std::size_t kPackFrom = 1024;  // bytes of a tree that are worth packing
constexpr int kPackLevel = 3;
constexpr std::uint64_t kMaxTreeSize = std::uint64_t{1} << 30U;

// `text` packed, or nothing if that gains nothing or cannot be done.
std::optional<std::string> packed(const std::string& text) {
  if (text.size() < kPackFrom || text.size() > kMaxTreeSize) return std::nullopt;
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress(out.data(), out.size(), text.data(), text.size(), kPackLevel);
  if (ZSTD_isError(size) != 0U || size >= text.size()) return std::nullopt;
  out.resize(size);
  return out;
}

std::optional<std::string> unpacked(Bytes bytes, std::uint64_t size) {
  if (size > kMaxTreeSize || ZSTD_getFrameContentSize(bytes.data(), bytes.size()) != size) {
    return std::nullopt;
  }
  std::string out(static_cast<std::size_t>(size), '\0');
  const std::size_t got = ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) != 0U || got != size) return std::nullopt;
  return out;
}

bool read_packed_tree(ByteReader& in, const Position& start, MoveTree& tree) {
  const std::uint64_t size = in.varint();
  const auto text = unpacked(as_bytes(in.text()), size);
  return text && read_tree(as_bytes(*text), start, tree);
}

// The start of a body: flags, start position, main line.
struct BodyStart {
  std::uint8_t flags = 0;
  Position start = Position::start();
  std::vector<Move> moves;
};

Result<BodyStart> read_body_start(ByteReader& in) {
  BodyStart body;
  body.flags = in.u8();
  if (!in.ok() || body.flags > kAllFlags) {
    return damaged("a game with flags nobody knows");
  }
  if ((body.flags & kHasStart) != 0) {
    const auto start = read_board(in);
    if (!start) return damaged("a game whose start is no position");
    body.start = *start;
  }
  auto moves = (body.flags & kHasCodes) != 0 ? decode_line(body.start, as_bytes(in.text()))
                                             : read_moves(in, body.start);
  if (!moves) return damaged("a game whose moves are none");
  body.moves = *std::move(moves);
  return body;
}

void skip_head(ByteReader& in, StoredGame& stored) {
  stored.red = read_varint32(in);
  stored.black = read_varint32(in);
  stored.event = read_varint32(in);
  stored.place = read_place(in);
}

void append_line(ByteWriter& out, const Position& start, const std::vector<Move>& moves) {
  append_board(out, start);
  append_moves(out, moves);
}

}  // namespace

std::string encode_game_head(PlayerId red, PlayerId black, EventId event, const Place& place) {
  ByteWriter out;
  out.varint(red);
  out.varint(black);
  out.varint(event);
  append_place(out, place);
  return std::move(out).str();
}

std::string encode_game_body(const Game& game) {
  const std::string tree = encode_tree(game.tree);
  const auto packed_tree = packed(tree);
  const std::vector<Move> moves = game.tree.main_line();
  const auto codes = encode_line(game.start, moves);
  std::uint8_t flags = 0;
  if (!game.has_usual_start()) flags |= kHasStart;
  if (!tree.empty()) flags |= kHasTree;
  if (packed_tree) flags |= kIsPacked;
  if (codes) flags |= kHasCodes;

  ByteWriter out;
  out.u8(flags);
  if (!game.has_usual_start()) append_board(out, game.start);
  if (codes) {
    out.text(*codes);
  } else {
    append_moves(out, moves);
  }
  ByteWriter header;
  append_header(header, game, HeaderPart::Reading);
  out.text(header.str());
  if (packed_tree) {
    out.varint(tree.size());
    out.text(*packed_tree);
  } else if (!tree.empty()) {
    out.text(tree);
  }
  return std::move(out).str();
}

std::string encode_game(const StoredGame& stored) {
  return encode_game_head(stored.red, stored.black, stored.event, stored.place) +
         encode_game_body(stored.game);
}

Result<StoredGame> decode_game(Bytes bytes) {
  ByteReader in(bytes);
  StoredGame stored;
  skip_head(in, stored);
  if (!in.ok()) return damaged("a game that ends in its head");
  auto body = read_body_start(in);
  if (!body) return body.error();

  Game& game = stored.game;
  game.start = body->start;
  NodeId node = kRoot;
  for (const Move move : body->moves)
    node = game.tree.add(node, move);
  if (!read_header(as_bytes(in.text()), game)) return damaged("a game whose header is none");
  bool is_good = true;
  if ((body->flags & kIsPacked) != 0) {
    is_good = (body->flags & kHasTree) != 0 && read_packed_tree(in, game.start, game.tree);
  } else if ((body->flags & kHasTree) != 0) {
    is_good = read_tree(as_bytes(in.text()), game.start, game.tree);
  }
  if (!is_good || !in.ok() || !in.at_end()) return damaged("a game whose tree is none");
  return stored;
}

Result<MainLine> decode_main_line(Bytes bytes) {
  ByteReader in(bytes);
  StoredGame head;
  skip_head(in, head);
  auto body = read_body_start(in);
  if (!body) return body.error();
  return MainLine{body->start, std::move(body->moves)};
}

Hash128 content_hash(const Game& game) {
  ByteWriter out;
  out.text(game.header.red.name);
  out.text(game.header.black.name);
  out.text(game.header.event);
  append_line(out, game.start, game.tree.main_line());
  ByteWriter header;
  append_header(header, game, HeaderPart::Game);
  out.text(header.str());
  out.text(encode_tree(game.tree));
  return hash_of(as_bytes(out.str()));
}

Hash128 main_line_hash(const Game& game) {
  std::vector<Move> moves = game.tree.main_line();
  ByteWriter plain;
  append_line(plain, game.start, moves);
  std::transform(moves.begin(), moves.end(), moves.begin(),
                 [](Move move) { return move.mirrored(); });
  ByteWriter mirrored;
  append_line(mirrored, game.start.mirrored(), moves);
  return hash_of(as_bytes(std::min(plain.str(), mirrored.str())));
}

}  // namespace qipu
