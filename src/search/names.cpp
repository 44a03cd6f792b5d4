// SPDX-License-Identifier: GPL-3.0-or-later

// Names as people type them: the ones they mean, and the ones they may have meant.

#include <unicode/unistr.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <numeric>
#include <optional>

#include "base/text.h"
#include "search/query.h"

namespace qipu {
namespace {

// The names of one kind in a store: ids are 1 .. count.
struct Names {
  std::uint32_t count = 0;
  std::function<std::string(std::uint32_t)> name_of;
};

Names players_of(const Store& store) {
  return {static_cast<std::uint32_t>(store.player_count()),
          [&store](std::uint32_t id) { return store.player_name(id); }};
}

Names events_of(const Store& store) {
  return {static_cast<std::uint32_t>(store.event_count()),
          [&store](std::uint32_t id) { return store.event_name(id); }};
}

// Letters and digits of ASCII only, as name_key and pinyin_key write Latin names.
bool is_latin(std::string_view key) {
  return std::all_of(key.begin(), key.end(),
                     [](unsigned char c) { return c < 0x80 && std::isalnum(c) != 0; });
}

std::u16string characters(std::string_view text) {
  const auto utf16 = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  return {utf16.getBuffer(), static_cast<std::size_t>(utf16.length())};
}

// The fewest characters to put in, take out or change between two names (Levenshtein), or more
// than `most` if it is more.
std::size_t edit_distance(const std::u16string& a, const std::u16string& b, std::size_t most) {
  const std::size_t length_gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (length_gap > most) return length_gap;
  std::vector<std::size_t> row(b.size() + 1);  // distances of the prefix of a to those of b
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// What was asked for, ready to be compared with every name of a store.
class Closeness {
 public:
  explicit Closeness(const std::string& name)
      : key_(name_key(name)),
        sound_(pinyin_key(name)),
        characters_(characters(key_)),
        is_latin_(is_latin(key_)),
        most_(std::max<std::size_t>(1, characters_.size() / 2)) {}

  // 0 = as good as equal; nothing if it is too far.
  std::optional<std::size_t> to(const std::string& name) const {
    const std::string key = name_key(name);
    if (key.empty() || key_.empty()) return std::nullopt;
    if (key == key_) return 0;
    const std::u16string other = characters(key);
    // Contained, as "柳大华" in "湖北柳大华"; a single character says too little.
    const auto& [shorter, longer] =
        key.size() < key_.size() ? std::tie(key, key_) : std::tie(key_, key);
    const bool is_contained = std::min(other.size(), characters_.size()) >= 2 &&
                              longer.find(shorter) != std::string::npos;
    if (is_contained) return 1;
    std::size_t distance = edit_distance(characters_, other, most_);
    if (is_latin_ || distance <= most_) {
      const std::string sound = pinyin_key(name);
      if (!sound.empty() && sound == sound_) return 1;
      if (is_latin_) {
        distance = std::min(distance, edit_distance(characters_, characters(sound), most_));
      }
    }
    return distance <= most_ ? std::optional(distance + 1) : std::nullopt;
  }

 private:
  std::string key_;
  std::string sound_;
  std::u16string characters_;
  bool is_latin_;
  std::size_t most_;
};

std::vector<std::string> closest(const Names& names, const std::string& name, std::size_t limit) {
  const Closeness closeness(name);
  std::vector<std::pair<std::size_t, std::string>> found;
  for (std::uint32_t id = 1; id <= names.count; ++id) {
    std::string candidate = names.name_of(id);
    if (const auto distance = closeness.to(candidate)) {
      found.emplace_back(*distance, std::move(candidate));
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.size() > limit) found.resize(limit);
  std::vector<std::string> result;
  result.reserve(found.size());
  for (auto& [distance, candidate] : found)
    result.push_back(std::move(candidate));
  return result;
}

}  // namespace

std::vector<PlayerId> find_players(const Store& store, const std::string& name) {
  const std::string key = name_key(name);
  if (key.empty()) return {};
  std::vector<PlayerId> found = store.players_by_key(key);
  if (!found.empty() || !is_latin(key)) return found;
  const std::string sound = pinyin_key(name);
  if (sound.empty()) return found;
  const auto count = static_cast<PlayerId>(store.player_count());
  for (PlayerId id = 1; id <= count; ++id) {
    if (pinyin_key(store.player_name(id)) == sound) found.push_back(id);
  }
  return found;
}

std::vector<EventId> find_events(const Store& store, const std::string& name) {
  const std::string key = name_key(name);
  if (key.empty()) return {};
  std::vector<EventId> found = store.events_by_key(key);
  if (!found.empty()) return found;
  const auto count = static_cast<EventId>(store.event_count());
  for (EventId id = 1; id <= count; ++id) {
    if (name_key(store.event_name(id)).find(key) != std::string::npos) found.push_back(id);
  }
  return found;
}

std::vector<std::string> closest_players(const Store& store, const std::string& name,
                                         std::size_t limit) {
  return closest(players_of(store), name, limit);
}

std::vector<std::string> closest_events(const Store& store, const std::string& name,
                                        std::size_t limit) {
  return closest(events_of(store), name, limit);
}

}  // namespace qipu
