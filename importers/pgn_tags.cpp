// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/pgn_tags.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "record/wdl.h"

namespace qipu {

namespace {

constexpr std::size_t kMaxValueLines = 16;  // of a value with line breaks in it
constexpr std::size_t kQuoteNearby = 1024;  // after an escaped quote, how far another is looked for

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

// Bytes of blanks within a line at the start of `text`.
std::size_t blanks(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == ' ' || text[i] == '\t') {
      ++i;
    } else if (text.substr(i).starts_with("\xE3\x80\x80")) {  // U+3000
      i += 3;
    } else {
      break;
    }
  }
  return i;
}

// Bytes of the line at the start of `text` if there is nothing on it; 0 otherwise.
std::size_t blank_line(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '\n' || c == '\r') return i + line_length(text.substr(i));
    if (c <= 0x20 || c == 0x7F) {
      ++i;
    } else if (text.substr(i).starts_with("\xE3\x80\x80")) {  // U+3000
      i += 3;
    } else if (text.substr(i).starts_with("\xC2\xA0")) {  // U+00A0
      i += 2;
    } else {
      return 0;
    }
  }
  return i;
}

std::string_view quote_at(std::string_view text) {
  for (const std::string_view quote : {"\"", "'", "“", "”", "＂"}) {
    if (text.starts_with(quote)) return quote;
  }
  return {};
}

// The end of `[Name` and the blanks after it; 0 if `text` does not start so.
std::size_t name_end(std::string_view text) {
  std::size_t i = 1;
  if (text.size() < 2 || text[0] != '[' || !is_letter(text[1])) return 0;
  while (i < text.size() && is_name_part(text[i]))
    ++i;
  return i;
}

bool is_escaped(std::string_view text, std::size_t at) {
  std::size_t slashes = 0;
  while (slashes < at && text[at - slashes - 1] == '\\')
    ++slashes;
  return slashes % 2 == 1;
}

// Where a value and its tag end.
struct ValueEnd {
  std::size_t value = 0;
  std::size_t tag = 0;
};

// The first quote like `opening` with a bracket after it, blanks between allowed, and before it
// no line break if `in_one_line`. Linear in what comes before it.
std::optional<ValueEnd> find_close(std::string_view text, std::string_view opening, bool escapes,
                                   bool in_one_line) {
  const bool is_curly = opening == "“" || opening == "”";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_one_line && (text[i] == '\n' || text[i] == '\r')) break;
    if (text[i] != ']') continue;
    std::size_t end = i;
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t'))
      --end;
    const std::string_view before = text.substr(0, end);
    std::size_t quote_size = before.ends_with(opening) ? opening.size() : 0;
    if (is_curly && before.ends_with("”")) quote_size = opening.size();
    if (quote_size == 0 || (escapes && is_escaped(text, end - quote_size))) continue;
    return ValueEnd{end - quote_size, i + 1};
  }
  return std::nullopt;
}

// The lines after the first in which a value may go on: up to a blank line or the next tag.
std::string_view value_lines(std::string_view text) {
  std::size_t length = line_length(text);
  for (std::size_t lines = 1; lines < kMaxValueLines && length < text.size(); ++lines) {
    const std::string_view rest = text.substr(length);
    const std::size_t next = line_length(rest);
    if (trim(rest.substr(0, next)).empty() || name_end(rest.substr(blanks(rest))) != 0) break;
    length += next;
  }
  return text.substr(0, length);
}

// Where the value that starts `text` ends, its opening quote already gone. Looks no further than
// that in a line of many tags.
ValueEnd find_value_end(std::string_view text, std::string_view opening) {
  if (const auto end = find_close(text, opening, false, true)) {
    // A backslash before the quote makes it one of the value, if the value is closed further on.
    const auto escaped = find_close(text.substr(0, end->tag + kQuoteNearby), opening, true, true);
    return escaped ? *escaped : *end;
  }
  const std::string_view line = text.substr(0, line_length(text));
  if (const std::size_t bracket = line.rfind(']'); bracket != std::string_view::npos) {
    return {bracket, bracket + 1};
  }
  if (const auto end = find_close(value_lines(text), opening, true, false)) return *end;
  return {line.size(), line.size()};
}

