// SPDX-License-Identifier: GPL-3.0-or-later

// What a header says of the result, for those who write records.

#pragma once

#include "record/game_header.h"

namespace qipu {

// GameHeader::outcome, or what `result_text` says where that is unknown.
Outcome outcome_of(const GameHeader& header);

// Whether `result_text` says what a code of outcome_of would not: "黑超时负", an unknown sign.
bool has_words_beyond_outcome(const GameHeader& header);

}  // namespace qipu
