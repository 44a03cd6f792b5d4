// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/query.h"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

#include "base/text.h"
#include "record/opening.h"

namespace qipu {
namespace {

constexpr std::size_t kSuggestions = 5;

std::string listed(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words)
    result += (result.empty() ? "" : ", ") + word;
  return result;
}

// "there is no player 'x'", and what there is instead.
UsageError unknown_name(const std::string& what, const std::string& name,
                        const std::vector<std::string>& closest) {
  std::string message = "no " + what + " is called '" + name + "'";
  if (!closest.empty()) message += "; the closest are: " + listed(closest);
  return UsageError(message);
}

std::vector<PlayerId> players_of(const Store& store, const std::string& name) {
  std::vector<PlayerId> players = find_players(store, name);
  if (players.empty()) {
    throw unknown_name("player", name, closest_players(store, name, kSuggestions));
  }
  // Only a sound can fit spellings of different keys; it never merges people.
  std::set<std::string> keys;
  std::vector<std::string> people;
  for (const PlayerId player : players) {
    const std::string spelling = store.player_name(player);
    if (keys.insert(name_key(spelling)).second) people.push_back(spelling);
  }
  if (people.size() > 1) {
    throw UsageError("'" + name + "' sounds like " + std::to_string(people.size()) +
                     " players; say which: " + listed(people));
  }
  std::sort(players.begin(), players.end());
  return players;
}

std::vector<EventId> events_of(const Store& store, const std::string& name) {
  std::vector<EventId> events = find_events(store, name);
  if (events.empty()) {
    throw unknown_name("event", name, closest_events(store, name, kSuggestions));
  }
  std::sort(events.begin(), events.end());
  return events;
}

std::vector<std::uint16_t> openings_of(const std::string& words) {
  std::vector<std::uint16_t> codes = search_openings(words);
  // "C" is the start of a code, and not every name with a c in it.
  const std::string start = name_key(words);
  const auto is_code = [&](std::uint16_t ordinal) {
    return name_key(find_opening(ordinal)->code).starts_with(start);
  };
  if (std::any_of(codes.begin(), codes.end(), is_code)) {
    std::erase_if(codes, [&](std::uint16_t ordinal) { return !is_code(ordinal); });
  }
  if (codes.empty()) {
    throw UsageError(
        "no opening is called '" + words +
        "'; write an ECCO code (B20), the start of one (B2), or a name (中炮对屏风马)");
  }
  std::sort(codes.begin(), codes.end());
  return codes;
}

Date date_of(const std::string& word) {
  if (word.empty()) return {};
  const auto date = parse_iso_date(word);
  if (!date) {
    throw UsageError("'" + word + "' is no date; write 2009, 2009-05 or 2009-05-17");
  }
  return *date;
}

void check_order(const Date& from, const Date& to) {
  if (!from.is_known() || !to.is_known()) return;
  // A bare year or month reaches to its end.
  const auto end = std::tuple(to.year, to.month == 0 ? 12 : to.month, to.day == 0 ? 31 : to.day);
  if (std::tuple(from.year, std::max<int>(from.month, 1), std::max<int>(from.day, 1)) > end) {
    throw UsageError("the dates from " + to_iso(from) + " to " + to_iso(to) + " are none");
  }
}

std::optional<Outcome> outcome_of(const std::string& word) {
  if (word.empty()) return std::nullopt;
  if (const auto outcome = find_outcome(word)) return outcome;
  throw UsageError("'" + word + "' is no result; there are red, black, draw and unknown");
}

std::optional<GameKind> kind_of_word(const std::string& word) {
  if (word == "all") return std::nullopt;
  if (const auto kind = find_game_kind(word.empty() ? "game" : word)) return kind;
  throw UsageError("'" + word +
                   "' is no kind of game; there are game, study, puzzle, position and all");
}

// A game's row counts to 511 and says "or more" there.
constexpr std::uint16_t kMostPlies = 511;

std::uint16_t plies_of(std::string_view digits, const std::string& word) {
  unsigned plies = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, code] = std::from_chars(digits.data(), end, plies);
  if (stop != end || (code != std::errc() && code != std::errc::result_out_of_range)) {
    throw UsageError("'" + word +
                     "' is no length; write MIN..MAX in plies, such as 40..120 or 80..");
  }
  if (code == std::errc::result_out_of_range || plies > kMostPlies) {
    throw UsageError("'" + word + "': lengths above 511 plies are not told apart");
  }
  return static_cast<std::uint16_t>(plies);
}

void set_length(Filter& filter, const std::string& word) {
  if (word.empty()) return;
  const std::size_t dots = word.find("..");
  if (dots == std::string::npos || word == "..") {
    throw UsageError("'" + word +
                     "' is no length; write MIN..MAX in plies, such as 40..120 or 80..");
  }
  const std::string_view view = word;
  if (dots > 0) filter.min_plies = plies_of(view.substr(0, dots), word);
  if (dots + 2 < view.size()) {
    filter.max_plies = plies_of(view.substr(dots + 2), word);
    if (filter.max_plies == kMostPlies) {
      throw UsageError("'" + word + "': lengths above 511 plies are not told apart");
    }
  }
  if (filter.min_plies > filter.max_plies) {
    throw UsageError("'" + word + "': the smaller length comes first");
  }
}

std::vector<std::pair<GameId, GameId>> games_of_sources(const Store& store,
                                                        const std::string& glob) {
  std::vector<std::pair<GameId, GameId>> ranges;
  std::vector<std::string> examples;
  bool is_any = false;
  const std::uint64_t sources = store.stats().sources;
  for (SourceId id = 1; id <= sources; ++id) {
    const auto source = store.source(id);
    if (!source) continue;
    if (examples.size() < kSuggestions) examples.push_back(source->name);
    const auto fits = [&](const std::string& name) {
      return fnmatch(glob.c_str(), name.c_str(), 0) == 0;
    };
    if (!fits(source->name) &&
        std::none_of(source->other_names.begin(), source->other_names.end(), fits))
      continue;
    is_any = true;
    const auto games = store.games_of_source(id);
    ranges.insert(ranges.end(), games.begin(), games.end());
  }
  if (!is_any) {
    std::string message = "no source is called '" + glob + "'";
    if (!examples.empty()) message += "; there are, for example: " + listed(examples);
    throw UsageError(message);
  }
  std::sort(ranges.begin(), ranges.end());
  return ranges;
}

}  // namespace

Filter parse_query(const Store& store, const QueryWords& words) {
  Filter filter;
  if (!words.player.empty()) filter.player = players_of(store, words.player);
  if (!words.red.empty()) filter.red = players_of(store, words.red);
  if (!words.black.empty()) filter.black = players_of(store, words.black);
  if (!words.versus.empty()) filter.versus = players_of(store, words.versus);
  if (!words.event.empty()) filter.events = events_of(store, words.event);
  if (!words.opening.empty()) filter.ecco = openings_of(words.opening);
  filter.from = date_of(words.from);
  filter.to = date_of(words.to);
  check_order(filter.from, filter.to);
  filter.outcome = outcome_of(words.result);
  filter.kind = kind_of_word(words.kind);
  set_length(filter, words.length);
  if (!words.source.empty()) filter.games = games_of_sources(store, words.source);
  return filter;
}

}  // namespace qipu
