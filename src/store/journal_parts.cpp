// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/journal_parts.h"

#include <algorithm>
#include <utility>

namespace qipu {

namespace {

constexpr std::size_t kMaxPartBytes = std::size_t{256} << 10U;
constexpr std::size_t kGameBytes = 2;  // of a game in a part, where they are not far apart

}  // namespace

JournalHead read_head(const Tables& tables, EntryId entry) {
  const auto value = tables.get(Table::Journal, journal_key(entry));
  if (!value) tables.fail("entry " + std::to_string(entry) + " of the journal is missing");
  return tables.whole(decode_journal_head(as_bytes(*value)));
}

void each_part(const Tables& tables, EntryId entry, const JournalHead& head,
               const std::function<void(const JournalPart&)>& visit) {
  for (std::uint32_t part = 0; part < head.parts; ++part) {
    const auto value = tables.get(Table::Journal, journal_part_key(entry, part));
    if (!value) tables.fail("a part of entry " + std::to_string(entry) + " is missing");
    visit(tables.whole(decode_journal_part(as_bytes(*value))));
  }
}

std::vector<GameId> edited_games(const Tables& tables, const JournalMark& mark) {
  std::vector<GameId> games;
  for (EntryId entry = 1; entry <= mark.entries; ++entry) {
    const JournalHead head = read_head(tables, entry);
    const bool makes_games = head.kind != JournalKind::Hide && head.kind != JournalKind::Unhide;
    if (!makes_games && head.edited == 0) continue;
    each_part(tables, entry, head, [&](const JournalPart& part) {
      if (makes_games) games.insert(games.end(), part.shown.begin(), part.shown.end());
      for (const RowBefore& row : part.rows) {
        if (row.table != Table::Games) continue;
        if (const auto id = parse_game_key(row.key)) games.push_back(*id);
      }
    });
  }
  std::sort(games.begin(), games.end());
  games.erase(std::unique(games.begin(), games.end()), games.end());
  return games;
}

void EntryWriter::add_hidden(GameId game) {
  write_full_part();
  part_.hidden.push_back(game);
  part_bytes_ += kGameBytes;
  ++head_.hidden;
}

void EntryWriter::add_shown(GameId game) {
  write_full_part();
  part_.shown.push_back(game);
  part_bytes_ += kGameBytes;
  ++head_.shown;
}

void EntryWriter::add(RowBefore row) {
  write_full_part();
  if (row.table == Table::Games) ++head_.edited;
  part_bytes_ += row.key.size() + (row.value ? row.value->size() : 0);
  part_.rows.push_back(std::move(row));
}

void EntryWriter::write_full_part() {
  if (part_bytes_ >= kMaxPartBytes) write_part();
}

void EntryWriter::write_part() {
  if (part_ == JournalPart{}) return;
  changes_.put(Table::Journal, journal_part_key(entry_, head_.parts++), encode_journal_part(part_));
  part_ = {};
  part_bytes_ = 0;
}

void EntryWriter::finish(JournalHead head) {
  write_part();
  head.hidden = head_.hidden;
  head.shown = head_.shown;
  head.edited = head_.edited;
  head.parts = head_.parts;
  changes_.put(Table::Journal, journal_key(entry_), encode_journal_head(head));
}

}  // namespace qipu
