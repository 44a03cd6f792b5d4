// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/record_condition.h"

#include <algorithm>
#include <utility>

#include "record/opening_families.h"
#include "search/mates.h"
#include "search/pattern.h"
#include "search/place_finder.h"
#include "search/text_words.h"

namespace qipu {

namespace {

const MateForm& mate_named(const std::string& name) {
  if (const MateForm* form = find_mate_form(name)) return *form;
  std::string names;
  for (const MateForm& form : mate_forms()) {
    names += names.empty() ? "" : ", ";
    names += std::string(form.name) + " (" + std::string(form.english) + ")";
  }
  throw UsageError("--mate: no form of mate is called '" + name + "'; there are " + names);
}

FamilySet families_named(const std::string& words) {
  if (const FamilySet found = find_families(words)) return found;
  std::string names;
  for (const OpeningFamily& family : opening_families()) {
    names += names.empty() ? "" : ", ";
    names += std::string(family.id) + " (" + std::string(family.name_zh) + ")";
  }
  throw UsageError("--family: no family of openings is called '" + words + "'; there are " + names);
}

}  // namespace

bool asks_records(const QueryWords& words, bool has_position) {
  const bool has_pattern = !words.pattern.empty() || !words.material.empty();
  if (!has_pattern) {
    if (!words.region.empty()) throw UsageError("--region goes with --pattern");
    if (!words.hold.empty()) throw UsageError("--hold goes with --pattern or --material");
    if (!has_position && words.is_flipped_too) {
      throw UsageError("--flip goes with --pattern, --material or, in a search, a position");
    }
    if (!has_position && words.in_variations) {
      throw UsageError("--variations goes with --pattern, --material or, in a search, a position");
    }
  }
  return has_pattern || !words.text.empty() || !words.mate.empty() || !words.family.empty() ||
         (has_position && words.in_variations);
}

std::vector<GameId> candidates(const Store& store, const QueryWords& words,
                               const std::optional<Position>& position, const Filter& filter) {
  if (!position) return store.select(filter);
  std::vector<GameId> reaching = games_reaching(store, *position, words.is_flipped_too, filter);
  if (!words.in_variations) return reaching;
  std::vector<GameId> games = store.select(filter);
  std::erase_if(games, [&](GameId game) {
    return !store.row(game).has_variations &&
           !std::binary_search(reaching.begin(), reaching.end(), game);
  });
  return games;
}

class RecordCondition::Impl {
 public:
  Impl(const Store& store, const QueryWords& words, const std::optional<Position>& position)
      : in_variations_(words.in_variations) {
    if (position) place_.emplace(*position, words.is_flipped_too);
    if (!words.pattern.empty() || !words.material.empty()) {
      pattern_.emplace(PatternWords{.board = words.pattern,
                                    .region = words.region,
                                    .material = words.material,
                                    .hold = words.hold,
                                    .is_flipped_too = words.is_flipped_too});
    }
    if (!words.mate.empty()) mate_ = &mate_named(words.mate);
    if (!words.family.empty()) families_ = families_named(words.family);
    if (!words.text.empty()) text_.emplace(store, words.text);
  }

  std::optional<FoundGame> match(const GameScan& scan) const {
    FoundGame found{.id = scan.id(), .row = scan.row(), .ply_matched = -1, .variation = kNoNode};
    const bool reads_tree = in_variations_ && found.row.has_variations && (place_ || pattern_);
    if (mate_ != nullptr || families_ != 0 || (!reads_tree && (place_ || pattern_))) {
      const MainLine line = scan.main_line();
      if (families_ != 0 && !is_of_families(line)) return std::nullopt;
      if (!reads_tree && !is_in_line(line, found)) return std::nullopt;
      if (mate_ != nullptr && !ends_in(*mate_, line.start, line.moves)) return std::nullopt;
    }
    if (text_ || reads_tree) {
      const StoredGame record = scan.record();
      if (reads_tree && !is_in_tree(record.game, found)) return std::nullopt;
      if (text_ && !text_->are_in(record)) return std::nullopt;
    }
    return found;
  }

 private:
  bool is_of_families(const MainLine& line) const {
    return line.start == Position::start() && (families_of(line.moves) & families_) != 0;
  }

  // Notes the ply of the position, else that of the pattern; false if one asked for is not there.
  bool is_in_line(const MainLine& line, FoundGame& found) const {
    const auto note = [&](const auto& wanted) {
      const auto ply = wanted.first_ply(line.start, line.moves);
      if (ply && found.ply_matched < 0) found.ply_matched = *ply;
      return ply.has_value();
    };
    return (!place_ || note(*place_)) && (!pattern_ || note(*pattern_));
  }

  bool is_in_tree(const Game& game, FoundGame& found) const {
    const auto note = [&](const auto& wanted) {
      const auto node = wanted.first_node(game);
      if (node && found.ply_matched < 0) note_place(game.tree, *node, found);
      return node.has_value();
    };
    return (!place_ || note(*place_)) && (!pattern_ || note(*pattern_));
  }

  static void note_place(const MoveTree& tree, NodeId node, FoundGame& found) {
    found.ply_matched = 0;
    for (NodeId at = node; at != kRoot; at = tree[at].parent) {
      ++found.ply_matched;
      if (tree[tree[at].parent].first_child != at) found.variation = node;
    }
  }

  std::optional<PlaceFinder> place_;
  std::optional<Pattern> pattern_;
  const MateForm* mate_ = nullptr;  // null: none is asked
  FamilySet families_ = 0;          // any of them; 0: none is asked
  std::optional<TextWords> text_;
  bool in_variations_;
};

RecordCondition::RecordCondition(const Store& store, const QueryWords& words,
                                 const std::optional<Position>& position)
    : impl_(std::make_unique<Impl>(store, words, position)) {}
RecordCondition::RecordCondition(RecordCondition&&) noexcept = default;
RecordCondition& RecordCondition::operator=(RecordCondition&&) noexcept = default;
RecordCondition::~RecordCondition() = default;

std::optional<FoundGame> RecordCondition::match(const GameScan& scan) const {
  return impl_->match(scan);
}

}  // namespace qipu
