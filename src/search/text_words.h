// SPDX-License-Identifier: GPL-3.0-or-later

// Words to be found in what a record says: headers, names, remarks.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace qipu {

class TextWords {
 public:
  // The words of `typed`, blanks between them: each must be found somewhere. Simplified and
  // traditional, full and half width, capitals, blanks and punctuation make no difference. A word
  // in Latin letters also finds names and events by their sound, from the start of a character on.
  // `store` must outlive this. THROWS: UsageError if there is no word.
  TextWords(const Store& store, std::string_view typed);

  // `record` as GameScan has it. Any thread.
  bool are_in(const StoredGame& record) const;

 private:
  using WordSet = std::uint32_t;  // a bit a word
  struct Word {
    std::string key;
    bool is_latin = false;
  };
  // What was found out about the names of one kind so far, by id.
  struct Names {
    explicit Names(std::size_t count);
    std::size_t count;
    std::unique_ptr<std::atomic<WordSet>[]> found;
  };

  WordSet in_text(std::string_view text) const;
  WordSet in_name(const std::string& name) const;
  template <class NameOf>
  WordSet in_cached(const Names& names, std::uint32_t id, NameOf name_of) const;
  WordSet in_header(const Game& game) const;
  WordSet in_remarks(const MoveTree& tree) const;

  const Store& store_;
  std::vector<Word> words_;
  WordSet all_ = 0;
  Names players_;
  Names events_;
};

}  // namespace qipu
