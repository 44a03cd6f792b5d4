// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/opening.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "record/ecco_table.h"

namespace qipu {

namespace {

constexpr std::size_t kMaxPlies = 20;

// One of the moves that a list asks for: either of two.
struct Wanted {
  Move move;
  Move other;
  bool is(Move played) const { return played == move || (!other.is_none() && played == other); }
};

// What one side must have played.
struct SideRule {
  std::vector<Wanted> wanted;
  std::vector<bool> may_swap_with_next;  // by place in `wanted`
  std::vector<Move> may_precede;
  bool any_may_precede = false;
};

struct Rule {
  EccoMode mode = EccoMode::Exact;
  SideRule red;
  SideRule black;
  std::vector<std::pair<std::string_view, std::string_view>> yields_to;  // first and last code
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

Move to_move(std::string_view iccs) {
  return {Square(iccs[0] - 'a', iccs[1] - '0'), Square(iccs[2] - 'a', iccs[3] - '0')};
}

Wanted to_wanted(std::string_view text) {
  const std::vector<std::string_view> either = split(text, '|');
  return {to_move(either[0]), either.size() > 1 ? to_move(either[1]) : Move()};
}

SideRule to_side_rule(std::string_view required, std::string_view may_precede) {
  SideRule rule;
  for (const std::string_view word : split(required, ' ')) {
    const std::vector<std::string_view> pair = split(word, '~');
    for (std::size_t i = 0; i < pair.size(); ++i) {
      rule.wanted.push_back(to_wanted(pair[i]));
      rule.may_swap_with_next.push_back(i + 1 < pair.size());
    }
  }
  rule.any_may_precede = may_precede == "*";
  if (rule.any_may_precede) return rule;
  for (const std::string_view move : split(may_precede, ' '))
    rule.may_precede.push_back(to_move(move));
  return rule;
}

std::vector<Rule> make_rules() {
  std::vector<Rule> rules;
  for (const EccoRow& row : kEccoTable) {
    Rule rule{.mode = row.mode,
              .red = to_side_rule(row.red, row.red_may_precede),
              .black = to_side_rule(row.black, row.black_may_precede),
              .yields_to = {}};
    for (const std::string_view range : split(row.yields_to, ','))
      rule.yields_to.emplace_back(range.substr(0, 3), range.substr(range.size() - 3));
    rules.push_back(std::move(rule));
  }
  return rules;
}

const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = make_rules();
  return kRules;
}

bool starts_with_list(const std::vector<Move>& played, const SideRule& rule) {
  const std::vector<Wanted>& wanted = rule.wanted;
  if (played.size() < wanted.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (rule.may_swap_with_next[i] && wanted[i].is(played[i + 1]) && wanted[i + 1].is(played[i])) {
      ++i;
    } else if (!wanted[i].is(played[i])) {
      return false;
    }
  }
  return true;
}

bool holds_set(const std::vector<Move>& played, const SideRule& rule) {
  std::bitset<kMaxPlies> is_seen;
  assert(rule.wanted.size() <= is_seen.size());
  std::size_t missing = rule.wanted.size();
  for (const Move move : played) {
    if (missing == 0) return true;
    bool is_wanted = false;
    for (std::size_t i = 0; i < rule.wanted.size() && !is_wanted; ++i) {
      if (!rule.wanted[i].is(move)) continue;
      is_wanted = true;
      if (!is_seen[i]) --missing;
      is_seen.set(i);
    }
    if (!is_wanted && !rule.any_may_precede &&
        std::find(rule.may_precede.begin(), rule.may_precede.end(), move) ==
            rule.may_precede.end()) {
      return false;
    }
  }
  return missing == 0;
}

bool side_matches(const std::vector<Move>& played, EccoMode mode, const SideRule& rule) {
  return mode == EccoMode::Set ? holds_set(played, rule) : starts_with_list(played, rule);
}

// The moves of both sides, turned so that the first starts on Red's right or in the middle.
struct Played {
  std::vector<Move> red;
  std::vector<Move> black;
};

Played played_of(const std::vector<Move>& line) {
  const bool is_mirrored = line[0].from().file() < 4;
  Played played;
  for (std::size_t ply = 0; ply < std::min(line.size(), kMaxPlies); ++ply) {
    (ply % 2 == 0 ? played.red : played.black)
        .push_back(is_mirrored ? line[ply].mirrored() : line[ply]);
  }
  return played;
}

bool matches(const Played& played, const Rule& rule) {
  return rule.red.wanted[0].is(played.red[0]) && side_matches(played.red, rule.mode, rule.red) &&
         side_matches(played.black, rule.mode, rule.black);
}

std::string_view code_of(std::size_t index) { return kEccoTable.at(index).opening.code; }

// All codes whose rules the moves fulfil.
std::vector<std::size_t> matching(const Played& played) {
  std::vector<std::size_t> found;
  bool is_d20 = false;
  for (std::size_t i = 1; i < kEccoCount; ++i) {  // A00 is what is left
    const std::string_view code = code_of(i);
    if (!matches(played, rules()[i])) continue;
    is_d20 = is_d20 || code == "D20";
    // Two conditions that the columns of the table do not hold.
    if (code == "B30" && (played.black.empty() || played.black[0] != to_move("b9c7"))) continue;
    if (code > "D20" && code <= "D29" && !is_d20) continue;
    found.push_back(i);
  }
  return found;
}

bool yields(const Rule& rule, const std::vector<std::size_t>& others) {
  return std::any_of(others.begin(), others.end(), [&rule](std::size_t other) {
    return std::any_of(rule.yields_to.begin(), rule.yields_to.end(), [other](const auto& range) {
      return code_of(other) >= range.first && code_of(other) <= range.second;
    });
  });
}

}  // namespace

std::span<const Opening> openings() {
  static const std::array<Opening, kEccoCount> kOpenings = [] {
    std::array<Opening, kEccoCount> list;
    std::transform(kEccoTable.begin(), kEccoTable.end(), list.begin(),
                   [](const EccoRow& row) { return row.opening; });
    return list;
  }();
  return kOpenings;
}

const Opening* find_opening(std::uint16_t ordinal) {
  return ordinal == 0 || ordinal > kEccoCount ? nullptr : &openings()[ordinal - 1U];
}

std::uint16_t find_opening(std::string_view code) {
  const std::string wanted = name_key(code);
  for (std::size_t i = 0; i < kEccoCount; ++i)
    if (name_key(code_of(i)) == wanted) return static_cast<std::uint16_t>(i + 1);
  return 0;
}

namespace {

// A name, and what Red and Black play in it ("中炮七路马对屏风马", "X vs Y"), as keys.
struct NameKeys {
  std::string whole;
  std::string red;
  std::string black;  // empty where it is not said

