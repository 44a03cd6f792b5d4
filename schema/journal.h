// SPDX-License-Identifier: GPL-3.0-or-later

// The entries of the journal, and what Table::Meta says of the changes made after the import.
// SOURCE: schema/v1.md, "Journal". Decoders give Error (Damaged).

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "schema/values.h"

namespace qipu {

enum class JournalKind : std::uint8_t {  // stored; never renumber
  Hide = 1,
  Unhide = 2,
  Edit = 3,
  Undo = 4,
  Clean = 5,
  Dedupe = 6,
  Names = 7,
};
// "hide", "unhide" ...
const char* to_text(JournalKind kind);

// The value under meta_key::kJournal; where there is none, nothing was ever changed.
struct JournalMark {
  EntryId entries = 0;       // they are 1 .. entries
  std::uint32_t hidden = 0;  // games that are hidden now
  friend bool operator==(const JournalMark&, const JournalMark&) = default;
};
std::string encode_journal_mark(const JournalMark& mark);
Result<JournalMark> decode_journal_mark(Bytes bytes);

// One entry, without its changes.
struct JournalHead {
  JournalKind kind = JournalKind::Hide;
  std::uint64_t time = 0;    // seconds since 1970, UTC
  EntryId undoes = 0;        // an earlier entry, where the kind is Undo; else 0
  std::string command;       // as it was typed
  std::uint32_t hidden = 0;  // games hidden by it
  std::uint32_t shown = 0;   // games that it brought back, or made
  std::uint32_t edited = 0;  // games whose record it rewrote
  std::uint32_t parts = 0;   // its changes are in so many
  friend bool operator==(const JournalHead&, const JournalHead&) = default;
};
std::string encode_journal_head(const JournalHead& head);
Result<JournalHead> decode_journal_head(Bytes bytes);

// The value under meta_key::replaced: the game that stands in its place.
std::string encode_replacement(GameId game);
Result<GameId> decode_replacement(Bytes bytes);

// The value under meta_key::former: content hashes that the game had before it was edited.
std::string encode_former(const std::vector<Hash128>& contents);
Result<std::vector<Hash128>> decode_former(Bytes bytes);

}  // namespace qipu
