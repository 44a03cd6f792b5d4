// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/mates.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/text.h"
#include "search/mate_picture.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

using Picture = MatePicture;

constexpr int kCentre = 4;    // file e
constexpr int kBackRank = 9;  // of the side that is mated

bool is_home(Square king) { return king == Square(kCentre, kBackRank); }
bool has_no_king_line(Square a, Square king) {
  return a.file() != king.file() && a.rank() != king.rank();
}

// Whether `a` and `b` lie on neighbouring lines, the king's own line and the one beside it.
bool are_on_neighbouring_lines(Square on_king_line, Square other, Square king) {
  if (on_king_line.rank() == king.rank()) return std::abs(other.rank() - king.rank()) == 1;
  return on_king_line.file() == king.file() && std::abs(other.file() - king.file()) == 1;
}

bool takes_a_flight(const Picture& picture, Square from) {
  const auto& flights = picture.flights();
  return std::any_of(flights.begin(), flights.end(),
                     [&](Square flight) { return picture.reaches(from, flight); });
}

// A horse on one of two points, mirror images of each other, from where it takes a flight.
bool horse_takes_from(const Picture& picture, int file, int rank) {
  return picture.any_red(PieceKind::Knight, [&](Square horse) {
    return horse.rank() == rank && (horse.file() == file || horse.file() == 8 - file) &&
           takes_a_flight(picture, horse);
  });
}

bool horse_checks_from(const Picture& picture, int file, int rank) {
  return picture.is_check_by(PieceKind::Knight, [&](Square horse) {
    return horse.rank() == rank && (horse.file() == file || horse.file() == 8 - file);
  });
}

// --- one function a form, in the order of the table

bool is_alternating_rooks(const Picture& picture) {
  return picture.is_check_by(PieceKind::Rook, [&](Square checker) {
    return picture.any_red(PieceKind::Rook, [&](Square other) {
      return other != checker && are_on_neighbouring_lines(checker, other, picture.king()) &&
             takes_a_flight(picture, other);
    });
  });
}

bool is_facing_kings(const Picture& picture) {
  const auto on_file = [&](Square checker) { return checker.file() == picture.king().file(); };
  return picture.own_king_takes_side() && (picture.is_check_by(PieceKind::Rook, on_file) ||
                                           picture.is_check_by(PieceKind::Cannon, on_file) ||
                                           picture.is_check_by(PieceKind::Pawn, on_file));
}

bool is_cannon_behind_horse(const Picture& picture) {
  const Square king = picture.king();
  return picture.is_check_by(PieceKind::Cannon, [&](Square cannon) {
    return picture.any_red(PieceKind::Knight, [&](Square horse) {
      const bool is_two_off =
          std::abs(horse.file() - king.file()) == 2 || std::abs(horse.rank() - king.rank()) == 2;
      // The only piece between cannon and king.
      return is_two_off && picture.between(horse, king) == 0 &&
             picture.between(cannon, horse) == 0 &&
             std::abs(cannon.file() - king.file()) + std::abs(cannon.rank() - king.rank()) > 2 &&
             (cannon.file() == king.file()) == (horse.file() == king.file());
    });
  });
}

bool is_horse_holding_rook(const Picture& picture) {
  return picture.is_check_by(PieceKind::Rook, [&](Square rook) {
    const bool is_held = picture.any_red(PieceKind::Knight, [&](Square horse) {
      return (horse.file() == 2 || horse.file() == 6) && horse.rank() >= 7 &&
             picture.reaches(horse, rook);
    });
    const auto helps = [&](Square other) {
      return other != rook && takes_a_flight(picture, other);
    };
    return is_held && are_beside(rook, picture.king()) &&
           (picture.any_red(PieceKind::Rook, helps) || picture.any_red(PieceKind::Pawn, helps));
  });
}

bool is_heaven_and_earth(const Picture& picture) {
  const Square king = picture.king();
  const bool has_central = picture.any_red(PieceKind::Cannon, [&](Square cannon) {
    return cannon.file() == kCentre && cannon.rank() < king.rank();
  });
  const auto beside = [&](Square checker) { return are_beside(checker, king); };
  return has_central && king.rank() == kBackRank &&
         picture.any_red(PieceKind::Cannon,
                         [](Square cannon) { return cannon.rank() == kBackRank; }) &&
         (picture.is_check_by(PieceKind::Rook, beside) ||
          picture.is_check_by(PieceKind::Pawn, beside));
}