bool is_unknown(std::string_view value) {
  const bool is_date_of_zeros =
      value.size() >= 8 && value.find_first_not_of("0.-/") == std::string_view::npos;
  return is_date_of_zeros || value.find_first_not_of("?.-*/xX ") == std::string_view::npos;
}

// --- names

using Field = std::string& (*)(PgnHeader&);

struct KnownTag {
  std::string_view name;  // lower case
  std::string_view canonical;
  Field field;
};

template <std::string GameHeader::*member>
std::string& of_header(PgnHeader& header) {
  return header.header.*member;
}
template <PlayerHeader GameHeader::*player, std::string PlayerHeader::*member>
std::string& of_player(PgnHeader& header) {
  return header.header.*player.*member;
}
std::string& type_of(PgnHeader& header) { return header.type; }

using H = GameHeader;
using P = PlayerHeader;
constexpr std::array kKnownTags{
    KnownTag{"event", "Event", of_header<&H::event>},
    KnownTag{"site", "Site", of_header<&H::site>},
    KnownTag{"place", "Site", of_header<&H::site>},
    KnownTag{"date", "Date", of_header<&H::date_text>},
    KnownTag{"round", "Round", of_header<&H::round>},
    KnownTag{"redteam", "RedTeam", of_player<&H::red, &P::team>},
    KnownTag{"red", "Red", of_player<&H::red, &P::name>},
    KnownTag{"white", "Red", of_player<&H::red, &P::name>},
    KnownTag{"redname", "Red", of_player<&H::red, &P::name>},
    KnownTag{"redelo", "RedElo", of_player<&H::red, &P::rating>},
    KnownTag{"whiteelo", "RedElo", of_player<&H::red, &P::rating>},
    KnownTag{"redrating", "RedElo", of_player<&H::red, &P::rating>},
    KnownTag{"redtitle", "RedTitle", of_player<&H::red, &P::title>},
    KnownTag{"whitetitle", "RedTitle", of_player<&H::red, &P::title>},
    KnownTag{"blackteam", "BlackTeam", of_player<&H::black, &P::team>},
    KnownTag{"black", "Black", of_player<&H::black, &P::name>},
    KnownTag{"blackname", "Black", of_player<&H::black, &P::name>},
    KnownTag{"blackelo", "BlackElo", of_player<&H::black, &P::rating>},
    KnownTag{"blackrating", "BlackElo", of_player<&H::black, &P::rating>},
    KnownTag{"blacktitle", "BlackTitle", of_player<&H::black, &P::title>},
    KnownTag{"result", "Result", of_header<&H::result_text>},
    KnownTag{"ecco", "ECCO", of_header<&H::ecco>},
    KnownTag{"opening", "Opening", of_header<&H::opening>},
    KnownTag{"variation", "Variation", of_header<&H::variation>},
    KnownTag{"title", "Title", of_header<&H::title>},
    KnownTag{"titlea", "Title", of_header<&H::title>},
    KnownTag{"annotator", "Annotator", of_header<&H::annotator>},
    KnownTag{"rmkwriter", "Annotator", of_header<&H::annotator>},
    KnownTag{"writer", "Annotator", of_header<&H::annotator>},
    KnownTag{"author", "Author", of_header<&H::author>},
    KnownTag{"creator", "Author", of_header<&H::author>},
    KnownTag{"type", "Type", type_of},
    KnownTag{"playtype", "Type", type_of},
};

const KnownTag* find_known(std::string_view name) {
  const auto* const found = std::find_if(kKnownTags.begin(), kKnownTags.end(),
                                         [name](const KnownTag& tag) { return tag.name == name; });
  return found == kKnownTags.end() ? nullptr : found;
}

