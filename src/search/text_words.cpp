// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/text_words.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "base/text.h"

namespace qipu {

namespace {

constexpr std::size_t kMostWords = 31;
constexpr std::uint32_t kIsKnown = std::uint32_t{1} << kMostWords;

bool is_latin_word(std::string_view key) {
  return std::all_of(key.begin(), key.end(),
                     [](unsigned char c) { return c < 0x80 && std::isalnum(c) != 0; });
}

// Whether `at` letters of the sound of `name` are those of its first characters.
bool starts_syllable(std::string_view name, std::size_t at) {
  std::size_t letters = 0;
  for (std::size_t i = 0; i < name.size() && letters < at;) {
    std::size_t end = i + 1;
    while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80)
      ++end;
    letters += pinyin_key(name.substr(i, end - i)).size();
    i = end;
  }
  return letters == at;
}

}  // namespace

TextWords::Names::Names(std::size_t count_of_ids)
    : count(count_of_ids), found(std::make_unique<std::atomic<WordSet>[]>(count_of_ids + 1)) {}

TextWords::TextWords(const Store& store, std::string_view typed)
    : store_(store), players_(store.player_count()), events_(store.event_count()) {
  std::istringstream stream{fold_width(typed)};
  for (std::string word; stream >> word;) {
    std::string key = text_key(word);
    if (key.empty()) continue;
    const bool has_sound = is_latin_word(key);
    words_.push_back({std::move(key), has_sound});
  }
  if (words_.empty()) {
    throw UsageError("--text: '" + std::string(typed) + "' has no word in it");
  }
  if (words_.size() > kMostWords) throw UsageError("--text: more than 31 words");
  for (std::size_t i = 0; i < words_.size(); ++i)
    all_ |= WordSet{1} << i;
}

bool TextWords::are_in(const StoredGame& record) const {
  WordSet found =
      in_cached(players_, record.red, [this](auto id) { return store_.player_name(id); });
  found |= in_cached(players_, record.black, [this](auto id) { return store_.player_name(id); });
  found |= in_cached(events_, record.event, [this](auto id) { return store_.event_name(id); });
  if (found != all_) found |= in_header(record.game);
  if (found != all_) found |= in_remarks(record.game.tree);
  return found == all_;
}

TextWords::WordSet TextWords::in_text(std::string_view text) const {
  if (text.empty()) return 0;
  const std::string key = text_key(text);
  WordSet found = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (key.find(words_[i].key) != std::string::npos) found |= WordSet{1} << i;
  }
  return found;
}

TextWords::WordSet TextWords::in_name(const std::string& name) const {
  WordSet found = in_text(name);
  std::string sound;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const Word& word = words_[i];
    if (!word.is_latin || (found >> i & 1U) != 0) continue;
    if (sound.empty()) sound = pinyin_key(name);
    std::size_t at = sound.find(word.key);
    while (at != std::string::npos && !starts_syllable(name, at))
      at = sound.find(word.key, at + 1);
    if (at != std::string::npos) found |= WordSet{1} << i;
  }
  return found;
}

template <class NameOf>
TextWords::WordSet TextWords::in_cached(const Names& names, std::uint32_t id,
                                        NameOf name_of) const {
  if (id == 0 || id > names.count) return 0;
  std::atomic<WordSet>& known = names.found[id];
  WordSet found = known.load(std::memory_order_relaxed);
  if (found == 0) {
    found = in_name(name_of(id)) | kIsKnown;
    known.store(found, std::memory_order_relaxed);
  }
  return found & all_;
}

TextWords::WordSet TextWords::in_header(const Game& game) const {
  const GameHeader& header = game.header;
  WordSet found = 0;
  for (const std::string* text :
       {&header.title, &header.site, &header.date_text, &header.round, &header.red.team,
        &header.red.title, &header.red.rating, &header.black.team, &header.black.title,
        &header.black.rating, &header.result_text, &header.annotator, &header.author, &header.ecco,
        &header.opening, &header.variation, &game.type}) {
    found |= in_text(*text);
  }
  for (const Tag& tag : header.others)
    found |= in_text(tag.value);
  return found;
}

TextWords::WordSet TextWords::in_remarks(const MoveTree& tree) const {
  WordSet found = 0;
  for (const auto& [node, said] : tree.annotations()) {
    found |= in_text(said.before);
    found |= in_text(said.comment);
    found |= in_text(said.unread);
  }
  return found;
}

}  // namespace qipu
