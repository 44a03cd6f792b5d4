// SPDX-License-Identifier: GPL-3.0-or-later

#include "stats/event_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "store/counted_outcome.h"

namespace qipu {

namespace {

void widen(Date& first, Date& last, const Date& date) {
  if (!date.is_known()) return;
  if (!first.is_known() || date < first) first = date;
  last = std::max(last, date);
}

// Numbers players as they come, by name_key.
class Players {
 public:
  std::size_t number_of(const std::string& name) {
    const auto [found, is_new] = numbers_.emplace(name_key(name), names_.size());
    if (is_new) names_.push_back(name);
    return found->second;
  }
  std::vector<std::string> names() && { return std::move(names_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> names_;
};

// Games that were met already: the same players and moves.
class Copies {
 public:
  bool is_copy(const EventGame& game, std::vector<Move> moves) {
    // A forfeit has no moves: two of one pair are two games.
    if (moves.empty()) return false;
    return !seen_.emplace(game.red, game.black, std::move(moves)).second;
  }

 private:
  std::set<std::tuple<std::size_t, std::size_t, std::vector<Move>>> seen_;
};

std::size_t unmet_pairs(std::size_t players, const std::vector<EventGame>& games) {
  std::set<std::pair<std::size_t, std::size_t>> met;
  for (const EventGame& game : games)
    met.insert(std::minmax(game.red, game.black));
  return players < 2 ? 0 : players * (players - 1) / 2 - met.size();
}

}  // namespace

std::vector<EventLine> list_events(const Store& store, const Filter& filter) {
  struct Tally {
    Wdl wdl;
    std::set<PlayerId> players;
    Date first;
    Date last;
  };
  std::unordered_map<EventId, Tally> by_spelling;
  for (const GameId id : store.select(filter)) {
    const GameRow row = store.row(id);
    if (row.event == 0) continue;
    Tally& tally = by_spelling[row.event];
    tally.wdl.add(counted_outcome(row));
    tally.players.insert({row.red, row.black});
    widen(tally.first, tally.last, row.date);
  }
  std::map<std::string, EventLine> by_key;
  std::map<std::string, std::uint64_t> most;
  std::map<std::string, std::set<std::string>> players;
  for (auto& [id, tally] : by_spelling) {
    std::string name = store.event_name(id);
    const std::string key = name_key(name);
    EventLine& line = by_key[key];
    ++line.spellings;
    line.wdl += tally.wdl;
    widen(line.first, line.last, tally.first);
    widen(line.first, line.last, tally.last);
    for (const PlayerId player : tally.players) {
      if (player != 0) players[key].insert(name_key(store.player_name(player)));
    }
    std::uint64_t& best = most[key];
    const std::uint64_t games = tally.wdl.games();
    if (line.spellings == 1 || games > best || (games == best && name < line.name)) {
      best = games;
      line.name = std::move(name);
    }
  }
  std::vector<EventLine> lines;
  lines.reserve(by_key.size());
  for (auto& [key, line] : by_key) {
    line.players = players[key].size();
    lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end(), [](const EventLine& a, const EventLine& b) {
    if (a.wdl.games() != b.wdl.games()) return a.wdl.games() > b.wdl.games();
    return a.last != b.last ? a.last > b.last : a.name < b.name;
  });
  return lines;
}

EventTable event_table(const Store& store, const std::vector<EventId>& events, Filter filter,
                       const EventOptions& options) {
  EventTable table;
  filter.events = events;
  std::sort(filter.events->begin(), filter.events->end());
  Players players;
  Copies copies;
  std::map<EventId, std::uint64_t> games_of;
  for (const GameId id : store.select(filter)) {
    const GameRow row = store.row(id);
    if (row.red == 0 || row.black == 0) {
      ++table.unnamed;
      continue;
    }
    const Game game = store.game(id).game;
    TableGame line{.game = {.red = players.number_of(store.player_name(row.red)),
                            .black = players.number_of(store.player_name(row.black)),
                            .outcome = counted_outcome(row),
                            .round = round_number(game.header.round)},
                   .found = {.id = id, .row = row},
                   .round = game.header.round};
    if (line.game.red == line.game.black) {
      ++table.unnamed;
      continue;
    }
    if (copies.is_copy(line.game, game.tree.main_line())) {
      ++table.copies;
      continue;
    }
    ++games_of[row.event];
    widen(table.first, table.last, row.date);
    table.unknown += line.game.outcome == Outcome::Unknown ? 1U : 0U;
    table.without_round += line.game.round == 0 ? 1U : 0U;
    table.games.push_back(std::move(line));
  }
  for (const auto& [id, count] : games_of)
    table.spellings.push_back({store.event_name(id), count});
  std::stable_sort(table.spellings.begin(), table.spellings.end(),
                   [](const Spelling& a, const Spelling& b) { return a.games > b.games; });
  const auto order = [](const TableGame& game) {
    return std::tuple(game.game.round, game.found.row.date, game.found.id);
  };
  std::sort(table.games.begin(), table.games.end(),
            [&](const TableGame& a, const TableGame& b) { return order(a) < order(b); });
  table.players = std::move(players).names();

  std::vector<EventGame> games;
  games.reserve(table.games.size());
  for (const TableGame& game : table.games)
    games.push_back(game.game);
  table.pairing = options.pairing.value_or(guess_pairing(table.players.size(), games));
  table.unmet = unmet_pairs(table.players.size(), games);
  table.standings = standings(table.players.size(), games,
                              {.rules = options.rules,
                               .pairing = table.pairing,
                               .tie_break = options.tie_break,
                               .scoring = options.scoring});
  return table;
}

}  // namespace qipu
