// SPDX-License-Identifier: GPL-3.0-or-later

// From MoveShape to moves: the pieces that the words can name, then where each would go, then
// whether it may. SOURCE: formats/pgn.md, sections 5, 7 and 8.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <optional>
#include <span>

#include "xiangqi/file_groups.h"
#include "xiangqi/notation.h"

namespace qipu {

namespace {

using Allowed = bool (*)(const Position&, Move);

// Where the words "direction number" lead a piece on `from`.
std::optional<Square> destination(Piece piece, Square from, char direction, int number) {
  const Color color = piece.color();
  const int file = numbered_file(color, number);
  const int distance = std::abs(file - from.file());
  int to_file = file;
  int ranks = 0;
  switch (piece.kind()) {
    case PieceKind::King:
    case PieceKind::Rook:
    case PieceKind::Cannon:
    case PieceKind::Pawn:
      if (direction == '=') return Square(file, from.rank());
      to_file = from.file();
      ranks = number;
      break;
    case PieceKind::Knight:
      if (distance != 1 && distance != 2) return std::nullopt;
      ranks = 3 - distance;
      break;
    case PieceKind::Bishop:
    case PieceKind::Advisor:
      ranks = piece.kind() == PieceKind::Bishop ? 2 : 1;
      if (distance != ranks) return std::nullopt;
      break;
  }
  if (direction == '=') return std::nullopt;
  const int rank = from.rank() + (direction == '+' ? ranks : -ranks) * forward(color);
  if (rank < 0 || rank > 9) return std::nullopt;
  return Square(to_file, rank);
}

// Which of `size` pieces, front to rear, a rank word names.
std::optional<std::size_t> place_of(char rank_word, std::size_t size) {
  if (size == 0) return std::nullopt;
  if (rank_word == '+') return 0;
  if (rank_word == '-') return size - 1;
  if (rank_word == '=') return size >= 3 ? std::optional(size / 2) : std::nullopt;
  const auto place = static_cast<std::size_t>(rank_word - 'a');
  return place < size ? std::optional(place) : std::nullopt;
}

bool is_ordinal(char rank_word) { return rank_word >= 'a'; }

// Collects the moves that words can mean, for a set of directions.
class WordReader {
 public:
  WordReader(const Position& position, const MoveShape& shape, Allowed allowed, MoveList& moves)
      : position_(position),
        shape_(shape),
        allowed_(allowed),
        piece_(position.to_move(), shape.kind.value_or(PieceKind::Pawn)),
        moves_(moves) {}

  void read(std::string_view directions) {
    directions_ = directions;
    if (shape_.file == 0) return read_by_rank_word();
    const FileGroup group(position_, piece_, shape_.file);
    if (shape_.rank_word != 0) return add_named(group);
    for (std::size_t i = 0; i < group.size(); ++i)
      add_moves(group[i]);
  }

 private:
  void add_moves(Square from) {
    for (const char direction : directions_) {
      const auto to = destination(piece_, from, direction, shape_.number);
      if (to && allowed_(position_, {from, *to})) moves_.push_back({from, *to});
    }
  }

  void add_named(const FileGroup& group) {
    if (const auto place = place_of(shape_.rank_word, group.size())) add_moves(group[*place]);
  }

  // 前车平四, 三兵平六: the files that hold two or more are counted, the mover's right first.
  void read_by_rank_word() {
    std::array<int, 9> doubled{};
    std::size_t count = 0;
    for (int number = 1; number <= 9; ++number) {
      if (FileGroup(position_, piece_, number).size() >= 2) doubled[count++] = number;
    }
    const std::span<int> files(doubled.data(), count);
    if (files.empty()) return read_among_lone_pieces();
    if (is_ordinal(shape_.rank_word)) {
      add_counted(files);
      if (!moves_.empty()) return;
    }
    for (const int number : files)
      add_named(FileGroup(position_, piece_, number));
    if (moves_.empty() && is_ordinal(shape_.rank_word) && piece_.color() == Color::Black) {
      std::reverse(files.begin(), files.end());  // older texts count from Red's right for both
      add_counted(files);
    }
  }

  // The ordinal's piece among those of all `files` in turn.
  void add_counted(std::span<const int> files) {
    auto left = static_cast<std::size_t>(shape_.rank_word - 'a');
    for (const int number : files) {
      const FileGroup group(position_, piece_, number);
      if (left < group.size()) return add_moves(group[left]);
      left -= group.size();
    }
  }

