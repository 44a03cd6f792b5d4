// SPDX-License-Identifier: GPL-3.0-or-later

#include "stats/standings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace qipu {

namespace {

constexpr unsigned kMaxRound = 99;

bool has_result(const EventGame& game) {
  return game.black == kBye || game.outcome != Outcome::Unknown;
}

// The points of a game for Red and for Black.
std::pair<int, int> points_of(const EventGame& game, const Scoring& scoring) {
  if (game.black == kBye || game.outcome == Outcome::RedWin) return {scoring.win, 0};
  if (game.outcome == Outcome::BlackWin) return {0, scoring.win};
  if (game.outcome == Outcome::Draw) return {scoring.draw, scoring.draw_as_black};
  return {0, 0};
}

// 对手分: the final points of all met; a bye stands for somebody with the fewest points of all.
void add_opponents(const std::vector<EventGame>& games, std::vector<Standing>& table) {
  int fewest = 0;
  bool is_first = true;
  for (const Standing& line : table) {
    if (line.games == 0) continue;
    fewest = is_first ? line.points : std::min(fewest, line.points);
    is_first = false;
  }
  for (const EventGame& game : games) {
    if (game.black == kBye) {
      table[game.red].opponents += fewest;
      continue;
    }
    table[game.red].opponents += table[game.black].points;
    table[game.black].opponents += table[game.red].points;
  }
}

// 小分: all points of those beaten, half the points of those drawn with; doubled.
void add_minor(const std::vector<EventGame>& games, std::vector<Standing>& table) {
  for (const EventGame& game : games) {
    if (game.black == kBye) continue;
    Standing& red = table[game.red];
    Standing& black = table[game.black];
    if (game.outcome == Outcome::Draw) {
      red.minor += black.points;
      black.minor += red.points;
    } else if (game.outcome == Outcome::RedWin) {
      red.minor += 2 * black.points;
    } else {
      black.minor += 2 * red.points;
    }
  }
}

// 场分: each pair of players is a match of all their games.
void add_match_points(const std::vector<EventGame>& games, const Scoring& scoring,
                      std::vector<Standing>& table) {
  std::map<std::pair<std::size_t, std::size_t>, int> leads;  // of the one with the lower number
  for (const EventGame& game : games) {
    if (game.black == kBye) continue;
    const auto [red, black] = points_of(game, scoring);
    const bool is_red_first = game.red < game.black;
    leads[std::minmax(game.red, game.black)] += is_red_first ? red - black : black - red;
  }
  for (const auto& [pair, lead] : leads) {
    table[pair.first].match_points += lead > 0 ? 2 : lead == 0 ? 1 : 0;
    table[pair.second].match_points += lead < 0 ? 2 : lead == 0 ? 1 : 0;
  }
}

// All that can be counted of `games`. REQUIRES: they have results.
std::vector<Standing> counted(std::size_t player_count, const std::vector<EventGame>& games,
                              const Scoring& scoring) {
  std::vector<Standing> table(player_count);
  for (std::size_t i = 0; i < player_count; ++i)
    table[i].player = i;
  for (const EventGame& game : games) {
    const auto [red_points, black_points] = points_of(game, scoring);
    Standing& red = table[game.red];
    ++red.games;
    red.points += red_points;
    red.wins += game.black == kBye || game.outcome == Outcome::RedWin ? 1 : 0;
    if (game.black == kBye) continue;
    Standing& black = table[game.black];
    ++black.games;
    ++black.as_second;
    black.points += black_points;
    black.wins += game.outcome == Outcome::BlackWin ? 1 : 0;
    black.wins_as_second += game.outcome == Outcome::BlackWin ? 1 : 0;
  }
  add_opponents(games, table);
  add_minor(games, table);
  add_match_points(games, scoring, table);
  return table;
}

// Splits groups of equals by one criterion after the other.
class Ranking {
 public:
  using Group = std::vector<std::size_t>;  // players
  using Value = std::function<int(std::size_t player)>;