// Rook or pawn checks from beside the king on its home point.
bool is_check_at_the_door(const Picture& picture) {
  const auto at_door = [](Square checker) {
    return checker.rank() == kBackRank && std::abs(checker.file() - kCentre) == 1;
  };
  return is_home(picture.king()) && (picture.is_check_by(PieceKind::Rook, at_door) ||
                                     picture.is_check_by(PieceKind::Pawn, at_door));
}

bool is_iron_bolt(const Picture& picture) {
  const Square king = picture.king();
  if (!is_check_at_the_door(picture)) return false;
  const bool is_bolted = picture.any_red(PieceKind::Cannon, [&](Square cannon) {
    return cannon.file() == kCentre && picture.between(cannon, king) == 2;
  });
  return is_bolted &&
         std::any_of(picture.checkers().begin(), picture.checkers().end(), [&](Square door) {
           const auto backs = [&](Square other) {
             return other.file() == door.file() && other != door && picture.reaches(other, door);
           };
           return picture.any_red(PieceKind::King, backs) ||
                  picture.any_red(PieceKind::Rook, backs) ||
                  picture.any_red(PieceKind::Cannon, backs);
         });
}

// A piece gives itself up on the palace centre, an advisor retakes, and the door is open.
bool is_sword_to_the_heart(const Picture& picture, PieceKind sword) {
  const Square centre(kCentre, 8);
  const auto thrust = picture.played(2);
  const auto retaking = picture.played(1);
  return thrust && thrust->move.to() == centre && thrust->mover.is(Color::Red, sword) &&
         thrust->taken.is(Color::Black, PieceKind::Advisor) && retaking->move.to() == centre &&
         retaking->mover.is(Color::Black, PieceKind::Advisor) && is_check_at_the_door(picture) &&
         picture.any_red(PieceKind::Cannon, [](Square cannon) { return cannon.file() == kCentre; });
}
bool is_great_sword(const Picture& picture) {
  return is_sword_to_the_heart(picture, PieceKind::Rook);
}
bool is_small_sword(const Picture& picture) {
  return is_sword_to_the_heart(picture, PieceKind::Pawn);
}

bool is_tandem_cannons(const Picture& picture) {
  const Square king = picture.king();
  return picture.is_check_by(PieceKind::Cannon, [&](Square rear) {
    return picture.any_red(PieceKind::Cannon, [&](Square front) {
      return front != rear && picture.between(rear, front) == 0 &&
             picture.between(front, king) == 0 &&
             (front.file() == king.file()) == (rear.file() == king.file());
    });
  });
}

bool is_rook_and_paired_cannons(const Picture& picture) {
  const Square king = picture.king();
  const auto is_neighbour = [&](Square on_line, Square other) {
    return are_on_neighbouring_lines(on_line, other, king) && takes_a_flight(picture, other);
  };
  const bool cannons_check =
      is_tandem_cannons(picture) && picture.is_check_by(PieceKind::Cannon, [&](Square rear) {
        return picture.any_red(PieceKind::Rook,
                               [&](Square rook) { return is_neighbour(rear, rook); });
      });
  return cannons_check || picture.is_check_by(PieceKind::Rook, [&](Square rook) {
    return picture.any_red(PieceKind::Cannon, [&](Square rear) {
      return is_neighbour(rook, rear) && has_no_king_line(rear, king) &&
             picture.any_red(PieceKind::Cannon, [&](Square front) {
               return front != rear && picture.between(rear, front) == 0 &&
                      are_on_neighbouring_lines(rook, front, king);
             });
    });
  });
}

bool is_pawn_step_by_step(const Picture& picture) {
  return picture.is_check_by(PieceKind::Pawn, [&](Square pawn) {
    const auto last = picture.played(0);
    const bool has_stepped = !last || last->move.to() == pawn;
    return has_stepped && picture.any_red(PieceKind::Cannon, [&](Square cannon) {
      return cannon.file() == pawn.file() && cannon.rank() < pawn.rank() &&
             picture.between(cannon, pawn) == 1;
    });
  });
}

bool is_moon_from_the_sea_bed(const Picture& picture) {
  const Square king = picture.king();
  const bool is_cannon_behind = picture.any_red(PieceKind::Cannon, [&](Square cannon) {
    return cannon.rank() == kBackRank && king.rank() < kBackRank;
  });
  return is_cannon_behind && picture.own_king_takes_side() &&
         picture.is_check_by(PieceKind::Rook,
                             [&](Square rook) { return rook.file() == king.file(); });
}

