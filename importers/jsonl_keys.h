// SPDX-License-Identifier: GPL-3.0-or-later

// The words of JSON Lines that its reader and its writer share. SOURCE: schema/formats/jsonl.md.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "record/game.h"

namespace qipu {

inline constexpr std::string_view kJsonlVersionKey = "qipu_game";
inline constexpr std::uint64_t kJsonlVersion = 1;

// A header that is kept as found, under "headers".
struct JsonlHeader {
  std::string_view key;
  std::string GameHeader::*text;
};
std::span<const JsonlHeader> jsonl_headers();

// Whether a record has such a key at its top.
bool is_jsonl_key(std::string_view key);

// As to_text(Note::Kind) writes it.
std::optional<Note::Kind> jsonl_note_kind(std::string_view word);

}  // namespace qipu
