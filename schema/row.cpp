// SPDX-License-Identifier: GPL-3.0-or-later

#include <cassert>
#include <utility>

#include "schema/damage.h"
#include "schema/values.h"

namespace qipu {

namespace {

// Flags of the first word, above the id.
constexpr std::uint32_t kHidden = 1U << 24U;
constexpr std::uint32_t kUnindexed = 1U << 25U;
constexpr std::uint32_t kVariations = 1U << 26U;
constexpr std::uint32_t kComments = 1U << 27U;
constexpr std::uint32_t kConflict = 1U << 28U;
constexpr unsigned kKindShift = 29;

constexpr unsigned kOutcomeShift = 24;  // second word
constexpr unsigned kEccoShift = 22;     // third word
constexpr unsigned kDateShift = 9;      // fourth word: plies, then day, month, year

std::uint32_t pack_date(const Date& date) {
  return std::uint32_t{date.year} << 9U | std::uint32_t{date.month} << 5U | date.day;
}

Date unpack_date(std::uint32_t bits) {
  return {static_cast<std::uint16_t>(bits >> 9U), static_cast<std::uint8_t>(bits >> 5U & 0xFU),
          static_cast<std::uint8_t>(bits & 0x1FU)};
}

std::uint32_t flag(bool value, std::uint32_t bit) { return value ? bit : 0; }

}  // namespace

PackedRow pack_row(const GameRow& row) {
  assert(row.red <= kMaxPlayerId && row.black <= kMaxPlayerId && row.event <= kMaxEventId);
  assert(row.ecco <= kMaxEcco && row.plies <= kMaxRowPlies && row.date.year <= kMaxRowYear);
  const std::array<std::uint32_t, 4> words{
      row.red | flag(row.is_hidden, kHidden) | flag(row.is_unindexed, kUnindexed) |
          flag(row.has_variations, kVariations) | flag(row.has_comments, kComments) |
          flag(row.has_conflicting_result, kConflict) |
          static_cast<std::uint32_t>(row.kind) << kKindShift,
      row.black | static_cast<std::uint32_t>(row.outcome) << kOutcomeShift,
      row.event | std::uint32_t{row.ecco} << kEccoShift,
      pack_date(row.date) << kDateShift | row.plies,
  };
  PackedRow packed{};
  for (std::size_t i = 0; i < packed.size(); ++i)
    packed[i] = static_cast<std::byte>(words[i / 4] >> (8 * (i % 4)) & 0xFFU);
  return packed;
}

Result<GameRow> unpack_row(Bytes bytes) {
  ByteReader in(bytes);
  const std::uint32_t red = in.u32();
  const std::uint32_t black = in.u32();
  const std::uint32_t event = in.u32();
  const std::uint32_t rest = in.u32();
  const std::uint32_t kind = red >> kKindShift;
  const std::uint32_t outcome = black >> kOutcomeShift;
  if (!in.ok() || !in.at_end() || kind > static_cast<std::uint32_t>(GameKind::Position) ||
      outcome > static_cast<std::uint32_t>(Outcome::Draw)) {
    return damaged("a row of the game table that is none");
  }
  GameRow row;
  row.red = red & kMaxPlayerId;
  row.black = black & kMaxPlayerId;
  row.event = event & kMaxEventId;
  row.ecco = static_cast<std::uint16_t>(event >> kEccoShift);
  row.plies = static_cast<std::uint16_t>(rest & kMaxRowPlies);
  row.date = unpack_date(rest >> kDateShift);
  row.outcome = static_cast<Outcome>(outcome);
  row.kind = static_cast<GameKind>(kind);
  row.is_hidden = (red & kHidden) != 0;
  row.is_unindexed = (red & kUnindexed) != 0;
  row.has_variations = (red & kVariations) != 0;
  row.has_comments = (red & kComments) != 0;
  row.has_conflicting_result = (red & kConflict) != 0;
  return row;
}

}  // namespace qipu
