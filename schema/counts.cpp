// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/counts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "schema/damage.h"

namespace qipu {

namespace {

void append_wdl(ByteWriter& out, const Wdl& wdl) {
  out.varint(wdl.red_wins);
  out.varint(wdl.draws);
  out.varint(wdl.black_wins);
  out.varint(wdl.unknown);
}

Wdl read_wdl(ByteReader& in) {
  Wdl wdl;
  wdl.red_wins = in.varint();
  wdl.draws = in.varint();
  wdl.black_wins = in.varint();
  wdl.unknown = in.varint();
  return wdl;
}

// Zigzag: small numbers are short, whatever their sign.
void append_signed(ByteWriter& out, const Wdl& wdl) {
  for (const std::uint64_t number : {wdl.red_wins, wdl.draws, wdl.black_wins, wdl.unknown})
    out.varint(number << 1U ^ (0 - (number >> 63U)));
}

Wdl read_signed(ByteReader& in) {
  std::array<std::uint64_t, 4> numbers{};
  for (std::uint64_t& number : numbers) {
    const std::uint64_t zigzag = in.varint();
    number = zigzag >> 1U ^ (0 - (zigzag & 1U));
  }
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

bool is_whole(const Wdl& wdl) {
  return ((wdl.red_wins | wdl.draws | wdl.black_wins | wdl.unknown) >> 63U) == 0;
}

}  // namespace

std::optional<Move> read_move(ByteReader& in) {
  const std::uint16_t code = in.u16();
  if (!in.ok() || !Move::is_code(code)) return std::nullopt;
  const Move move = Move::from_code(code);
  if (move.is_none() && code != 0) return std::nullopt;
  return move;
}

void append_counts(ByteWriter& out, const PositionCounts& counts) {
  append_wdl(out, counts.all);
  out.varint(counts.moves.size());
  for (const MoveCount& move : counts.moves) {
    out.u16(move.move.code());
    append_wdl(out, move.wdl);
  }
}

Result<PositionCounts> read_counts(ByteReader& in) {
  PositionCounts counts;
  counts.all = read_wdl(in);
  const std::uint64_t moves = in.varint();
  if (!in.ok() || moves > in.remaining()) return damaged("a summary that contradicts its layout");
  for (std::uint64_t i = 0; i < moves; ++i) {
    const auto move = read_move(in);
    if (!move) return damaged("a summary that contradicts its layout");
    if (i > 0 && !(counts.moves.back().move < *move))
      return damaged("a summary that contradicts its layout");
    counts.moves.push_back({*move, read_wdl(in)});
  }
  if (!in.ok()) return damaged("a summary that contradicts its layout");
  return counts;
}

void add_counts(PositionCounts& whole, const PositionCounts& part) {
  whole.all += part.all;
  if (part.moves.empty()) return;
  std::vector<MoveCount> sum;
  sum.reserve(whole.moves.size() + part.moves.size());
  auto a = whole.moves.begin();
  auto b = part.moves.begin();
  while (a != whole.moves.end() || b != part.moves.end()) {
    if (b == part.moves.end() || (a != whole.moves.end() && a->move < b->move)) {
      sum.push_back(*a++);
    } else if (a == whole.moves.end() || b->move < a->move) {
      sum.push_back(*b++);
    } else {
      sum.push_back(*a++);
      sum.back().wdl += (b++)->wdl;
    }
  }
  whole.moves = std::move(sum);
}

void drop_empty_moves(PositionCounts& counts) {
  std::erase_if(counts.moves, [](const MoveCount& move) { return move.wdl == Wdl{}; });
}

bool is_whole(const PositionCounts& counts) {
  return is_whole(counts.all) &&
         std::all_of(counts.moves.begin(), counts.moves.end(),
                     [](const MoveCount& move) { return is_whole(move.wdl); });
}

std::string encode_difference(const PositionCounts& difference) {
  ByteWriter out;
  append_signed(out, difference.all);
  out.varint(difference.moves.size());
  for (const MoveCount& move : difference.moves) {
    out.u16(move.move.code());
    append_signed(out, move.wdl);
  }
  return std::move(out).str();
}

Result<PositionCounts> decode_difference(Bytes bytes) {
  const auto bad = [] { return damaged("a difference of counts that contradicts its layout"); };
  ByteReader in(bytes);
  PositionCounts difference;
  difference.all = read_signed(in);
  const std::uint64_t moves = in.varint();
  if (!in.ok() || moves > in.remaining()) return bad();
  for (std::uint64_t i = 0; i < moves; ++i) {
    const auto move = read_move(in);
    if (!move || (i > 0 && !(difference.moves.back().move < *move))) return bad();
    difference.moves.push_back({*move, read_signed(in)});
    if (difference.moves.back().wdl == Wdl{}) return bad();
  }
  if (!in.ok() || !in.at_end() || difference == PositionCounts{}) return bad();
  return difference;
}

}  // namespace qipu
