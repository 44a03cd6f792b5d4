// SPDX-License-Identifier: GPL-3.0-or-later

// From text to MoveShape. Characters become symbols of a few classes; the shapes of pgn.md,
// sections 5 to 9, are patterns of symbols.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "xiangqi/notation.h"

namespace qipu {

namespace {

// A character as the patterns see it; aligned to be read as one word.
struct alignas(4) Symbol {
  enum class Kind : std::uint8_t {
    Other,
    Blank,
    Dot,        // a middle dot, where a short form has lost its bar
    Piece,      // value: PieceKind
    Numeral,    // a Chinese numeral; value: 1..9
    Digit,      // value: 0..9
    Direction,  // 进 退 平; value: + - =
    Place,      // 前 中 后; value: + = -
    Sign,       // value: one of + - = .
    Letter,     // value: the letter
  };
  Kind kind = Kind::Other;
  char value = 0;
  std::uint8_t size = 0;  // bytes of the text

  bool is(Kind wanted) const { return kind == wanted; }
  bool is_number() const { return kind == Kind::Numeral || (kind == Kind::Digit && value > 0); }
  bool is_direction() const { return kind == Kind::Direction || kind == Kind::Sign; }
};

using Kind = Symbol::Kind;

constexpr Symbol piece(PieceKind kind) { return {Kind::Piece, static_cast<char>(kind)}; }
constexpr Symbol numeral(int value) { return {Kind::Numeral, static_cast<char>(value)}; }

// SOURCE: formats/pgn.md, section 5, the table of symbols.
struct Meaning {
  std::u32string_view characters;
  Symbol symbol;
};
constexpr std::array kMeanings{
    Meaning{U"帅帥将將", piece(PieceKind::King)},
    Meaning{U"仕士", piece(PieceKind::Advisor)},
    Meaning{U"相象", piece(PieceKind::Bishop)},
    Meaning{U"马馬傌㐷码", piece(PieceKind::Knight)},  // the last a slip of the keyboard
    Meaning{U"车車俥伡砗硨", piece(PieceKind::Rook)},
    Meaning{U"炮砲包", piece(PieceKind::Cannon)},
    Meaning{U"兵卒", piece(PieceKind::Pawn)},
    Meaning{U"一壹", numeral(1)},
    Meaning{U"二贰貳", numeral(2)},
    Meaning{U"三叁参參", numeral(3)},
    Meaning{U"四肆", numeral(4)},
    Meaning{U"五伍", numeral(5)},
    Meaning{U"六陆陸", numeral(6)},
    Meaning{U"七柒", numeral(7)},
    Meaning{U"八捌", numeral(8)},
    Meaning{U"九玖", numeral(9)},
    Meaning{U"进進上", {Kind::Direction, '+'}},
    Meaning{U"退下", {Kind::Direction, '-'}},
    Meaning{U"平", {Kind::Direction, '='}},
    Meaning{U"前", {Kind::Place, '+'}},
    Meaning{U"中", {Kind::Place, '='}},
    Meaning{U"后後", {Kind::Place, '-'}},
    Meaning{U"\u2010\u2011\u2013\u2014\u2212", {Kind::Sign, '-'}},  // hyphens, dashes, minus
    Meaning{U"×", {Kind::Letter, 'x'}},
    Meaning{U"·•・", {Kind::Dot}},
    Meaning{U"\u00A0\u3000", {Kind::Blank}},
};

constexpr Symbol ascii_symbol(char c) {
  if (c >= '0' && c <= '9') return {Kind::Digit, static_cast<char>(c - '0')};
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return {Kind::Letter, c};
  if (c == '+' || c == '-' || c == '=' || c == '.') return {Kind::Sign, c};
  if (c == ' ' || (c >= '\t' && c <= '\r')) return {Kind::Blank};
  return {};
}

// By code point: a table, because branches guess the characters of moves wrong.
using SymbolTable = std::array<Symbol, 0x10000>;

constexpr SymbolTable make_symbols() {
  constexpr char32_t kFullWidthFirst = 0xFF01;
  SymbolTable table{};
  for (char c = '!'; c <= '~'; ++c)
    table[kFullWidthFirst + static_cast<char32_t>(c - '!')] = ascii_symbol(c);
  for (const Meaning& meaning : kMeanings) {
    for (const char32_t c : meaning.characters)
      table[c] = meaning.symbol;
  }
  for (std::size_t i = 0; i < 0x80; ++i)
    table[i] = ascii_symbol(static_cast<char>(i));
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i].size = i < 0x80 ? 1 : i < 0x800 ? 2 : 3;
  return table;
}

constexpr SymbolTable kSymbols = make_symbols();

// The symbol that starts at text[at]; of size 0 at the end, and for bytes that are no text.
Symbol symbol_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (at >= text.size()) return {};
  if (byte(0) < 0x80) return kSymbols[byte(0)];
  if ((byte(0) & 0xF0U) == 0xE0U && continues(1) && continues(2)) {
    return kSymbols[(byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU)];
  }
  if ((byte(0) & 0xE0U) == 0xC0U && continues(1)) {
    return kSymbols[(byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU)];
  }
  return {};
}

