// SPDX-License-Identifier: GPL-3.0-or-later

// The two languages of qipu's messages. Both stand side by side where they are used:
// tr("no games here", "没有对局").

#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "record/game.h"

namespace qipu {

// A text in both languages.
struct Text {
  std::string_view english;
  std::string_view chinese;
};

// Picks the language a person reads.
class Language {
 public:
  enum class Name : std::uint8_t { English, Chinese };

  constexpr explicit Language(Name name = Name::English) : name_(name) {}
  // Chinese where the locale (LC_ALL, LC_MESSAGES or LANG) is one of zh, else English.
  static Language of_locale();
  // From what --lang takes: "zh" or "en".
  static Language of_word(std::string_view word);

  bool is_chinese() const { return name_ == Name::Chinese; }

  std::string_view operator()(const Text& text) const {
    return is_chinese() ? text.chinese : text.english;
  }
  // Formats as fmt::format does; both texts are checked against the arguments when compiled.
  template <class... Arguments>
  std::string operator()(fmt::format_string<Arguments...> english,
                         fmt::format_string<Arguments...> chinese, Arguments&&... arguments) const {
    return is_chinese() ? fmt::format(chinese, std::forward<Arguments>(arguments)...)
                        : fmt::format(english, std::forward<Arguments>(arguments)...);
  }

 private:
  Name name_;
};

inline constexpr Language kEnglish{Language::Name::English};
inline constexpr Language kChinese{Language::Name::Chinese};

// A kind of error, such as "illegal move", 不合规则的着法.
std::string_view kind_of_error(Error::Code code, Language tr);
// The same for a kind that comes as the text to_text(Error::Code) gives; other texts stay.
std::string_view kind_of_error(std::string_view text, Language tr);
// What a reader noted of a game, as to_text(Note::Kind) gives it: "repaired", 已修补.
std::string_view kind_of_note(std::string_view text, Language tr);
// What a format could not hold, as its writer calls it (GameWriter::losses): "rating", 等级分. What
// nobody has translated stays.
std::string kind_of_loss(std::string_view text, Language tr);
// "study", 布局研究, in the middle of a sentence.
std::string_view name_of_kind(GameKind kind, Language tr);

}  // namespace qipu
