// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/jsonl_keys.h"

#include <algorithm>
#include <array>

namespace qipu {

std::span<const JsonlHeader> jsonl_headers() {
  static constexpr std::array<JsonlHeader, 11> kHeaders{{
      {"title", &GameHeader::title},
      {"event", &GameHeader::event},
      {"site", &GameHeader::site},
      {"date", &GameHeader::date_text},
      {"round", &GameHeader::round},
      {"result", &GameHeader::result_text},
      {"annotator", &GameHeader::annotator},
      {"author", &GameHeader::author},
      {"ecco", &GameHeader::ecco},
      {"opening", &GameHeader::opening},
      {"variation", &GameHeader::variation},
  }};
  return kHeaders;
}

bool is_jsonl_key(std::string_view key) {
  static constexpr std::array<std::string_view, 15> kKeys{
      kJsonlVersionKey, "red",     "black",   "headers",    "tags",
      "date",           "outcome", "charset", "start_fen",  "moves",
      "variations",     "remarks", "notes",   "self_check", "conflicting_result"};
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

std::optional<Note::Kind> jsonl_note_kind(std::string_view word) {
  for (const Note::Kind kind : {Note::Kind::Repaired, Note::Kind::Cut, Note::Kind::Guessed,
                                Note::Kind::DroppedMoves, Note::Kind::IllegalStart}) {
    if (word == to_text(kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace qipu