// The first symbols of a text, each with the place where it ends.
template <std::size_t kMost>
struct Symbols {
  std::array<Symbol, kMost> list{};
  std::array<std::size_t, kMost> ends{};

  const Symbol& operator[](std::size_t i) const { return list[i]; }
  // Whether no blank stands before the symbols 1 .. last.
  bool are_adjacent(std::size_t last) const {
    for (std::size_t i = 1; i <= last; ++i) {
      if (ends[i - 1] + list[i].size != ends[i]) return false;
    }
    return true;
  }
};

// REQUIRES: kMost symbols are enough for the longest pattern and one more.
template <std::size_t kMost>
Symbols<kMost> first_symbols(std::string_view text) {
  Symbols<kMost> symbols;
  std::size_t at = 0;
  for (std::size_t i = 0; i < kMost; ++i) {
    Symbol symbol = symbol_at(text, at);
    while (i > 0 && symbol.is(Kind::Blank)) {
      at += symbol.size;
      symbol = symbol_at(text, at);
    }
    at += symbol.size;
    symbols.list[i] = symbol;
    symbols.ends[i] = at;
    if (symbol.is(Kind::Other) || symbol.is(Kind::Letter)) break;
  }
  return symbols;
}

char ordinal(int value) { return static_cast<char>('a' + value - 1); }
char direction_of(Symbol symbol) { return symbol.value == '.' ? '=' : symbol.value; }

// The patterns. Each fills `shape` and gives the bytes that the move takes, or gives 0. Handing
// shapes around by value would take as long as scanning them.

// 炮二平五, 前马退四, 三兵平六, 车前进一, 前九平八, 15=6, 前兵九平八, 兵九前平八; 炮25, 后车6.
std::size_t scan_words(std::string_view text, MoveShape& shape) {
  const auto symbols = first_symbols<6>(text);
  std::size_t i = 0;
  if (symbols[0].is(Kind::Piece)) {
    shape.kind = static_cast<PieceKind>(symbols[i++].value);
    if (symbols[i].is_number()) shape.file = symbols[i++].value;
    if (symbols[i].is(Kind::Place)) shape.rank_word = symbols[i++].value;
    if (i == 1) return 0;
  } else {
    if (!symbols[0].is(Kind::Place) && !symbols[0].is_number()) return 0;
    shape.rank_word = symbols[0].is(Kind::Place) ? symbols[0].value : ordinal(symbols[0].value);
    const bool is_digit = symbols[0].is(Kind::Digit);  // a move number looks like that
    ++i;
    if (symbols[i].is(Kind::Piece)) {
      if (is_digit && !symbols.are_adjacent(1)) return 0;
      shape.kind = static_cast<PieceKind>(symbols[i++].value);
      if (symbols[i].is_number() && symbols[i + 1].is_direction()) shape.file = symbols[i++].value;
    } else {
      const Symbol direction = symbols[2];
      if (!symbols[1].is_number() || !direction.is_direction()) return 0;
      if (is_digit && (direction.value == '.' || !symbols.are_adjacent(3))) return 0;
      shape.file = symbols[i++].value;
    }
  }
  if (symbols[i].is_direction()) {
    shape.direction = direction_of(symbols[i++]);
  } else if (symbols[i].is(Kind::Dot)) {
    ++i;
  }
  if (!symbols[i].is_number()) return 0;
  shape.number = symbols[i].value;
  return symbols.ends[i];
}

// Letters, digits and signs without blanks between, folded to ASCII. Ends in a 0.
struct Word {
  static constexpr std::size_t kMost = 10;  // "Ch10-e10" and some more
  std::array<char, kMost + 1> letters{};
  std::array<std::uint8_t, kMost + 1> ends{};  // ends[i]: bytes of the text that i letters take

  explicit Word(std::string_view text) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < kMost; ++i) {
      const Symbol symbol = symbol_at(text, at);
      if (symbol.is(Kind::Digit)) {
        letters[i] = static_cast<char>('0' + symbol.value);
      } else if (symbol.is(Kind::Letter) || symbol.is(Kind::Sign)) {
        letters[i] = symbol.value;
      } else {
        return;
      }
      at += symbol.size;
      ends[i + 1] = static_cast<std::uint8_t>(at);
    }
  }
  char operator[](std::size_t i) const { return letters[i]; }
};

bool is_sign(char c) { return c == '+' || c == '-' || c == '=' || c == '.'; }
bool is_number(char c) { return c >= '1' && c <= '9'; }
std::int8_t number_of(char c) { return static_cast<std::int8_t>(c - '0'); }

std::optional<PieceKind> wxf_kind(char letter) {
  switch (to_lower(letter)) {
    case 'k':
      return PieceKind::King;
    case 'a':
    case 'g':
      return PieceKind::Advisor;
    case 'e':
    case 'b':
    case 'm':
      return PieceKind::Bishop;
    case 'h':
    case 'n':
      return PieceKind::Knight;
    case 'r':
      return PieceKind::Rook;
    case 'c':
      return PieceKind::Cannon;
    case 'p':
      return PieceKind::Pawn;
    default:
      return std::nullopt;
  }
}

