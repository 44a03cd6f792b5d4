// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/result_words.h"

#include <optional>

namespace qipu {

Outcome outcome_of(const GameHeader& header) {
  if (header.outcome != Outcome::Unknown) return header.outcome;
  return parse_outcome(header.result_text).value_or(Outcome::Unknown);
}

bool has_words_beyond_outcome(const GameHeader& header) {
  if (header.result_text.empty()) return false;
  const std::optional<Outcome> said = parse_outcome(header.result_text);
  return !said || *said != outcome_of(header);
}

}  // namespace qipu