bool is_old_pawn(const Picture& picture) {
  const Square king = picture.king();
  return king.rank() == kBackRank && picture.is_check_by(PieceKind::Pawn, [&](Square pawn) {
    const auto covers = [&](Square own) { return picture.reaches(own, pawn); };
    const auto holds_next_rank = [&](Square rook) {
      return rook.rank() == kBackRank - 1 && takes_a_flight(picture, rook);
    };
    return pawn.rank() == kBackRank && picture.any_red(PieceKind::King, covers) &&
           picture.any_red(PieceKind::Rook, holds_next_rank);
  });
}

bool is_trough_horse(const Picture& picture) {
  return is_home(picture.king()) && horse_checks_from(picture, 2, 8);
}
// Another piece checks while a horse holds the king from afar.
bool is_held_from(const Picture& picture, int file, int rank) {
  return horse_takes_from(picture, file, rank) && !horse_checks_from(picture, file, rank);
}
bool is_angler_horse(const Picture& picture) {
  return is_held_from(picture, 2, 7) &&
         (picture.is_check_by(PieceKind::Rook) || picture.is_check_by(PieceKind::Pawn));
}
bool is_high_angler_horse(const Picture& picture) {
  return is_held_from(picture, 2, 6) && picture.is_check_by(PieceKind::Rook);
}
bool is_golden_hook_horse(const Picture& picture) { return is_held_from(picture, 2, kBackRank); }

bool is_opposite_corner_horse(const Picture& picture) {
  const Square king = picture.king();
  const bool is_corner = king.file() != kCentre && king.rank() != 8;
  return is_corner && picture.has_red(PieceKind::Knight, 8 - king.file(), 16 - king.rank());
}

bool is_advisor_corner_horse(const Picture& picture) {
  return is_home(picture.king()) && horse_checks_from(picture, 3, 7);
}

bool is_two_horses_drinking(const Picture& picture) {
  return horse_checks_from(picture, 2, 8) &&
         (picture.has_red(PieceKind::Knight, 2, 7) || picture.has_red(PieceKind::Knight, 6, 7) ||
          picture.has_red(PieceKind::Knight, 3, 7) || picture.has_red(PieceKind::Knight, 5, 7));
}

bool is_grinding_cannon(const Picture& picture) {
  const Square king = picture.king();
  return king.rank() == kBackRank && picture.is_check_by(PieceKind::Rook, [&](Square rook) {
    return rook.rank() == kBackRank && picture.any_red(PieceKind::Cannon, [&](Square cannon) {
      const bool is_same_side =
          (cannon.file() > king.file()) == (rook.file() > king.file()) &&
          std::abs(cannon.file() - king.file()) > std::abs(rook.file() - king.file());
      return cannon.rank() == kBackRank && is_same_side && picture.between(cannon, rook) == 1;
    });
  });
}

// The rook or cannon in front goes, and the one behind it checks. Where no move is known: rook on
// the back rank, cannon on the file of the king.
bool is_rook_and_cannon_discovery(const Picture& picture) {
  const Square king = picture.king();
  const auto last = picture.played(0);
  if (!last) {
    return picture.is_check_by(PieceKind::Rook, [&](Square rook) {
      return rook.rank() == king.rank();
    }) && picture.any_red(PieceKind::Cannon, [&](Square cannon) {
      return cannon.file() == king.file();
    });
  }
  const auto is_uncovered = [&](Square checker) {
    const Square left = last->move.from();
    const bool was_between = (checker.file() == king.file() && left.file() == king.file() &&
                              (left.rank() - king.rank()) * (left.rank() - checker.rank()) < 0) ||
                             (checker.rank() == king.rank() && left.rank() == king.rank() &&
                              (left.file() - king.file()) * (left.file() - checker.file()) < 0);
    return checker != last->move.to() && was_between;
  };
  if (last->mover.is(Color::Red, PieceKind::Rook))
    return picture.is_check_by(PieceKind::Cannon, is_uncovered);
  return last->mover.is(Color::Red, PieceKind::Cannon) &&
         picture.is_check_by(PieceKind::Rook, is_uncovered);
}

