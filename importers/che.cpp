// SPDX-License-Identifier: GPL-3.0-or-later

// Reads CHE, the files of QQ象棋: numbers as text, one game a file, no names.
//
// SOURCE: schema/formats/che.md.

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "importers/one_line.h"
#include "importers/record_format.h"

namespace qipu {

namespace {

constexpr std::size_t kNumbersOfMove = 10;
constexpr unsigned kMark = 32;  // the second number of each move

bool is_blank(char c) { return c == ' ' || c == '\r' || c == '\n' || c == '\t'; }

// The numbers of a text from its front.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : text_(text) { skip_blanks(); }

  // The next number; nothing at the end, or where there is something else (at() stays there).
  std::optional<unsigned> next() {
    unsigned number = 0;
    const char* const begin = text_.data() + at_;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(begin, end, number);
    if (error != std::errc() || (stop != end && !is_blank(*stop))) return std::nullopt;
    at_ = static_cast<std::size_t>(stop - text_.data());
    skip_blanks();
    return number;
  }

  bool at_end() const { return at_ == text_.size(); }
  std::size_t at() const { return at_; }
  std::string_view rest() const { return text_.substr(at_); }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_]))
      ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Piece, mark, side, rank and file from and to, then three numbers that say nothing new. Nothing
// if they are not ten numbers with the mark, a side and squares in their places.
std::optional<UncheckedMove> read_move(Numbers& numbers) {
  std::array<unsigned, kNumbersOfMove> fields{};
  for (unsigned& field : fields) {
    const auto number = numbers.next();
    if (!number) return std::nullopt;
    field = *number;
  }
  const auto [piece, mark, side, from_rank, from_file, to_rank, to_file, zero, index, last] =
      fields;
  if (piece > 31 || mark != kMark || side > 1) return std::nullopt;
  if (from_rank > 9 || to_rank > 9 || from_file > 8 || to_file > 8) return std::nullopt;
  return UncheckedMove{square_from_top(from_file, 9 - from_rank),
                       square_from_top(to_file, 9 - to_rank)};
}

// A move that is none is left in `numbers`.
OneLine read_moves(Numbers& numbers, unsigned promised) {
  OneLine line;
  while (!numbers.at_end()) {
    Numbers ahead = numbers;
    const auto move = read_move(ahead);
    if (!move) {
      line.rest = numbers.rest();
      line.why_it_stops = "numbers that are no move";
      return line;
    }
    numbers = ahead;
    line.moves.push_back(*move);
  }
  if (line.moves.size() != promised) {
    line.why_it_stops = "the file promises " + std::to_string(promised) + " moves and has " +
                        std::to_string(line.moves.size());
  }
  return line;
}

std::variant<Game, Error, OtherGame> read_file(Bytes file, const ReadOptions& options) {
  Numbers numbers(as_text(file));
  const auto version = numbers.next();
  const auto promised = numbers.next();
  if (!version || *version != 1 || !promised) {
    const bool is_cut = numbers.at_end() && (!version || *version == 1);
    return Error{.code = is_cut ? Error::Code::Truncated : Error::Code::BadHeader,
                 .message = "a CHE file starts with 1 and the number of its moves",
                 .offset = numbers.at(),
                 .line = 1};
  }
  OneLine line = read_moves(numbers, *promised);
  line.rest = valid_utf8(line.rest);
  if (line.moves.empty()) {
    return Error{.code = line.rest.empty() ? Error::Code::Truncated : Error::Code::BadMove,
                 .message = "no move in a CHE file",
                 .offset = numbers.at(),
                 .line = 1,
                 .text = valid_utf8(line.rest.substr(0, 40))};
  }
  Game game;
  place_line(line, options, game);
  game.notes.push_back(
      {Note::Kind::Guessed, -1, "left and right may be exchanged: CHE does not say"});
  return game;
}

bool recognises(Bytes head) {
  const std::string_view text = as_text(head);
  if (text.find_first_not_of("0123456789 \r\n\t") != std::string_view::npos) return false;
  Numbers numbers(text);
  const auto version = numbers.next();
  const auto promised = numbers.next();
  return version && *version == 1 && promised && *promised > 0 && read_move(numbers).has_value();
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  sink({.offset = 0, .size = piece.size(), .line = 1, .found = read_file(piece, options)});
}

}  // namespace

extern const RecordFormat che_format{.name = "che",
                                     .extensions = ".che",
                                     .one_game_a_file = true,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = nullptr};

}  // namespace qipu
