// SPDX-License-Identifier: GPL-3.0-or-later

#include "xiangqi/notation.h"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace qipu {

namespace {

constexpr std::string_view kMarks = "+#!?";  // of check, mate and comment, behind a move

bool starts_with_blank(std::string_view text, std::size_t& size) {
  const auto is = [&](std::string_view blank) {
    if (text.substr(0, blank.size()) != blank) return false;
    size = blank.size();
    return true;
  };
  if (is("\u3000") || is("\u00A0")) return true;
  size = 1;
  return !text.empty() && (text.front() == ' ' || (text.front() >= '\t' && text.front() <= '\r'));
}

// A text without its blanks, and without the marks of a check or a comment behind it.
class BareText {
 public:
  explicit BareText(std::string_view text) {
    while (!text.empty()) {
      std::size_t size = 0;
      if (!starts_with_blank(text, size)) {
        if (size_ == bytes_.size()) {  // longer than any move
          size_ = 0;
          return;
        }
        bytes_[size_++] = text.front();
        size = 1;
      }
      text.remove_prefix(size);
    }
    while (size_ > 0 && kMarks.find(bytes_[size_ - 1]) != std::string_view::npos)
      --size_;
  }

  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, 64> bytes_{};
  std::size_t size_ = 0;
};

// The shape of a text that is one move and nothing else.
std::optional<MoveShape> whole_shape(std::string_view text) {
  const BareText bare(text);
  const auto scanned = scan_move(bare.view());
  if (!scanned || scanned->length != bare.view().size()) return std::nullopt;
  return scanned->shape;
}

Error no_move(std::string_view text) {
  return {.code = Error::Code::BadMove,
          .message = "'" + std::string(text) + "' is no move",
          .text = std::string(text)};
}

// The move that `shape`, written as `text`, means.
Result<Move> one_move(const Position& position, const MoveShape& shape, std::string_view text,
                      RankBase base) {
  const MoveList moves = resolve(position, shape, base);
  if (moves.size() == 1) return moves[0];
  const std::string quoted = "'" + std::string(text) + "'";
  if (moves.empty()) {
    const bool is_self_check = !resolve_pseudo_legal(position, shape, base).empty();
    return Error{
        .code = Error::Code::IllegalMove,
        .message = quoted + (is_self_check ? " leaves the king in check or facing the other"
                                           : " is no legal move here"),
        .text = std::string(text)};
  }
  std::string message = quoted + " can mean";
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i > 0) message += i + 1 == moves.size() ? " or" : ",";
    message += " " + to_text(position, moves[i], Notation::Chinese) + " (" +
               to_text(position, moves[i], Notation::Iccs) + ")";
  }
  return Error{
      .code = Error::Code::AmbiguousMove, .message = std::move(message), .text = std::string(text)};
}

// Bytes of the first of `marks` that `text` starts with; 0 if there is none.
std::size_t mark_size(std::string_view text, std::initializer_list<std::string_view> marks) {
  for (const std::string_view mark : marks) {
    if (text.substr(0, mark.size()) == mark) return mark.size();
  }
  return 0;
}

// Bytes at the start of `text` that separate moves.
std::size_t gap_size(std::string_view text) {
  std::size_t size = 0;
  if (starts_with_blank(text, size)) return size;
  return mark_size(text, {".", ",", ";", "．", "，", "、", "。", "；", "…"});
}

std::size_t digits_size(std::string_view text) {
  std::size_t size = 0;
  for (;;) {
    const std::string_view left = text.substr(size);
    const std::size_t digit =
        !left.empty() && left.front() >= '0' && left.front() <= '9'
            ? 1
            : mark_size(left, {"０", "１", "２", "３", "４", "５", "６", "７", "８", "９"});
    if (digit == 0) return size;
    size += digit;
  }
}

