// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "base/text.h"
#include "store/dictionary.h"
#include "store/journal.h"
#include "store/journal_parts.h"
#include "store/overlay.h"
#include "store/revision_rows.h"
#include "store/store_impl.h"

namespace qipu {

class Revision::Impl {
 public:
  Impl(Store& store, Store::Impl& impl)
      : open_(store), store_(impl), tables_(impl.tables()), totals_(impl.totals()) {}

  bool hide(GameId id) { return set_hidden(id, true); }
  bool show(GameId id) { return set_hidden(id, false); }
  bool rewrite(GameId id, const Game& game);
  GameId replace(GameId id, const Game& game);
  void put(Table table, std::string key, std::optional<std::string> value);
  void revert(EntryId entry);
  std::optional<EntryId> commit(const RevisionCause& cause);

 private:
  // A row that stands for itself, with what was in it before.
  struct Pending {
    std::optional<std::string> before;
    std::optional<std::string> after;
  };
  using Block = std::vector<GameRow>;  // of the game table, as it is to be

  Block& block_of(GameId id);
  GameRow& row(GameId id) { return block_of(id)[id % kRowsPerBlock]; }
  bool set_hidden(GameId id, bool is_hidden);
  std::optional<std::string> current(Table table, const std::string& key) const;
  StoredGame decoded(GameId id, std::string_view bytes) const;
  std::uint32_t id_of(NameKind kind, const std::string& spelling);
  void set_names(GameRow& row, const PreparedGame& game);
  void set_record(GameId id, std::string bytes, const GameRow& as_prepared);
  void remember_contents(GameId id, const Hash128& before, const Hash128& after);
  std::optional<GameId> find_equal(const PreparedGame& game) const;
  GameId add(const PreparedGame& game, const Place& place);
  void restore(const RowBefore& row);

  std::vector<RowChange> changed_rows() const;
  std::optional<JournalMark> write_entry(const std::vector<RowChange>& rows,
                                         const RevisionCause& cause);
  void write_blocks(const std::vector<RowChange>& rows);
  void write_new_games();

