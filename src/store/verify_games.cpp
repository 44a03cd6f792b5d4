// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/verify_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "schema/damage.h"
#include "schema/journal.h"
#include "store/journal_parts.h"
#include "store/row_of.h"

namespace qipu {

namespace {

std::uint64_t first_bytes(std::string_view key) { return ByteReader(as_bytes(key)).u64(); }

// That `key` leads to `game`.
std::uint64_t pair_hash(std::uint64_t key, GameId game) { return mix64(key) + game; }

// The games under a key of the table of equal lines.
Result<std::vector<GameId>> decode_games(Bytes bytes) {
  ByteReader in(bytes);
  std::vector<GameId> games;
  while (in.ok() && !in.at_end()) {
    const std::uint64_t game = in.varint();
    if (game > UINT32_MAX) break;
    games.push_back(static_cast<GameId>(game));
  }
  if (!in.ok() || !in.at_end()) return damaged("a list of equal main lines that is none");
  return games;
}

}  // namespace

GameChecks::GameChecks(const Tables& tables, const GameTable& rows, const Totals& totals,
                       VerifyReport& report)
    : tables_(tables), rows_(rows), totals_(totals), report_(report) {
  const auto mark = tables.get(Table::Meta, meta_key::kJournal);
  if (!mark) return;
  try {
    edited_ = edited_games(tables, tables.whole(decode_journal_mark(as_bytes(*mark))));
  } catch (const StoreError& error) {
    report_.add_problem(error.what());
  }
}

bool GameChecks::is_edited(GameId id) const {
  return std::binary_search(edited_.begin(), edited_.end(), id);
}

bool GameChecks::check(GameId id, Bytes bytes) {
  auto stored = decode_game(bytes);
  if (!stored) {
    report_.add_problem(fmt::format("game {}: {}", id, stored.error().message));
    return false;
  }
  check_ids(id, *stored);
  // Kind and hashes are of the game with its names.
  GameHeader& header = stored->game.header;
  const auto name = [&](NameKind kind, std::uint32_t name_id) {
    if (name_id == 0) return std::string();
    auto spelling = tables_.get(Table::Names, name_id_key(kind, name_id));
    return spelling ? *std::move(spelling) : std::string();
  };
  header.red.name = name(NameKind::Player, stored->red);
  header.black.name = name(NameKind::Player, stored->black);
  header.event = name(NameKind::Event, stored->event);
  check_row(id, *stored);
  content_ = content_hash(stored->game);
  line_ = main_line_hash(stored->game);
  if (is_edited(id)) {
    if (!tables_.get(Table::Records, record_key(content_))) {
      report_.add_problem(fmt::format("game {}: not found by what it holds", id));
    }
  } else {
    records_.add(pair_hash(first_bytes(record_key(content_)), id));
  }
  lines_.add(pair_hash(first_bytes(line_key(line_)), id));
  add_tuples(id, *stored);
  ++report_.games;
  report_.plies += stored->game.tree.ply_count();
  return true;
}

void GameChecks::check_ids(GameId id, const StoredGame& stored) {
  if (stored.red > totals_.players || stored.black > totals_.players ||
      stored.event > totals_.events) {
    report_.add_problem(fmt::format("game {}: a name that is not there", id));
  }
  if (stored.place.source == 0 || stored.place.source > totals_.sources) {
    report_.add_problem(fmt::format("game {}: from a source that is not there", id));
  }
}

void GameChecks::check_row(GameId id, const StoredGame& stored) {
  GameRow row = row_of(stored.game);
  row.red = stored.red;
  row.black = stored.black;
  row.event = stored.event;
  row.is_hidden = rows_.row(id).is_hidden;  // said nowhere else
  // A rebuild leaves hidden games out, and an edit leaves the index as it is.
  if (row.is_hidden || is_edited(id)) row.is_unindexed = rows_.row(id).is_unindexed;
  if (!(row == rows_.row(id))) {
    report_.add_problem(fmt::format("game {}: its row in the game table is another's", id));
  }
}

void GameChecks::add_tuples(GameId id, const StoredGame& stored) {
  tuples_.clear();
  const GameRow& row = rows_.row(id);
  if (row.is_unindexed) return;
  const MainLine line{stored.game.start, stored.game.tree.main_line()};
  each_tuple(line, id, row, [&](const Tuple& tuple) { tuples_.push_back(tuple); });
  std::sort(tuples_.begin(), tuples_.end());
  const auto repeats =
      std::unique(tuples_.begin(), tuples_.end(),
                  [](const Tuple& a, const Tuple& b) { return a.is_same_posting(b); });
  tuples_.erase(repeats, tuples_.end());
}

void GameChecks::look_up(GameId id) {
  const auto record = tables_.get(Table::Records, record_key(content_));
  if (!record ||
      (!is_edited(id) && tables_.whole(decode_record_places(as_bytes(*record))).game != id)) {
    report_.add_problem(fmt::format("game {}: not found by what it holds", id));
  }
  const auto line = tables_.get(Table::Lines, line_key(line_));
  bool is_there = false;
  if (line) {
    const auto games = tables_.whole(decode_games(as_bytes(*line)));
    is_there = std::find(games.begin(), games.end(), id) != games.end();
  }
  if (!is_there) report_.add_problem(fmt::format("game {}: not found by its moves", id));
}

void GameChecks::check_records() {
  EntrySum records;
  TableScan scan(tables_, Table::Records, {.from = {}, .prefix = {}, .is_bulk = true});
  while (scan.next()) {
    const auto record = decode_record_places(as_bytes(scan.value()));
    if (!record || scan.key().size() != sizeof(Hash128)) {
      report_.add_problem("the table of records: a row that is none");
      continue;
    }
    if (record->game >= totals_.games) {
      report_.add_problem("the table of records: a row of a game that is not there");
    }
    if (!is_edited(record->game)) records.add(pair_hash(first_bytes(scan.key()), record->game));
    const bool knows_all = std::all_of(
        record->further.begin(), record->further.end(),
        [&](const Place& place) { return place.source > 0 && place.source <= totals_.sources; });
    if (!knows_all) {
      report_.add_problem(
          fmt::format("game {}: found in a source that is not there", record->game));
    }
  }
  if (!(records == records_)) {
    report_.add_problem(
        fmt::format("the table of records does not lead to the games ({} rows, {} games)",
                    records.count, records_.count));
  }

  EntrySum lines;
  TableScan line_scan(tables_, Table::Lines, {.from = {}, .prefix = {}, .is_bulk = true});
  while (line_scan.next()) {
    const auto games = decode_games(as_bytes(line_scan.value()));
    if (!games) {
      report_.add_problem("the table of equal lines: a row that is none");
      continue;
    }
    for (const GameId game : *games)
      lines.add(pair_hash(first_bytes(line_scan.key()), game));
  }
  if (!(lines == lines_)) {
    report_.add_problem(
        fmt::format("the table of equal lines does not lead to the games ({} there, {} games)",
                    lines.count, lines_.count));
  }
}

}  // namespace qipu