bool is_one_of(std::string_view value, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), value) != names.end();
}

// Names for tags that have no field: "Event.2", "Event.3" ... for those that come again.
class TagNames {
 public:
  // `name`, or with the next number that makes it new; numbers start at `first`, 1 being unwritten.
  std::string claim(const std::string& name, std::size_t first) {
    std::size_t& number = next_.try_emplace(to_lower(name), first).first->second;
    while (true) {
      std::string wanted = number == 1 ? name : name + "." + std::to_string(number);
      ++number;
      if (taken_.insert(to_lower(wanted)).second) return wanted;
    }
  }

 private:
  std::unordered_map<std::string, std::size_t> next_;
  std::unordered_set<std::string> taken_;
};

// Tags that tell how to read the game and are written anew; true if `tag` was one of them.
bool read_directive(const std::string& name, const PgnTag& tag, PgnHeader& out) {
  if (name == "fen") {
    if (out.fen.empty() && !is_unknown(tag.value)) out.fen = tag.value;
    return true;
  }
  if (name == "setup") return is_one_of(tag.value, {"", "0", "1"});
  if (name == "format") {
    out.format = to_lower(tag.value);
    return true;
  }
  if (name != "game" && name != "variant") return false;
  const std::string value = to_lower(tag.value);
  if (is_one_of(value, {"", "?", "standard", "normal"})) return true;
  if (is_one_of(value, {"chinese chess", "xiangqi", "chinesechess", "cchess", "中国象棋",
                        "中國象棋", "象棋"})) {
    out.is_marked = true;
    return true;
  }
  const bool is_other_game =
      name == "variant" || is_one_of(value, {"chess", "jieqi", "揭棋", "janggi", "shogi", "go",
                                             "manchu", "minixiangqi", "banqi", "国际象棋"});
  if (is_other_game) out.other_game = tag.value;
  return is_other_game;
}

}  // namespace

std::string clean_tag_value(std::string_view text) {
  std::string value;
  text = trim(text);
  value.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
      value += text[++i];
    } else if (c == '\n' || c == '\t') {
      value += ' ';
    } else if (c >= 0x20 && c != 0x7F) {
      value += text[i];
    }
  }
  return std::string(trim(value));
}

std::size_t line_length(std::string_view text) {
  // In windows, so that a text without one of the two is not searched to its end for each line.
  constexpr std::size_t kWindow = 512;
  for (std::size_t at = 0; at < text.size(); at += kWindow) {
    std::string_view window = text.substr(at, kWindow);
    const std::size_t feed = window.find('\n');
    if (feed != std::string_view::npos) window = window.substr(0, feed);
    const std::size_t carriage = window.find('\r');
    if (carriage != std::string_view::npos) {
      return at + carriage + (text.substr(at + carriage).starts_with("\r\n") ? 2 : 1);
    }
    if (feed != std::string_view::npos) return at + feed + 1;
  }
  return text.size();
}

std::size_t count_lines(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t length = line_length(text);
    const char last = text[length - 1];
    if (last == '\n' || last == '\r') ++count;
    text.remove_prefix(length);
  }
  return count;
}

bool starts_quoted_tag(std::string_view text) {
  const std::size_t end = name_end(text);
  return end != 0 && !quote_at(text.substr(end + blanks(text.substr(end)))).empty();
}

std::optional<ScannedTag> scan_tag(std::string_view text) {
  const std::size_t end = name_end(text);
  if (end == 0) return std::nullopt;
  const std::size_t start = end + blanks(text.substr(end));
  if (start == text.size()) return std::nullopt;
  const std::string_view quote = quote_at(text.substr(start));
  const bool has_value = !quote.empty() || start > end || text[start] == ']';
  if (!has_value) return std::nullopt;
  const std::string_view rest = text.substr(start + quote.size());
  ValueEnd value{};
  if (!quote.empty()) {
    value = find_value_end(rest, quote);
  } else {
    value.value = rest.find_first_of("]\r\n");
    if (value.value == std::string_view::npos || rest[value.value] != ']') return std::nullopt;
    value.tag = value.value + 1;
  }
  return ScannedTag{text.substr(1, end - 1), rest.substr(0, value.value),
                    start + quote.size() + value.tag};
}

