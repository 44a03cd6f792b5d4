// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/journal_part.h"

#include <utility>

#include "schema/damage.h"

namespace qipu {

namespace {

void append_games(ByteWriter& out, const std::vector<GameId>& games) {
  out.varint(games.size());
  GameId last = 0;
  for (const GameId game : games) {
    out.varint(game - last);
    last = game;
  }
}

bool read_games(ByteReader& in, std::vector<GameId>& games) {
  const std::uint64_t count = in.varint();
  if (count > in.remaining()) return false;
  std::uint64_t game = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t gap = in.varint();
    if (!in.ok() || (gap == 0 && i > 0) || gap > UINT32_MAX - game) return false;
    game += gap;
    games.push_back(static_cast<GameId>(game));
  }
  return true;
}

bool read_row(ByteReader& in, RowBefore& row) {
  const std::uint8_t table = in.u8();
  row.table = static_cast<Table>(table);
  row.key = in.text();
  const std::uint8_t was_there = in.u8();
  if (was_there == 1) row.value = in.text();
  return in.ok() && table < kTableCount && was_there <= 1;
}

}  // namespace

std::string encode_journal_part(const JournalPart& part) {
  ByteWriter out;
  append_games(out, part.hidden);
  append_games(out, part.shown);
  out.varint(part.rows.size());
  for (const RowBefore& row : part.rows) {
    out.u8(static_cast<std::uint8_t>(row.table));
    out.text(row.key);
    out.u8(row.value ? 1 : 0);
    if (row.value) out.text(*row.value);
  }
  return std::move(out).str();
}

Result<JournalPart> decode_journal_part(Bytes bytes) {
  ByteReader in(bytes);
  JournalPart part;
  bool is_good = read_games(in, part.hidden) && read_games(in, part.shown);
  const std::uint64_t rows = in.varint();
  is_good = is_good && rows <= in.remaining();
  for (std::uint64_t i = 0; is_good && i < rows; ++i)
    is_good = read_row(in, part.rows.emplace_back());
  if (!is_good || !in.ok() || !in.at_end()) {
    return damaged("changes in the journal that contradict their layout");
  }
  return part;
}

}  // namespace qipu