// Bytes of the move number that `text` starts with: digits before a dot or before a move.
std::size_t number_size(const Position& position, std::string_view text, RankBase base) {
  const std::size_t digits = digits_size(text);
  if (digits == 0) return 0;
  const auto as_move = scan_move(text);  // a pawn's number: 15=6, 1兵平六
  if (as_move && !resolve(position, as_move->shape, base).empty()) return 0;
  std::string_view rest = text.substr(digits);
  if (mark_size(rest, {".", "．", "、", "…"}) > 0) return digits;
  for (std::size_t blank = 0; starts_with_blank(rest, blank);)
    rest.remove_prefix(blank);
  return scan_move(rest) ? digits : 0;
}

// The text up to the next blank, for messages.
std::string_view next_word(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t blank = 0; end < text.size(); ++end) {
    if (starts_with_blank(text.substr(end), blank)) break;
  }
  return text.substr(0, end);
}

// A line as far as it could be played.
struct PlayedLine {
  std::vector<Move> moves;
  std::optional<Error> error;
};

PlayedLine play_line(Position position, std::string_view text, RankBase base) {
  PlayedLine line;
  std::string_view left = text;
  while (!left.empty()) {
    std::size_t skipped = gap_size(left);
    if (skipped == 0) skipped = number_size(position, left, base);
    if (skipped > 0) {
      left.remove_prefix(skipped);
      continue;
    }
    const auto scanned = scan_move(left);
    auto move = scanned ? one_move(position, scanned->shape, left.substr(0, scanned->length), base)
                        : no_move(next_word(left));
    if (!move) {
      line.error = move.error();
      line.error->offset = text.size() - left.size();
      line.error->ply = static_cast<int>(line.moves.size());
      return line;
    }
    line.moves.push_back(*move);
    position.play(*move);
    left.remove_prefix(scanned->length);
    while (!left.empty() && kMarks.find(left.front()) != std::string_view::npos)
      left.remove_prefix(1);
  }
  return line;
}

// The base that the coordinates in `text` show by a rank 10 or 0, if they do.
std::optional<RankBase> written_base(std::string_view text) {
  bool has_zero = false;
  while (!text.empty()) {
    std::size_t size = 1;
    const auto scanned = scan_move(text);
    if (scanned) {
      size = scanned->length;
      for (const std::int8_t rank : {scanned->shape.from_rank, scanned->shape.to_rank}) {
        if (rank == 10) return RankBase::One;
        has_zero = has_zero || rank == 0;
      }
    }
    text.remove_prefix(size);
  }
  if (has_zero) return RankBase::Zero;
  return std::nullopt;
}

// Says so where a line stops at coordinates that count ranks otherwise than those before it.
void blame_other_base(PlayedLine& line) {
  const auto base = written_base(line.error->text);
  if (!base || line.moves.empty()) return;
  const bool is_from_one = *base == RankBase::One;
  line.error->message = "'" + line.error->text + "' counts ranks from " +
                        (is_from_one ? "1" : "0") + ", the moves before it from " +
                        (is_from_one ? "0" : "1");
}

}  // namespace

MoveList readings(const Position& position, std::string_view text, RankBase base) {
  const auto shape = whole_shape(text);
  return shape ? resolve(position, *shape, base) : MoveList();
}

Result<Move> parse_move(const Position& position, std::string_view text, RankBase base) {
  const auto shape = whole_shape(text);
  if (!shape) return no_move(text);
  return one_move(position, *shape, text, base);
}

Result<std::vector<Move>> parse_line(const Position& position, std::string_view text) {
  const auto base = written_base(text);
  PlayedLine line = play_line(position, text, base.value_or(RankBase::Zero));
  if (!line.error) return std::move(line.moves);
  if (!base) {
    PlayedLine from_one = play_line(position, text, RankBase::One);
    if (!from_one.error) return std::move(from_one.moves);
    return *std::move(line.error);
  }
  // A line of both bases stops at the first move of the one that it does not begin with.
  const RankBase other = *base == RankBase::One ? RankBase::Zero : RankBase::One;
  PlayedLine by_other = play_line(position, text, other);
  if (by_other.moves.size() > line.moves.size()) line = std::move(by_other);
  blame_other_base(line);
  return *std::move(line.error);
}

}  // namespace qipu