PgnTags scan_tags(std::string_view record) {
  PgnTags found;
  std::uint32_t line = 0;
  bool at_line_start = true;
  std::size_t i = 0;
  while (i < record.size()) {
    const std::string_view rest = record.substr(i);
    const std::size_t skip = blanks(rest);
    const bool is_skipped = at_line_start && rest.front() == '%';
    if (const std::size_t next = is_skipped ? line_length(rest) : blank_line(rest); next != 0) {
      line += static_cast<std::uint32_t>(count_lines(rest.substr(0, next)));
      i += next;
      at_line_start = true;
      continue;
    }
    const auto tag = scan_tag(rest.substr(skip));
    if (!tag) break;
    if (!at_line_start && !found.tags.empty()) found.tags.back().is_alone = false;
    found.tags.push_back(
        {std::string(tag->name), clean_tag_value(tag->value), line, at_line_start});
    line += static_cast<std::uint32_t>(count_lines(rest.substr(0, skip + tag->length)));
    i += skip + tag->length;
    at_line_start = false;
    found.length = i;
  }
  return found;
}

PgnHeader read_tags(const std::vector<PgnTag>& tags) {
  PgnHeader out;
  TagNames names;
  std::string words;  // of the result, where the Result tag has a code
  for (const PgnTag& tag : tags) {
    const std::string name = to_lower(tag.name);
    if (read_directive(name, tag, out)) continue;
    if (name == "resulttext" && words.empty()) {
      words = tag.value;
      continue;
    }
    std::vector<Tag>& others = out.header.others;
    if (const KnownTag* known = find_known(name)) {
      std::string& field = known->field(out);
      if (is_unknown(tag.value)) continue;
      if (field.empty()) {
        field = tag.value;
      } else {
        others.push_back({names.claim(std::string(known->canonical), 2), tag.value});
      }
    } else {
      others.push_back({names.claim(tag.name, 1), tag.value});
    }
  }
  if (!words.empty()) {
    // Words that mean nothing to us leave the code its say.
    if (!parse_outcome(words)) {
      out.header.outcome = parse_outcome(out.header.result_text).value_or(Outcome::Unknown);
    }
    out.header.result_text = words;
  }
  return out;
}

std::vector<Tag> header_tags(const GameHeader& header, const std::string& type) {
  std::string date = header.date_text;
  if (date.empty()) date = to_pgn(header.date);
  const auto or_unknown = [](const std::string& value) {
    return value.empty() ? std::string("?") : value;
  };
  std::vector<Tag> tags{{"Game", "Chinese Chess"},
                        {"Event", or_unknown(header.event)},
                        {"Date", std::move(date)},
                        {"Red", or_unknown(header.red.name)},
                        {"Black", or_unknown(header.black.name)}};
  const std::array<Tag, 14> optional_tags{{{"Site", header.site},
                                           {"Round", header.round},
                                           {"RedTeam", header.red.team},
                                           {"BlackTeam", header.black.team},
                                           {"RedElo", header.red.rating},
                                           {"RedTitle", header.red.title},
                                           {"BlackElo", header.black.rating},
                                           {"BlackTitle", header.black.title},
                                           {"ECCO", header.ecco},
                                           {"Opening", header.opening},
                                           {"Variation", header.variation},
                                           {"Title", header.title},
                                           {"Annotator", header.annotator},
                                           {"Author", header.author}}};
  for (const Tag& tag : optional_tags) {
    if (!tag.value.empty()) tags.push_back(tag);
  }
  if (!type.empty()) tags.push_back({"Type", type});
  return tags;
}

}  // namespace qipu
