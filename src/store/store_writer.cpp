// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>
#include <thread>
#include <unordered_set>
#include <utility>

#include "store/change_set.h"
#include "store/dictionary.h"
#include "store/index_builder.h"
#include "store/store.h"
#include "store/store_impl.h"

namespace qipu {

namespace {

constexpr GameId kMaxGames = UINT32_MAX;
constexpr std::size_t kSourceBytes = 512;  // an OpenSource with its names, about
constexpr std::size_t kKnownBytes = 48;    // one of the records known, about
constexpr GameId kGamesWorthAnIndex = 10'000;
constexpr GameId kShareWorthAnIndex = 2;  // half of all

StoreWriter::Progress progress_of(SourceId id, const SourceRecord& source) {
  return {.id = id,
          .records = source.records,
          .is_done = source.is_done,
          .games = source.games,
          .plies = source.plies,
          .rejects = source.rejects,
          .skipped = source.skipped};
}

}  // namespace

class StoreWriter::Impl {
 public:
  explicit Impl(Store::Impl& store)
      : store_(store),
        tables_(store.tables()),
        totals_(store.totals()),
        players_(tables_, NameKind::Player, totals_.players, store.memory().name_bytes() / 2),
        events_(tables_, NameKind::Event, totals_.events, store.memory().name_bytes() / 2) {
    begin_batch();
    read_last_rows();
  }

  Progress progress(SourceId id) const;
  std::optional<Progress> find_source(const Hash128& content) const;
  Progress begin_source(const SourceInfo& info);
  Added add(const PreparedGame& game, const Place& place);
  void set_aside(Reject reject);
  void take_back(const Place& reject);
  void keep_bytes(const Place& place, std::string_view bytes) {
    changes_.put(Table::RawBytes, place_key(place), bytes);
  }
  void skip(const Place& place);
  void end_source(SourceId id);
  std::size_t pending_bytes() const {
    return changes_.bytes() + rows_.size() * kGameRowSize + sources_.size() * kSourceBytes +
           known_records_.size() * kKnownBytes;
  }
  void commit();
  void index(const IndexProgress& progress);
  bool wants_index() const;

 private:
  struct Hash128Hasher {
    std::size_t operator()(const Hash128& hash) const {
      std::size_t value = 0;
      std::memcpy(&value, hash.data(), sizeof(value));
      return value;
    }
  };

  // How far the import of a source came, and whether that is written.
  struct OpenSource {
    SourceId id = 0;
    SourceRecord record;
    bool is_new = false;
    bool is_changed = false;
  };

  void begin_batch();
  void read_last_rows();
  OpenSource& open_source(SourceId id);
  // Counts one more record of the source of `place`.
  SourceRecord& count_record(const Place& place);
  bool is_known(const PreparedGame& game, const Place& place);
  void write_rows();
  void write_sources();
  void forget_done_sources();

