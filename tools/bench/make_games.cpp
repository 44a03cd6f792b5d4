// SPDX-License-Identifier: GPL-3.0-or-later

// Writes made-up games (made_up_games.h) as PGN to standard output:
//
//   make_games --games 100000 [--first 0] [--count 10] [--seed 1]
//              [--notation iccs|chinese|chess] [--charset UTF-8|GB18030]
//
// --games is the size of the whole set, of which --count games from --first on are written (all, if
// it is not given). `chess` is western chess of as many plies, for other programs to read.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "made_up_games.h"
#include "western_chess.h"
#include "xiangqi/notation.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program, not a header

constexpr std::size_t kLineLength = 78;
constexpr std::size_t kFlushBytes = std::size_t{1} << 20U;

struct Options {
  std::size_t games = 100'000;
  std::size_t first = 0;
  std::size_t count = 0;
  std::uint64_t seed = 1;
  std::string notation = "iccs";
  std::string charset = "UTF-8";
};

Options parse_options(int count, char** words) {
  Options options;
  const std::map<std::string_view, std::size_t*> numbers{
      {"--games", &options.games}, {"--first", &options.first}, {"--count", &options.count}};
  for (int i = 1; i < count; i += 2) {
    const std::string_view name = words[i];
    if (i + 1 == count) throw std::runtime_error(std::string(name) + " asks for a value");
    const std::string value = words[i + 1];
    if (const auto number = numbers.find(name); number != numbers.end()) {
      *number->second = std::stoul(value);
    } else if (name == "--seed") {
      options.seed = std::stoull(value);
    } else if (name == "--notation") {
      options.notation = value;
    } else if (name == "--charset") {
      options.charset = value;
    } else {
      throw std::runtime_error("no option is called " + std::string(name));
    }
  }
  if (options.first > options.games) throw std::runtime_error("--first is past the last game");
  if (options.count == 0) options.count = options.games - options.first;
  return options;
}

void add_tag(std::string& out, std::string_view name, std::string_view value) {
  out.append("[").append(name).append(" \"").append(value).append("\"]\n");
}

std::string date_text(const Date& date) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d.%02d.%02d", date.year, date.month, date.day);
  return text.data();
}

void add_moves(std::string& out, const std::vector<std::string>& moves, std::string_view result) {
  std::size_t line = out.size();  // where it starts
  const auto add = [&](std::string_view word) {
    if (out.size() > line) {
      const bool is_full = out.size() + word.size() - line >= kLineLength;
      out += is_full ? '\n' : ' ';
      if (is_full) line = out.size();
    }
    out += word;
  };
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    if (ply % 2 == 0) add(std::to_string(ply / 2 + 1) + '.');
    add(moves[ply]);
  }
  add(result);
  out += "\n\n";
}

std::vector<std::string> move_texts(const MadeUpGames& games, std::size_t game,
                                    const std::string& notation) {
  if (notation == "chess") {
    Chance chance = games.chance(game);
    const std::size_t plies = MadeUpGames::length(chance);
    return made_up_chess(chance, plies);
  }
  std::vector<std::string> texts;
  Position position = Position::start();
  for (const Move move : games.moves(game)) {
    texts.push_back(
        to_text(position, move, notation == "iccs" ? Notation::Iccs : Notation::Chinese));
    position.play(move);
  }
  return texts;
}

void write(std::string& out, const std::string& charset) {
  if (charset != "UTF-8") out = *encode_text(out, charset);
  if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) {
    throw std::runtime_error("cannot write");
  }
  out.clear();
}

void make_games(const Options& options) {
  const bool is_chess = options.notation == "chess";
  const MadeUpGames games(options.seed, options.games);
  std::string out;
  for (std::size_t game = options.first; game < options.first + options.count; ++game) {
    const MadeUpHeader header = games.header(game);
    const std::string_view result = to_pgn(header.outcome);
    if (!is_chess) add_tag(out, "Game", "Chinese Chess");
    add_tag(out, "Event", header.event);
    add_tag(out, "Site", "?");
    add_tag(out, "Date", date_text(header.date));
    add_tag(out, "Round", header.round);
    add_tag(out, is_chess ? "White" : "Red", header.red);
    add_tag(out, "Black", header.black);
    add_tag(out, "Result", result);
    if (options.notation == "iccs") add_tag(out, "Format", "ICCS");
    out += '\n';
    add_moves(out, move_texts(games, game, options.notation), result);
    if (out.size() >= kFlushBytes) write(out, options.charset);
  }
  write(out, options.charset);
}

}  // namespace

int main(int count, char** words) {
  try {
    const Options options = parse_options(count, words);
    make_games(options);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "make_games: " << error.what() << '\n';
    return 2;
  }
}
