// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes as a FEN, a move and a line of moves. What comes out must be legal, a FEN that is read
// must be written and read the same, and a move found must have a text that reads back as itself.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "xiangqi/fen.h"
#include "xiangqi/notation.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program, not a header

void require(bool holds) {
  if (!holds) std::abort();
}

Position position_of(std::string_view fen) {
  const auto position = parse_fen(fen);
  require(position.has_value());
  return *position;
}

void check_move(const Position& position, Move move) {
  require(is_legal(position, move));
  if (find_fault(position) != PositionFault::None) return;
  for (const Notation notation :
       {Notation::Chinese, Notation::Short, Notation::Wxf, Notation::San}) {
    const MoveList found = readings(position, to_text(position, move, notation));
    require(found.size() == 1 && found[0] == move);
  }
}

void check_text(const Position& position, std::string_view text) {
  const auto scanned = scan_move(text);
  require(!scanned || (scanned->length > 0 && scanned->length <= text.size()));
  for (const RankBase base : {RankBase::Zero, RankBase::One}) {
    if (scanned) {
      for (const Move move : resolve(position, scanned->shape, base))
        check_move(position, move);
    }
    for (const Move move : readings(position, text, base))
      require(is_legal(position, move));
    const auto move = parse_move(position, text, base);
    require(move.has_value() == (readings(position, text, base).size() == 1));
  }
  const auto line = parse_line(position, text);
  if (!line) {
    require(line.error().offset <= text.size() && line.error().ply >= 0);
    return;
  }
  Position played = position;
  for (const Move move : *line) {
    require(is_legal(played, move));
    played.play(move);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::array kPositions{
      Position::start(),
      position_of("4k4/9/2P3P2/2P3P2/2P6/9/9/9/9/3K5 w"),
      position_of("4k4/9/9/9/9/9/1p5p1/1p5p1/9/3K5 b"),
      position_of("3k5/4P4/4P4/4P4/4P4/9/9/R8/9/R4K3 w"),
      position_of("r2akab1r/9/2n1b1n2/p1p1p1p1p/1c5c1/2P3P2/P3P3P/1CN1C1N2/9/R1BAKAB1R b"),
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Position& position : kPositions)
    check_text(position, text);
  if (const auto reading = read_fen(text)) {
    const auto again = parse_fen(to_fen(reading->position));
    require(again && *again == reading->position);
    for (const Move move : legal_moves(reading->position))
      check_move(reading->position, move);
    check_text(reading->position, reading->rest);
  }
  return 0;
}
