// SPDX-License-Identifier: GPL-3.0-or-later

// From moves to text. SOURCE: rules/notation.md; formats/pgn.md, section 12.

#include <array>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include "xiangqi/file_groups.h"
#include "xiangqi/notation.h"

namespace qipu {

namespace {

constexpr std::array<std::string_view, Piece::kCount> kPieceNames{
    "帅", "仕", "相", "马", "车", "炮", "兵", "将", "士", "象", "马", "车", "炮", "卒"};
constexpr std::array<std::string_view, 10> kNumerals{"",   "一", "二", "三", "四",
                                                     "五", "六", "七", "八", "九"};
constexpr std::string_view kWxfLetters = "KAEHRCP";  // by PieceKind

std::string_view chinese_direction(char direction) {
  return direction == '+' ? "进" : direction == '-' ? "退" : "平";
}

char digit(int number) { return static_cast<char>('0' + number); }

// A move in the terms of the notations of words.
struct Words {
  Piece piece;
  int file = 0;  // as the mover counts
  char direction = 0;
  int number = 0;
  std::size_t on_file = 1;        // equal pieces on the file; 1 for those that need no rank word
  std::size_t place = 0;          // among them, from the front, counted from 0
  std::size_t doubled_files = 0;  // files that hold several; counted if this one does
  std::size_t ordinal = 1;        // among the pieces of those files, counted from 1

