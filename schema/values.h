// SPDX-License-Identifier: GPL-3.0-or-later

// What the store's values hold, and the only code that makes and reads their bytes.
//
// SOURCE: schema/v1.md, which gives every field bit by bit. Decoders trust nothing: damaged bytes
// give an Error (Damaged).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "record/game.h"
#include "xiangqi/types.h"

namespace qipu {

using GameId = std::uint32_t;    // dense from 0, in import order
using PlayerId = std::uint32_t;  // of a spelling as found; 24 bits; 0 = not said
using EventId = std::uint32_t;   // of a spelling as found; 22 bits; 0 = not said
using SourceId = std::uint32_t;  // of a file, or a member of an archive; from 1
using EntryId = std::uint32_t;   // of the journal; from 1

// A game as the filters see it: 16 bytes on disk.
struct GameRow {
  PlayerId red = 0;
  PlayerId black = 0;
  EventId event = 0;
  std::uint16_t ecco = 0;   // ordinal of the ECCO code in its list; 0 = none
  std::uint16_t plies = 0;  // of the main line; 511 = 511 or more
  Date date;
  Outcome outcome = Outcome::Unknown;
  GameKind kind = GameKind::Game;
  bool is_hidden = false;
  bool is_unindexed = false;  // no position of it is in the index
  bool has_variations = false;
  bool has_comments = false;
  bool has_conflicting_result = false;

  // Whether what is asked without a filter counts it.
  bool is_counted() const { return kind == GameKind::Game && !is_hidden; }

  friend bool operator==(const GameRow&, const GameRow&) = default;
};

inline constexpr std::size_t kGameRowSize = 16;
using PackedRow = std::array<std::byte, kGameRowSize>;
// REQUIRES: ids, ecco, plies and date fit their bits (kMax...).
PackedRow pack_row(const GameRow& row);
Result<GameRow> unpack_row(Bytes bytes);

inline constexpr PlayerId kMaxPlayerId = (PlayerId{1} << 24U) - 1;
inline constexpr EventId kMaxEventId = (EventId{1} << 22U) - 1;
inline constexpr std::uint16_t kMaxEcco = (1U << 10U) - 1;
inline constexpr std::uint16_t kMaxRowPlies = (1U << 9U) - 1;
inline constexpr std::uint16_t kMaxRowYear = (1U << 14U) - 1;

// A game at a position, with one of the moves it played there.
struct Posting {
  GameId game = 0;
  Move move;  // as stored (canonical orientation, zobrist.h); none: the game ends here
  friend auto operator<=>(const Posting&, const Posting&) = default;
};

// The moves played from a position, as stored.
struct MoveCount {
  Move move;  // none: the game ends here
  Wdl wdl;    // games in which it was played here, each counted once
  friend bool operator==(const MoveCount&, const MoveCount&) = default;
};
struct PositionCounts {
  Wdl all;                       // games that reached the position, each counted once
  std::vector<MoveCount> moves;  // by move
  friend bool operator==(const PositionCounts&, const PositionCounts&) = default;
};

// Where a record was found.
struct Place {
  SourceId source = 0;
  std::uint32_t ordinal = 0;  // of the record in its source, from 0
  std::uint64_t offset = 0;   // of its first byte in the unpacked source
  std::uint64_t size = 0;     // in bytes
  std::uint32_t line = 0;     // from 1; 0 in binary formats

  friend bool operator==(const Place&, const Place&) = default;
};

using Hash128 = std::array<std::byte, 16>;

// Of the whole record: moves, tree, comments, every header. Equal records are stored once.
Hash128 content_hash(const Game& game);
// Of the start position and the main line in canonical orientation: what duplicates share.
Hash128 main_line_hash(const Game& game);

// A game's own bytes. Names and events are in the dictionary, so the ids go with it.
struct StoredGame {
  PlayerId red = 0;
  PlayerId black = 0;
  EventId event = 0;
  Place place;
  Game game;  // header.red.name, header.black.name and header.event are empty here
};
std::string encode_game(const StoredGame& stored);
Result<StoredGame> decode_game(Bytes bytes);
// encode_game in two steps, for what is known early (any thread) and late (the sequencer): a game's
// bytes are its head, then its body. REQUIRES of the body: every move is one of a piece of the side
// to move.
std::string encode_game_head(PlayerId red, PlayerId black, EventId event, const Place& place);
std::string encode_game_body(const Game& game);

// The start position and the moves of the main line alone: all that the index needs, decoded
// without touching the rest.
struct MainLine {
  Position start = Position::start();
  std::vector<Move> moves;
};
Result<MainLine> decode_main_line(Bytes bytes);

// A record that was set aside.
struct Reject {
  Place place;
  Error error;
  std::string bytes;  // of the record, as found; cut to kMaxRejectBytes, see is_cut
  bool is_cut = false;
};
inline constexpr std::size_t kMaxRejectBytes = std::size_t{16} << 20U;
std::string encode_reject(const Reject& reject);
Result<Reject> decode_reject(Bytes bytes);

}  // namespace qipu