  Store::Impl& store_;
  const Tables& tables_;
  Totals totals_;  // with what waits
  Dictionary players_;
  Dictionary events_;
  ChangeSet changes_;
  Batch batch_;
  // Packed rows from the start of the last block that is not full.
  GameId rows_first_ = 0;
  std::vector<PackedRow> rows_;
  // Records that were stored, or found in the table, since the last commit.
  std::unordered_set<Hash128, Hash128Hasher> known_records_;
  std::map<SourceId, OpenSource> sources_;  // those that are not done, or not written
  std::map<Hash128, SourceId> source_ids_;  // theirs
};

void StoreWriter::Impl::begin_batch() {
  batch_ = {};
  batch_.first = totals_.games;
}

// A commit writes the last block anew, so its rows are kept at hand.
void StoreWriter::Impl::read_last_rows() {
  rows_first_ = totals_.games - totals_.games % kRowsPerBlock;
  for (GameId id = rows_first_; id < totals_.games; ++id)
    rows_.push_back(pack_row(store_.rows().row(id)));
}

// --- sources

StoreWriter::Progress StoreWriter::Impl::progress(SourceId id) const {
  const auto opened = sources_.find(id);
  if (opened != sources_.end()) return progress_of(id, opened->second.record);
  const auto source = store_.source(id);
  if (!source) tables_.fail("source " + std::to_string(id) + " is missing");
  return progress_of(id, *source);
}

std::optional<StoreWriter::Progress> StoreWriter::Impl::find_source(const Hash128& content) const {
  if (const auto known = source_ids_.find(content); known != source_ids_.end()) {
    return progress_of(known->second, sources_.at(known->second).record);
  }
  const auto value = tables_.get(Table::Meta, meta_key::content(content));
  if (!value) return std::nullopt;
  const SourceId id = tables_.whole(decode_source_id(as_bytes(*value)));
  return progress(id);
}

StoreWriter::Progress StoreWriter::Impl::begin_source(const SourceInfo& info) {
  if (const auto known = find_source(info.content)) {
    OpenSource& source = open_source(known->id);
    auto& names = source.record.names;
    if (std::find(names.begin(), names.end(), info.name) == names.end()) {
      names.push_back(info.name);
      source.is_changed = true;
    }
    return *known;
  }
  const SourceId id = ++totals_.sources;
  OpenSource source;
  source.id = id;
  source.record.content = info.content;
  source.record.names = {info.name};
  source.record.format = info.format;
  source.record.size = info.size;
  source.is_new = source.is_changed = true;
  source_ids_.emplace(info.content, id);
  const auto [opened, is_new] = sources_.emplace(id, std::move(source));
  assert(is_new);
  return progress_of(id, opened->second.record);
}

StoreWriter::Impl::OpenSource& StoreWriter::Impl::open_source(SourceId id) {
  const auto known = sources_.find(id);
  if (known != sources_.end()) return known->second;
  auto record = store_.source(id);
  if (!record) tables_.fail("source " + std::to_string(id) + " is missing");
  source_ids_.emplace(record->content, id);
  OpenSource source;
  source.id = id;
  source.record = *std::move(record);
  return sources_.emplace(id, std::move(source)).first->second;
}

SourceRecord& StoreWriter::Impl::count_record(const Place& place) {
  OpenSource& source = open_source(place.source);
  source.is_changed = true;
  ++source.record.records;
  return source.record;
}

void StoreWriter::Impl::skip(const Place& place) { ++count_record(place).skipped; }

void StoreWriter::Impl::end_source(SourceId id) {
  OpenSource& source = open_source(id);
  source.is_changed |= !source.record.is_done;
  source.record.is_done = true;
}

// --- records

// Notes one more place of a record that is stored already.
bool StoreWriter::Impl::is_known(const PreparedGame& game, const Place& place) {
  const std::string key = record_key(game.content);
  // A record's places grow with each copy, so they are not read for each one.
  if (known_records_.insert(game.content).second && !tables_.get(Table::Records, key)) return false;
  changes_.merge(Table::Records, key, encode_further_place(place));
  return true;
}

StoreWriter::Added StoreWriter::Impl::add(const PreparedGame& game, const Place& place) {
  SourceRecord& source = count_record(place);
  ++source.games;
  source.plies += game.plies;
  if (is_known(game, place)) {
    ++batch_.duplicates;
    return Added::Duplicate;
  }
  if (totals_.games == kMaxGames) {
    throw StoreError("a database holds at most " + std::to_string(kMaxGames) + " games");
  }
  const GameId id = totals_.games++;
  GameRow row = game.row;
  row.red = players_.id_of(game.red, changes_);
  row.black = players_.id_of(game.black, changes_);
  row.event = events_.id_of(game.event, changes_);
  rows_.push_back(pack_row(row));
  changes_.put(Table::Games, game_key(id), encode_game_head(row.red, row.black, row.event, place),
               game.bytes);
  changes_.put(Table::Records, record_key(game.content), encode_record_game(id));
  changes_.merge(Table::Lines, line_key(game.main_line), encode_record_game(id));
  source.add_stored(id);
  ++batch_.games;
  batch_.plies += game.plies;
  totals_.plies += game.plies;
  return Added::Stored;
}

void StoreWriter::Impl::set_aside(Reject reject) {
  ++count_record(reject.place).rejects;
  if (reject.bytes.size() > kMaxRejectBytes) {
    reject.bytes.resize(kMaxRejectBytes);
    reject.is_cut = true;
  }
  changes_.put(Table::Rejects, place_key(reject.place), encode_reject(reject));
  ++batch_.rejects;
  ++totals_.rejects;
}

void StoreWriter::Impl::take_back(const Place& reject) {
  OpenSource& source = open_source(reject.source);
  assert(source.record.is_done && source.record.rejects > 0);
  source.is_changed = true;
  --source.record.records;
  --source.record.rejects;
  --totals_.rejects;
  changes_.remove(Table::Rejects, place_key(reject));
}

// --- commits

void StoreWriter::Impl::write_rows() {
  if (batch_.games == 0) return;
  for (std::size_t first = 0; first < rows_.size(); first += kRowsPerBlock) {
    const std::size_t end = std::min<std::size_t>(rows_.size(), first + kRowsPerBlock);
    ByteWriter block;
    for (std::size_t i = first; i < end; ++i)
      block.bytes(Bytes(rows_[i]));
    changes_.put(Table::Rows, game_key(rows_first_ + static_cast<GameId>(first)), block.str());
  }
  const std::size_t full = rows_.size() - rows_.size() % kRowsPerBlock;
  rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(full));
  rows_first_ += static_cast<GameId>(full);
}