  Words(const Position& position, Move move);
};

// Counts the piece on `from` among its equals on doubled files.
void count_equals(const Position& position, Square from, Words& words) {
  const FileGroup own(position, words.piece, words.file);
  words.on_file = own.size();
  if (own.size() < 2) return;
  while (own[words.place] != from)
    ++words.place;
  std::size_t counted = 0;
  for (int number = 1; number <= 9; ++number) {
    const std::size_t size = FileGroup(position, words.piece, number).size();
    if (size < 2) continue;
    ++words.doubled_files;
    if (number == words.file) words.ordinal = counted + words.place + 1;
    counted += size;
  }
}

Words::Words(const Position& position, Move move)
    : piece(position.at(move.from())), file(file_number(piece.color(), move.from().file())) {
  const Color color = piece.color();
  const int ranks = advance(color, move.to().rank()) - advance(color, move.from().rank());
  direction = ranks > 0 ? '+' : ranks < 0 ? '-' : '=';
  const bool counts_points = move.from().file() == move.to().file();
  number = counts_points ? std::abs(ranks) : file_number(color, move.to().file());
  // Of two advisors or elephants on a file one can only advance, the other only retreat.
  if (piece.kind() != PieceKind::Advisor && piece.kind() != PieceKind::Bishop) {
    count_equals(position, move.from(), *this);
  }
}

// 前, 二 ...: what stands before the name of one of several pieces. Empty past 九.
std::string_view chinese_rank_word(const Words& words) {
  if (words.doubled_files > 1 || words.on_file > 3) {
    return words.ordinal < kNumerals.size() ? kNumerals[words.ordinal] : std::string_view();
  }
  if (words.place == 0) return "前";
  return words.place + 1 == words.on_file ? "后" : "中";
}

// R+=4; 15=6 for pawns where more than two are counted. Empty where there is no such name.
std::string wxf_name(const Words& words) {
  const char letter = kWxfLetters[static_cast<std::size_t>(words.piece.kind())];
  if (words.on_file < 2) return {letter, digit(words.file)};
  const bool is_pawn = words.piece.kind() == PieceKind::Pawn;
  if (is_pawn && (words.on_file > 2 || words.doubled_files > 1)) {
    return {digit(static_cast<int>(words.place) + 1), digit(words.file)};
  }
  if (words.on_file > 3 || words.doubled_files > 1) return {};
  const char sign = words.place == 0 ? '+' : words.place + 1 == words.on_file ? '-' : '=';
  return {letter, sign};
}

std::string coordinates(Move move, int lowest_rank) {
  std::string text;
  for (const Square square : {move.from(), move.to()}) {
    text += static_cast<char>('a' + square.file());
    text += std::to_string(square.rank() + lowest_rank);
  }
  return text;
}

std::string wxf(const Position& position, Move move) {
  const Words words(position, move);
  std::string text = wxf_name(words);
  if (text.empty()) return coordinates(move, 0);
  text += words.direction;
  text += digit(words.number);
  return text;
}

// The part before the direction: 炮二, 前马. `numeral` writes the mover's numbers.
template <class Numeral>
std::string chinese_name(const Words& words, Numeral numeral) {
  std::string text;
  const std::string_view name = kPieceNames[static_cast<std::size_t>(words.piece.index())];
  if (words.on_file < 2) {
    text += name;
    text += numeral(words.file);
    return text;
  }
  text += chinese_rank_word(words);
  if (!text.empty()) text += name;
  return text;
}

std::string chinese(const Position& position, Move move) {
  static constexpr std::string_view kDigits = "0123456789";
  const auto numeral = [&](int number) {
    const auto index = static_cast<std::size_t>(number);
    return position.to_move() == Color::Red ? kNumerals[index] : kDigits.substr(index, 1);
  };
  const Words words(position, move);
  std::string text = chinese_name(words, numeral);
  if (text.empty()) return coordinates(move, 0);
  text += chinese_direction(words.direction);
  text += numeral(words.number);
  return text;
}

std::string short_chinese(const Position& position, Move move) {
  const Words words(position, move);
  const std::string name = chinese_name(words, digit);
  if (name.empty()) return coordinates(move, 0);
  if (words.direction != '-') {
    std::string text = name + digit(words.number);
    const auto scanned = scan_move(text);
    if (scanned && resolve(position, scanned->shape).size() == 1) return text;
  }
  std::string text = name;
  text += chinese_direction(words.direction);
  text += digit(words.number);
  return text;
}

// Che2, Raa5, R1a5; a pawn has no letter and tells its file unless it goes straight to an empty
// point.
std::string san(const Position& position, Move move) {
  const Square from = move.from();
  const PieceKind kind = position.at(from).kind();
  const bool is_capture = !position.at(move.to()).is_none();
  bool tells_file = false;
  bool tells_rank = false;
  std::string text;
  if (kind == PieceKind::Pawn) {
    tells_file = is_capture || from.file() != move.to().file();
  } else {
    text += kWxfLetters[static_cast<std::size_t>(kind)];
    bool shares_file = false;
    bool shares_rank = false;
    bool has_rival = false;
    for (SquareSet others = position.pieces(position.to_move()); !others.empty();) {
      const Square other = others.pop();
      if (other == from || position.at(other).kind() != kind) continue;
      if (!is_legal(position, {other, move.to()})) continue;
      has_rival = true;
      shares_file = shares_file || other.file() == from.file();
      shares_rank = shares_rank || other.rank() == from.rank();
    }
    tells_file = has_rival && (!shares_file || shares_rank);
    tells_rank = shares_file;
  }
  if (tells_file) text += static_cast<char>('a' + from.file());
  if (tells_rank) text += digit(from.rank());
  if (is_capture) text += 'x';
  text += static_cast<char>('a' + move.to().file());
  text += digit(move.to().rank());
  return text;
}

struct NotationName {
  Notation notation;
  std::string_view name;
};
constexpr std::array kNotationNames{
    NotationName{Notation::Chinese, "chinese"}, NotationName{Notation::Short, "short"},
    NotationName{Notation::Wxf, "wxf"},         NotationName{Notation::Iccs, "iccs"},
    NotationName{Notation::Uci1, "uci1"},       NotationName{Notation::San, "san"}};

}  // namespace

std::optional<Notation> find_notation(std::string_view name) {
  for (const NotationName& known : kNotationNames) {
    if (known.name == name) return known.notation;
  }
  return std::nullopt;
}

std::string_view to_text(Notation notation) {
  return kNotationNames[static_cast<std::size_t>(notation)].name;
}

std::string to_text(const Position& position, Move move, Notation notation) {
  switch (notation) {
    case Notation::Chinese:
      return chinese(position, move);
    case Notation::Short:
      return short_chinese(position, move);
    case Notation::Wxf:
      return wxf(position, move);
    case Notation::Iccs:
      return coordinates(move, 0);
    case Notation::Uci1:
      return coordinates(move, 1);
    case Notation::San:
      break;
  }
  return san(position, move);
}

}  // namespace qipu
