// SPDX-License-Identifier: GPL-3.0-or-later

// Changes of a database after the import: games are hidden and brought back, edited and replaced,
// rows rewritten. Each change is one entry of the journal, with what was there before, and can be
// undone. (Rows that are no games': revision_rows.h.)
//
// THROWS everywhere: StoreError, IoError, as Store does.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schema/journal.h"
#include "store/store.h"

namespace qipu {

// What an entry is put down as.
struct RevisionCause {
  JournalKind kind = JournalKind::Hide;
  std::uint64_t time = 0;  // seconds since 1970
  std::string command;     // as it was typed
};

// One change, gathered here and then made in one atomic step, its journal entry with it: a process
// that dies leaves all of it or nothing. Statistics are exact at once. What would change nothing is
// left out.
class Revision {
 public:
  // REQUIRES: `store` was opened to write, outlives this, and has no StoreWriter with records that
  // are not committed, nor another Revision.
  explicit Revision(Store& store);
  Revision(const Revision&) = delete;
  Revision& operator=(const Revision&) = delete;
  ~Revision();  // what was not committed is dropped

  // Takes a game out of all lists and counts, or back into them. False if it is so already.
  // REQUIRES of all ids: the store had the game before this change.
  bool hide(GameId id);
  bool show(GameId id);

  // Makes a game's record say what `game` says, under its id and its places. Records equal to the
  // old one or to the new one are known to later imports. False if they are equal.
  // REQUIRES: start and main line are those of the game.
  bool rewrite(GameId id, const Game& game);
  // Hides a game and puts another in its place: one that the store knows already, or a new one,
  // which has the same source. Gives its id.
  GameId replace(GameId id, const Game& game);

  // Takes back what an entry changed, as one more change. REQUIRES: nothing stands in its way
  // (Journal::blockers), and nothing else was asked of this.
  void revert(EntryId entry);

  // Makes the change, and gives its entry; nothing if nothing is to be changed.
  std::optional<EntryId> commit(const RevisionCause& cause);

 private:
  friend class RevisionRows;
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// What was changed, and by what.
class Journal {
 public:
  // REQUIRES: `store` outlives this. Reads the heads of all entries; sees no later ones.
  explicit Journal(const Store& store);

  // Entries are 1 .. size().
  EntryId size() const { return static_cast<EntryId>(heads_.size()); }
  // REQUIRES of all below: 1 <= entry <= size().
  const JournalHead& head(EntryId entry) const { return heads_[entry - 1]; }
  // The entry that undid this one and is not undone itself; 0 if it stands.
  EntryId undone_by(EntryId entry) const { return undone_by_[entry - 1]; }
  // The last entry that stands and is not itself an undo; 0 if there is none.
  EntryId last_standing() const;
  // The later entries that changed the same games or rows and stand: they must be undone first.
  std::vector<EntryId> blockers(EntryId entry) const;

 private:
  const Store& store_;
  std::vector<JournalHead> heads_;
  std::vector<EntryId> undone_by_;
};

}  // namespace qipu
