// SPDX-License-Identifier: GPL-3.0-or-later

// What `import` and `convert` share: how records are read, and the account of what was seen.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/command.h"
#include "import/import_files.h"
#include "server/answers.h"

namespace qipu {

class ProgressLine;
class Session;

// --jobs, --strict
extern const OptionGroup kReadingOptions;
// --input-format, --charset, --fallback-charset, --allow-self-check, --max-unpacked
extern const OptionGroup kUnderstandingOptions;

// Of the options of kUnderstandingOptions. THROWS: UsageError.
ImportOptions asked_reading(const Session& session);
// Of all options of both groups. THROWS: UsageError; IoError, in the user's language, for a path
// among the arguments that does not exist.
ImportOptions asked_import_options(const Session& session);

// "games/a.pgn:12, move 3", of the place of an error.
std::string place_text(const SetAside& record, Language tr);
// The reasons with how often each occurred, and where the first of them, several lines.
std::string reasons_text(const std::map<std::string, std::uint64_t>& counts,
                         const std::vector<SetAside>& examples, Language tr);

// Shows the progress of a reading, and lets Ctrl-C stop it. Uses both as long as it is used.
ImportHooks hooks_for(const Session& session, ProgressLine& line);

// {files, games, plies, stored ...}; `seconds` are those it took.
Json report_json(const ImportReport& report, double seconds);
// The same for people, several lines. `stored_label` says what became of the games.
std::string report_text(const Session& session, const ImportReport& report, double seconds,
                        const Text& stored_label);

// 0, or 1 with a message if there was no record at all, or 3 with --strict if any was set aside or
// marked.
int exit_code_of(const Session& session, const ImportReport& report);

}  // namespace qipu
