// SPDX-License-Identifier: GPL-3.0-or-later

// The bytes of what a game says besides its moves. SOURCE: schema/v1.md, "Game", "Header".

#pragma once

#include "base/bytes.h"
#include "record/game.h"

namespace qipu {

// What is written beside the header proper.
enum class HeaderPart : std::uint8_t {
  Game,     // what makes the game: Game::operator== compares it
  Reading,  // and how it was read: charset and notes
};

// Header fields (but players' names and the event), type, and `part`.
void append_header(ByteWriter& out, const Game& game, HeaderPart part);
// Sets the fields that `bytes` give; false if they contradict their layout.
bool read_header(Bytes bytes, Game& game);

}  // namespace qipu
