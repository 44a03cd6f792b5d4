// SPDX-License-Identifier: GPL-3.0-or-later

// What the commands that change a database have in common.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/answers.h"
#include "store/journal.h"

namespace qipu {

class Session;

// What the journal is to put down of the command that runs: its kind, the time now, its words.
RevisionCause cause_of(const Session& session, JournalKind kind);

// The number of a new entry, or null.
Json entry_json(const std::optional<EntryId>& entry);

// "3 (qipu hide 12)"
std::string entry_text(EntryId entry, const JournalHead& head);

}  // namespace qipu
