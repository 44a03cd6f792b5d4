// SPDX-License-Identifier: GPL-3.0-or-later

// Where the tests of the rules get their positions from: tables of facts, and chance.

#pragma once

#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "xiangqi/movegen.h"
#include "xiangqi/position.h"

namespace qipu {

// A row of a table with a header line, by column name.
using TableRow = std::map<std::string, std::string>;

// The rows of a tab-separated table of the shared folder, as in "rules/perft.tsv". Empty, after a
// warning, where that folder is missing.
std::vector<TableRow> read_shared_table(std::string_view name);

std::vector<std::string> split(std::string_view text, char separator);

// The position of a FEN. Fails the test that asks for a bad one.
Position position_of(std::string_view fen);

std::set<Move> as_set(const MoveList& moves);

// Calls `visit` for `count` positions that have a legal move: each ply of random games from the
// start and from the positions of perft.tsv, and endings full of pawns that share files. The same
// seed gives the same positions on every machine.
void each_random_position(int count, std::mt19937& random,
                          const std::function<void(const Position&)>& visit);

}  // namespace qipu
