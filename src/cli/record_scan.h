// SPDX-License-Identifier: GPL-3.0-or-later

// Games found by reading records, which takes a while: with progress, and Ctrl-C.

#pragma once

#include <vector>

#include "search/record_condition.h"

namespace qipu {

class Session;

// As scan_games; says on standard error how far it is. THROWS: Interrupted.
void scan_with_progress(const Session& session, const Store& store,
                        const std::vector<GameId>& games, const RecordCondition& condition,
                        const FoundVisit& visit);

// Whether the options ask what only the records can tell.
bool reads_records(const Session& session);

// The games of `filter` that the position and filter options ask for, those that `options` show.
// `streamed` (or none) gets each at once where records are read for it; false ends the search.
SearchResult find_asked(const Session& session, const Store& store, const Filter& filter,
                        SearchOptions options, const FoundVisit& streamed = {});

}  // namespace qipu