// C2=5, R+=4, +R=4, P..4, Pa=6, +4.5, +P4=5; in any case.
std::size_t scan_wxf(const Word& word, MoveShape& shape) {
  std::size_t i = 0;
  if (word[0] == '+' || word[0] == '-') shape.rank_word = word[i++];
  shape.kind = wxf_kind(word[i]);
  if (shape.kind) ++i;
  const char name = to_lower(word[i]);
  if (is_number(name)) {
    shape.file = number_of(word[i++]);
  } else if (shape.rank_word == 0 && is_sign(name)) {
    shape.rank_word = direction_of({Kind::Sign, word[i++]});
  } else if (shape.rank_word == 0 && shape.kind == PieceKind::Pawn && name >= 'a' && name <= 'e') {
    shape.rank_word = name;
    ++i;
  }
  const bool is_whole = shape.kind ? shape.file != 0 || shape.rank_word != 0
                                   : shape.file != 0 && shape.rank_word != 0;
  if (!is_whole || !is_sign(word[i]) || !is_number(word[i + 1])) return 0;
  shape.direction = direction_of({Kind::Sign, word[i]});
  shape.number = number_of(word[i + 1]);
  return word.ends[i + 2];
}

bool is_file(char c) { return c >= 'a' && c <= 'i'; }
std::int8_t file_of(char c) { return static_cast<std::int8_t>(c - 'a'); }

// Reads 0..10, the two characters of 10 before the one of 1; -1 where there is no digit.
std::int8_t take_rank(const Word& word, std::size_t& i) {
  if (word[i] < '0' || word[i] > '9') return -1;
  if (word[i] == '1' && word[i + 1] == '0') {
    i += 2;
    return 10;
  }
  return number_of(word[i++]);
}

// h2e2, H2-E2, h10g8, h2xh9. An upper-case letter before a lower-case one is San (C1a5).
std::size_t scan_coordinates(const Word& word, MoveShape& shape) {
  shape.form = MoveShape::Form::Coordinates;
  std::size_t i = 0;
  const char from = word[i++];
  if (!is_file(to_lower(from))) return 0;
  shape.from_file = file_of(to_lower(from));
  shape.from_rank = take_rank(word, i);
  if (shape.from_rank < 0) return 0;
  const char between = to_lower(word[i]);
  if (between == '-' || between == 'x') ++i;
  shape.is_capture = between == 'x';
  const char to = word[i++];
  if (!is_file(to_lower(to)) || (!is_file(from) && is_file(to))) return 0;
  shape.to_file = file_of(to_lower(to));
  shape.to_rank = take_rank(word, i);
  if (shape.to_rank < 0) return 0;
  return word.ends[i];
}

// Che2, Cxe6, Raa5, R1a5, Ch2-e2, Pg5, g5, gf3, ixi6: pieces upper case, files lower case.
std::size_t scan_san(const Word& word, MoveShape& shape) {
  shape.form = MoveShape::Form::San;
  shape.kind = PieceKind::Pawn;
  std::size_t i = 0;
  const bool has_letter = word[0] >= 'A' && word[0] <= 'Z';
  if (has_letter) {
    shape.kind = wxf_kind(word[i++]);
    if (!shape.kind || word[0] == 'G' || word[0] == 'M') return 0;
  }
  if (is_file(word[i])) shape.from_file = file_of(word[i++]);
  if (!has_letter && shape.from_file < 0) return 0;
  shape.from_rank = take_rank(word, i);
  const std::size_t first_end = i;
  const char between = to_lower(word[i]);
  if (between == 'x' || between == '-') ++i;
  if (is_file(word[i])) {
    shape.to_file = file_of(word[i++]);
    shape.to_rank = take_rank(word, i);
  }
  if (shape.to_rank >= 0) {
    shape.is_capture = between == 'x';
    return word.ends[i];
  }
  if (shape.from_file < 0 || shape.from_rank < 0) return 0;
  shape.to_file = shape.from_file;  // one square only: the target
  shape.to_rank = shape.from_rank;
  shape.from_file = shape.from_rank = -1;
  return word.ends[first_end];
}

}  // namespace

std::optional<ScannedMove> scan_move(std::string_view text) {
  std::optional<ScannedMove> found(std::in_place);
  const Symbol first = symbol_at(text, 0);
  if (first.is(Kind::Letter) || first.is(Kind::Sign)) {
    const Word word(text);
    for (const auto scan : {scan_coordinates, scan_wxf, scan_san}) {
      found->shape = {};
      found->length = scan(word, found->shape);
      if (found->length > 0) return found;
    }
  } else {
    found->length = scan_words(text, found->shape);
  }
  if (found->length == 0) found.reset();
  return found;
}

}  // namespace qipu
