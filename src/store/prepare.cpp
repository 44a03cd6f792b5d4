// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "record/opening.h"
#include "store/store.h"

namespace qipu {

namespace {

// The date as a row can hold it: a year past its bits is not known there.
Date row_date(const Date& date) { return date.year <= kMaxRowYear ? date : Date{}; }

}  // namespace

PreparedGame prepare(const Game& game) {
  const GameHeader& header = game.header;
  const std::size_t plies = game.tree.ply_count();
  PreparedGame prepared;
  prepared.red = header.red.name;
  prepared.black = header.black.name;
  prepared.event = header.event;
  prepared.plies = static_cast<std::uint32_t>(plies);
  prepared.row.plies = static_cast<std::uint16_t>(std::min<std::size_t>(plies, kMaxRowPlies));
  prepared.row.date = row_date(header.date);
  prepared.row.outcome = header.outcome;
  prepared.row.kind = kind_of(game);
  if (game.has_usual_start()) prepared.row.ecco = classify(game.tree.main_line());
  prepared.row.is_unindexed = !game.is_indexable();
  prepared.row.has_variations = game.tree.has_variations();
  prepared.row.has_comments = game.tree.has_comments();
  prepared.row.has_conflicting_result = header.has_conflicting_result;
  prepared.bytes = encode_game_body(game);
  prepared.content = content_hash(game);
  prepared.main_line = main_line_hash(game);
  return prepared;
}

}  // namespace qipu
