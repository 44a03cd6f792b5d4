// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/store_impl.h"

#include <fmt/format.h>

#include <utility>

namespace qipu {

namespace {

template <class T>
T read_meta(const Tables& tables, std::string_view key, Result<T> (*decode)(Bytes)) {
  const auto value = tables.get(Table::Meta, key);
  if (!value) tables.fail(fmt::format("its record '{}' is missing", key));
  return tables.whole(decode(as_bytes(*value)));
}

// What is not there before the first change.
JournalMark read_journal_mark(const Tables& tables) {
  const auto value = tables.get(Table::Meta, meta_key::kJournal);
  return value ? tables.whole(decode_journal_mark(as_bytes(*value))) : JournalMark{};
}

void check_versions(const Tables& tables) {
  const auto found = read_meta(tables, meta_key::kSchema, decode_versions);
  const SchemaVersions known = current_versions();
  const std::string place = tables.place().string();
  if (found.schema > known.schema) {
    throw StoreError(
        fmt::format("the database at {} is of schema {}, made by a newer qipu; this "
                    "one knows schema {}",
                    place, found.schema, known.schema));
  }
  if (!(found == known)) {
    throw StoreError(
        fmt::format("the positions of the database at {} are keyed in a way this "
                    "qipu does not know; import the games anew",
                    place));
  }
}

}  // namespace

Store::Impl::Impl(Tables opened, const MemoryBudget& memory)
    : tables_(std::move(opened)),
      memory_(memory),
      totals_((check_versions(tables_), read_meta(tables_, meta_key::kTotals, decode_totals))),
      mark_(read_meta(tables_, meta_key::kIndexed, decode_index_mark)),
      journal_(read_journal_mark(tables_)),
      rows_(tables_, totals_.games) {
  check_tables();
}

void Store::Impl::check_tables() const {
  if (mark_.end > totals_.games) tables_.fail("its index knows more games than there are");
  if (journal_.hidden > totals_.games) tables_.fail("more games are hidden than there are");
  if (totals_.batches > 0) {
    const auto batch = read_meta(tables_, meta_key::batch(totals_.batches - 1), decode_batch);
    if (std::uint64_t{batch.first} + batch.games != totals_.games) {
      tables_.fail("its last batch does not end with the last game");
    }
  }
  if (totals_.games > 0 && !tables_.get(Table::Games, game_key(totals_.games - 1))) {
    tables_.fail("its last game is missing");
  }
}

std::optional<SourceRecord> Store::Impl::source(SourceId id) const {
  const auto value = tables_.get(Table::Meta, meta_key::source(id));
  if (!value) return std::nullopt;
  return tables_.whole(decode_source(as_bytes(*value)));
}

std::string Store::Impl::name(NameKind kind, std::uint32_t id) const {
  if (id == 0) return {};
  auto name = tables_.get(Table::Names, name_id_key(kind, id));
  if (!name) tables_.fail(fmt::format("name {} is missing", id));
  return *std::move(name);
}

std::vector<std::uint32_t> Store::Impl::ids_by_key(NameKind kind, std::string_view key) const {
  const std::string prefix = name_prefix(kind, key);
  std::vector<std::uint32_t> ids;
  TableScan names(tables_, Table::Names, {.from = {}, .prefix = prefix});
  while (names.next()) {
    if (const auto id = parse_name_id(names.key(), prefix)) ids.push_back(*id);
  }
  return ids;
}

std::string Store::Impl::game_bytes(GameId id) const {
  auto bytes = tables_.get(Table::Games, game_key(id));
  if (!bytes) tables_.fail(fmt::format("game {} is missing", id));
  return *std::move(bytes);
}

const WaitingGames& Store::Impl::waiting() const {
  const std::lock_guard lock(waiting_mutex_);
  if (!waiting_) waiting_ = std::make_unique<WaitingGames>(tables_, rows_, mark_.end);
  return *waiting_;
}

void Store::Impl::set_totals(const Totals& totals) {
  totals_ = totals;
  rows_.grow(totals.games);
  waiting_.reset();
}

void Store::Impl::set_mark(const IndexMark& mark) {
  mark_ = mark;
  waiting_.reset();
}

}  // namespace qipu
