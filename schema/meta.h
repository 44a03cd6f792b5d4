// SPDX-License-Identifier: GPL-3.0-or-later

// The values of Table::Meta. SOURCE: schema/v1.md, "Meta". Decoders give Error (Damaged).

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "schema/values.h"

namespace qipu {

// What the other tables were made with.
struct SchemaVersions {
  std::uint32_t schema = 0;
  std::uint32_t zobrist = 0;
  std::uint64_t zobrist_sum = 0;  // zobrist_checksum()
  std::uint8_t page_bits = 0;
  friend bool operator==(const SchemaVersions&, const SchemaVersions&) = default;
};
SchemaVersions current_versions();
std::string encode_versions(const SchemaVersions& versions);
Result<SchemaVersions> decode_versions(Bytes bytes);

// How much there is; ids end where these counts do.
struct Totals {
  std::uint32_t games = 0;
  std::uint32_t players = 0;
  std::uint32_t events = 0;
  std::uint32_t sources = 0;
  std::uint32_t batches = 0;
  std::uint64_t plies = 0;  // of main lines
  std::uint64_t rejects = 0;
  friend bool operator==(const Totals&, const Totals&) = default;
};
std::string encode_totals(const Totals& totals);
Result<Totals> decode_totals(Bytes bytes);

// How far the position index goes.
struct IndexMark {
  GameId end = 0;  // the first game that is not in it
  // Neighbours in the sort with one key and different boards (storage design, "Collisions").
  std::uint64_t collisions = 0;
};
std::string encode_index_mark(const IndexMark& mark);
Result<IndexMark> decode_index_mark(Bytes bytes);

// One game commit.
struct Batch {
  GameId first = 0;
  std::uint32_t games = 0;
  std::uint32_t duplicates = 0;
  std::uint32_t rejects = 0;
  std::uint64_t plies = 0;
};
std::string encode_batch(const Batch& batch);
Result<Batch> decode_batch(Bytes bytes);

// What lies twice in the file COMMITTED: the number of a change that is durable.
inline constexpr std::size_t kCommitMarkSize = 16;
std::string encode_commit_mark(std::uint64_t change);
Result<std::uint64_t> decode_commit_mark(Bytes bytes);

// A source of records, and how far its import came.
struct SourceRecord {
  Hash128 content{};
  std::vector<std::string> names;  // at least one; the first it was imported under, then others
  std::string format;
  std::uint64_t size = 0;
  bool is_done = false;
  // Records seen and committed.
  std::uint32_t records = 0;
  std::uint32_t games = 0;  // stored or duplicates
  std::uint32_t rejects = 0;
  std::uint32_t skipped = 0;
  std::uint64_t plies = 0;
  // Games stored from it: half-open ranges, sorted, apart from each other.
  std::vector<std::pair<GameId, GameId>> stored;

  // Notes one more game, the last of all so far.
  void add_stored(GameId game);
};
std::string encode_source(const SourceRecord& source);
Result<SourceRecord> decode_source(Bytes bytes);

// The value under meta_key::content.
std::string encode_source_id(SourceId id);
Result<SourceId> decode_source_id(Bytes bytes);

// The value of Table::Records: the game, and the places after the first where it was found.
// Places are added by appending their bytes.
struct RecordPlaces {
  GameId game = 0;
  std::vector<Place> further;
};
std::string encode_record_game(GameId game);
std::string encode_further_place(const Place& place);
Result<RecordPlaces> decode_record_places(Bytes bytes);

}  // namespace qipu
