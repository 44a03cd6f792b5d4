// SPDX-License-Identifier: GPL-3.0-or-later

// The tables of the store (RocksDB's column families) and the keys in them.
//
// SOURCE: schema/v1.md, "Tables". Numbers in keys are big-endian, so that byte order is numeric
// order.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schema/values.h"
#include "xiangqi/zobrist.h"

namespace qipu {

inline constexpr std::uint32_t kSchemaVersion = 1;

enum class Table : std::uint8_t {
  Meta,     // versions, totals, sources, batches, how far the index goes
  Games,    // the truth
  Rows,     // "gtab": the game table, in blocks
  Names,    // "dict": players and events
  Lines,    // "sig": equal main lines
  Records,  // "hash": equal records
  Pages,    // "pos": the position index
  Lists,    // "plist": what does not fit in a page
  Rejects,
  SideLines,  // "vpos"; reserved: nothing is written to it yet
  Overlay,    // what the counts in pages differ by from the games as they are now
  Journal,    // what was changed after the import, and what was there before
  RawBytes,   // "raw": records as they were found
  Engine,     // "eval"; reserved
};
inline constexpr std::size_t kTableCount = 14;
inline constexpr std::array<std::string_view, kTableCount> kTableNames{
    "meta",  "games",   "gtab", "dict",    "sig",     "hash", "pos",
    "plist", "rejects", "vpos", "overlay", "journal", "raw",  "eval"};

// Rows in a value of Table::Rows.
inline constexpr GameId kRowsPerBlock = 4096;

// Table::Games, and Table::Rows by the first game of the block.
std::string game_key(GameId id);
std::optional<GameId> parse_game_key(std::string_view key);

enum class NameKind : std::uint8_t { Player = 1, Event = 2 };  // stored; never renumber

// Table::Names holds each spelling twice: under its id, and (with an empty value) under its
// name_key and id. `by_key` is name_key's text; a long one is replaced by a hash.
std::string name_id_key(NameKind kind, std::uint32_t id);
std::string name_prefix(NameKind kind, std::string_view by_key);
std::string name_lookup_key(NameKind kind, std::string_view by_key, std::uint32_t id);
// The id at the end of a key that starts with `prefix` and has nothing else behind it.
std::optional<std::uint32_t> parse_name_id(std::string_view key, std::string_view prefix);

std::string line_key(const Hash128& main_line);
std::string record_key(const Hash128& content);

std::string page_key(std::uint32_t page);
std::string list_key(PositionKey position, GameId first);
// All lists of `position` start with this.
std::string list_prefix(PositionKey position);
std::string overlay_key(PositionKey position);

// Table::Journal holds an entry, and behind it its parts, counted from 0.
std::string journal_key(EntryId entry);
std::string journal_part_key(EntryId entry, std::uint32_t part);

// Table::Rejects and Table::RawBytes: the source and the ordinal of a record.
std::string place_key(const Place& place);

namespace meta_key {
inline constexpr std::string_view kSchema = "schema";
inline constexpr std::string_view kTotals = "totals";
inline constexpr std::string_view kIndexed = "indexed";
inline constexpr std::string_view kBatches = "batch/";   // then u32, from 0
inline constexpr std::string_view kSources = "source/";  // then u32, the id
inline constexpr std::string_view kJournal = "journal";
inline constexpr std::string_view kReplaced = "replaced/";  // then u32, the game
inline constexpr std::string_view kFormer = "former/";      // then u32, the game
inline constexpr std::string_view kContents = "content/";   // then the hash of a source's bytes
std::string batch(std::uint32_t number);
std::string source(SourceId id);
std::string replaced(GameId id);
std::string former(GameId id);
std::string content(const Hash128& content);
}  // namespace meta_key

}  // namespace qipu