  Store& open_;
  Store::Impl& store_;
  const Tables& tables_;
  Totals totals_;  // with what is added here
  std::uint64_t new_plies_ = 0;
  ChangeSet changes_;               // at first what no undo takes back: new games, new spellings
  std::map<GameId, Block> blocks_;  // by their first game; those that were asked for
  std::map<std::pair<Table, std::string>, Pending> rows_;
  std::map<std::pair<NameKind, std::string>, std::uint32_t> new_names_;
  std::map<SourceId, SourceRecord> sources_;  // with new games
  EntryId undoes_ = 0;
};

// --- rows

Revision::Impl::Block& Revision::Impl::block_of(GameId id) {
  const GameId first = id - id % kRowsPerBlock;
  const auto [found, is_new] = blocks_.try_emplace(first);
  Block& block = found->second;
  if (is_new) {
    const auto end =
        std::min<std::size_t>(first + std::size_t{kRowsPerBlock}, store_.rows().size());
    for (std::size_t i = first; i < end; ++i)
      block.push_back(store_.rows().row(static_cast<GameId>(i)));
  }
  return block;
}

bool Revision::Impl::set_hidden(GameId id, bool is_hidden) {
  assert(id < store_.rows().size());
  GameRow& changed = row(id);
  if (changed.is_hidden == is_hidden) return false;
  changed.is_hidden = is_hidden;
  return true;
}

std::optional<std::string> Revision::Impl::current(Table table, const std::string& key) const {
  const auto pending = rows_.find({table, key});
  return pending != rows_.end() ? pending->second.after : tables_.get(table, key);
}

void Revision::Impl::put(Table table, std::string key, std::optional<std::string> value) {
  const auto [pending, is_new] = rows_.try_emplace({table, std::move(key)});
  if (is_new) pending->second.before = tables_.get(table, pending->first.second);
  pending->second.after = std::move(value);
}

// --- games

StoredGame Revision::Impl::decoded(GameId id, std::string_view bytes) const {
  StoredGame stored = tables_.whole(decode_game(as_bytes(bytes)));
  const auto name = [&](NameKind kind, std::uint32_t name_id) {
    for (const auto& [spelling, new_id] : new_names_) {
      if (spelling.first == kind && new_id == name_id) return spelling.second;
    }
    return store_.name(kind, name_id);
  };
  if (id >= totals_.games) tables_.fail("the journal names a game that is not there");
  stored.game.header.red.name = name(NameKind::Player, stored.red);
  stored.game.header.black.name = name(NameKind::Player, stored.black);
  stored.game.header.event = name(NameKind::Event, stored.event);
  return stored;
}

std::uint32_t Revision::Impl::id_of(NameKind kind, const std::string& spelling) {
  if (spelling.empty()) return 0;
  if (const auto known = new_names_.find({kind, spelling}); known != new_names_.end()) {
    return known->second;
  }
  for (const std::uint32_t id : store_.ids_by_key(kind, name_key(spelling))) {
    if (store_.name(kind, id) == spelling) return id;
  }
  std::uint32_t& count = kind == NameKind::Player ? totals_.players : totals_.events;
  put_name(changes_, kind, count + 1, spelling);
  ++count;
  new_names_[{kind, spelling}] = count;
  return count;
}

void Revision::Impl::set_names(GameRow& row, const PreparedGame& game) {
  row.red = id_of(NameKind::Player, game.red);
  row.black = id_of(NameKind::Player, game.black);
  row.event = id_of(NameKind::Event, game.event);
}

// The row follows from the record, but for what is not of the record.
void Revision::Impl::set_record(GameId id, std::string bytes, const GameRow& as_prepared) {
  GameRow& changed = row(id);
  GameRow next = as_prepared;
  next.is_hidden = changed.is_hidden;
  next.is_unindexed = changed.is_unindexed;
  changed = next;
  put(Table::Games, game_key(id), std::move(bytes));
}

bool Revision::Impl::rewrite(GameId id, const Game& game) {
  const StoredGame old = decoded(id, current(Table::Games, game_key(id)).value_or(""));
  assert(old.game.start == game.start && old.game.tree.main_line() == game.tree.main_line());
  if (old.game == game) return false;
  const PreparedGame prepared = prepare(game);
  GameRow next = prepared.row;
  set_names(next, prepared);
  set_record(id, encode_game_head(next.red, next.black, next.event, old.place) + prepared.bytes,
             next);
  remember_contents(id, content_hash(old.game), prepared.content);
  return true;
}

// An import of the record as it was, or as it is now, is to find it here.
void Revision::Impl::remember_contents(GameId id, const Hash128& before, const Hash128& after) {
  std::vector<Hash128> contents;
  if (const auto former = current(Table::Meta, meta_key::former(id))) {
    contents = tables_.whole(decode_former(as_bytes(*former)));
  }
  if (std::find(contents.begin(), contents.end(), before) == contents.end()) {
    contents.push_back(before);
    put(Table::Meta, meta_key::former(id), encode_former(contents));
  }
  if (!current(Table::Records, record_key(after))) {
    put(Table::Records, record_key(after), encode_record_game(id));
  }
}

// The game whose record is, as it stands now, equal to `game`.
std::optional<GameId> Revision::Impl::find_equal(const PreparedGame& game) const {
  const auto known = current(Table::Records, record_key(game.content));
  if (!known) return std::nullopt;
  const GameId id = tables_.whole(decode_record_places(as_bytes(*known))).game;
  const auto bytes = current(Table::Games, game_key(id));
  if (!bytes || content_hash(decoded(id, *bytes).game) != game.content) return std::nullopt;
  return id;
}

GameId Revision::Impl::add(const PreparedGame& game, const Place& place) {
  if (totals_.games == UINT32_MAX) throw StoreError("the database is full");
  const GameId id = totals_.games;
  GameRow added = game.row;
  set_names(added, game);
  block_of(id).push_back(added);
  ++totals_.games;
  totals_.plies += game.plies;
  new_plies_ += game.plies;
  changes_.put(Table::Games, game_key(id),
               encode_game_head(added.red, added.black, added.event, place) + game.bytes);
  if (!current(Table::Records, record_key(game.content))) {
    changes_.put(Table::Records, record_key(game.content), encode_record_game(id));
  }
  changes_.merge(Table::Lines, line_key(game.main_line), encode_record_game(id));
  const auto [source, is_new] = sources_.try_emplace(place.source);
  if (is_new) {
    auto record = store_.source(place.source);
    if (!record) tables_.fail("source " + std::to_string(place.source) + " is missing");
    source->second = *std::move(record);
  }
  source->second.add_stored(id);
  return id;
}

GameId Revision::Impl::replace(GameId id, const Game& game) {
  const PreparedGame prepared = prepare(game);
  std::optional<GameId> other = find_equal(prepared);
  if (other == id) return id;
  if (other && *other < store_.rows().size()) {
    show(*other);
    put(Table::Meta, meta_key::replaced(*other), std::nullopt);
  } else if (!other) {
    other = add(prepared, open_.game(id).place);
  }
  hide(id);
  put(Table::Meta, meta_key::replaced(id), encode_replacement(*other));
  return *other;
}

// --- undo

void Revision::Impl::revert(EntryId entry) {
  each_part(tables_, entry, read_head(tables_, entry), [this](const JournalPart& part) {
    const auto check = [&](const std::vector<GameId>& games) {
      if (!games.empty() && games.back() >= totals_.games) {
        tables_.fail("the journal names a game that is not there");
      }
    };
    check(part.hidden);
    check(part.shown);
    for (const GameId id : part.hidden)
      show(id);
    for (const GameId id : part.shown)
      hide(id);
    for (const RowBefore& row : part.rows)
      restore(row);
  });
  undoes_ = entry;
}

void Revision::Impl::restore(const RowBefore& row) {
  if (row.table == Table::Games) {
    const auto id = parse_game_key(row.key);
    if (!id || !row.value) tables_.fail("the journal names a game that is not there");
    const StoredGame stored = decoded(*id, *row.value);
    GameRow before = prepare(stored.game).row;
    before.red = stored.red;
    before.black = stored.black;
    before.event = stored.event;
    set_record(*id, *row.value, before);
    return;
  }
  if (row.table == Table::Records) {
    // What an import has found since is not lost again.
    const auto game_of = [this](const std::string& value) {
      return tables_.whole(decode_record_places(as_bytes(value)));
    };
    const auto now = current(row.table, row.key);
    if (now && !game_of(*now).further.empty()) return;
    if (now && row.value && game_of(*now).game != game_of(*row.value).game) return;
  }
  put(row.table, row.key, row.value);
}

// --- commit

std::vector<RowChange> Revision::Impl::changed_rows() const {
  std::vector<RowChange> changed;
  for (const auto& [first, block] : blocks_) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto id = static_cast<GameId>(first + i);
      if (id >= store_.rows().size()) break;
      const GameRow& before = store_.rows().row(id);
      if (before != block[i]) changed.push_back({id, before, block[i]});
    }
  }
  return changed;
}