void StoreWriter::Impl::write_sources() {
  for (const auto& [id, source] : sources_) {
    if (source.is_changed) {
      changes_.put(Table::Meta, meta_key::source(id), encode_source(source.record));
    }
    if (source.is_new) {
      changes_.put(Table::Meta, meta_key::content(source.record.content), encode_source_id(id));
    }
  }
}

void StoreWriter::Impl::commit() {
  write_sources();
  if (changes_.empty()) {
    forget_done_sources();
    return;
  }
  write_rows();
  changes_.put(Table::Meta, meta_key::batch(totals_.batches), encode_batch(batch_));
  ++totals_.batches;
  totals_.players = players_.count();
  totals_.events = events_.count();
  changes_.put(Table::Meta, meta_key::kTotals, encode_totals(totals_));
  changes_.write(tables_);

  store_.set_totals(totals_);
  players_.note_commit();
  events_.note_commit();
  begin_batch();
  known_records_.clear();
  forget_done_sources();
  for (auto& [id, source] : sources_)
    source.is_new = source.is_changed = false;
}

void StoreWriter::Impl::forget_done_sources() {
  std::erase_if(source_ids_,
                [&](const auto& entry) { return sources_.at(entry.second).record.is_done; });
  std::erase_if(sources_, [](const auto& entry) { return entry.second.record.is_done; });
}

void StoreWriter::Impl::index(const IndexProgress& progress) {
  IndexBuilder builder(tables_, store_.rows(), std::thread::hardware_concurrency());
  const GameId first = store_.mark().end;
  const GameId total = store_.totals().games;
  while (store_.mark().end < total) {
    store_.set_mark(builder.add_step(store_.mark(), store_.memory().index_tuples()));
    store_.drop_rows();
    if (progress) progress(store_.mark().end - first, total - first);
  }
  if (total > first) builder.join_steps();
}

bool StoreWriter::Impl::wants_index() const {
  const GameId total = store_.totals().games;
  const GameId waiting = total - store_.mark().end;
  return waiting > kGamesWorthAnIndex || waiting > total / kShareWorthAnIndex;
}

// --- StoreWriter

StoreWriter::StoreWriter(Store& store) : impl_(std::make_unique<Impl>(*store.impl_)) {}
StoreWriter::~StoreWriter() = default;

std::optional<StoreWriter::Progress> StoreWriter::find_source(const Hash128& content) const {
  return impl_->find_source(content);
}
StoreWriter::Progress StoreWriter::progress(SourceId source) const {
  return impl_->progress(source);
}
StoreWriter::Progress StoreWriter::begin_source(const SourceInfo& source) {
  return impl_->begin_source(source);
}
StoreWriter::Added StoreWriter::add(const PreparedGame& game, const Place& place) {
  return impl_->add(game, place);
}
void StoreWriter::keep_bytes(const Place& place, std::string_view bytes) {
  impl_->keep_bytes(place, bytes);
}
void StoreWriter::set_aside(Reject reject) { impl_->set_aside(std::move(reject)); }
void StoreWriter::take_back(const Place& reject) { impl_->take_back(reject); }
void StoreWriter::skip(const Place& place) { impl_->skip(place); }
void StoreWriter::end_source(SourceId source) { impl_->end_source(source); }
std::size_t StoreWriter::pending_bytes() const { return impl_->pending_bytes(); }
void StoreWriter::commit() { impl_->commit(); }
void StoreWriter::index(const IndexProgress& progress) { impl_->index(progress); }
bool StoreWriter::wants_index() const { return impl_->wants_index(); }

}  // namespace qipu
