// SPDX-License-Identifier: GPL-3.0-or-later

// What a Store holds; its writer reaches it too.

#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "schema/journal.h"
#include "schema/meta.h"
#include "store/game_table.h"
#include "store/position_reader.h"
#include "store/store.h"
#include "store/tables.h"
#include "store/waiting_games.h"

namespace qipu {

class Store::Impl {
 public:
  // Reads what meta says, and checks that the other tables agree. THROWS: StoreError.
  explicit Impl(Tables opened, const MemoryBudget& memory = {});

  const Tables& tables() const { return tables_; }
  const MemoryBudget& memory() const { return memory_; }
  const Totals& totals() const { return totals_; }
  const IndexMark& mark() const { return mark_; }
  const JournalMark& journal() const { return journal_; }
  const GameTable& rows() const { return rows_; }
  std::optional<SourceRecord> source(SourceId id) const;
  std::string name(NameKind kind, std::uint32_t id) const;
  std::vector<std::uint32_t> ids_by_key(NameKind kind, std::string_view key) const;
  std::string game_bytes(GameId id) const;

  // Replays the games that wait, the first time.
  PositionReader positions() const { return {tables_, rows_, waiting()}; }

  // Of the writer, after a commit. No other thread may be using the store.
  void set_totals(const Totals& totals);
  void set_mark(const IndexMark& mark);
  void drop_rows() { rows_.drop(); }
  void set_journal(const JournalMark& mark) { journal_ = mark; }
  void replace_row(GameId id, const GameRow& row) { rows_.replace(id, row); }

 private:
  const WaitingGames& waiting() const;
  void check_tables() const;

  Tables tables_;
  MemoryBudget memory_;
  Totals totals_;
  IndexMark mark_;
  JournalMark journal_;
  GameTable rows_;
  mutable std::mutex waiting_mutex_;
  mutable std::unique_ptr<WaitingGames> waiting_;
};

}  // namespace qipu