// Puts the entry, the rows that stand for themselves and the mark into the changes; nothing if
// there is nothing to undo.
std::optional<JournalMark> Revision::Impl::write_entry(const std::vector<RowChange>& rows,
                                                       const RevisionCause& cause) {
  JournalMark mark = store_.journal();
  EntryWriter entry(changes_, ++mark.entries);
  bool is_any = false;
  for (const RowChange& row : rows) {
    if (row.before.is_hidden || !row.after.is_hidden) continue;
    entry.add_hidden(row.game);
    ++mark.hidden;
    is_any = true;
  }
  for (const RowChange& row : rows) {
    if (!row.before.is_hidden || row.after.is_hidden) continue;
    entry.add_shown(row.game);
    --mark.hidden;
    is_any = true;
  }
  for (GameId id = store_.totals().games; id < totals_.games; ++id) {
    assert(!row(id).is_hidden);
    entry.add_shown(id);
    is_any = true;
  }
  for (auto& [place, pending] : rows_) {
    const auto& [table, key] = place;
    if (pending.before == pending.after) continue;
    if (pending.after) {
      changes_.put(table, key, *pending.after);
    } else {
      changes_.remove(table, key);
    }
    entry.add({table, key, std::move(pending.before)});
    is_any = true;
  }
  if (!is_any) return std::nullopt;
  entry.finish({.kind = cause.kind,
                .time = cause.time,
                .undoes = undoes_,
                .command = cause.command,
                .hidden = 0,
                .shown = 0,
                .edited = 0,
                .parts = 0});
  changes_.put(Table::Meta, std::string(meta_key::kJournal), encode_journal_mark(mark));
  return mark;
}

