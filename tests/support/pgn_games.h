// SPDX-License-Identifier: GPL-3.0-or-later

// Reading and writing PGN in tests.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/record_format.h"

namespace qipu {

const RecordFormat& pgn();

std::vector<Record> read_pgn(std::string_view bytes, const ReadOptions& options = {});
// The only record of a text. Fails the test unless it is a game.
Game read_pgn_game(std::string_view bytes, const ReadOptions& options = {});
// The only record of a text. Fails the test unless it is an error.
Error read_pgn_error(std::string_view bytes, const ReadOptions& options = {});

std::string write_pgn(const Game& game, const WriteOptions& options = {}, Losses* losses = nullptr);

// "h2e2 h9g7": the main line as coordinates.
std::string main_line_of(const Game& game);
// "h2e2(g3g4(c3c4 g6g5) c6c5) h9g7": the whole tree.
std::string tree_of(const Game& game);
// The texts of all notes of a kind, one a line.
std::string notes_of(const Game& game, Note::Kind kind);

}  // namespace qipu
