// SPDX-License-Identifier: GPL-3.0-or-later

// What an entry of the journal changed, in parts. SOURCE: schema/v1.md, "Journal". Decoders give
// Error (Damaged).

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "schema/keys.h"
#include "schema/values.h"

namespace qipu {

// What a row held before; nothing: it was not there.
struct RowBefore {
  Table table = Table::Games;
  std::string key;
  std::optional<std::string> value;
  friend bool operator==(const RowBefore&, const RowBefore&) = default;
};

// Some of the changes of an entry.
struct JournalPart {
  std::vector<GameId> hidden;  // ascending
  std::vector<GameId> shown;   // ascending
  std::vector<RowBefore> rows;
  friend bool operator==(const JournalPart&, const JournalPart&) = default;
};
std::string encode_journal_part(const JournalPart& part);
Result<JournalPart> decode_journal_part(Bytes bytes);

}  // namespace qipu
