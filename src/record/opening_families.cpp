// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/opening_families.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include "base/text.h"
#include "xiangqi/position.h"

namespace qipu {

namespace {

constexpr std::size_t kFamilyPlies = 20;

// "h2e2"
constexpr Move move_of(std::string_view text) {
  return {Square(text[0] - 'a', text[1] - '0'), Square(text[2] - 'a', text[3] - '0')};
}
constexpr Square square_of(std::string_view text) { return {text[0] - 'a', text[1] - '0'}; }

// A point as `color` sees it: Black's are those of Red with the ranks turned.
constexpr Square seen_by(Color color, Square square) {
  return color == Color::Red ? square : Square(square.file(), 9 - square.rank());
}
constexpr Move seen_by(Color color, Move move) {
  return {seen_by(color, move.from()), seen_by(color, move.to())};
}

// The opening of a game so far, after any of its plies.
class OpeningBoard {
 public:
  void play(Move move) {
    const Piece mover = at_.at(move.from());
    const auto from = static_cast<std::size_t>(move.from().index());
    const auto to = static_cast<std::size_t>(move.to().index());
    if (mover.is_none()) return;
    if (origin_[from] == kUnmoved) {
      origin_[from] = static_cast<std::uint8_t>(from);
      first_file_[from] = move.to().file();
    }
    first_file_[to] = first_file_[from];
    origin_[to] = origin_[from];
    origin_[from] = kUnmoved;
    at_.play(move);
    moves_.push_back({move, mover});
  }

  bool has(Color color, PieceKind kind, std::string_view square) const {
    return at_.at(square_of(square)).is(color, kind);
  }
  bool has_any(Color color, PieceKind kind, std::initializer_list<std::string_view> squares) const {
    return std::any_of(squares.begin(), squares.end(),
                       [&](std::string_view square) { return has(color, kind, square); });
  }
  // Whether a side has made a move, as it stands on the board.
  bool was_played(std::string_view text) const { return place_of(text) < moves_.size(); }
  // Whether the `n`-th move of the game, from 0, is this.
  bool is_move(std::size_t n, std::string_view text) const {
    return n < moves_.size() && moves_[n].move == move_of(text);
  }
  bool is_last(std::string_view text) const {
    return !moves_.empty() && moves_.back().move == move_of(text);
  }
  bool was_played_before(std::string_view first, std::string_view then) const {
    return was_played(then) && place_of(first) < place_of(then);
  }
  // Whether a side's first move of a cannon is one of these.
  bool is_first_cannon_move(Color color, std::initializer_list<std::string_view> texts) const {
    const auto found = std::find_if(moves_.begin(), moves_.end(), [&](const Played& played) {
      return played.mover.is(color, PieceKind::Cannon);
    });
    return found != moves_.end() && std::any_of(texts.begin(), texts.end(), [&](auto text) {
             return found->move == move_of(text);
           });
  }
  // Whether a pawn of that side moved before the move was made.
  bool has_pawn_move_before(Color color, std::string_view text) const {
    const std::size_t end = place_of(text);
    return end < moves_.size() &&
           std::any_of(
               moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(end),
               [&](const Played& played) { return played.mover.is(color, PieceKind::Pawn); });
  }

  std::vector<Square> squares(Color color, PieceKind kind) const {
    std::vector<Square> found;
    for (SquareSet all = at_.pieces(color); !all.empty();) {
      const Square square = all.pop();
      if (at_.at(square).kind() == kind) found.push_back(square);
    }
    return found;
  }
  // Where the piece came from, if it has moved; and the file to which its first move led.
  bool came_from(Square square, Square origin) const {
    return origin_[static_cast<std::size_t>(square.index())] == origin.index();
  }
  bool is_on_its_file(Square square) const {
    const auto index = static_cast<std::size_t>(square.index());
    return origin_[index] != kUnmoved && first_file_[index] == square.file();
  }
  int pieces_between(Square a, Square b) const {  // of one rank, a left of b
    int count = 0;
    for (int file = a.file() + 1; file < b.file(); ++file)
      count += at_.at({file, a.rank()}).is_none() ? 0 : 1;
    return count;
  }
  // The last move, if a piece of that kind and side made it.
  const Move* last_of(Color color, PieceKind kind) const {
    return !moves_.empty() && moves_.back().mover.is(color, kind) ? &moves_.back().move : nullptr;
  }

