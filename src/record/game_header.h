// SPDX-License-Identifier: GPL-3.0-or-later

// What a record says about its game besides the moves: as found, and what that means.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/date.h"
#include "record/wdl.h"

namespace qipu {

// A name and a value as found, UTF-8. Names as PGN has them where PGN has one ("TimeControl").
struct Tag {
  std::string name;
  std::string value;
  friend bool operator==(const Tag&, const Tag&) = default;
};

// One side of the board, as found. Empty = not said.
struct PlayerHeader {
  std::string name;
  std::string team;
  std::string rating;
  std::string title;
  friend bool operator==(const PlayerHeader&, const PlayerHeader&) = default;
};

// Texts are as found (trimmed, UTF-8); empty = not said. Readers map "?", "????.??.??", "-" and
// the like to empty.
struct GameHeader {
  std::string title;
  std::string event;
  std::string site;
  std::string date_text;  // "1984年4月23日"
  std::string round;
  PlayerHeader red;
  PlayerHeader black;
  std::string result_text;  // "红先胜"; empty if the format has a code instead of words
  std::string annotator;
  std::string author;  // who made the record
  std::string ecco;    // opening tags as found, beside what the moves say
  std::string opening;
  std::string variation;
  std::vector<Tag> others;  // everything else, in the order found; a repeated tag is here too

  // What the texts mean; set by normalise (game.h) or by a reader whose format has codes.
  Date date;
  Outcome outcome = Outcome::Unknown;
  bool has_conflicting_result = false;  // tag, end of the moves and title do not agree

  friend bool operator==(const GameHeader&, const GameHeader&) = default;
};

}  // namespace qipu