bool is_two_devils(const Picture& picture) {
  const auto has_both = [&](PieceKind left, PieceKind right) {
    return picture.has_red(left, 3, 8) && picture.has_red(right, 5, 8);
  };
  return has_both(PieceKind::Pawn, PieceKind::Pawn) || has_both(PieceKind::Pawn, PieceKind::Rook) ||
         has_both(PieceKind::Rook, PieceKind::Pawn);
}

bool is_double_check(const Picture& picture) { return picture.checkers().size() >= 2; }

bool is_smothered(const Picture& picture) {
  const Square king = picture.king();
  return picture.is_check_by(PieceKind::Cannon, [&](Square cannon) {
    const auto is_on_line = [&](Square square) {
      return cannon.file() == king.file() ? square.file() == king.file()
                                          : square.rank() == king.rank();
    };
    bool is_screened = false;
    const auto& flights = picture.flights();
    const bool is_shut = std::all_of(flights.begin(), flights.end(), [&](Square flight) {
      const Piece piece = picture.at(flight);
      const bool is_towards = is_on_line(flight) && picture.between(cannon, flight) == 0;
      is_screened = is_screened || (is_towards && piece.is(Color::Black, PieceKind::Advisor));
      return is_on_line(flight) || piece.is(Color::Black);
    });
    return is_shut && is_screened;
  });
}

constexpr std::array<MateForm, 26> kForms{{
    {"双车错", "", "alternating rooks", is_alternating_rooks},
    {"白脸将", "对面笑", "facing kings", is_facing_kings},
    {"马后炮", "", "cannon behind horse", is_cannon_behind_horse},
    {"勒车马", "", "horse holding the rook", is_horse_holding_rook},
    {"天地炮", "", "heaven and earth cannons", is_heaven_and_earth},
    {"铁门栓", "", "iron bolt", is_iron_bolt},
    {"大刀剜心", "大胆穿心", "great sword to the heart", is_great_sword},
    {"小刀剜心", "", "small sword to the heart", is_small_sword},
    {"重炮", "", "tandem cannons", is_tandem_cannons},
    {"夹车炮", "", "rook and paired cannons", is_rook_and_paired_cannons},
    {"三进兵", "", "pawn step by step", is_pawn_step_by_step},
    {"海底捞月", "", "moon from the sea bed", is_moon_from_the_sea_bed},
    {"老兵搜林", "老兵搜山", "old pawn combing the woods", is_old_pawn},
    {"卧槽马", "", "trough horse", is_trough_horse},
    {"钓鱼马", "", "angler horse", is_angler_horse},
    {"高钓马", "侧面虎", "high angler horse", is_high_angler_horse},
    {"金钩马", "", "golden hook horse", is_golden_hook_horse},
    {"八角马", "", "opposite corner horse", is_opposite_corner_horse},
    {"士角马", "挂角马", "advisor corner horse", is_advisor_corner_horse},
    {"双马饮泉", "", "two horses drinking", is_two_horses_drinking},
    {"炮碾丹沙", "炮碾丹砂", "cannon grinding cinnabar", is_grinding_cannon},
    {"车炮抽杀", "", "rook and cannon discovery", is_rook_and_cannon_discovery},
    {"二鬼拍门", "", "two devils at the door", is_two_devils},
    {"双将", "", "double check", is_double_check},
    {"闷宫", "", "smothered palace", is_smothered},
    {"困毙", "", "stalemate", nullptr},
}};

}  // namespace

std::span<const MateForm> mate_forms() { return kForms; }

const MateForm* find_mate_form(std::string_view name) {
  const std::string key = name_key(name);
  const auto found = std::find_if(kForms.begin(), kForms.end(), [&](const MateForm& form) {
    return key == name_key(form.name) || (!form.alias.empty() && key == name_key(form.alias)) ||
           key == name_key(form.english) || key == pinyin_key(form.name) ||
           (!form.alias.empty() && key == pinyin_key(form.alias));
  });
  return found == kForms.end() || key.empty() ? nullptr : &*found;
}

bool ends_in(const MateForm& form, const Position& start, std::span<const Move> line) {
  Position last = start;
  for (const Move move : line)
    last.play(move);
  if (form.is_met == nullptr) return is_stalemate(last);
  if (!last.king(last.to_move()) || !is_checkmate(last)) return false;
  return form.is_met(MatePicture(start, line));
}

}  // namespace qipu
