// SPDX-License-Identifier: GPL-3.0-or-later

// From text to MoveShape. Characters become symbols of a few classes; the shapes of pgn.md,
// sections 5 to 9, are patterns of symbols.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "xiangqi/notation.h"

namespace qipu {

namespace {

// A character as the patterns see it.
struct Symbol {
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

Symbol piece(PieceKind kind) { return {Kind::Piece, static_cast<char>(kind)}; }
Symbol numeral(int value) { return {Kind::Numeral, static_cast<char>(value)}; }

Symbol ascii_symbol(char c) {
  if (c >= '0' && c <= '9') return {Kind::Digit, static_cast<char>(c - '0')};
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return {Kind::Letter, c};
  if (c == '+' || c == '-' || c == '=' || c == '.') return {Kind::Sign, c};
  if (c == ' ' || (c >= '\t' && c <= '\r')) return {Kind::Blank};
  return {};
}

// SOURCE: formats/pgn.md, section 5, the table of symbols.
Symbol wide_symbol(char32_t c) {
  constexpr char32_t kFullWidthFirst = 0xFF01;
  constexpr char32_t kFullWidthLast = 0xFF5E;
  if (c >= kFullWidthFirst && c <= kFullWidthLast) {
    return ascii_symbol(static_cast<char>(c - kFullWidthFirst + '!'));
  }
  switch (c) {
    case U'帅':
    case U'帥':
    case U'将':
    case U'將':
      return piece(PieceKind::King);
    case U'仕':
    case U'士':
      return piece(PieceKind::Advisor);
    case U'相':
    case U'象':
      return piece(PieceKind::Bishop);
    case U'马':
    case U'馬':
    case U'傌':
    case U'㐷':
    case U'码':  // a slip of the keyboard, met in files
      return piece(PieceKind::Knight);
    case U'车':
    case U'車':
    case U'俥':
    case U'伡':
    case U'砗':
    case U'硨':
      return piece(PieceKind::Rook);
    case U'炮':
    case U'砲':
    case U'包':
      return piece(PieceKind::Cannon);
    case U'兵':
    case U'卒':
      return piece(PieceKind::Pawn);
    case U'一':
    case U'壹':
      return numeral(1);
    case U'二':
    case U'贰':
    case U'貳':
      return numeral(2);
    case U'三':
    case U'叁':
    case U'参':
    case U'參':
      return numeral(3);
    case U'四':
    case U'肆':
      return numeral(4);
    case U'五':
    case U'伍':
      return numeral(5);
    case U'六':
    case U'陆':
    case U'陸':
      return numeral(6);
    case U'七':
    case U'柒':
      return numeral(7);
    case U'八':
    case U'捌':
      return numeral(8);
    case U'九':
    case U'玖':
      return numeral(9);
    case U'进':
    case U'進':
    case U'上':
      return {Kind::Direction, '+'};
    case U'退':
    case U'下':
      return {Kind::Direction, '-'};
    case U'平':
      return {Kind::Direction, '='};
    case U'前':
      return {Kind::Place, '+'};
    case U'中':
      return {Kind::Place, '='};
    case U'后':
    case U'後':
      return {Kind::Place, '-'};
    case 0x2010:  // hyphen
    case 0x2011:  // non-breaking hyphen
    case 0x2013:  // en dash
    case 0x2014:  // em dash
    case 0x2212:  // minus
      return {Kind::Sign, '-'};
    case U'×':
      return {Kind::Letter, 'x'};
    case U'·':
    case U'•':
    case U'・':
      return {Kind::Dot};
    case 0x00A0:  // no-break space
    case 0x3000:  // ideographic space
      return {Kind::Blank};
    default:
      return {};
  }
}

// The symbol that starts at text[at]; of size 0 at the end, and for bytes that are no text.
Symbol symbol_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (at >= text.size()) return {};
  Symbol symbol;
  if (byte(0) < 0x80) {
    symbol = ascii_symbol(text[at]);
    symbol.size = 1;
  } else if ((byte(0) & 0xF0U) == 0xE0U && continues(1) && continues(2)) {
    symbol = wide_symbol((byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU));
    symbol.size = 3;
  } else if ((byte(0) & 0xE0U) == 0xC0U && continues(1)) {
    symbol = wide_symbol((byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU));
    symbol.size = 2;
  }
  return symbol;
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

// 炮二平五, 前马退四, 三兵平六, 车前进一, 前九平八, 15=6, 前兵九平八, 兵九前平八; 炮25, 后车6.
std::optional<ScannedMove> scan_words(std::string_view text) {
  const auto symbols = first_symbols<6>(text);
  MoveShape shape;
  std::size_t i = 0;
  if (symbols[0].is(Kind::Piece)) {
    shape.kind = static_cast<PieceKind>(symbols[i++].value);
    if (symbols[i].is_number()) shape.file = symbols[i++].value;
    if (symbols[i].is(Kind::Place)) shape.rank_word = symbols[i++].value;
    if (i == 1) return std::nullopt;
  } else {
    if (!symbols[0].is(Kind::Place) && !symbols[0].is_number()) return std::nullopt;
    shape.rank_word = symbols[0].is(Kind::Place) ? symbols[0].value : ordinal(symbols[0].value);
    const bool is_digit = symbols[0].is(Kind::Digit);  // a move number looks like that
    ++i;
    if (symbols[i].is(Kind::Piece)) {
      if (is_digit && !symbols.are_adjacent(1)) return std::nullopt;
      shape.kind = static_cast<PieceKind>(symbols[i++].value);
      if (symbols[i].is_number() && symbols[i + 1].is_direction()) shape.file = symbols[i++].value;
    } else {
      const Symbol direction = symbols[2];
      if (!symbols[1].is_number() || !direction.is_direction()) return std::nullopt;
      if (is_digit && (direction.value == '.' || !symbols.are_adjacent(3))) return std::nullopt;
      shape.file = symbols[i++].value;
    }
  }
  if (symbols[i].is_direction()) {
    shape.direction = direction_of(symbols[i++]);
  } else if (symbols[i].is(Kind::Dot)) {
    ++i;
  }
  if (!symbols[i].is_number()) return std::nullopt;
  shape.number = symbols[i].value;
  return ScannedMove{shape, symbols.ends[i]};
}

// Letters, digits and signs without blanks between, folded to ASCII. Ends in a 0.
struct Word {
  static constexpr std::size_t kMost = 10;  // "Ch10-e10" and some more
  std::array<char, kMost + 1> letters{};
  std::array<std::size_t, kMost + 1> ends{};  // ends[i]: bytes of the text that i letters take

