// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/pattern.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/result.h"
#include "search/pattern_words.h"

namespace qipu {

namespace {

// The four forms of a pattern, each a lane: a byte in a number of 32 bits.
constexpr std::size_t kFormCount = 4;  // as asked, mirrored, flipped, both
using Lanes = std::uint32_t;
constexpr std::uint32_t kEachLow = 0x01010101;
constexpr std::uint32_t kEachSeven = 0x7F7F7F7F;
constexpr Lanes kEachTop = 0x80808080;  // a form that is meant: the top bit of its byte
constexpr Lanes top_of(std::size_t form) { return std::uint32_t{0x80} << (8 * form); }
constexpr bool is_flipped(std::size_t form) { return form >= 2; }
constexpr Lanes kPlainForms = top_of(0) | top_of(1);

constexpr std::size_t index_of(Piece piece) { return static_cast<std::size_t>(piece.index()); }
constexpr std::size_t index_of(Color color) { return static_cast<std::size_t>(color); }

Square flipped(Square square) { return {square.file(), 9 - square.rank()}; }
Piece flipped(Piece piece) {
  return piece.is_none() ? piece : Piece(opponent(piece.color()), piece.kind());
}
Square in_form(Square square, std::size_t form) {
  const Square turned = is_flipped(form) ? flipped(square) : square;
  return form % 2 == 1 ? turned.mirrored() : turned;
}
Piece in_form(Piece piece, std::size_t form) { return is_flipped(form) ? flipped(piece) : piece; }

constexpr std::array<PieceKind, 7> kKinds{PieceKind::King,   PieceKind::Advisor, PieceKind::Bishop,
                                          PieceKind::Knight, PieceKind::Rook,    PieceKind::Cannon,
                                          PieceKind::Pawn};

Piece piece_at(std::size_t index) {
  if (index == static_cast<std::size_t>(Piece::kCount)) return {};
  return {index < 7 ? Color::Red : Color::Black, kKinds[index % 7]};
}

// How far a pawn has come: the rank as its own side counts, 0..9. It never grows less.
int advance_of(Color color, Square square) {
  return color == Color::Red ? square.rank() : 9 - square.rank();
}
constexpr int kRiver = 5;  // the first progress across it, from where a pawn may step aside

}  // namespace

// The pattern, made ready to be kept up to date move by move.
class Pattern::Impl {
 public:
  // The pawns of both sides, or those that a form asks for.
  struct Pawns {
    std::array<std::array<std::uint8_t, 10>, 2> counts{};          // by colour and progress
    std::array<std::array<std::uint16_t, kRiver>, 2> own_files{};  // sets of files, this side of it

    void add(Color color, Square square) {
      const auto progress = static_cast<std::size_t>(advance_of(color, square));
      ++counts[index_of(color)][progress];
      if (progress < kRiver) own_files[index_of(color)][progress] |= bit(square);
    }
    void take(Color color, Square square) {
      const auto progress = static_cast<std::size_t>(advance_of(color, square));
      --counts[index_of(color)][progress];
      // Two on one point there are none.
      if (progress < kRiver)
        own_files[index_of(color)][progress] &= static_cast<std::uint16_t>(~bit(square));
    }

    // Whether these may come to stand so that all of `wanted` are among them.
    bool can_become(const Pawns& wanted) const {
      for (std::size_t color = 0; color < 2; ++color) {
        int surplus = 0;  // pawns that have not come too far, less those wanted there
        unsigned files = 0;
        for (std::size_t progress = 0; progress < 10; ++progress) {
          surplus += counts[color][progress] - wanted.counts[color][progress];
          if (surplus < 0) return false;
          if (progress >= kRiver) continue;
          files |= own_files[color][progress];
          if ((wanted.own_files[color][progress] & ~files) != 0) return false;
        }
      }
      return true;
    }

   private:
    static std::uint16_t bit(Square square) {
      return static_cast<std::uint16_t>(1U << static_cast<unsigned>(square.file()));
    }
  };

  explicit Impl(const PatternWords& words);

  Lanes forms = 0;  // those that are looked for
  int hold = 1;

