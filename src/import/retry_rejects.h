// SPDX-License-Identifier: GPL-3.0-or-later

// Records that were set aside, read again from the bytes the store kept: after an upgrade, or with
// another word on how to read them.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "import/import_files.h"
#include "store/store.h"

namespace qipu {

struct RetryReport {
  std::uint64_t tried = 0;
  std::uint64_t solved = 0;       // rejects that are none any more
  std::uint64_t stored = 0;       // games that came out of them
  std::uint64_t duplicates = 0;   // games that the store had
  std::uint64_t other_games = 0;  // records of jieqi, western chess ...
  std::uint64_t not_kept = 0;     // not tried: only a part of the bytes is kept, or none
  std::uint64_t unfinished = 0;   // not tried: the import of their source has not come to its end
  std::map<std::string, std::uint64_t> still_by_reason;  // why the others stay set aside
  std::vector<SetAside> still;                           // the first kMaxListedRejects
  bool was_interrupted = false;
};

// Reads the rejects at `places` again (of options: read, sources, format) and moves those that hold
// a game now to the games, with their bytes; the reason of the others is brought up to date. Moving
// is one atomic commit for many rejects: whatever happens, each is a game or a reject, never both.
// With `is_dry` nothing is changed. REQUIRES: the store was opened to write, unless `is_dry`.
// THROWS: IoError, StoreError.
RetryReport retry_rejects(Store& store, const std::vector<Place>& places,
                          const ImportOptions& options, bool is_dry, const ImportHooks& hooks = {});

}  // namespace qipu
