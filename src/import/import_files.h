// SPDX-License-Identifier: GPL-3.0-or-later

// The import: sources -> records -> games in the store, in order, on several threads.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "import/sources.h"
#include "importers/record_format.h"
#include "store/store.h"

namespace qipu {

struct ImportOptions {
  ReadOptions read;
  SourceOptions sources;
  const RecordFormat* format = nullptr;  // null: by content
  unsigned jobs = 0;                     // parsing threads; 0 = as many as cores
  bool keep_bytes = false;               // into the store too, see Store::record_bytes
  // Of it the import takes its part for what is read and waits; the store was opened with the same.
  MemoryBudget memory;
};

// Of the records that were set aside, so many are listed; all are counted.
inline constexpr std::size_t kMaxListedRejects = 1000;

struct SetAside {
  std::string source;
  Error error;
};

// What an import saw. files, games and plies count all that was read, known or not:
// games = stored + duplicates; set-aside records are apart.
struct ImportReport {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t stored = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t set_aside_count = 0;
  std::uint64_t noted = 0;          // games with notes (repaired, cut, guessed)
  std::vector<SetAside> set_aside;  // the first kMaxListedRejects
  std::map<std::string, std::uint64_t> set_aside_by_reason;
  std::map<std::string, std::uint64_t> games_by_format;
  std::map<GameKind, std::uint64_t> games_by_kind;  // of those that were read
  std::map<std::string, std::uint64_t> notes_by_kind;
  std::map<std::string, std::uint64_t> other_games;  // jieqi, western chess ...
  std::uint64_t unrecognised_files = 0;              // no format knows them; not set aside
  std::vector<std::string> unrecognised;             // the first ten
  std::uint64_t known_files = 0;                     // read by an earlier import, not again
  std::uint64_t known_set_aside = 0;                 // records set aside then
  bool was_interrupted = false;
};

struct ImportProgress {
  std::string source;       // being read
  std::uint64_t games = 0;  // read so far; some of them are not in `so_far` yet
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;  // 0 = not known (standard input)
  const ImportReport& so_far;
};

struct ImportHooks {
  // After each source, or 2 MiB of one, and ten times a second while they are parsed.
  std::function<void(const ImportProgress&)> progress;
  StoreWriter::IndexProgress index_progress;  // while positions are indexed, at the end
  const std::atomic<bool>* stop = nullptr;    // set: commit what is whole and return
  // Asked between sources, or pieces of one: whether what was read is to be made durable now. It
  // is after 64 MiB in any case.
  std::function<bool()> wants_commit;
};

// Imports into `store` (null: a dry run that reads and reports, and stores nothing). Ids follow the
// order of the sources, not the threads. A source whose content an earlier import has read, told
// the same about how to read it, is not read again; one that an import was stopped or killed in
// goes on where the last commit was. A file that cannot be read as a whole (no permission, a
// damaged archive, nothing in it that its ending promises) is set aside like a record.
// Sources may be of any size where their format can be split. THROWS: IoError, StoreError.
ImportReport import_files(const std::vector<std::string>& paths, Store* store,
                          const ImportOptions& options, const ImportHooks& hooks = {});

// Calls `visit` for each record under `paths`, in order, after normalise; what `convert` does.
ImportReport read_files(const std::vector<std::string>& paths, const ImportOptions& options,
                        const std::function<void(const std::string& source, Record)>& visit,
                        const ImportHooks& hooks = {});

}  // namespace qipu