void Revision::Impl::write_blocks(const std::vector<RowChange>& rows) {
  auto row = rows.begin();
  for (const auto& [first, block] : blocks_) {
    row = std::find_if(row, rows.end(), [&, first = first](const RowChange& change) {
      return change.game >= first;
    });
    const bool is_changed = row != rows.end() && row->game - first < kRowsPerBlock;
    if (!is_changed && first + block.size() <= store_.rows().size()) continue;
    ByteWriter out;
    for (const GameRow& each : block)
      out.bytes(Bytes(pack_row(each)));
    changes_.put(Table::Rows, game_key(first), std::move(out).str());
  }
}

void Revision::Impl::write_new_games() {
  const Totals& before = store_.totals();
  if (totals_ == before) return;
  if (totals_.games != before.games) {
    Batch batch;
    batch.first = before.games;
    batch.games = totals_.games - before.games;
    batch.plies = new_plies_;
    changes_.put(Table::Meta, meta_key::batch(totals_.batches++), encode_batch(batch));
  }
  for (const auto& [id, source] : sources_)
    changes_.put(Table::Meta, meta_key::source(id), encode_source(source));
  changes_.put(Table::Meta, std::string(meta_key::kTotals), encode_totals(totals_));
}

std::optional<EntryId> Revision::Impl::commit(const RevisionCause& cause) {
  const std::vector<RowChange> rows = changed_rows();
  const auto mark = write_entry(rows, cause);
  if (!mark) return std::nullopt;
  write_blocks(rows);
  write_new_games();
  put_differences(tables_, store_.rows(), store_.mark().end, rows, changes_);
  changes_.write(tables_);

  if (!(totals_ == store_.totals())) store_.set_totals(totals_);
  for (const RowChange& row : rows)
    store_.replace_row(row.game, row.after);
  store_.set_journal(*mark);
  return mark->entries;
}

// --- Revision

Revision::Revision(Store& store) : impl_(std::make_unique<Impl>(store, *store.impl_)) {}
Revision::~Revision() = default;

bool Revision::hide(GameId id) { return impl_->hide(id); }
bool Revision::show(GameId id) { return impl_->show(id); }
bool Revision::rewrite(GameId id, const Game& game) { return impl_->rewrite(id, game); }
GameId Revision::replace(GameId id, const Game& game) { return impl_->replace(id, game); }
void Revision::revert(EntryId entry) { impl_->revert(entry); }
std::optional<EntryId> Revision::commit(const RevisionCause& cause) { return impl_->commit(cause); }

void RevisionRows::put(Table table, std::string key, std::string value) {
  revision_.impl_->put(table, std::move(key), std::move(value));
}
void RevisionRows::remove(Table table, std::string key) {
  revision_.impl_->put(table, std::move(key), std::nullopt);
}

}  // namespace qipu
