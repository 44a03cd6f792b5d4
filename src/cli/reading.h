// SPDX-License-Identifier: GPL-3.0-or-later

// What `import` and `convert` share: how records are read, and the account of what was seen.

#pragma once

#include <string>

#include "cli/command.h"
#include "import/import_files.h"
#include "server/answers.h"

namespace qipu {

class ProgressLine;
class Session;

// --input-format, --charset, --fallback-charset, --max-unpacked, --jobs, --strict
extern const OptionGroup kReadingOptions;

// THROWS: UsageError.
ImportOptions asked_import_options(const Session& session);

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
