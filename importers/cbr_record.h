// SPDX-License-Identifier: GPL-3.0-or-later

// The binary record of CCBridge: a .cbr file is one, a library of CCBridge 3 (.cbl) holds many.
//
// SOURCE: schema/formats/cbr.md.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/bytes.h"
#include "importers/record_format.h"

namespace qipu {

inline constexpr std::string_view kCbrMagic{"CCBridge Record\0", 16};
inline constexpr std::size_t kCbrGuid = 20;  // 16 bytes
inline constexpr std::size_t kCbrGuidSize = 16;
inline constexpr std::size_t kCbrTitle = 180;  // in version 2, 128 bytes

// Where a record of a version has what is no text; the texts are in ccbridge_fields().
struct CbrLayout {
  std::size_t ecco;  // three letters and a zero
  std::size_t type;  // the first byte of four; so are the next ones
  std::size_t result;
  std::size_t first_mover;   // 1 Red, 2 Black
  std::size_t first_number;  // of the first move, nearly always 1
  std::size_t board;         // 90 bytes, from Black's back rank, each rank from Red's left
  std::size_t moves;         // to the end; also the size of the header
};
inline constexpr CbrLayout kCbrV1{1780, 1784, 1820, 1856, 1860, 1864, 1958};
inline constexpr CbrLayout kCbrV2{2036, 2040, 2076, 2112, 2116, 2120, 2214};

// The tag for a first move number that is not 1.
inline constexpr std::string_view kFirstMoveNumberTag = "FirstMoveNumber";

// The text of a field: UTF-16, little-endian, up to a zero or the end of `bytes`.
std::string utf16_text(Bytes bytes);
// `text` as such bytes, at most `size` with the zero that ends it; what does not fit is cut off
// between two characters, and counted as "`name` cut to n characters".
std::string utf16_field(std::string_view text, std::size_t size, const char* name, Losses& losses);

// What a record says, and how many bytes header and moves take; what follows is padding.
struct CbrReading {
  std::variant<Game, Error, OtherGame> found = Error{};
  std::size_t size = 0;
};

// Reads the record at the start of `bytes`, which end where the next record begins at the latest.
// Offsets of errors count from the start of `bytes`.
CbrReading read_cbr_record(Bytes bytes, const ReadOptions& options);

// A game as a record of version 2. Its GUID is made from its content and `number`, so that equal
// games of a library differ. Tags of the names in `known` are held elsewhere and no loss.
std::string to_cbr_record(const Game& game, std::uint64_t number,
                          std::span<const std::string_view> known, Losses& losses);

// The sixteen bytes of a GUID for `content`: always the same for the same bytes and number.
std::string cbr_guid(std::string_view content, std::uint64_t number);

}  // namespace qipu
