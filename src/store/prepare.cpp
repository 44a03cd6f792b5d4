// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "record/opening.h"
#include "store/row_of.h"
#include "store/store.h"

namespace qipu {

namespace {

// The date as a row can hold it: a year past its bits is not known there.
Date row_date(const Date& date) { return date.year <= kMaxRowYear ? date : Date{}; }

// A game that was not played. SOURCE: problem case 31.
bool is_forfeit(const Game& game) {
  return kind_of(game) == GameKind::Game && game.tree.ply_count() == 0;
}

// A game of which too little could be read to say anything of its opening or result. SOURCE:
// formats/pgn.md, "Odd files seen".
bool is_stump(const Game& game) {
  constexpr std::size_t kMinPlies = 10;
  return game.tree.ply_count() < kMinPlies &&
         std::any_of(game.notes.begin(), game.notes.end(),
                     [](const Note& note) { return note.kind == Note::Kind::Cut; });
}

}  // namespace

GameRow row_of(const Game& game) {
  const GameHeader& header = game.header;
  GameRow row;
  row.plies =
      static_cast<std::uint16_t>(std::min<std::size_t>(game.tree.ply_count(), kMaxRowPlies));
  row.date = row_date(header.date);
  row.outcome = header.outcome;
  row.kind = kind_of(game);
  if (game.has_usual_start()) row.ecco = classify(game.tree.main_line());
  row.is_unindexed = !game.is_indexable() || is_stump(game) || is_forfeit(game);
  row.has_variations = game.tree.has_variations();
  row.has_comments = game.tree.has_comments();
  row.has_conflicting_result = header.has_conflicting_result;
  return row;
}

PreparedGame prepare(const Game& game) {
  const GameHeader& header = game.header;
  PreparedGame prepared;
  prepared.red = header.red.name;
  prepared.black = header.black.name;
  prepared.event = header.event;
  prepared.plies = static_cast<std::uint32_t>(game.tree.ply_count());
  prepared.row = row_of(game);
  prepared.bytes = encode_game_body(game);
  prepared.content = content_hash(game);
  prepared.main_line = main_line_hash(game);
  return prepared;
}

}  // namespace qipu
