// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/piece_slots.h"

namespace qipu {

namespace {

constexpr std::array kKinds{
    PieceKind::Rook, PieceKind::Knight,  PieceKind::Bishop, PieceKind::Advisor,
    PieceKind::King, PieceKind::Advisor, PieceKind::Bishop, PieceKind::Knight,
    PieceKind::Rook, PieceKind::Cannon,  PieceKind::Cannon, PieceKind::Pawn,
    PieceKind::Pawn, PieceKind::Pawn,    PieceKind::Pawn,   PieceKind::Pawn};

constexpr std::array<Piece, kSlotCount> make_slot_pieces() {
  std::array<Piece, kSlotCount> pieces;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    pieces[i] = Piece(Color::Red, kKinds[i]);
    pieces[i + kKinds.size()] = Piece(Color::Black, kKinds[i]);
  }
  return pieces;
}

}  // namespace

constexpr std::array<Piece, kSlotCount> kSlotPieces = make_slot_pieces();

std::optional<Slots> to_slots(const Board& board) {
  Slots slots;
  for (const Color color : {Color::Red, Color::Black}) {
    for (int i = 0; i < Square::kCount; ++i) {
      const Square square(color == Color::Red ? 8 - i % 9 : i % 9, i / 9);
      const Piece piece = board[static_cast<std::size_t>(square.index())];
      if (!piece.is(color)) continue;
      std::size_t slot = 0;
      while (slot < kSlotCount && (kSlotPieces[slot] != piece || slots[slot].has_value()))
        ++slot;
      if (slot == kSlotCount) return std::nullopt;
      slots[slot] = square;
    }
  }
  return slots;
}

Board to_board(const Slots& slots) {
  Board board{};
  for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
    if (slots[slot]) board[static_cast<std::size_t>(slots[slot]->index())] = kSlotPieces[slot];
  }
  return board;
}

}  // namespace qipu
