// SPDX-License-Identifier: GPL-3.0-or-later

// The law "read, write, read gives an equal game", over whatever is under the paths given, for
// every format that is written.
//
// A game that its writer said it could not hold whole is counted apart, by what was lost. Any other
// that comes back different is a fault, and makes the program end with 1.
//
//   build/release/tools/bench/round_trip ../shared/corpus

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "import/import_files.h"
#include "importers/record_format.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program, not a header

struct Target {
  const char* name = "";
  const char* format = "";
  WriteOptions options;
};

const std::array<Target, 11>& targets() {
  static const std::array<Target, 11> kAll{{
      {"pgn, Chinese", "pgn", {}},
      {"pgn, WXF", "pgn", {.notation = Notation::Wxf}},
      {"pgn, ICCS", "pgn", {.notation = Notation::Iccs}},
      {"pgn, GB18030", "pgn", {.charset = "GB18030"}},
      {"xqf, version 10", "xqf", {.xqf_version = 10}},
      {"xqf, version 18", "xqf", {.xqf_version = 18}},
      {"dhtmlxq", "dhtmlxq", {}},
      {"cbr", "cbr", {}},
      {"cbl", "cbl", {}},
      {"cbf", "cbf", {}},
      {"jsonl", "jsonl", {}},
  }};
  return kAll;
}

struct Count {
  std::size_t equal = 0;
  std::size_t other_words = 0;     // equal but for the words in which the result is said
  std::size_t not_held = 0;        // and told so
  std::size_t not_held_equal = 0;  // of these, those that came back equal all the same
  Losses losses;                   // games by what was lost
  std::size_t unequal = 0;
  std::map<std::string, std::size_t> differences;  // games by what differs first
  std::map<std::string, std::string> examples;     // a source for each
};

std::string first_difference(const Game& a, const Game& b) {
  const std::array<std::pair<const char*, std::string GameHeader::*>, 11> texts{
      {{"title", &GameHeader::title},
       {"event", &GameHeader::event},
       {"site", &GameHeader::site},
       {"date", &GameHeader::date_text},
       {"round", &GameHeader::round},
       {"result text", &GameHeader::result_text},
       {"annotator", &GameHeader::annotator},
       {"author", &GameHeader::author},
       {"ecco", &GameHeader::ecco},
       {"opening", &GameHeader::opening},
       {"variation", &GameHeader::variation}}};
  for (const auto& [name, text] : texts) {
    if (a.header.*text != b.header.*text) {
      return std::string(name) + ((b.header.*text).empty() ? " gone" : " changed");
    }
  }
  if (!(a.header.red == b.header.red && a.header.black == b.header.black)) return "player";
  if (a.header.others != b.header.others) return "other tags";
  if (!(a.header == b.header)) return "meaning of date or result";
  if (a.start != b.start) return "start position";
  if (a.type != b.type) return "type";
  if (a.tree.size() != b.tree.size()) return "count of moves";
  return "moves, their order or remarks";
}

// What comes back of `bytes`: a game, or a word on what is there instead.
std::variant<Game, std::string> read_back(const RecordFormat& format, const std::string& bytes) {
  std::vector<Record> records;
  format.read(as_bytes(bytes), {}, [&](Record record) { records.push_back(std::move(record)); });
  if (records.size() != 1) return std::to_string(records.size()) + " records";
  if (const Error* error = std::get_if<Error>(&records[0].found)) {
    return "error: " + std::string(to_text(error->code));
  }
  if (std::holds_alternative<OtherGame>(records[0].found)) return std::string("another game");
  Game game = std::get<Game>(std::move(records[0].found));
  normalise(game);
  return game;
}

void try_game(const std::string& source, const Game& game, const Target& target, Count& count) {
  const RecordFormat& format = *find_record_format(target.format);
  std::string bytes;
  const auto writer = format.writer([&](std::string_view more) { bytes += more; }, target.options);
  writer->write(game);
  writer->finish();
  Losses losses = writer->losses();
  for (const auto& [kind, unused] : losses)
    ++count.losses[kind];
  // XQF has no way to say no type. What else there is must come back all the same.
  Game expected = game;
  if (losses.erase("no type, written as 全局") > 0) expected.type = "全局";
  const auto back = bytes.empty() ? std::string("nothing written") : read_back(format, bytes);
  const Game* const same = std::get_if<Game>(&back);
  // "1-0", 红先胜 and a code say the same, and not each format has a place for each.
  const bool has_other_words = same != nullptr && same->header.outcome == expected.header.outcome &&
                               same->header.result_text != expected.header.result_text;
  if (has_other_words) expected.header.result_text = same->header.result_text;
  const bool is_equal = same != nullptr && *same == expected;
  if (!losses.empty()) {
    ++count.not_held;
    count.not_held_equal += is_equal ? 1 : 0;
    return;
  }
  if (is_equal) {
    ++(has_other_words ? count.other_words : count.equal);
    return;
  }
  ++count.unequal;
  const std::string what =
      same != nullptr ? first_difference(expected, *same) : std::get<std::string>(back);
  ++count.differences[what];
  count.examples.emplace(what, source);
}

void print(const Target& target, const Count& count) {
  std::printf(
      "%-16s equal %7zu  but for the words of the result %6zu  not held, as told %6zu "
      "(%zu came back equal)  unequal %zu\n",
      target.name, count.equal, count.other_words, count.not_held, count.not_held_equal,
      count.unequal);
  for (const auto& [kind, games] : count.losses)
    std::printf("    lost: %-48s %7zu\n", kind.c_str(), games);
  for (const auto& [what, games] : count.differences) {
    std::printf("    UNEQUAL: %-45s %7zu  e.g. %s\n", what.c_str(), games,
                count.examples.at(what).c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> paths(argv + 1, argv + argc);
  if (paths.empty()) {
    std::fputs("usage: round_trip PATH...\n", stderr);
    return 2;
  }
  std::vector<Count> counts(targets().size());
  const auto visit = [&](const std::string& source, Record record) {
    const Game* const game = std::get_if<Game>(&record.found);
    if (game == nullptr) return;
    for (std::size_t i = 0; i < counts.size(); ++i)
      try_game(source, *game, targets()[i], counts[i]);
  };
  const ImportReport report = read_files(paths, {}, visit);
  std::printf("games %llu, plies %llu, set aside %llu\n",
              static_cast<unsigned long long>(report.games),
              static_cast<unsigned long long>(report.plies),
              static_cast<unsigned long long>(report.set_aside_count));
  std::size_t unequal = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    print(targets()[i], counts[i]);
    unequal += counts[i].unequal;
  }
  return unequal == 0 ? 0 : 1;
}
