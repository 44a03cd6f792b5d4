// SPDX-License-Identifier: GPL-3.0-or-later

#include "stats/player_report.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "store/counted_outcome.h"

namespace qipu {

namespace {

// A result as `side` tells it: its win is a win of Red.
Outcome own_outcome(Outcome outcome, Color side) {
  if (side == Color::Red) return outcome;
  if (outcome == Outcome::RedWin) return Outcome::BlackWin;
  return outcome == Outcome::BlackWin ? Outcome::RedWin : outcome;
}

bool is_one_of(const std::vector<PlayerId>& spellings, PlayerId id) {
  return std::find(spellings.begin(), spellings.end(), id) != spellings.end();
}

// Most games first, then the newest, then by name.
bool comes_before(const ScoreLine& a, const ScoreLine& b) {
  if (a.own.games() != b.own.games()) return a.own.games() > b.own.games();
  if (a.last != b.last) return a.last > b.last;
  return std::pair(a.number, a.name) < std::pair(b.number, b.name);
}

// Scores by some number: a year, an opening, the id of a name.
class Scores {
 public:
  void add(std::uint32_t number, Outcome own, const Date& date) {
    ScoreLine& line = lines_[number];
    line.own.add(own);
    line.last = std::max(line.last, date);
  }

  // By number, ascending; 0 last.
  std::vector<ScoreLine> by_number() const {
    std::vector<ScoreLine> lines;
    lines.reserve(lines_.size());
    for (const auto& [number, line] : lines_) {
      lines.push_back(line);
      lines.back().number = static_cast<std::uint16_t>(number);
    }
    if (!lines.empty() && lines.front().number == 0)
      std::rotate(lines.begin(), lines.begin() + 1, lines.end());
    return lines;
  }

  std::vector<ScoreLine> by_games() const {
    std::vector<ScoreLine> lines = by_number();
    std::sort(lines.begin(), lines.end(), comes_before);
    return lines;
  }

  // With `name_of` each number. Names with one name_key are one line, called as most games have it.
  template <class NameOf>
  std::vector<ScoreLine> by_name(const NameOf& name_of) const {
    std::map<std::string, ScoreLine> merged;
    std::map<std::string, std::uint64_t> most;
    for (const auto& [number, line] : lines_) {
      std::string name = number == 0 ? std::string() : name_of(number);
      const std::string key = name_key(name);
      ScoreLine& whole = merged[key];
      whole.own += line.own;
      whole.last = std::max(whole.last, line.last);
      if (line.own.games() > most[key]) {
        most[key] = line.own.games();
        whole.name = std::move(name);
      }
    }
    std::vector<ScoreLine> lines;
    lines.reserve(merged.size());
    for (auto& [key, line] : merged)
      lines.push_back(std::move(line));
    std::sort(lines.begin(), lines.end(), comes_before);
    return lines;
  }