  // For each point and what stands on it: 1 in the lanes of the forms that ask for something else.
  std::array<std::array<std::uint32_t, Piece::kCount + 1>, Square::kCount> misses{};
  std::array<Lanes, 2> to_move{kEachTop, kEachTop};  // by the side to move: forms that may stand

  std::array<MaterialPattern, 2> material{};  // as asked, flipped
  // The least numbers of pieces, of material and board together: there never come more.
  std::array<std::array<std::uint8_t, Piece::kCount>, 2> least{};
  std::array<Pawns, kFormCount> pawns;
  bool has_pawns = false;

 private:
  void set_board(const BoardPattern& board);
};

Pattern::Impl::Impl(const PatternWords& words) {
  if (words.board.empty() && words.material.empty()) {
    throw UsageError(!words.region.empty() ? "--region goes with --pattern"
                                           : "--hold goes with --pattern or --material");
  }
  if (words.board.empty() && !words.region.empty()) {
    throw UsageError("--region goes with --pattern");
  }
  if (!words.hold.empty()) hold = parse_hold(words.hold);
  forms = words.is_flipped_too ? kEachTop : kPlainForms;
  if (words.board.empty()) forms &= top_of(0) | top_of(2);  // material has no left and right
  if (!words.material.empty()) {
    material[0] = parse_material(words.material);
    for (std::size_t i = 0; i < Piece::kCount; ++i)
      material[1][i] = material[0][index_of(flipped(piece_at(i)))];
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t i = 0; i < Piece::kCount; ++i)
        least[side][i] = material[side][i].min;
    }
  }
  if (!words.board.empty()) set_board(parse_board_pattern(words.board, words.region));
}

void Pattern::Impl::set_board(const BoardPattern& board) {
  std::array<std::array<std::uint8_t, Piece::kCount>, 2> asked{};
  for (std::size_t form = 0; form < kFormCount; ++form) {
    for (int index = 0; index < Square::kCount; ++index) {
      const PieceSet allowed = board.allowed[static_cast<std::size_t>(index)];
      const Square square = in_form(Square::at(index), form);
      for (std::size_t i = 0; i <= Piece::kCount; ++i) {
        const Piece piece = in_form(piece_at(i), form);
        const bool is_allowed = (allowed >> i & 1U) != 0;
        if (!is_allowed) {
          misses[static_cast<std::size_t>(square.index())][index_of(piece)] |= 1U << (8 * form);
        }
        // The only piece that may stand there.
        if (!is_allowed || piece.is_none() || allowed != 1U << i) continue;
        if (form % 2 == 0) ++asked[form / 2][index_of(piece)];
        if (piece.kind() != PieceKind::Pawn) continue;
        has_pawns = true;
        pawns[form].add(piece.color(), square);
      }
    }
    if (!board.to_move) continue;
    const Color waiting = is_flipped(form) ? *board.to_move : opponent(*board.to_move);
    to_move[index_of(waiting)] &= ~top_of(form);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < Piece::kCount; ++i)
      least[side][i] = std::max(least[side][i], asked[side][i]);
  }
}

namespace {

// A game on its way: which forms stand now, and which can still come. Copied to come back to it.
template <class Tables>
class PatternWalk {
 public:
  PatternWalk(const Tables& tables, const Position& start)
      : tables_(&tables),
        board_(start.board()),
        to_move_(start.to_move()),
        possible_(tables.forms) {
    for (std::size_t square = 0; square < board_.size(); ++square) {
      const Piece piece = board_[square];
      missing_ += tables.misses[square][index_of(piece)];
      if (piece.is_none()) continue;
      ++counts_[index_of(piece)];
      if (piece.kind() == PieceKind::Pawn)
        pawns_.add(piece.color(), Square::at(static_cast<int>(square)));
    }
    check_material();
    if (tables.has_pawns) check_pawns();
  }

  void play(Move move) {
    const auto from = static_cast<std::size_t>(move.from().index());
    const auto to = static_cast<std::size_t>(move.to().index());
    const Piece mover = board_[from];
    const Piece taken = board_[to];
    const auto& misses = tables_->misses;
    missing_ += misses[to][index_of(mover)] - misses[to][index_of(taken)] +
                misses[from][index_of(Piece())] - misses[from][index_of(mover)];
    board_[to] = mover;
    board_[from] = Piece();
    to_move_ = opponent(to_move_);
    if (!taken.is_none()) take(taken, move.to());
    if (tables_->has_pawns && !mover.is_none() && mover.kind() == PieceKind::Pawn) {
      pawns_.take(mover.color(), move.from());
      pawns_.add(mover.color(), move.to());
      check_pawns();
    }
  }

