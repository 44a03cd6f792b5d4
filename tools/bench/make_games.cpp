// SPDX-License-Identifier: GPL-3.0-or-later

// Writes made-up games (made_up_games.h) as PGN to standard output:
//
//   make_games --games 100000 [--first 0] [--count 10] [--seed 1]
//              [--lines 0] [--notation iccs|chinese|chess] [--charset UTF-8|GB18030]
//
// --games is the size of the whole set, of which --count games from --first on are written (all, if
// it is not given). Each is a line of its own, or one of --lines. `chess` is western chess of as
// many plies, for other programs to read.

#include <boost/program_options.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "made_up_games.h"
#include "record/date.h"
#include "record/wdl.h"
#include "western_chess.h"
#include "xiangqi/notation.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program, not a header

namespace po = boost::program_options;

constexpr std::size_t kLineLength = 78;
constexpr std::size_t kFlushBytes = std::size_t{1} << 20U;

struct Options {
  std::size_t games = 100'000;
  std::size_t first = 0;
  std::size_t count = 0;
  std::uint64_t seed = 1;
  std::size_t lines = 0;
  std::string notation = "iccs";
  std::string charset = "UTF-8";
};

// THROWS: po::error for what it does not know, std::runtime_error for what makes no sense.
Options parse_options(int count, char** words) {
  Options options;
  po::options_description known;
  auto add = known.add_options();
  add("games", po::value(&options.games));
  add("first", po::value(&options.first));
  add("count", po::value(&options.count));
  add("seed", po::value(&options.seed));
  add("lines", po::value(&options.lines));
  add("notation", po::value(&options.notation));
  add("charset", po::value(&options.charset));
  po::variables_map values;
  po::store(po::parse_command_line(count, words, known), values);
  po::notify(values);
  if (options.notation != "iccs" && options.notation != "chinese" && options.notation != "chess") {
    throw std::runtime_error("--notation takes iccs, chinese or chess");
  }
  if (options.first > options.games) throw std::runtime_error("--first is past the last game");
  if (options.count == 0) options.count = options.games - options.first;
  return options;
}

void add_tag(std::string& out, std::string_view name, std::string_view value) {
  out.append("[").append(name).append(" \"").append(value).append("\"]\n");
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
  if (charset != "UTF-8") {
    Result<std::string> encoded = encode_text(out, charset);
    if (!encoded) throw std::runtime_error(encoded.error().message);
    out = *std::move(encoded);
  }
  if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) {
    throw std::runtime_error("cannot write");
  }
  out.clear();
}

void make_games(const Options& options) {
  const bool is_chess = options.notation == "chess";
  const MadeUpGames games(options.seed, options.games, options.lines);
  std::string out;
  for (std::size_t game = options.first; game < options.first + options.count; ++game) {
    const MadeUpHeader header = games.header(game);
    const std::string_view result = to_pgn(header.outcome);
    if (!is_chess) add_tag(out, "Game", "Chinese Chess");
    add_tag(out, "Event", header.event);
    add_tag(out, "Site", "?");
    add_tag(out, "Date", to_pgn(header.date));
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
