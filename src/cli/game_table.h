// SPDX-License-Identifier: GPL-3.0-or-later

// Games and scores as people read them in tables.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/language.h"
#include "cli/text_table.h"
#include "server/answers.h"

namespace qipu {

// A row a game: number, players, result, event, date ...; the ply only where a position was asked.
std::string games_text(const std::vector<GameLine>& games, Language tr, bool is_coloured);

// A score and its 95 % interval, "62%" and "57–68": decimals only where there are games enough to
// mean something. Both empty if no result is known.
struct ScoreText {
  std::string score;
  std::string interval;
};
ScoreText score_text(const Wdl& wdl, Color side);

// Red wins, draws, black wins and unknown results as four cells; zeros are empty but for the first
// three.
std::vector<std::string> wdl_cells(const Wdl& wdl);
// Their headings.
std::vector<TextTable::Column> wdl_columns(Language tr);

// "C20 中炮对屏风马"; empty for 0.
std::string opening_text(std::uint16_t ecco, Language tr);

// 1958, 2009 -> "1958–2009"; empty if no year is known.
std::string years_text(std::uint16_t first, std::uint16_t last);

}  // namespace qipu
