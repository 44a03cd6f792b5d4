// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of the database that a Revision changes beside its games: those of names, say.

#pragma once

#include <string>

#include "schema/keys.h"
#include "store/journal.h"

namespace qipu {

class RevisionRows {
 public:
  // `revision` must outlive it.
  explicit RevisionRows(Revision& revision) : revision_(revision) {}

  // Each row stands for itself: its entry has what was in it before, and an undo puts that back.
  // REQUIRES: no row of a game (Table::Games, Table::Rows), nor of a table that is merged.
  void put(Table table, std::string key, std::string value);
  void remove(Table table, std::string key);

 private:
  Revision& revision_;
};

}  // namespace qipu
