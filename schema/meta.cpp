// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/meta.h"

#include <algorithm>

#include "schema/damage.h"
#include "schema/hash.h"
#include "schema/keys.h"
#include "schema/page.h"
#include "schema/place.h"

namespace qipu {

SchemaVersions current_versions() {
  return {kSchemaVersion, kZobristVersion, zobrist_checksum(), kPageBits};
}

std::string encode_versions(const SchemaVersions& versions) {
  ByteWriter out;
  out.u32(versions.schema);
  out.u32(versions.zobrist);
  out.u64(versions.zobrist_sum);
  out.u8(versions.page_bits);
  return std::move(out).str();
}

Result<SchemaVersions> decode_versions(Bytes bytes) {
  ByteReader in(bytes);
  SchemaVersions versions;
  versions.schema = in.u32();
  // A newer schema may say more here; its number is all that is wanted of it.
  if (in.ok() && versions.schema > kSchemaVersion) return versions;
  versions.zobrist = in.u32();
  versions.zobrist_sum = in.u64();
  versions.page_bits = in.u8();
  if (!in.ok() || !in.at_end()) return damaged("a schema version that is none");
  return versions;
}

std::string encode_totals(const Totals& totals) {
  ByteWriter out;
  out.varint(totals.games);
  out.varint(totals.players);
  out.varint(totals.events);
  out.varint(totals.sources);
  out.varint(totals.batches);
  out.varint(totals.plies);
  out.varint(totals.rejects);
  return std::move(out).str();
}

Result<Totals> decode_totals(Bytes bytes) {
  ByteReader in(bytes);
  Totals totals;
  totals.games = in.varint32();
  totals.players = in.varint32();
  totals.events = in.varint32();
  totals.sources = in.varint32();
  totals.batches = in.varint32();
  totals.plies = in.varint();
  totals.rejects = in.varint();
  if (!in.ok() || !in.at_end()) return damaged("a record of totals that is none");
  return totals;
}

std::string encode_index_mark(const IndexMark& mark) {
  ByteWriter out;
  out.varint(mark.end);
  out.varint(mark.collisions);
  return std::move(out).str();
}

Result<IndexMark> decode_index_mark(Bytes bytes) {
  ByteReader in(bytes);
  IndexMark mark;
  mark.end = in.varint32();
  mark.collisions = in.varint();
  if (!in.ok() || !in.at_end()) return damaged("an index mark that is none");
  return mark;
}

std::string encode_batch(const Batch& batch) {
  ByteWriter out;
  out.varint(batch.first);
  out.varint(batch.games);
  out.varint(batch.duplicates);
  out.varint(batch.rejects);
  out.varint(batch.plies);
  return std::move(out).str();
}

Result<Batch> decode_batch(Bytes bytes) {
  ByteReader in(bytes);
  Batch batch;
  batch.first = in.varint32();
  batch.games = in.varint32();
  batch.duplicates = in.varint32();
  batch.rejects = in.varint32();
  batch.plies = in.varint();
  if (!in.ok() || !in.at_end()) return damaged("a batch record that is none");
  return batch;
}

std::string encode_commit_mark(std::uint64_t change) {
  ByteWriter out;
  out.u64(change);
  const Hash128 hash = hash_of(as_bytes(out.str()));
  out.bytes(Bytes(hash).first(sizeof(change)));
  return std::move(out).str();
}

Result<std::uint64_t> decode_commit_mark(Bytes bytes) {
  ByteReader in(bytes);
  const std::uint64_t change = in.u64();
  if (as_text(bytes) != encode_commit_mark(change))
    return damaged("a mark of a commit that is none");
  return change;
}

// The games of a source are dense as long as no other comes in between.
void SourceRecord::add_stored(GameId game) {
  if (!stored.empty() && stored.back().second == game) {
    ++stored.back().second;
  } else {
    stored.emplace_back(game, game + 1);
  }
}

std::string encode_source(const SourceRecord& source) {
  ByteWriter out;
  out.bytes(Bytes(source.content));
  out.varint(source.names.size());
  for (const std::string& name : source.names)
    out.text(name);
  out.text(source.format);
  out.varint(source.size);
  out.u8(source.is_done ? 1 : 0);
  out.varint(source.records);
  out.varint(source.games);
  out.varint(source.rejects);
  out.varint(source.skipped);
  out.varint(source.plies);
  out.varint(source.stored.size());
  for (const auto& [first, end] : source.stored) {
    out.varint(first);
    out.varint(end);
  }
  return std::move(out).str();
}

Result<SourceRecord> decode_source(Bytes bytes) {
  ByteReader in(bytes);
  bool fits = true;
  SourceRecord source;
  const Bytes content = in.bytes(source.content.size());
  std::copy(content.begin(), content.end(), source.content.begin());
  const std::uint64_t names = in.varint();
  fits &= names > 0 && names <= in.remaining();
  for (std::uint64_t i = 0; fits && i < names; ++i)
    source.names.emplace_back(in.text());
  source.format = in.text();
  source.size = in.varint();
  const std::uint8_t is_done = in.u8();
  source.is_done = is_done == 1;
  source.records = in.varint32();
  source.games = in.varint32();
  source.rejects = in.varint32();
  source.skipped = in.varint32();
  source.plies = in.varint();
  const std::uint64_t ranges = in.varint();
  fits &= is_done <= 1 && ranges <= in.remaining();
  for (std::uint64_t i = 0; fits && i < ranges; ++i) {
    const GameId first = in.varint32();
    const GameId end = in.varint32();
    fits &= first < end && (i == 0 || source.stored.back().second < first);
    source.stored.emplace_back(first, end);
  }
  if (!fits || !in.ok() || !in.at_end()) return damaged("a source record that is none");
  return source;
}

std::string encode_source_id(SourceId id) {
  ByteWriter out;
  out.varint(id);
  return std::move(out).str();
}

Result<SourceId> decode_source_id(Bytes bytes) {
  ByteReader in(bytes);
  const SourceId id = in.varint32();
  if (!in.ok() || !in.at_end()) return damaged("a source's id that is none");
  return id;
}

std::string encode_record_game(GameId game) {
  ByteWriter out;
  out.varint(game);
  return std::move(out).str();
}

std::string encode_further_place(const Place& place) {
  ByteWriter out;
  append_place(out, place);
  return std::move(out).str();
}

Result<RecordPlaces> decode_record_places(Bytes bytes) {
  ByteReader in(bytes);
  RecordPlaces record;
  record.game = in.varint32();
  while (in.ok() && !in.at_end())
    record.further.push_back(read_place(in));
  if (!in.ok() || !in.at_end()) return damaged("a record's list of places that is none");
  return record;
}

}  // namespace qipu
