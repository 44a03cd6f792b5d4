// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of the journal: one for each entry, and its changes in parts of bounded size.
//
// THROWS: StoreError for damage.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schema/journal.h"
#include "schema/journal_part.h"
#include "store/change_set.h"
#include "store/tables.h"

namespace qipu {

JournalHead read_head(const Tables& tables, EntryId entry);
// The parts in the order they were written in.
void each_part(const Tables& tables, EntryId entry, const JournalHead& head,
               const std::function<void(const JournalPart&)>& visit);

// The games whose records were rewritten, or made, by any entry, ascending: such a game may be
// found by what it held before too, or not at all where another game was found first.
std::vector<GameId> edited_games(const Tables& tables, const JournalMark& mark);

// Writes an entry: its changes, then its head.
class EntryWriter {
 public:
  // `changes` must outlive it.
  EntryWriter(ChangeSet& changes, EntryId entry) : changes_(changes), entry_(entry) {}

  // Games ascending within a part, so: all that are hidden first, then all that are shown.
  void add_hidden(GameId game);
  void add_shown(GameId game);
  void add(RowBefore row);
  // `head` as it is to be, without its numbers of games and parts.
  void finish(JournalHead head);

  std::uint32_t hidden_count() const { return head_.hidden; }

 private:
  void write_part();
  void write_full_part();

  ChangeSet& changes_;
  EntryId entry_;
  JournalHead head_;  // the numbers so far
  JournalPart part_;
  std::size_t part_bytes_ = 0;  // about
};

}  // namespace qipu
