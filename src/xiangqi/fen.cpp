// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/fen.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace qipu {

namespace {

constexpr int kRanks = 10;
constexpr int kFiles = 9;
constexpr int kMostPiecesASide = 16;
constexpr std::string_view kLetters = "KABNRCPkabnrcp";  // by Piece::index()

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// The kind a letter stands for. A G (general or guard) is a king where no K is about.
std::optional<PieceKind> kind_of(char letter, bool g_is_king) {
  switch (to_upper(letter)) {
    case 'K':
      return PieceKind::King;
    case 'A':
      return PieceKind::Advisor;
    case 'G':
      return g_is_king ? PieceKind::King : PieceKind::Advisor;
    case 'B':
    case 'E':
    case 'M':
      return PieceKind::Bishop;
    case 'N':
    case 'H':
      return PieceKind::Knight;
    case 'R':
      return PieceKind::Rook;
    case 'C':
      return PieceKind::Cannon;
    case 'P':
    case 'S':
      return PieceKind::Pawn;
    default:
      return std::nullopt;
  }
}

// Reads a FEN from front to back; what is left stays in rest().
class FenText {
 public:
  explicit FenText(std::string_view text) : text_(text) { skip_blanks(); }

  // Fills `board` with ten ranks. ERRORS: as read_fen.
  std::optional<Error> read_board(Board& board);
  // The side to move: a w, r or b that stands alone or right behind the board.
  std::optional<Color> read_side();
  // Whether the last read_side found it behind the board without a blank.
  bool is_side_glued() const { return side_glued_; }
  // The fields of chess and the counters, as many as there are.
  void skip_counters();
  std::string_view rest() const { return text_.substr(at_); }
  std::size_t offset() const { return at_; }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : ' ';
  }
  bool at_end() const { return at_ >= text_.size(); }
  void skip_blanks() {
    while (!at_end() && is_blank(peek()))
      ++at_;
  }
  Error error(Error::Code code, std::string message) const {
    return {.code = code,
            .message = std::move(message),
            .offset = at_,
            .text = std::string(text_.substr(at_, at_end() ? 0 : 1))};
  }
  std::optional<Error> read_rank(Board& board, int rank, bool g_is_king);

  std::string_view text_;
  std::size_t at_ = 0;
  std::array<int, 2> piece_counts_{};
  bool side_glued_ = false;
};

std::optional<Error> FenText::read_rank(Board& board, int rank, bool g_is_king) {
  const std::string where = "rank " + std::to_string(rank);
  for (int file = 0; file < kFiles; ++at_) {
    const char c = peek();
    if (at_end() || c == '/' || is_blank(c)) {
      return error(Error::Code::BadPosition,
                   where + " has " + std::to_string(file) + " files instead of 9");
    }
    if (c >= '1' && c <= '9') {
      file += c - '0';
      if (file > kFiles) return error(Error::Code::BadPosition, where + " has more than 9 files");
      continue;
    }
    if (to_upper(c) == 'X') {
      return error(Error::Code::Unsupported, "the position has covered pieces (jieqi)");
    }
    const auto kind = kind_of(c, g_is_king);
    if (!kind) return error(Error::Code::BadPosition, where + " has a letter that is no piece");
    const Color color = is_upper(c) ? Color::Red : Color::Black;
    if (++piece_counts_[static_cast<std::size_t>(color)] > kMostPiecesASide) {
      return error(Error::Code::BadPosition, "a side has more than 16 pieces");
    }
    board[static_cast<std::size_t>(Square(file++, rank).index())] = Piece(color, *kind);
  }
  return std::nullopt;
}

std::optional<Error> FenText::read_board(Board& board) {
  std::size_t end = at_;
  while (end < text_.size() && !is_blank(text_[end]))
    ++end;
  const bool g_is_king = text_.substr(at_, end - at_).find_first_of("Kk") == std::string_view::npos;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    if (auto wrong = read_rank(board, rank, g_is_king)) return wrong;
    if (rank == 0) break;
    if (peek() != '/') {
      const bool is_short = at_end() || is_blank(peek());
      return error(Error::Code::BadPosition,
                   is_short ? "the board has " + std::to_string(kRanks - rank) + " ranks of 10"
                            : "rank " + std::to_string(rank) + " has more than 9 files");
    }
    ++at_;
  }
  return std::nullopt;
}

std::optional<Color> FenText::read_side() {
  const bool after_blank = is_blank(peek());
  skip_blanks();
  // One program puts "-b" with Red to move, so a side behind a dash says nothing.
  const std::size_t dash = peek() == '-' ? 1 : 0;
  const char letter = to_upper(peek(dash));
  const char next = peek(dash + 1);
  if ((letter != 'W' && letter != 'R' && letter != 'B') || (!is_blank(next) && next != '-')) {
    return std::nullopt;
  }
  at_ += dash + 1;
  if (dash != 0) return std::nullopt;
  side_glued_ = !after_blank;
  return letter == 'B' ? Color::Black : Color::Red;
}

void FenText::skip_counters() {
  for (int field = 0; field < 4; ++field) {
    skip_blanks();
    std::size_t length = peek() == '-' ? 1 : 0;
    if (length == 0) {
      while (is_digit(peek(length)))
        ++length;
      if (length == 0 || !is_blank(peek(length))) return;
    }
    at_ += length;
  }
  skip_blanks();
}

}  // namespace

Result<FenReading> read_fen(std::string_view text) {
  FenText fen(text);
  Board board{};
  if (auto wrong = fen.read_board(board)) return *wrong;
  const std::size_t board_end = fen.offset();
  const auto side = fen.read_side();
  if (fen.offset() == board_end && !fen.rest().empty() && fen.rest().front() != '-') {
    return Error{.code = Error::Code::BadPosition,
                 .message = "rank 0 has more than 9 files",
                 .offset = board_end,
                 .text = std::string(fen.rest().substr(0, 1))};
  }
  fen.skip_counters();
  return FenReading{.position = Position::from_board(board, side.value_or(Color::Red)),
                    .side_given = side.has_value(),
                    .side_glued = fen.is_side_glued(),
                    .rest = fen.rest()};
}

Result<Position> parse_fen(std::string_view text) {
  const auto reading = read_fen(text);
  if (!reading) return reading.error();
  if (!reading->rest.empty()) {
    return Error{.code = Error::Code::BadPosition,
                 .message = "something follows the FEN",
                 .offset = text.size() - reading->rest.size(),
                 .text = std::string(reading->rest)};
  }
  return reading->position;
}

std::string to_fen(const Position& position) {
  std::string fen;
  fen.reserve(96);
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    int empty = 0;
    const auto write_empty = [&] {
      if (empty > 0) fen.push_back(static_cast<char>('0' + empty));
      empty = 0;
    };
    for (int file = 0; file < kFiles; ++file) {
      const Piece piece = position.at({file, rank});
      if (piece.is_none()) {
        ++empty;
        continue;
      }
      write_empty();
      fen.push_back(kLetters[static_cast<std::size_t>(piece.index())]);
    }
    write_empty();
    if (rank > 0) fen.push_back('/');
  }
  fen += position.to_move() == Color::Red ? " w - - 0 1" : " b - - 0 1";
  return fen;
}

}  // namespace qipu
