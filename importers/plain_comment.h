// SPDX-License-Identifier: GPL-3.0-or-later

// What is said at a node as the one text that simple formats have room for.

#pragma once

#include <string>

#include "importers/record_format.h"
#include "record/game.h"

namespace qipu {

// The remark before the move and the one after it, joined. Counts what has no place: move marks,
// moves that could not be read. `annotation` may be null.
std::string plain_comment(const Annotation* annotation, Losses& losses);

}  // namespace qipu
