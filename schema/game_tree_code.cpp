// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/game_tree_code.h"

#include <algorithm>
#include <array>
#include <utility>

#include "schema/counts.h"

namespace qipu {

namespace {

constexpr std::uint8_t kNoPiece = 15;

// A board on which a tree is walked: lighter than Position, and it goes back.
class BoardWalk {
 public:
  explicit BoardWalk(const Position& start) : board_(start.board()), to_move_(start.to_move()) {}

  std::size_t depth() const { return taken_.size(); }
  // False (and nothing happens) if `move` is not one of a piece of the side to move.
  bool play(Move move) {
    if (move.is_none() || !at(move.from()).is(to_move_)) return false;
    taken_.emplace_back(move, at(move.to()));
    at(move.to()) = at(move.from());
    at(move.from()) = Piece();
    to_move_ = opponent(to_move_);
    return true;
  }
  // REQUIRES: depth() > 0.
  void go_back() {
    const auto [move, taken] = taken_.back();
    taken_.pop_back();
    at(move.from()) = at(move.to());
    at(move.to()) = taken;
    to_move_ = opponent(to_move_);
  }

 private:
  Piece& at(Square square) { return board_[static_cast<std::size_t>(square.index())]; }

  Board board_;
  Color to_move_;
  std::vector<std::pair<Move, Piece>> taken_;
};

Piece piece_of(std::uint8_t code) {
  const auto color = code < 7 ? Color::Red : Color::Black;
  return {color, static_cast<PieceKind>(code % 7)};
}

void append_annotations(ByteWriter& out, const MoveTree& tree, const std::vector<NodeId>& order) {
  std::vector<std::size_t> places;  // in `order`, of nodes at which something is said
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Annotation* said = tree.annotation(order[i]);
    if (said != nullptr && !said->empty()) places.push_back(i);
  }
  out.varint(places.size());
  std::size_t last = 0;
  for (const std::size_t place : places) {
    const Annotation& said = *tree.annotation(order[place]);
    out.varint(place - last);
    last = place;
    out.text(said.before);
    out.text(said.comment);
    out.text(said.unread);
    out.varint(said.nags.size());
    for (const std::uint8_t nag : said.nags)
      out.u8(nag);
  }
}

bool read_annotations(ByteReader& in, const std::vector<NodeId>& order, MoveTree& tree) {
  const std::uint64_t count = in.varint();
  std::uint64_t place = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t gap = in.varint();
    if (!in.ok() || gap >= order.size() - place || (gap == 0 && i > 0)) return false;
    place += gap;
    Annotation said;
    said.before = in.text();
    said.comment = in.text();
    said.unread = in.text();
    for (const std::byte nag : in.bytes(in.varint()))
      said.nags.push_back(std::to_integer<std::uint8_t>(nag));
    if (!in.ok() || said.empty()) return false;
    tree.annotate(order[static_cast<std::size_t>(place)]) = std::move(said);
  }
  return true;
}

// Adds the nodes that are not on the main line; `order` grows to the whole preorder.
bool read_side_lines(ByteReader& in, const Position& start, MoveTree& tree,
                     std::vector<NodeId>& order) {
  const std::uint64_t count = in.varint();
  if (count == 0) return in.ok();
  if (count > in.remaining()) return false;
  BoardWalk board(start);
  for (std::size_t i = 1; i < order.size(); ++i)
    board.play(tree[order[i]].move);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t up = in.varint();
    const auto move = read_move(in);
    if (!move || up > board.depth()) return false;
    NodeId parent = order.back();
    for (std::uint64_t step = 0; step < up; ++step) {
      parent = tree[parent].parent;
      board.go_back();
    }
    const std::size_t size = tree.size();
    if (!board.play(*move)) return false;
    order.push_back(tree.add(parent, *move));
    if (tree.size() == size) return false;  // the same move twice
  }
  return true;
}

}  // namespace

void append_board(ByteWriter& out, const Position& position) {
  out.u8(static_cast<std::uint8_t>(position.to_move()));
  const auto code = [&](std::size_t square) {
    const Piece piece = position.board()[square];
    return piece.is_none() ? kNoPiece : static_cast<std::uint8_t>(piece.index());
  };
  for (std::size_t i = 0; i < position.board().size(); i += 2)
    out.u8(static_cast<std::uint8_t>(code(i) | code(i + 1) << 4U));
}

std::optional<Position> read_board(ByteReader& in) {
  const std::uint8_t to_move = in.u8();
  Board board{};
  bool is_good = to_move <= 1;
  const auto put = [&](std::size_t square, unsigned code) {
    if (code < Piece::kCount) {
      board[square] = piece_of(static_cast<std::uint8_t>(code));
    } else {
      is_good &= code == kNoPiece;
    }
  };
  for (std::size_t i = 0; i < board.size(); i += 2) {
    const std::uint8_t both = in.u8();
    put(i, both & 0xFU);
    put(i + 1, both >> 4U);
  }
  if (!in.ok() || !is_good) return std::nullopt;
  return Position::from_board(board, static_cast<Color>(to_move));
}

void append_moves(ByteWriter& out, const std::vector<Move>& moves) {
  out.varint(moves.size());
  for (const Move move : moves)
    out.u16(move.code());
}

std::optional<std::vector<Move>> read_moves(ByteReader& in, const Position& start) {
  const std::uint64_t count = in.varint();
  if (!in.ok() || count > in.remaining() / 2) return std::nullopt;
  std::vector<Move> moves;
  moves.reserve(static_cast<std::size_t>(count));
  Board board = start.board();
  const auto at = [&](Square square) -> Piece& {
    return board[static_cast<std::size_t>(square.index())];
  };
  Color to_move = start.to_move();
  const Bytes codes = in.bytes(count * 2);
  for (std::size_t i = 0; i < codes.size(); i += 2) {
    const auto code = static_cast<std::uint16_t>(std::to_integer<unsigned>(codes[i]) |
                                                 std::to_integer<unsigned>(codes[i + 1]) << 8U);
    if (!Move::is_code(code)) return std::nullopt;
    const Move move = Move::from_code(code);
    if (move.is_none() || !at(move.from()).is(to_move)) return std::nullopt;
    at(move.to()) = at(move.from());
    at(move.from()) = Piece();
    to_move = opponent(to_move);
    moves.push_back(move);
  }
  return moves;
}

std::string encode_tree(const MoveTree& tree) {
  const std::vector<NodeId> order = tree.preorder();  // the main line comes first in it
  const std::size_t main_end = 1 + tree.ply_count();
  const bool is_silent =
      std::all_of(tree.annotations().begin(), tree.annotations().end(),
                  [](const auto& annotation) { return annotation.second.empty(); });
  if (order.size() == main_end && is_silent) return {};
  ByteWriter out;
  out.varint(order.size() - main_end);
  for (std::size_t i = main_end; i < order.size(); ++i) {
    std::uint64_t up = 0;
    for (NodeId node = order[i - 1]; node != tree[order[i]].parent; node = tree[node].parent)
      ++up;
    out.varint(up);
    out.u16(tree[order[i]].move.code());
  }
  append_annotations(out, tree, order);
  return std::move(out).str();
}

bool read_tree(Bytes bytes, const Position& start, MoveTree& tree) {
  ByteReader in(bytes);
  std::vector<NodeId> order{kRoot};
  const std::vector<NodeId> main = tree.main_nodes();
  order.insert(order.end(), main.begin(), main.end());
  return read_side_lines(in, start, tree, order) && read_annotations(in, order, tree) && in.ok() &&
         in.at_end();
}

}  // namespace qipu