  explicit Ranking(std::size_t player_count) {
    Group all(player_count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (!all.empty()) groups_.push_back(std::move(all));
  }

  bool is_decided() const { return groups_.size() == size(); }

  // More is better.
  void split(const Value& value) {
    split_within([&](const Group&) { return std::optional(value); });
  }

  // The value may depend on who is still equal; nothing: it says nothing of this group.
  void split_within(const std::function<std::optional<Value>(const Group&)>& value_in) {
    std::vector<Group> next;
    for (Group& group : groups_) {
      const std::optional<Value> value = group.size() > 1 ? value_in(group) : std::nullopt;
      if (!value) {
        next.push_back(std::move(group));
        continue;
      }
      std::map<int, Group, std::greater<>> parts;
      for (const std::size_t player : group)
        parts[(*value)(player)].push_back(player);
      for (auto& [points, part] : parts)
        next.push_back(std::move(part));
    }
    groups_ = std::move(next);
  }

  const std::vector<Group>& groups() const { return groups_; }

 private:
  std::size_t size() const {
    std::size_t players = 0;
    for (const Group& group : groups_)
      players += group.size();
    return players;
  }

  std::vector<Group> groups_;
};

class Tournament {
 public:
  Tournament(std::size_t player_count, const std::vector<EventGame>& games,
             const StandingsOptions& options)
      : player_count_(player_count), options_(options), ranking_(player_count) {
    std::copy_if(games.begin(), games.end(), std::back_inserter(games_), has_result);
    for (const EventGame& game : games_) {
      last_round_ = std::max(last_round_, game.round);
      has_rounds_ = has_rounds_ && game.round != 0;
    }
    table_ = counted(player_count, games_, options.scoring);
    if (has_rounds_) {
      for (std::size_t i = 0; i < player_count; ++i)
        table_[i].cumulative = cumulative_from(i, 1);
    }
  }

  std::vector<Standing> ranked() {
    switch (options_.pairing) {
      case Pairing::RoundRobin:
        rank_round_robin();
        break;
      case Pairing::DoubleRoundRobin:
        rank_double_round_robin();
        break;
      case Pairing::Swiss:
        rank_swiss();
        break;
    }
    std::vector<Standing> result;
    for (const Ranking::Group& group : ranking_.groups()) {
      const std::size_t place = result.size() + 1;
      for (const std::size_t player : group) {
        result.push_back(table_[player]);
        result.back().place = place;
      }
    }
    return result;
  }

 private:
  void split(int Standing::*criterion) {
    ranking_.split([this, criterion](std::size_t player) { return table_[player].*criterion; });
  }

  void rank_round_robin() {
    split(&Standing::points);
    split(&Standing::minor);
    split(&Standing::wins);
    split_by_direct_games();
    if (options_.rules == Rules::Of1999) return;
    split(&Standing::as_second);
    split_by_second_in_own_games();
  }

  void rank_double_round_robin() {
    split(&Standing::match_points);
    split(&Standing::points);
    split(&Standing::wins);
    split_by_direct_games();
    if (options_.rules == Rules::Of1999) return;
    split(&Standing::wins_as_second);
  }

  void rank_swiss() {
    const bool by_opponents = options_.tie_break == SwissTieBreak::Opponents;
    split(&Standing::points);
    split(by_opponents ? &Standing::opponents : &Standing::cumulative);
    split(&Standing::wins);
    if (options_.rules == Rules::Of1999) return;
    split(&Standing::as_second);
    if (!has_rounds_) return;
    for (unsigned left_out = 1; left_out < last_round_ && !ranking_.is_decided(); ++left_out) {
      if (by_opponents) {
        split_without_last(left_out);
      } else {
        ranking_.split([&](std::size_t player) { return cumulative_from(player, left_out + 1); });
      }
    }
  }

  // All criteria of variant 1 once more, as if the last rounds had not been played.
  void split_without_last(unsigned rounds) {
    std::vector<EventGame> earlier;
    std::copy_if(games_.begin(), games_.end(), std::back_inserter(earlier),
                 [&](const EventGame& game) { return game.round + rounds <= last_round_; });
    const std::vector<Standing> then = counted(player_count_, earlier, options_.scoring);
    for (const auto criterion :
         {&Standing::points, &Standing::opponents, &Standing::wins, &Standing::as_second})
      ranking_.split([&](std::size_t player) { return then[player].*criterion; });
  }

  // 累进分 of the rounds from `first` on: the sum of the running totals after each.
  int cumulative_from(std::size_t player, unsigned first) const {
    std::vector<int> of_round(last_round_ + 1);
    for (const EventGame& game : games_) {
      const auto [red, black] = points_of(game, options_.scoring);
      if (game.red == player) of_round[game.round] += red;
      if (game.black == player) of_round[game.round] += black;
    }
    int running = 0;
    int sum = 0;
    for (unsigned round = 1; round <= last_round_; ++round) {
      running += of_round[round];
      if (round >= first) sum += running;
    }
    return sum;
  }

