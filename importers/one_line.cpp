// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/one_line.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "importers/field_charset.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

constexpr std::size_t kHarmlessEnd = 2;  // a king left in check, a king taken

// Whether the first of `lost` moves, all that are left, leaves its king in check.
bool is_king_left(const Game& game, const std::vector<UncheckedMove>& moves, std::size_t played) {
  if (moves.size() - played > kHarmlessEnd) return false;
  const UncheckedMove& first = moves[played];
  if (!first.from || !first.to) return false;
  Position position = game.start;
  for (const Move move : game.tree.main_line())
    position.play(move);
  return is_pseudo_legal(position, Move(*first.from, *first.to));
}

std::optional<Square> turned(const std::optional<Square>& square) {
  if (!square) return std::nullopt;
  return Square(8 - square->file(), 9 - square->rank());
}

}  // namespace

void place_line(const OneLine& line, const ReadOptions& options, Game& game) {
  UncheckedTree tree;
  NodeId node = kRoot;
  for (const UncheckedMove& move : line.moves)
    node = tree.add(node, move);
  settle_side_to_move(tree, game);
  place_moves(tree, options, game);

  const std::size_t played = game.tree.ply_count();
  if (played < line.moves.size() && line.rest.empty() && line.why_it_stops.empty() &&
      is_king_left(game, line.moves, played)) {
    std::erase_if(game.notes, [](const Note& note) { return note.kind == Note::Kind::Cut; });
  }
  const NodeId last = game.tree.main_nodes().empty() ? kRoot : game.tree.main_nodes().back();
  if (!line.rest.empty()) {
    std::string& unread = game.tree.annotate(last).unread;
    unread += (unread.empty() ? "" : " ") + line.rest;
  }
  if (!line.why_it_stops.empty()) {
    game.notes.push_back({Note::Kind::Cut, static_cast<int>(line.moves.size()), line.why_it_stops});
  }
  if (const PositionFault fault = find_fault(game.start); fault != PositionFault::None) {
    game.notes.push_back({Note::Kind::IllegalStart, -1, to_text(fault)});
  }
}

void turn_upright(std::vector<UncheckedMove>& moves) {
  if (moves.empty() || !moves[0].from || moves[0].from->rank() < 5) return;
  for (UncheckedMove& move : moves)
    move = {turned(move.from), turned(move.to)};
}

bool starts_a_game(const std::vector<UncheckedMove>& moves) {
  if (moves.empty() || !moves[0].from || !moves[0].to) return false;
  return is_legal(Position::start(), Move(*moves[0].from, *moves[0].to));
}

std::optional<Square> square_from_top(unsigned file, unsigned row) {
  if (file > 8 || row > 9) return std::nullopt;
  return Square(static_cast<int>(file), 9 - static_cast<int>(row));
}

FieldTexts FieldTexts::by_content(std::string_view all, const ReadOptions& options) {
  FieldTexts texts = in_charset(gb_or_big5(all), options);
  const bool is_ascii = std::all_of(all.begin(), all.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
  if (is_ascii) texts.decided_.clear();
  return texts;
}

FieldTexts FieldTexts::in_charset(std::string charset, const ReadOptions& options) {
  FieldTexts texts;
  texts.fallback_ = options.fallback_charset;
  if (options.charset.empty()) {
    texts.charset_ = std::move(charset);
    texts.decided_ = texts.charset_;
  } else {
    texts.charset_ = options.charset;
  }
  return texts;
}

std::string FieldTexts::decode(std::string_view bytes) const {
  bytes = bytes.substr(0, bytes.find('\0'));
  const bool is_chinese = charset_ == "GB18030" || charset_ == "Big5-HKSCS";
  const std::string_view whole = is_chinese ? without_half_character(bytes) : bytes;
  std::string text = decode_text(as_bytes(whole), charset_, fallback_).text;
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20U; });
  return std::string(trim(text));
}

void add_tag(GameHeader& header, std::string_view name, std::string value) {
  if (!value.empty()) header.others.push_back({std::string(name), std::move(value)});
}

}  // namespace qipu