  explicit NameKeys(std::string_view name) : whole(name_key(name)) {
    for (const std::string_view versus : {"对", "對", " vs "}) {
      const std::size_t at = name.find(versus);
      if (at == std::string_view::npos) continue;
      red = name_key(name.substr(0, at));
      black = name_key(name.substr(at + versus.size()));
      return;
    }
  }

  // Whether `wanted` is in the name, or each of its two sides in the side here: what stands
  // between them, such as "(其他)", may be left out.
  bool has(const NameKeys& wanted) const {
    if (whole.find(wanted.whole) != std::string::npos) return true;
    return !wanted.red.empty() && !wanted.black.empty() &&
           red.find(wanted.red) != std::string::npos &&
           black.find(wanted.black) != std::string::npos;
  }
};

}  // namespace

std::vector<std::uint16_t> search_openings(std::string_view words) {
  const NameKeys wanted(words);
  std::vector<std::uint16_t> found;
  if (wanted.whole.empty()) return found;
  for (std::size_t i = 0; i < kEccoCount; ++i) {
    const Opening& opening = openings()[i];
    const bool fits = name_key(opening.code).starts_with(wanted.whole) ||
                      NameKeys(opening.name_zh).has(wanted) ||
                      NameKeys(opening.name_en).has(wanted);
    if (fits) found.push_back(static_cast<std::uint16_t>(i + 1));
  }
  return found;
}

std::uint16_t classify(const std::vector<Move>& main_line) {
  if (main_line.empty()) return 0;
  const std::vector<std::size_t> candidates = matching(played_of(main_line));
  std::size_t best = 0;  // A00
  std::size_t best_moves = 0;
  for (const std::size_t candidate : candidates) {
    const Rule& rule = rules()[candidate];
    if (yields(rule, candidates)) continue;
    const std::size_t moves = rule.red.wanted.size() + rule.black.wanted.size();
    if (moves < best_moves) continue;
    best = candidate;
    best_moves = moves;
  }
  return static_cast<std::uint16_t>(best + 1);
}

}  // namespace qipu
