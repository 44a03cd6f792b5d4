// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/game_table.h"

#include <fmt/format.h>

#include "cli/game_text.h"
#include "cli/layout.h"
#include "record/opening.h"

namespace qipu {

namespace {

// Below this many games a decimal would say more than is known.
constexpr std::uint64_t kGamesForDecimals = 1000;

// "40", or "40 v57" in a variation: what `show ID:40` and `show ID:v57` open.
std::string place_text(const GameLine& game) {
  if (game.ply_matched < 0) return "";
  if (game.variation == kNoNode) return std::to_string(game.ply_matched);
  return fmt::format("{} v{}", game.ply_matched, game.variation);
}

}  // namespace

std::string games_text(const std::vector<GameLine>& games, Language tr, bool is_coloured) {
  using Align = TextTable::Align;
  TextTable table({{tr("Game", "编号"), Align::Right},
                   {tr("Date", "日期")},
                   {tr("Red", "红方"), Align::Left, 24},
                   {tr("Black", "黑方"), Align::Left, 24},
                   {tr("Result", "结果")},
                   {tr("Plies", "步数"), Align::Right},
                   {tr("At", "于"), Align::Right},
                   {tr("Opening", "开局"), Align::Left, 28},
                   {tr("Event", "赛事"), Align::Left, 44},
                   {tr("Round", "轮次"), Align::Left, 16}});
  for (const GameLine& game : games) {
    table.add_row({std::to_string(game.number), to_iso(game.date), game.red, game.black,
                   std::string(outcome_text(game.outcome, tr)), std::to_string(game.plies),
                   place_text(game), opening_text(game.ecco, tr), game.event, game.round});
  }
  return table.to_text(is_coloured);
}

ScoreText score_text(const Wdl& wdl, Color side) {
  const auto score = wdl.score(side);
  if (!score) return {};
  const Interval interval = wilson_interval(wdl, side);
  const int decimals = wdl.decided() < kGamesForDecimals ? 0 : 1;
  return {percent(*score, decimals), fmt::format("{:.{}f}–{:.{}f}", interval.low * 100, decimals,
                                                 interval.high * 100, decimals)};
}

std::vector<std::string> wdl_cells(const Wdl& wdl) {
  return {grouped(wdl.red_wins), grouped(wdl.draws), grouped(wdl.black_wins),
          wdl.unknown == 0 ? "" : grouped(wdl.unknown)};
}

std::vector<TextTable::Column> wdl_columns(Language tr) {
  using Align = TextTable::Align;
  return {{tr("Red", "红胜"), Align::Right},
          {tr("Draw", "和"), Align::Right},
          {tr("Black", "黑胜"), Align::Right},
          {tr("Unknown", "未知"), Align::Right}};
}

std::string opening_text(std::uint16_t ecco, Language tr) {
  const Opening* opening = find_opening(ecco);
  if (opening == nullptr) return "";
  return fmt::format("{} {}", opening->code, tr.is_chinese() ? opening->name_zh : opening->name_en);
}

std::string years_text(std::uint16_t first, std::uint16_t last) {
  if (first == 0) return "";
  return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
}

}  // namespace qipu