  // A rank word where no file holds two: the front piece is the most advanced one of all. Taken
  // only where it leaves one meaning.
  void read_among_lone_pieces() {
    std::array<int, 9> advances{};
    std::size_t count = 0;
    each_lone_piece([&](Square, int advanced) { advances[count++] = advanced; });
    const auto place = place_of(shape_.rank_word, count);
    if (!place) return;
    std::sort(advances.begin(), advances.begin() + count, std::greater<>());
    each_lone_piece([&](Square square, int advanced) {
      if (advanced == advances[*place]) add_moves(square);
    });
    if (moves_.size() > 1) moves_.clear();
  }

  template <class Visit>
  void each_lone_piece(Visit visit) const {
    for (int number = 1; number <= 9; ++number) {
      const FileGroup group(position_, piece_, number);
      if (group.size() == 1) visit(group[0], advance(piece_.color(), group[0].rank()));
    }
  }

  const Position& position_;
  const MoveShape& shape_;
  Allowed allowed_;
  Piece piece_;
  MoveList& moves_;
  std::string_view directions_;
};

MoveList resolve_words(const Position& position, const MoveShape& shape, Allowed allowed,
                       bool retreat_is_written) {
  MoveList moves;
  WordReader reader(position, shape, allowed, moves);
  if (shape.direction != 0) {
    reader.read({&shape.direction, 1});
    return moves;
  }
  reader.read(retreat_is_written ? "=+" : "=+-");
  if (moves.empty() && retreat_is_written) reader.read("-");
  return moves;
}

MoveList resolve_coordinates(const Position& position, const MoveShape& shape, RankBase base,
                             Allowed allowed) {
  MoveList moves;
  const int lowest = base == RankBase::One ? 1 : 0;
  const int from_rank = shape.from_rank - lowest;
  const int to_rank = shape.to_rank - lowest;
  if (from_rank < 0 || from_rank > 9 || to_rank < 0 || to_rank > 9) return moves;
  const Move move({shape.from_file, from_rank}, {shape.to_file, to_rank});
  if (shape.is_capture && position.at(move.to()).is_none()) return moves;
  if (allowed(position, move)) moves.push_back(move);
  return moves;
}

MoveList resolve_san(const Position& position, const MoveShape& shape, RankBase base,
                     Allowed allowed) {
  MoveList moves;
  const int lowest = base == RankBase::One ? 1 : 0;
  const int to_rank = shape.to_rank - lowest;
  if (to_rank < 0 || to_rank > 9) return moves;
  const Square to(shape.to_file, to_rank);
  if (shape.is_capture && position.at(to).is_none()) return moves;
  const Color mover = position.to_move();
  const Piece piece(mover, shape.kind.value_or(PieceKind::Pawn));
  for (int number = 1; number <= 9; ++number) {
    const int file = numbered_file(mover, number);
    if (shape.from_file >= 0 && shape.from_file != file) continue;
    const FileGroup group(position, piece, number);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Move move(group[i], to);
      if (shape.from_rank >= 0 && shape.from_rank - lowest != move.from().rank()) continue;
      if (allowed(position, move)) moves.push_back(move);
    }
  }
  if (piece.kind() != PieceKind::Pawn || moves.size() < 2) return moves;
  // Of several pawns the one that goes straight ahead is meant; the others' files are written.
  for (const Move move : moves) {
    if (move.from().file() != to.file()) continue;
    moves.clear();
    moves.push_back(move);
    break;
  }
  return moves;
}

MoveList resolve_allowed(const Position& position, const MoveShape& shape, RankBase base,
                         bool retreat_is_written, Allowed allowed) {
  switch (shape.form) {
    case MoveShape::Form::Coordinates:
      return resolve_coordinates(position, shape, base, allowed);
    case MoveShape::Form::San:
      return resolve_san(position, shape, base, allowed);
    case MoveShape::Form::Words:
      break;
  }
  return resolve_words(position, shape, allowed, retreat_is_written);
}

}  // namespace

MoveList resolve(const Position& position, const MoveShape& shape, RankBase base,
                 bool retreat_is_written) {
  return resolve_allowed(position, shape, base, retreat_is_written, is_legal);
}

MoveList resolve_pseudo_legal(const Position& position, const MoveShape& shape, RankBase base,
                              bool retreat_is_written) {
  return resolve_allowed(position, shape, base, retreat_is_written, is_pseudo_legal);
}

}  // namespace qipu
