// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/board_text.h"

#include <array>
#include <string_view>

namespace qipu {

namespace {

std::string sign_at(const Position& position, Square square, bool is_coloured) {
  const Piece piece = position.at(square);
  std::string sign(piece.is_none() ? "．" : character_of(piece));
  if (is_coloured && piece.is(Color::Red)) sign = "\x1b[31m" + sign + "\x1b[0m";
  return sign;
}

}  // namespace

std::string_view character_of(Piece piece) {
  static constexpr std::array<std::string_view, Piece::kCount> kCharacters{
      "帥", "仕", "相", "傌", "俥", "炮", "兵", "將", "士", "象", "馬", "車", "砲", "卒"};
  return kCharacters.at(static_cast<std::size_t>(piece.index()));
}

std::string draw_board(const Position& position, Move last, bool is_coloured) {
  const auto is_marked = [&](Square square) {
    return !last.is_none() && (square == last.from() || square == last.to());
  };
  std::string text = "    １ ２ ３ ４ ５ ６ ７ ８ ９\n";
  for (int rank = 9; rank >= 0; --rank) {
    text += ' ' + std::to_string(rank) + ' ';
    bool was_marked = false;
    for (int file = 0; file < 9; ++file) {
      const Square square(file, rank);
      const bool marked = is_marked(square);
      text += was_marked ? "]" : marked ? "[" : " ";
      text += sign_at(position, square, is_coloured);
      was_marked = marked;
    }
    text += was_marked ? "]\n" : "\n";
    if (rank == 5) text += "    －－－楚河－－－－漢界－－\n";
  }
  return text + "    九 八 七 六 五 四 三 二 一\n    ａ ｂ ｃ ｄ ｅ ｆ ｇ ｈ ｉ\n";
}

}  // namespace qipu