  // The forms that stand here: those of which nothing is missing.
  Lanes standing() const {
    return ~(missing_ + kEachSeven) & in_material_ & tables_->to_move[index_of(to_move_)] &
           tables_->forms;
  }
  bool is_hopeless() const { return possible_ == 0; }

 private:
  void take(Piece taken, Square square) {
    --counts_[index_of(taken)];
    check_material();
    if (!tables_->has_pawns || taken.kind() != PieceKind::Pawn) return;
    pawns_.take(taken.color(), square);
    check_pawns();
  }

  void check_material() {
    for (std::size_t side = 0; side < 2; ++side) {
      const Lanes lanes = side == 0 ? kPlainForms : kEachTop & ~kPlainForms;
      bool is_in_range = true;
      for (std::size_t i = 0; i < Piece::kCount; ++i) {
        const auto& range = tables_->material[side][i];
        is_in_range = is_in_range && counts_[i] >= range.min && counts_[i] <= range.max;
        if (counts_[i] < tables_->least[side][i]) possible_ &= ~lanes;
      }
      in_material_ = is_in_range ? in_material_ | lanes : in_material_ & ~lanes;
    }
  }

  void check_pawns() {
    for (std::size_t form = 0; form < kFormCount; ++form) {
      if ((possible_ & top_of(form)) != 0 && !pawns_.can_become(tables_->pawns[form]))
        possible_ &= ~top_of(form);
    }
  }

  const Tables* tables_;
  Board board_;
  Color to_move_;
  std::uint32_t missing_ = 0;  // by lane: points that hold something else
  Lanes in_material_ = 0;
  Lanes possible_;
  std::array<std::uint8_t, Piece::kCount> counts_{};
  typename Tables::Pawns pawns_;
};

// For how many plies each form has stood.
class Runs {
 public:
  // True once one of them stood `hold` plies.
  bool add(Lanes standing, int hold) {
    bool is_long = false;
    for (std::size_t form = 0; form < kFormCount; ++form) {
      plies_[form] = (standing & top_of(form)) != 0 ? plies_[form] + 1 : 0;
      is_long = is_long || plies_[form] >= hold;
    }
    return is_long;
  }

 private:
  std::array<int, kFormCount> plies_{};
};

}  // namespace

Pattern::Pattern(const PatternWords& words) : impl_(std::make_unique<const Impl>(words)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

std::optional<int> Pattern::first_ply(const Position& start, std::span<const Move> line) const {
  PatternWalk walk(*impl_, start);
  Runs runs;
  const int hold = impl_->hold;
  int ply = 0;
  for (const Move move : line) {
    const Lanes standing = walk.standing();
    if (hold == 1 ? standing != 0 : runs.add(standing, hold)) return ply - hold + 1;
    if (walk.is_hopeless()) return std::nullopt;
    walk.play(move);
    ++ply;
  }
  if (runs.add(walk.standing(), hold)) return ply - hold + 1;
  return std::nullopt;
}

std::optional<NodeId> Pattern::first_node(const Game& game) const {
  struct State {
    PatternWalk<Impl> walk;
    Runs runs;
    NodeId node;
  };
  std::vector<State> path;  // from the root to where the walk is
  for (const NodeId node : game.tree.preorder()) {
    const NodeId parent = game.tree[node].parent;
    while (!path.empty() && path.back().node != parent)
      path.pop_back();
    if (path.empty()) {
      path.push_back({PatternWalk(*impl_, game.start), {}, node});
    } else {
      path.push_back(path.back());
      path.back().walk.play(game.tree[node].move);
      path.back().node = node;
    }
    if (!path.back().runs.add(path.back().walk.standing(), impl_->hold)) continue;
    // There where it began to stand so long: fewer plies above than the path has.
    return path[path.size() - static_cast<std::size_t>(impl_->hold)].node;
  }
  return std::nullopt;
}

}  // namespace qipu
