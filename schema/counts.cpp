// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/counts.h"

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

}  // namespace qipu
