// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/store.h"

#include <rocksdb/metadata.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include "store/change_set.h"
#include "store/sorted_files.h"
#include "store/store_impl.h"

namespace qipu {

namespace {

// Writes the first records of a database that has none, and clears what a killed writer left.
void prepare_to_write(const Tables& tables) {
  clear_staging(tables);
  if (tables.get(Table::Meta, meta_key::kSchema)) return;
  ChangeSet first;
  first.put(Table::Meta, std::string(meta_key::kSchema), encode_versions(current_versions()));
  first.put(Table::Meta, std::string(meta_key::kTotals), encode_totals({}));
  first.put(Table::Meta, std::string(meta_key::kIndexed), encode_index_mark({}));
  first.write(tables);
}

std::uint64_t log_bytes(const std::filesystem::path& place) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator file(place, error), end; !error && file != end;
       file.increment(error)) {
    if (file->path().extension() != ".log") continue;
    const auto size = file->file_size(error);
    if (!error) bytes += size;
  }
  return bytes;
}

}  // namespace

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open(const std::filesystem::path& place) {
  Tables tables = Tables::open_to_read(place);
  // Its maker was stopped before the first commit.
  if (!tables.get(Table::Meta, meta_key::kSchema)) throw missing_database(place);
  return Store(std::make_unique<Impl>(std::move(tables)));
}

Store Store::open_to_write(const std::filesystem::path& place, const MemoryBudget& memory) {
  Tables tables = Tables::open_to_write(place, memory);
  prepare_to_write(tables);
  return Store(std::make_unique<Impl>(std::move(tables), memory));
}

std::size_t Store::game_count() const { return impl_->totals().games; }
std::size_t Store::player_count() const { return impl_->totals().players; }
std::size_t Store::event_count() const { return impl_->totals().events; }

GameRow Store::row(GameId id) const { return impl_->rows().row(id); }

StoredGame Store::game(GameId id) const {
  const Tables& tables = impl_->tables();
  StoredGame stored = tables.whole(decode_game(as_bytes(impl_->game_bytes(id))));
  stored.game.header.red.name = player_name(stored.red);
  stored.game.header.black.name = player_name(stored.black);
  stored.game.header.event = event_name(stored.event);
  return stored;
}

std::optional<SourceInfo> Store::source(SourceId id) const {
  auto found = impl_->source(id);
  if (!found) return std::nullopt;
  SourceInfo info{.content = found->content,
                  .name = std::move(found->names.front()),
                  .size = found->size,
                  .format = std::move(found->format),
                  .other_names = {}};
  info.other_names.assign(std::make_move_iterator(found->names.begin() + 1),
                          std::make_move_iterator(found->names.end()));
  return info;
}

std::vector<std::pair<GameId, GameId>> Store::games_of_source(SourceId id) const {
  auto found = impl_->source(id);
  if (!found) return {};
  return std::move(found->stored);
}

std::vector<Place> Store::places(GameId id) const {
  const Tables& tables = impl_->tables();
  const StoredGame stored = game(id);
  std::vector<Hash128> contents;
  if (const auto former = tables.get(Table::Meta, meta_key::former(id))) {
    contents = tables.whole(decode_former(as_bytes(*former)));
  }
  const Hash128 content = content_hash(stored.game);
  if (std::find(contents.begin(), contents.end(), content) == contents.end()) {
    contents.push_back(content);
  }
  std::vector<Place> places{stored.place};
  for (const Hash128& each : contents) {
    const auto value = tables.get(Table::Records, record_key(each));
    if (!value) tables.fail("the places of game " + std::to_string(id) + " are missing");
    const RecordPlaces record = tables.whole(decode_record_places(as_bytes(*value)));
    if (record.game != id) continue;  // an edit made it equal to another game
    places.insert(places.end(), record.further.begin(), record.further.end());
  }
  return places;
}

std::optional<GameId> Store::replacement(GameId id) const {
  const Tables& tables = impl_->tables();
  const auto value = tables.get(Table::Meta, meta_key::replaced(id));
  if (!value) return std::nullopt;
  const GameId game = tables.whole(decode_replacement(as_bytes(*value)));
  if (game >= game_count()) tables.fail("a game was replaced by one that is not there");
  return game;
}

std::string Store::player_name(PlayerId id) const { return impl_->name(NameKind::Player, id); }
std::string Store::event_name(EventId id) const { return impl_->name(NameKind::Event, id); }

std::vector<PlayerId> Store::players_by_key(std::string_view key) const {
  return impl_->ids_by_key(NameKind::Player, key);
}
std::vector<EventId> Store::events_by_key(std::string_view key) const {
  return impl_->ids_by_key(NameKind::Event, key);
}

std::vector<GameId> Store::select(const Filter& filter) const {
  return impl_->rows().select(filter);
}

PositionCounts Store::counts_at(PositionKey key, const Filter& filter) const {
  return impl_->positions().counts(key, filter);
}

Wdl Store::games_reached(PositionKey key, const Filter& filter) const {
  return impl_->positions().games_reached(key, filter);
}

std::vector<Posting> Store::games_at(PositionKey key, const Filter& filter) const {
  return impl_->positions().postings(key, filter);
}

void Store::each_posting(PositionKey key, const Filter& filter, const PostingVisit& visit) const {
  impl_->positions().each_posting(key, filter, visit);
}

std::optional<std::string> Store::record_bytes(const Place& place) const {
  return impl_->tables().get(Table::RawBytes, place_key(place));
}

void Store::each_reject(const std::function<bool(const Reject&)>& visit) const {
  TableScan rejects(impl_->tables(), Table::Rejects);
  while (rejects.next()) {
    if (!visit(impl_->tables().whole(decode_reject(as_bytes(rejects.value()))))) return;
  }
}

std::optional<Reject> Store::reject(SourceId source, std::uint32_t ordinal) const {
  const Tables& tables = impl_->tables();
  const auto value = tables.get(Table::Rejects, place_key({.source = source, .ordinal = ordinal}));
  if (!value) return std::nullopt;
  return tables.whole(decode_reject(as_bytes(*value)));
}

StoreStats Store::stats() const {
  const Totals& totals = impl_->totals();
  StoreStats stats;
  stats.games = totals.games;
  stats.plies = totals.plies;
  stats.players = totals.players;
  stats.events = totals.events;
  stats.sources = totals.sources;
  stats.rejects = totals.rejects;
  stats.hidden_games = impl_->journal().hidden;
  stats.changes = impl_->journal().entries;
  stats.unindexed_games = totals.games - impl_->mark().end;
  stats.collisions = impl_->mark().collisions;

  std::map<std::string, std::uint64_t, std::less<>> bytes;
  std::vector<rocksdb::LiveFileMetaData> files;
  impl_->tables().db().GetLiveFilesMetaData(&files);
  for (const auto& file : files)
    bytes[file.column_family_name] += file.size;
  for (const std::string_view name : kTableNames) {
    const auto found = bytes.find(name);
    stats.families.push_back({std::string(name), found == bytes.end() ? 0 : found->second});
  }
  stats.families.push_back({"log", log_bytes(impl_->tables().place())});
  return stats;
}

}  // namespace qipu
