// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/meta.h"

#include <algorithm>

#include "schema/damage.h"
#include "schema/hash.h"
#include "schema/keys.h"
#include "schema/page.h"
#include "schema/place.h"

namespace qipu {

namespace {

// A varint that must fit 32 bits; makes `fits` false if it does not.
std::uint32_t read_u32(ByteReader& in, bool& fits) {
  const std::uint64_t value = in.varint();
  fits &= value <= UINT32_MAX;
  return static_cast<std::uint32_t>(value);
}

bool is_whole(const ByteReader& in, bool fits) { return fits && in.ok() && in.at_end(); }

}  // namespace

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
  if (!is_whole(in, true)) return damaged("a schema version that is none");
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
  bool fits = true;
  Totals totals;
  totals.games = read_u32(in, fits);
  totals.players = read_u32(in, fits);
  totals.events = read_u32(in, fits);
  totals.sources = read_u32(in, fits);
  totals.batches = read_u32(in, fits);
  totals.plies = in.varint();
  totals.rejects = in.varint();
  if (!is_whole(in, fits)) return damaged("a record of totals that is none");
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
  bool fits = true;
  IndexMark mark;
  mark.end = read_u32(in, fits);
  mark.collisions = in.varint();
  if (!is_whole(in, fits)) return damaged("an index mark that is none");
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
  bool fits = true;
  Batch batch;
  batch.first = read_u32(in, fits);
  batch.games = read_u32(in, fits);
  batch.duplicates = read_u32(in, fits);
  batch.rejects = read_u32(in, fits);
  batch.plies = in.varint();
  if (!is_whole(in, fits)) return damaged("a batch record that is none");
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
  source.records = read_u32(in, fits);
  source.games = read_u32(in, fits);
  source.rejects = read_u32(in, fits);
  source.skipped = read_u32(in, fits);
  source.plies = in.varint();
  const std::uint64_t ranges = in.varint();
  fits &= is_done <= 1 && ranges <= in.remaining();
  for (std::uint64_t i = 0; fits && i < ranges; ++i) {
    const GameId first = read_u32(in, fits);
    const GameId end = read_u32(in, fits);
    fits &= first < end && (i == 0 || source.stored.back().second < first);
    source.stored.emplace_back(first, end);
  }
  if (!is_whole(in, fits)) return damaged("a source record that is none");
  return source;
}

std::string encode_source_id(SourceId id) {
  ByteWriter out;
  out.varint(id);
  return std::move(out).str();
}

Result<SourceId> decode_source_id(Bytes bytes) {
  ByteReader in(bytes);
  bool fits = true;
  const SourceId id = read_u32(in, fits);
  if (!is_whole(in, fits)) return damaged("a source's id that is none");
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
  bool fits = true;
  RecordPlaces record;
  record.game = read_u32(in, fits);
  while (in.ok() && !in.at_end())
    record.further.push_back(read_place(in));
  if (!is_whole(in, fits)) return damaged("a record's list of places that is none");
  return record;
}

}  // namespace qipu
