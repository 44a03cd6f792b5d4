// SPDX-License-Identifier: GPL-3.0-or-later

// Filters as a person types them, each with the same question asked of a game itself.

#pragma once

#include <functional>
#include <vector>

#include "record/game.h"
#include "search/query.h"

namespace qipu {

struct Question {
  const char* name;
  QueryWords words;
  std::function<bool(const Game&)> is_met;
};

// About the games of random_games (small_store.h).
std::vector<Question> questions();

}  // namespace qipu