  explicit Word(std::string_view text) {
    for (std::size_t i = 0, at = 0; i < kMost; ++i) {
      const Symbol symbol = symbol_at(text, at);
      if (symbol.is(Kind::Digit)) {
        letters[i] = static_cast<char>('0' + symbol.value);
      } else if (symbol.is(Kind::Letter) || symbol.is(Kind::Sign)) {
        letters[i] = symbol.value;
      } else {
        return;
      }
      at += symbol.size;
      ends[i + 1] = at;
    }
  }
  char operator[](std::size_t i) const { return letters[i]; }
};

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
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
std::optional<ScannedMove> scan_wxf(const Word& word) {
  MoveShape shape;
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
  if (!is_whole || !is_sign(word[i]) || !is_number(word[i + 1])) return std::nullopt;
  shape.direction = direction_of({Kind::Sign, word[i]});
  shape.number = number_of(word[i + 1]);
  return ScannedMove{shape, word.ends[i + 2]};
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
std::optional<ScannedMove> scan_coordinates(const Word& word) {
  MoveShape shape;
  shape.form = MoveShape::Form::Coordinates;
  std::size_t i = 0;
  const char from = word[i++];
  if (!is_file(to_lower(from))) return std::nullopt;
  shape.from_file = file_of(to_lower(from));
  shape.from_rank = take_rank(word, i);
  if (shape.from_rank < 0) return std::nullopt;
  const char between = to_lower(word[i]);
  if (between == '-' || between == 'x') ++i;
  shape.is_capture = between == 'x';
  const char to = word[i++];
  if (!is_file(to_lower(to)) || (!is_file(from) && is_file(to))) return std::nullopt;
  shape.to_file = file_of(to_lower(to));
  shape.to_rank = take_rank(word, i);
  if (shape.to_rank < 0) return std::nullopt;
  return ScannedMove{shape, word.ends[i]};
}

// Che2, Cxe6, Raa5, R1a5, Ch2-e2, Pg5, g5, gf3, ixi6: pieces upper case, files lower case.
std::optional<ScannedMove> scan_san(const Word& word) {
  MoveShape shape;
  shape.form = MoveShape::Form::San;
  shape.kind = PieceKind::Pawn;
  std::size_t i = 0;
  const bool has_letter = word[0] >= 'A' && word[0] <= 'Z';
  if (has_letter) {
    shape.kind = wxf_kind(word[i++]);
    if (!shape.kind || word[0] == 'G' || word[0] == 'M') return std::nullopt;
  }
  if (is_file(word[i])) shape.from_file = file_of(word[i++]);
  if (!has_letter && shape.from_file < 0) return std::nullopt;
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
    return ScannedMove{shape, word.ends[i]};
  }
  if (shape.from_file < 0 || shape.from_rank < 0) return std::nullopt;
  shape.to_file = shape.from_file;  // one square only: the target
  shape.to_rank = shape.from_rank;
  shape.from_file = shape.from_rank = -1;
  return ScannedMove{shape, word.ends[first_end]};
}

}  // namespace

std::optional<ScannedMove> scan_move(std::string_view text) {
  const Symbol first = symbol_at(text, 0);
  if (first.is(Kind::Letter) || first.is(Kind::Sign)) {
    const Word word(text);
    if (auto found = scan_wxf(word)) return found;
    if (auto found = scan_coordinates(word)) return found;
    return scan_san(word);
  }
  return scan_words(text);
}

}  // namespace qipu
