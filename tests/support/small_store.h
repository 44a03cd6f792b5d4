// SPDX-License-Identifier: GPL-3.0-or-later

// A real store of a few games in a temporary folder, and games to put into it.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/game.h"
#include "store/store.h"
#include "temporary_folder.h"

namespace qipu {

// A game of "h2e2 h9g7"; its round tells it from games that are equal otherwise.
Game game_of(std::string_view line, Outcome outcome = Outcome::Unknown);

// Games of random legal moves, the same for the same seed: few names, dates of every precision,
// openings that transpose, mirror and repeat, some from another start position.
std::vector<Game> random_games(unsigned seed, std::size_t count);

class SmallStore {
 public:
  // Game number i of `games` gets the id i. All are of the source "games/all.pgn".
  explicit SmallStore(const std::vector<Game>& games);
  // The same with a source for each list.
  explicit SmallStore(const std::vector<std::pair<std::string, std::vector<Game>>>& sources);

  const Store& operator*() const { return store_; }

 private:
  TemporaryFolder folder_;
  Store store_;
};

}  // namespace qipu