 private:
  std::map<std::uint32_t, ScoreLine> lines_;
};

struct DatedResult {
  Date date;
  GameId id = 0;
  Outcome own = Outcome::Unknown;
};

// The longest stretch of `results` that `belongs` says yes to, the first of equals.
template <class Belongs>
Run longest_run(const std::vector<DatedResult>& results, const Belongs& belongs) {
  Run best;
  Run now;
  for (const DatedResult& result : results) {
    if (!belongs(result.own)) {
      now = {};
      continue;
    }
    if (now.games == 0) now.from = result.date;
    now.to = result.date;
    if (++now.games > best.games) best = now;
  }
  return best;
}

void find_runs(std::vector<DatedResult> results, PlayerReport& report) {
  std::sort(results.begin(), results.end(), [](const DatedResult& a, const DatedResult& b) {
    return std::pair(a.date, a.id) < std::pair(b.date, b.id);
  });
  report.wins = longest_run(results, [](Outcome own) { return own == Outcome::RedWin; });
  report.unbeaten = longest_run(results, [](Outcome own) { return own != Outcome::BlackWin; });
  report.without_win = longest_run(results, [](Outcome own) { return own != Outcome::RedWin; });
}

// Of the games of `filter` whoever played them.
Wdl results_of_everybody(const Store& store, Filter filter) {
  filter.versus.reset();
  Wdl wdl;
  for (const GameId id : store.select(filter))
    wdl.add(counted_outcome(store.row(id)));
  return wdl;
}

}  // namespace

std::vector<PlayerLine> list_players(const Store& store, const Filter& filter) {
  struct Tally {
    std::size_t person = 0;  // equal for the spellings of one name
    Wdl as_red;
    Wdl as_black;
  };
  std::unordered_map<std::string, std::size_t> persons;
  std::unordered_map<PlayerId, Tally> tallies;
  const auto tally_of = [&](PlayerId id) -> Tally& {
    const auto [found, is_new] = tallies.try_emplace(id);
    if (is_new) {
      const std::string key = name_key(store.player_name(id));
      found->second.person = persons.emplace(key, persons.size()).first->second;
    }
    return found->second;
  };
  for (const GameId id : store.select(filter)) {
    const GameRow row = store.row(id);
    const Outcome outcome = counted_outcome(row);
    Tally& red = tally_of(row.red);
    red.as_red.add(outcome);
    Tally& black = tally_of(row.black);  // a map's elements stay where they are
    if (black.person != red.person) black.as_black.add(own_outcome(outcome, Color::Black));
  }
  tallies.erase(0);

  std::vector<PlayerLine> lines(persons.size());
  std::vector<std::uint64_t> most(persons.size());
  for (const auto& [id, tally] : tallies) {
    PlayerLine& line = lines[tally.person];
    ++line.spellings;
    line.as_red += tally.as_red;
    line.as_black += tally.as_black;
    std::string name = store.player_name(id);
    const std::uint64_t games = both_sides(tally.as_red, tally.as_black).games();
    std::uint64_t& best = most[tally.person];
    if (line.spellings == 1 || games > best || (games == best && name < line.name)) {
      best = games;
      line.name = std::move(name);
    }
  }
  std::erase_if(lines, [](const PlayerLine& line) { return line.spellings == 0; });
  const auto rank = [](const PlayerLine& line) {
    return both_sides(line.as_red, line.as_black).games();
  };
  std::sort(lines.begin(), lines.end(), [&](const PlayerLine& a, const PlayerLine& b) {
    return rank(a) != rank(b) ? rank(a) > rank(b) : a.name < b.name;
  });
  return lines;
}

PlayerReport report_player(const Store& store, const std::vector<PlayerId>& spellings,
                           Filter filter, std::size_t newest) {
  PlayerReport report;
  report.everybody = results_of_everybody(store, filter);
  filter.player = spellings;
  std::sort(filter.player->begin(), filter.player->end());

  std::map<PlayerId, std::uint64_t> games_of;
  Scores years, opponents, events, red_openings, black_openings;
  std::vector<DatedResult> results;
  const std::vector<GameId> games = store.select(filter);
  for (const GameId id : games) {
    const GameRow row = store.row(id);
    const Color side = is_one_of(spellings, row.red) ? Color::Red : Color::Black;
    const bool is_red = side == Color::Red;
    const Outcome own = own_outcome(counted_outcome(row), side);
    (is_red ? report.as_red : report.as_black).add(own);
    ++games_of[is_red ? row.red : row.black];
    years.add(row.date.year, own, row.date);
    opponents.add(is_red ? row.black : row.red, own, row.date);
    events.add(row.event, own, row.date);
    (is_red ? red_openings : black_openings).add(row.ecco, own, row.date);
    if (!row.date.is_known()) continue;
    if (!report.first.is_known() || row.date < report.first) report.first = row.date;
    report.last = std::max(report.last, row.date);
    if (own != Outcome::Unknown) results.push_back({row.date, id, own});
  }

  for (const auto& [id, count] : games_of)
    report.spellings.push_back({store.player_name(id), count});
  std::stable_sort(report.spellings.begin(), report.spellings.end(),
                   [](const Spelling& a, const Spelling& b) { return a.games > b.games; });
  report.years = years.by_number();
  report.opponents = opponents.by_name([&](std::uint32_t id) { return store.player_name(id); });
  report.events = events.by_name([&](std::uint32_t id) { return store.event_name(id); });
  report.red_openings = red_openings.by_games();
  report.black_openings = black_openings.by_games();
  find_runs(std::move(results), report);
  report.newest = search_among(store, games, std::nullopt, {.limit = newest}).games;
  return report;
}

}  // namespace qipu
