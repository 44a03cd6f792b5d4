// SPDX-License-Identifier: GPL-3.0-or-later

#include "questions.h"

#include <string_view>

namespace qipu {
namespace {

bool is_game(const Game& game) { return kind_of(game) == GameKind::Game; }

// The two spellings of random_games that are one name.
bool is_hu(const PlayerHeader& player) {
  return player.name == "胡荣华" || player.name == "胡榮華";
}

bool has_players(const Game& game, std::string_view red, std::string_view black) {
  return game.header.red.name == red && game.header.black.name == black;
}

}  // namespace

std::vector<Question> questions() {
  std::vector<Question> all;
  const auto ask = [&](const char* name, std::function<bool(const Game&)> is_met) -> QueryWords& {
    all.push_back({name, {}, std::move(is_met)});
    return all.back().words;
  };
  ask("every game", is_game);
  ask("a player on either side", [](const Game& game) {
    return is_game(game) && (is_hu(game.header.red) || is_hu(game.header.black));
  }).player = "胡 荣华";
  ask("a player with Red", [](const Game& game) {
    return is_game(game) && game.header.red.name == "吕钦";
  }).red = "呂欽";
  QueryWords& in_event = ask("a player with Black in one event", [](const Game& game) {
    return is_game(game) && game.header.black.name == "柳大华" && game.header.event == "五羊杯";
  });
  in_event.black = "柳大华";
  in_event.event = "五羊杯";
  QueryWords& in_years = ask("won by Red in 1981 to 1983", [](const Game& game) {
    return is_game(game) && game.header.outcome == Outcome::RedWin &&
           game.header.date.year >= 1981 && game.header.date.year <= 1983;
  });
  in_years.result = "red";
  in_years.from = "1981";
  in_years.to = "1983";
  QueryWords& in_plies = ask("every kind, 3 to 15 plies", [](const Game& game) {
    return game.tree.ply_count() >= 3 && game.tree.ply_count() <= 15;
  });
  in_plies.kind = "all";
  in_plies.length = "3..15";
  QueryWords& against = ask("one player against another", [](const Game& game) {
    return is_game(game) &&
           (has_players(game, "许银川", "吕钦") || has_players(game, "吕钦", "许银川"));
  });
  against.player = "许银川";
  against.versus = "吕钦";
  return all;
}

}  // namespace qipu