 private:
  static constexpr std::uint8_t kUnmoved = 255;
  struct Played {
    Move move;
    Piece mover;
  };

  std::size_t place_of(std::string_view text) const {
    const Move move = move_of(text);
    return static_cast<std::size_t>(
        std::find_if(moves_.begin(), moves_.end(),
                     [&](const Played& played) { return played.move == move; }) -
        moves_.begin());
  }
  static std::array<std::uint8_t, Square::kCount> all_unmoved() {
    std::array<std::uint8_t, Square::kCount> origins{};
    origins.fill(kUnmoved);
    return origins;
  }

  Position at_ = Position::start();
  std::vector<Played> moves_;
  std::array<std::uint8_t, Square::kCount> origin_ = all_unmoved();
  std::array<int, Square::kCount> first_file_{};
};

constexpr auto kRed = Color::Red;
constexpr auto kBlack = Color::Black;
constexpr auto kRook = PieceKind::Rook;
constexpr auto kKnight = PieceKind::Knight;
constexpr auto kCannon = PieceKind::Cannon;
constexpr auto kPawn = PieceKind::Pawn;

bool begins(const OpeningBoard& game, std::string_view one, std::string_view other) {
  return game.is_move(0, one) || game.is_move(0, other);
}
bool answers(const OpeningBoard& game, std::string_view first, std::string_view reply) {
  return game.is_move(0, first) && game.is_move(1, reply);
}

bool has_central_cannon(const OpeningBoard& game) {
  return game.is_first_cannon_move(kRed, {"h2e2", "b2e2"});
}
bool has_opposite_centres(const OpeningBoard& game) {
  return (game.was_played("h2e2") && game.was_played("b7e7")) ||
         (game.was_played("b2e2") && game.was_played("h7e7"));
}
bool black_centred_at_once(const OpeningBoard& game) {
  return game.is_move(1, "b7e7") || game.is_move(1, "h7e7");
}
bool has_both_horses(const OpeningBoard& game) {
  return game.has(kBlack, kKnight, "c7") && game.has(kBlack, kKnight, "g7");
}
bool is_screen(const OpeningBoard& game) {
  const auto went = [&](std::string_view file) {
    return game.was_played("b7" + std::string(file)) || game.was_played("h7" + std::string(file));
  };
  return has_central_cannon(game) && has_both_horses(game) && !went("d7") && !went("e7") &&
         !went("f7");
}
bool has_second_cannon(const OpeningBoard& game, std::initializer_list<std::string_view> squares) {
  return game.has(kRed, kCannon, "e2") && game.has_any(kRed, kCannon, squares);
}

// A horse of `color` met `is_met` for one of its points, as that side sees them.
template <class IsMet>
bool any_horse(const OpeningBoard& game, Color color, IsMet is_met) {
  const auto squares = game.squares(color, kKnight);
  return std::any_of(squares.begin(), squares.end(),
                     [&](Square square) { return is_met(square, seen_by(color, square)); });
}

bool goes_through_palace(const OpeningBoard& game, Color color) {
  const Move* last = game.last_of(color, kKnight);
  if (last == nullptr) return false;
  const Move move = seen_by(color, *last);
  return move.to() == square_of("e1") || (move.from() == square_of("d1") && move.to().file() > 4) ||
         (move.from() == square_of("f1") && move.to().file() < 4);
}

bool has_corner_horse(const OpeningBoard& game, Color color) {
  return any_horse(game, color, [&](Square square, Square seen) {
    return (seen == square_of("d1") || seen == square_of("f1")) &&
           (game.came_from(square, seen_by(color, square_of("b0"))) ||
            game.came_from(square, seen_by(color, square_of("h0"))));
  });
}

bool has_horse_on(const OpeningBoard& game, Color color, std::string_view one,
                  std::string_view other) {
  return any_horse(game, color, [&](Square, Square seen) {
    return seen == square_of(one) || seen == square_of(other);
  });
}

bool has_rook_on_rank(const OpeningBoard& game, Color color, int rank, bool is_on_its_file) {
  const auto rooks = game.squares(color, kRook);
  return std::any_of(rooks.begin(), rooks.end(), [&](Square rook) {
    return seen_by(color, rook).rank() == rank && (!is_on_its_file || game.is_on_its_file(rook));
  });
}

bool has_tandem_cannons(const OpeningBoard& game, Color color) {
  const auto cannons = game.squares(color, kCannon);
  if (cannons.size() != 2) return false;
  const auto [left, right] =
      std::minmax(cannons[0], cannons[1], [](Square a, Square b) { return a.file() < b.file(); });
  return left.file() == right.file() ||
         (left.rank() == right.rank() && game.pieces_between(left, right) == 1);
}

template <class Test>
bool of_either(const OpeningBoard& game, Test test) {
  return test(game, kRed) || test(game, kBlack);
}

struct FamilyRule {
  OpeningFamily family;
  bool (*is_met)(const OpeningBoard&) = nullptr;
};

constexpr std::array<FamilyRule, 46> kRules{{
    {{"central-cannon", "中炮 / 当头炮", "Central Cannon"}, has_central_cannon},
    {{"same-cannons", "顺炮", "Same-Direction Cannons"},
     [](const OpeningBoard& g) {
       return (g.was_played("h2e2") && g.was_played("h7e7")) ||
              (g.was_played("b2e2") && g.was_played("b7e7"));
     }},
    {{"opposite-cannons", "列炮", "Opposite-Direction Cannons"},
     [](const OpeningBoard& g) { return has_opposite_centres(g) && black_centred_at_once(g); }},
    {{"delayed-opposite-cannons", "半途列炮 / 后补列炮", "Delayed Opposite-Direction Cannons"},
     [](const OpeningBoard& g) { return has_opposite_centres(g) && !black_centred_at_once(g); }},
    {{"screen-horses", "屏风马", "Screen Horses"}, is_screen},
    {{"sandwiched-horses", "反宫马 / 夹炮屏风", "Sandwiched Horses"},
     [](const OpeningBoard& g) {
       return has_both_horses(g) && g.has_any(kBlack, kCannon, {"d7", "f7"});
     }},
    {{"single-horse", "单提马", "Single Horse"},
     [](const OpeningBoard& g) {
       return (g.has(kBlack, kKnight, "c7") && g.has(kBlack, kKnight, "i7")) ||
              (g.has(kBlack, kKnight, "g7") && g.has(kBlack, kKnight, "a7"));
     }},
    {{"left-tiger", "左三步虎", "Left Three-Step Tiger"},
     [](const OpeningBoard& g) {
       return g.was_played("h9g7") && g.was_played("i9h9") && g.was_played("h7i7");
     }},
    {{"right-tiger", "右三步虎", "Right Three-Step Tiger"},
     [](const OpeningBoard& g) { return g.was_played("b9c7") && g.was_played("b7a7"); }},
    {{"left-blockade", "左炮封车", "Left Cannon Blockade"},
     [](const OpeningBoard& g) {
       return g.was_played("h9g7") && g.was_played("i9h9") && g.was_played("h7h3");
     }},
    {{"turtle-back", "龟背炮", "Turtle-Back Cannons"},
     [](const OpeningBoard& g) {
       return g.was_played("h9g7") && g.was_played_before("i9i8", "h7h8");
     }},
    {{"mandarin-duck", "鸳鸯炮", "Mandarin-Duck Cannons"},
     [](const OpeningBoard& g) {
       return g.was_played_before("b9c7", "i9i7") && g.has_pawn_move_before(kBlack, "i9i7");
     }},
    {{"elephant", "飞相局", "Elephant Opening"},
     [](const OpeningBoard& g) { return begins(g, "g0e2", "c0e2"); }},
    {{"same-elephants", "顺相", "Same-Direction Elephants"},
     [](const OpeningBoard& g) {
       return answers(g, "g0e2", "g9e7") || answers(g, "c0e2", "c9e7");
     }},
    {{"opposite-elephants", "列相", "Opposite-Direction Elephants"},
     [](const OpeningBoard& g) {
       return answers(g, "g0e2", "c9e7") || answers(g, "c0e2", "g9e7");
     }},
    {{"pawn", "仙人指路", "Pawn Opening (Angel's Path)"},
     [](const OpeningBoard& g) { return begins(g, "g3g4", "c3c4"); }},
    {{"pawn-base-cannon", "卒底炮", "Pawn-Base Cannon"},
     [](const OpeningBoard& g) {
       return answers(g, "g3g4", "h7g7") || answers(g, "c3c4", "b7c7");
     }},
    {{"pawn-vs-pawn", "对兵局", "Pawn versus Pawn"},
     [](const OpeningBoard& g) {
       return answers(g, "g3g4", "c6c5") || answers(g, "c3c4", "g6g5");
     }},
    {{"horse", "起马局", "Horse Opening"},
     [](const OpeningBoard& g) { return begins(g, "h0g2", "b0c2"); }},
    {{"cross-palace", "过宫炮", "Cross-Palace Cannon"},
     [](const OpeningBoard& g) { return begins(g, "h2d2", "b2f2"); }},
    {{"palcorner", "仕角炮 / 士角炮", "Palcorner Cannon"},
     [](const OpeningBoard& g) {
       return begins(g, "h2f2", "b2d2") || g.is_move(1, "h7f7") || g.is_move(1, "b7d7");
     }},
    {{"golden-hook", "金钩炮", "Golden-Hook Cannon"},
     [](const OpeningBoard& g) {
       return g.is_first_cannon_move(kRed, {"h2c2", "b2g2"}) ||
              g.is_first_cannon_move(kBlack, {"h7c7", "b7g7"});
     }},
    {{"pawn-base-red", "兵底炮局", "Pawn-Base Cannon Opening"},
     [](const OpeningBoard& g) { return begins(g, "h2g2", "b2c2"); }},
    {{"river-cannon", "巡河炮局", "River-Bank Cannon Opening"},
     [](const OpeningBoard& g) { return begins(g, "h2h4", "b2b4"); }},
    {{"cross-river-cannon", "过河炮局", "Cross-River Cannon Opening"},
     [](const OpeningBoard& g) { return begins(g, "h2h6", "b2b6"); }},
    {{"edge-cannon", "边炮局", "Edge Cannon Opening"},
     [](const OpeningBoard& g) { return begins(g, "h2i2", "b2a2"); }},
    {{"edge-horse", "边马局", "Edge Horse Opening"},
     [](const OpeningBoard& g) { return begins(g, "h0i2", "b0a2"); }},
    {{"edge-pawn", "边兵局", "Edge Pawn Opening"},
     [](const OpeningBoard& g) { return begins(g, "i3i4", "a3a4"); }},
    {{"advisor", "上仕局", "Advisor Opening"},
     [](const OpeningBoard& g) { return begins(g, "f0e1", "d0e1"); }},
    {{"five-six", "五六炮", "Five-Six Cannons"},
     [](const OpeningBoard& g) {
       return has_second_cannon(g, {"d2", "f2"});
     }},
    {{"five-seven", "五七炮", "Five-Seven Cannons"},
     [](const OpeningBoard& g) {
       return has_second_cannon(g, {"c2", "g2"});
     }},
    {{"five-eight", "五八炮", "Five-Eight Cannons"},
     [](const OpeningBoard& g) {
       return has_second_cannon(g, {"b6", "h6"});
     }},
    {{"five-nine", "五九炮", "Five-Nine Cannons"},
     [](const OpeningBoard& g) {
       return has_second_cannon(g, {"a2", "i2"});
     }},
    {{"two-headed-snake", "两头蛇", "Two-Headed Snake"},
     [](const OpeningBoard& g) {
       return (g.has(kRed, kPawn, "c4") && g.has(kRed, kPawn, "g4")) ||
              (g.has(kBlack, kPawn, "c5") && g.has(kBlack, kPawn, "g5"));
     }},
    {{"through-palace-horse", "穿宫马", "Horse through the Palace"},
     [](const OpeningBoard& g) { return of_either(g, goes_through_palace); }},
    {{"corner-horse", "拐角马", "Corner Horse"},
     [](const OpeningBoard& g) { return of_either(g, has_corner_horse); }},
    {{"seventh-horse", "七路马", "Seventh-File Horse"},
     [](const OpeningBoard& g) {
       return (g.is_first_cannon_move(kRed, {"h2e2"}) && g.has(kRed, kKnight, "c2")) ||
              (g.is_first_cannon_move(kRed, {"b2e2"}) && g.has(kRed, kKnight, "g2"));
     }},
    {{"river-horse", "盘河马", "River Horse"},
     [](const OpeningBoard& g) {
       return of_either(g, [](const OpeningBoard& game, Color color) {
         return has_horse_on(game, color, "d4", "f4");
       });
     }},
    {{"outer-river-horse", "外盘河马", "Outer River Horse"},
     [](const OpeningBoard& g) {
       return of_either(g, [](const OpeningBoard& game, Color color) {
         return has_horse_on(game, color, "b4", "h4");
       });
     }},
    {{"filed-rook", "直车", "Filed Chariot"},
     [](const OpeningBoard& g) {
       return g.is_last("i0h0") || g.is_last("a0b0") || g.is_last("i9h9") || g.is_last("a9b9");
     }},
    {{"ranked-rook", "横车", "Ranked Chariot"},
     [](const OpeningBoard& g) {
       return g.is_last("i0i1") || g.is_last("a0a1") || g.is_last("i9i8") || g.is_last("a9a8");
     }},
    {{"river-rook", "巡河车", "River-Bank Chariot"},
     [](const OpeningBoard& g) {
       return of_either(g, [](const OpeningBoard& game, Color color) {
         return has_rook_on_rank(game, color, 4, false);
       });
     }},
    {{"cross-river-rook", "过河车", "Cross-River Chariot"},
     [](const OpeningBoard& g) {
       return of_either(g, [](const OpeningBoard& game, Color color) {
         return has_rook_on_rank(game, color, 6, true);
       });
     }},
    {{"rook-trade", "平炮兑车", "Chariot Trade by Cannon Shift"},
     [](const OpeningBoard& g) {
       return g.is_last("h7i7") && g.has(kRed, kRook, "h6") && g.has(kBlack, kRook, "h9");
     }},
    {{"double-cannon-river", "双炮过河", "Both Cannons across the River"},
     [](const OpeningBoard& g) {
       return g.has(kBlack, kCannon, "b3") && g.has(kBlack, kCannon, "h3");
     }},
    {{"tandem-cannons", "叠炮 / 担子炮", "Tandem or Linked Cannons"},
     [](const OpeningBoard& g) { return of_either(g, has_tandem_cannons); }},
}};

// The names of a text such as "中炮 / 当头炮".
std::vector<std::string> keys_of(const OpeningFamily& family) {
  std::vector<std::string> keys{name_key(family.id), name_key(family.name_en)};
  for (std::string_view rest = family.name_zh;;) {
    const std::size_t slash = rest.find('/');
    keys.push_back(name_key(rest.substr(0, slash)));
    if (slash == std::string_view::npos) return keys;
    rest.remove_prefix(slash + 1);
  }
}

template <class Fits>
FamilySet families_with(Fits fits) {
  FamilySet found = 0;
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    const auto keys = keys_of(kRules[i].family);
    if (std::any_of(keys.begin(), keys.end(), fits)) found |= FamilySet{1} << i;
  }
  return found;
}

}  // namespace

