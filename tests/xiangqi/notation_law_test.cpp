// SPDX-License-Identifier: GPL-3.0-or-later

// Laws of the notation over many positions: what is written reads back alone, and the reader finds
// what writing every legal move in every custom would find.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../support/positions.h"
#include "xiangqi/fen.h"
#include "xiangqi/notation.h"

using namespace qipu;

namespace {

const std::array<std::string, 10> kNumerals{"",   "一", "二", "三", "四",
                                            "五", "六", "七", "八", "九"};
const std::array<std::string, 7> kNames{"帅", "仕", "相", "马", "车", "炮", "兵"};

std::string numeral(int number) { return kNumerals.at(static_cast<std::size_t>(number)); }

// Everything that anyone might call a piece which shares its file, by the customs of
// rules/notation.md and formats/pgn.md section 5; the plain name too.
std::vector<std::string> customary_names(const Position& position, Square from) {
  const Piece piece = position.at(from);
  const bool is_red = piece.color() == Color::Red;
  const std::string& name = kNames.at(static_cast<std::size_t>(piece.kind()));
  const std::string file = numeral(is_red ? 9 - from.file() : from.file() + 1);
  int size = 0;
  int in_front = 0;
  for (int rank = 0; rank < 10; ++rank) {
    if (position.at({from.file(), rank}) != piece) continue;
    ++size;
    if (is_red ? rank > from.rank() : rank < from.rank()) ++in_front;
  }
  std::vector<std::string> names{name + file};
  if (size < 2) return names;
  std::vector<std::string> words{numeral(in_front + 1)};
  if (in_front == 0) words.emplace_back("前");
  if (in_front == size - 1) words.emplace_back("后");
  if (size > 2 && in_front == size / 2) words.emplace_back("中");
  for (const std::string& word : words) {
    names.push_back(word + name);
    names.push_back(word + name + file);
    if (piece.kind() == PieceKind::Pawn) names.push_back(word + file);
  }
  return names;
}

std::string direction_and_number(const Position& position, Move move) {
  const bool is_red = position.to_move() == Color::Red;
  const int ranks = (move.to().rank() - move.from().rank()) * (is_red ? 1 : -1);
  const int file = is_red ? 9 - move.to().file() : move.to().file() + 1;
  const bool is_straight = move.from().file() == move.to().file();
  return (ranks > 0   ? "进"
          : ranks < 0 ? "退"
                      : "平") +
         numeral(is_straight ? std::max(ranks, -ranks) : file);
}

}  // namespace

TEST_CASE("every legal move of 10,000 positions reads back alone from every notation",
          "[xiangqi]") {
  std::mt19937 random(2026);
  each_random_position(10000, random, [](const Position& position) {
    for (const Notation notation : {Notation::Chinese, Notation::Short, Notation::Wxf,
                                    Notation::Iccs, Notation::Uci1, Notation::San}) {
      const RankBase base = notation == Notation::Uci1 ? RankBase::One : RankBase::Zero;
      for (const Move move : legal_moves(position)) {
        const std::string text = to_text(position, move, notation);
        const MoveList found = readings(position, text, base);
        if (found.size() != 1 || found[0] != move) {
          FAIL(to_fen(position) << ": " << to_text(position, move, Notation::Iccs) << " as " << text
                                << " has " << found.size() << " readings");
        }
      }
    }
  });
}

TEST_CASE("the reader finds what writing every legal move in every custom finds", "[xiangqi]") {
  std::mt19937 random(7);
  each_random_position(4000, random, [](const Position& position) {
    std::map<std::string, Move> canonical;
    std::map<std::string, std::set<Move>> customary;
    const auto fold = [](std::string_view text) {  // digits of Black as numerals
      std::string folded;
      for (const char c : text)
        folded += c >= '1' && c <= '9' ? numeral(c - '0') : std::string(1, c);
      for (const auto& [black, red] : std::map<std::string, std::string>{
               {"将", "帅"}, {"士", "仕"}, {"象", "相"}, {"卒", "兵"}}) {
        if (const auto at = folded.find(black); at != std::string::npos)
          folded.replace(at, black.size(), red);
      }
      return folded;
    };
    for (const Move move : legal_moves(position)) {
      const std::string text = fold(to_text(position, move, Notation::Chinese));
      REQUIRE(canonical.emplace(text, move).second);
      for (const std::string& name : customary_names(position, move.from()))
        customary[name + direction_and_number(position, move)].insert(move);
    }
    for (const auto& [text, move] : canonical) {
      if (as_set(readings(position, text)) != std::set<Move>{move}) {
        FAIL(to_fen(position) << ": " << text);
      }
    }
    for (const auto& [text, moves] : customary) {
      const auto known = canonical.find(text);
      const auto expected = known != canonical.end() ? std::set<Move>{known->second} : moves;
      if (as_set(readings(position, text)) != expected) {
        FAIL(to_fen(position) << ": " << text << " has " << readings(position, text).size()
                              << " readings for " << expected.size());
      }
    }
  });
}

TEST_CASE(
    "the mirror image of a move has the mirrored coordinates and the same words with files "
    "turned",
    "[xiangqi]") {
  std::mt19937 random(8);
  each_random_position(500, random, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      const std::string wxf = to_text(position, move, Notation::Wxf);
      const std::string mirrored = to_text(position.mirrored(), move.mirrored(), Notation::Wxf);
      REQUIRE(wxf.size() == mirrored.size());
      REQUIRE(wxf[2] == mirrored[2]);
    }
  });
}

TEST_CASE("any bytes are scanned and read without harm", "[xiangqi]") {
  const std::vector<std::string> pieces{
      "炮", "兵", "马", "前", "后", "中", "一", "二", "五",   "九",   "进",  "退", "平",
      "1",  "2",  "5",  "0",  "10", "a",  "e",  "h",  "C",    "R",    "P",   "+",  "-",
      "=",  ".",  "·",  " ",  "　", "x",  "１", "＝", "\xE7", "\x82", "\xFF"};
  std::mt19937 random(9);
  std::vector<Position> positions{Position::start()};
  each_random_position(50, random,
                       [&](const Position& position) { positions.push_back(position); });
  for (int round = 0; round < 100000; ++round) {
    std::string text;
    for (auto parts = random() % 7; parts > 0; --parts)
      text += pieces[random() % pieces.size()];
    const auto scanned = scan_move(text);
    if (!scanned) continue;
    if (scanned->length == 0 || scanned->length > text.size()) FAIL(text);
    const Position& position = positions[random() % positions.size()];
    for (const RankBase base : {RankBase::Zero, RankBase::One}) {
      for (const Move move : resolve(position, scanned->shape, base)) {
        if (!is_legal(position, move)) FAIL(text);
      }
    }
  }
}