  // The points of equals in games among themselves, if all of them met.
  void split_by_direct_games() {
    ranking_.split_within([this](const Ranking::Group& group) -> std::optional<Ranking::Value> {
      const std::vector<EventGame> direct = games_among(group);
      std::map<std::pair<std::size_t, std::size_t>, int> met;
      std::map<std::size_t, int> points;
      for (const EventGame& game : direct) {
        ++met[std::minmax(game.red, game.black)];
        const auto [red, black] = points_of(game, options_.scoring);
        points[game.red] += red;
        points[game.black] += black;
      }
      if (met.size() != group.size() * (group.size() - 1) / 2) return std::nullopt;
      return [points](std::size_t player) { return points.at(player); };
    });
  }

  // Who was second in the games of the equals with each other.
  void split_by_second_in_own_games() {
    ranking_.split_within([this](const Ranking::Group& group) -> std::optional<Ranking::Value> {
      std::map<std::size_t, int> seconds;
      for (const EventGame& game : games_among(group))
        ++seconds[game.black];
      return [seconds](std::size_t player) {
        const auto found = seconds.find(player);
        return found == seconds.end() ? 0 : found->second;
      };
    });
  }

  std::vector<EventGame> games_among(const Ranking::Group& group) const {
    const auto is_in = [&](std::size_t player) {
      return std::find(group.begin(), group.end(), player) != group.end();
    };
    std::vector<EventGame> found;
    std::copy_if(games_.begin(), games_.end(), std::back_inserter(found),
                 [&](const EventGame& game) { return is_in(game.red) && is_in(game.black); });
    return found;
  }

  std::size_t player_count_;
  const StandingsOptions& options_;
  std::vector<EventGame> games_;  // with a result
  unsigned last_round_ = 0;
  bool has_rounds_ = true;
  std::vector<Standing> table_;  // by player
  Ranking ranking_;
};

// A Chinese number below 100 at the start of `text`; 0 if there is none.
unsigned chinese_number(std::string_view text) {
  constexpr std::array<std::string_view, 10> kDigits{"一", "二", "三", "四", "五",
                                                     "六", "七", "八", "九", "十"};
  unsigned number = 0;
  unsigned digit = 0;
  while (text.size() >= kDigits[0].size()) {
    const auto* const found =
        std::find(kDigits.begin(), kDigits.end(), text.substr(0, kDigits[0].size()));
    if (found == kDigits.end()) break;
    const auto value = static_cast<unsigned>(found - kDigits.begin()) + 1;
    if (value == 10) {
      number += 10 * std::max(digit, 1U);
      digit = 0;
    } else {
      digit = value;
    }
    text.remove_prefix(kDigits[0].size());
  }
  return number + digit;
}

}  // namespace

std::vector<Standing> standings(std::size_t player_count, const std::vector<EventGame>& games,
                                const StandingsOptions& options) {
  return Tournament(player_count, games, options).ranked();
}

Pairing guess_pairing(std::size_t player_count, const std::vector<EventGame>& games) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> met;
  for (const EventGame& game : games) {
    if (game.black != kBye) ++met[std::minmax(game.red, game.black)];
  }
  const std::size_t pairs =
      player_count * (player_count - std::min<std::size_t>(player_count, 1)) / 2;
  // Records of some games are missing more often than not.
  const bool did_most_meet = met.size() * 5 >= pairs * 4;
  if (!did_most_meet || pairs == 0) return Pairing::Swiss;
  const auto met_again =
      std::count_if(met.begin(), met.end(), [](const auto& pair) { return pair.second > 1; });
  return static_cast<std::size_t>(met_again) * 2 > met.size() ? Pairing::DoubleRoundRobin
                                                              : Pairing::RoundRobin;
}

unsigned round_number(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
      unsigned number = 0;
      for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0; ++i)
        number = std::min(kMaxRound + 1, number * 10 + static_cast<unsigned>(text[i] - '0'));
      return number <= kMaxRound ? number : 0;
    }
    if (const unsigned number = chinese_number(text.substr(i)); number != 0) return number;
  }
  return 0;
}

}  // namespace qipu
