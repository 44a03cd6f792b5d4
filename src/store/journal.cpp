// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/journal.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "store/journal_parts.h"
#include "store/store_impl.h"

namespace qipu {

namespace {

// The games and rows that entries changed.
class Touched {
 public:
  Touched(const Tables& tables, EntryId entry, const JournalHead& head) {
    each_part(tables, entry, head, [this](const JournalPart& part) {
      games_.insert(games_.end(), part.hidden.begin(), part.hidden.end());
      games_.insert(games_.end(), part.shown.begin(), part.shown.end());
      for (const RowBefore& row : part.rows) {
        if (row.table == Table::Games) {
          games_.push_back(parse_game_key(row.key).value_or(UINT32_MAX));
        } else {
          rows_.emplace_back(row.table, row.key);
        }
      }
    });
    std::sort(games_.begin(), games_.end());
    std::sort(rows_.begin(), rows_.end());
  }

  bool meets(const Touched& other) const {
    return have_common(games_, other.games_) || have_common(rows_, other.rows_);
  }

 private:
  template <class T>
  static bool have_common(const std::vector<T>& a, const std::vector<T>& b) {
    for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
      if (*x == *y) return true;
      if (*x < *y) {
        ++x;
      } else {
        ++y;
      }
    }
    return false;
  }

  std::vector<GameId> games_;
  std::vector<std::pair<Table, std::string>> rows_;
};

}  // namespace

Journal::Journal(const Store& store) : store_(store) {
  const Tables& tables = store.impl_->tables();
  const EntryId count = store.impl_->journal().entries;
  heads_.reserve(count);
  for (EntryId entry = 1; entry <= count; ++entry)
    heads_.push_back(read_head(tables, entry));
  undone_by_.resize(count);
  for (EntryId entry = count; entry > 0; --entry) {
    const EntryId undone = heads_[entry - 1].undoes;
    if (undone == 0 || undone_by_[entry - 1] != 0) continue;
    if (undone >= entry) tables.fail("the journal undoes what is not done yet");
    undone_by_[undone - 1] = entry;
  }
}

EntryId Journal::last_standing() const {
  for (EntryId entry = size(); entry > 0; --entry) {
    if (undone_by(entry) == 0 && head(entry).kind != JournalKind::Undo) return entry;
  }
  return 0;
}

std::vector<EntryId> Journal::blockers(EntryId entry) const {
  const Tables& tables = store_.impl_->tables();
  const Touched touched(tables, entry, head(entry));
  std::vector<EntryId> found;
  for (EntryId later = entry + 1; later <= size(); ++later) {
    // A change that was undone, and its undoing, come to nothing together.
    if (undone_by(later) != 0 || head(later).undoes > entry) continue;
    if (touched.meets(Touched(tables, later, head(later)))) found.push_back(later);
  }
  return found;
}

}  // namespace qipu
