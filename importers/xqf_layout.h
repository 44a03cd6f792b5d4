// SPDX-License-Identifier: GPL-3.0-or-later

// Where things lie in an XQF file, and the keys that hide them. Shared by reader and writer.
//
// SOURCE: schema/formats/xqf.md.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "importers/record_format.h"
#include "record/game.h"

namespace qipu {

inline constexpr std::size_t kXqfHeaderSize = 1024;
inline constexpr unsigned kXqfMaxVersion = 18;
inline constexpr std::size_t kXqfKeysSum = 0x0C;
inline constexpr std::size_t kXqfLayout = 0x10;  // 32 squares
inline constexpr std::size_t kXqfWhoPlay = 0x32;
inline constexpr std::size_t kXqfResult = 0x33;
inline constexpr std::size_t kXqfType = 0x40;

// A text of the header: one length byte at `offset`, then up to `capacity` bytes.
struct XqfField {
  std::size_t offset = 0;
  std::size_t capacity = 0;
};
inline constexpr XqfField kXqfTitle{0x50, 63};
inline constexpr XqfField kXqfTitle2{0x90, 63};
inline constexpr XqfField kXqfEvent{0xD0, 63};
inline constexpr XqfField kXqfDate{0x110, 15};
inline constexpr XqfField kXqfSite{0x120, 15};
inline constexpr XqfField kXqfRed{0x130, 15};
inline constexpr XqfField kXqfBlack{0x140, 15};
inline constexpr XqfField kXqfTimeRule{0x150, 63};
inline constexpr XqfField kXqfRedTime{0x190, 15};
inline constexpr XqfField kXqfBlackTime{0x1A0, 15};
inline constexpr XqfField kXqfAnnotator{0x1D0, 15};
inline constexpr XqfField kXqfAuthor{0x1E0, 15};

// What the type byte 0..3 says: 全局, 布局, 中局, 残局.
inline constexpr std::array<const char*, 4> kXqfTypes{"全局", "布局", "中局", "残局"};

// The first sixteen bytes of a file, and the keys that follow from them.
struct XqfKeys {
  // REQUIRES: at least 16 bytes.
  static XqfKeys from_header(Bytes header);
  // Of a plain file of version 10.
  static XqfKeys plain();
  // Of a file of version 18. Any keys will do; these are always the same, so that a game gives the
  // same bytes each time.
  static XqfKeys keyed();

  std::array<std::uint8_t, 16> head{};
  std::uint8_t version = 10;
  std::uint8_t layout = 0;                // added to each square of the layout
  std::uint8_t from = 0;                  // added to the first square of each move, beside 24
  std::uint8_t to = 0;                    // added to the second, beside 32
  std::uint32_t length = 0;               // added to each length of a comment
  std::array<std::uint8_t, 32> stream{};  // added to the bytes of the tree, over and over
  bool sum_is_right = true;

  bool is_short_form() const { return version >= 11; }  // records of 4 bytes where nothing is said
  // The slot that layout byte `i` is about.
  std::size_t slot(std::size_t i) const { return version >= 12 ? (i + 1 + layout) % 32 : i; }
};

// A game as the bytes of a file under `keys`. Empty if its start has more pieces of a kind than XQF
// has places for; that and what else was lost goes into `losses`.
std::string to_xqf(const Game& game, const XqfKeys& keys, Losses& losses);

// THROWS: UsageError for a version that is not written.
std::unique_ptr<GameWriter> make_xqf_writer(ByteSink sink, const WriteOptions& options);

}  // namespace qipu