std::span<const OpeningFamily> opening_families() {
  static const auto kFamilies = [] {
    std::array<OpeningFamily, kRules.size()> families;
    std::transform(kRules.begin(), kRules.end(), families.begin(),
                   [](const FamilyRule& rule) { return rule.family; });
    return families;
  }();
  return kFamilies;
}

FamilySet families_of(std::span<const Move> main_line) {
  // SOURCE: "Rules that the table does not show", 1.
  const bool is_mirrored = !main_line.empty() && main_line[0].from().file() < 4;
  OpeningBoard game;
  FamilySet found = 0;
  for (const Move move : main_line.first(std::min(main_line.size(), kFamilyPlies))) {
    game.play(is_mirrored ? move.mirrored() : move);
    for (std::size_t i = 0; i < kRules.size(); ++i) {
      const FamilySet bit = FamilySet{1} << i;
      if ((found & bit) == 0 && kRules[i].is_met(game)) found |= bit;
    }
  }
  return found;
}

FamilySet find_families(std::string_view words) {
  const std::string key = name_key(words);
  if (key.empty()) return 0;
  const FamilySet named = families_with([&](const std::string& name) { return name == key; });
  if (named != 0) return named;
  return families_with(
      [&](const std::string& name) { return name.find(key) != std::string::npos; });
}

}  // namespace qipu
