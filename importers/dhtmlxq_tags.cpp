// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/dhtmlxq_tags.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "importers/unchecked_tree.h"

namespace qipu {

namespace {

constexpr std::string_view kMark = "dhtmlxq";
constexpr std::size_t kMaxName = 64;

// Whether `text` has `word` (in lower case) at `at`.
bool is_at(std::string_view text, std::size_t at, std::string_view word) {
  if (text.size() < at || text.size() - at < word.size()) return false;
  return std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char a, char b) { return a == to_lower(b); });
}

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = from; at + word.size() <= text.size(); ++at)
    if (is_at(text, at, word)) return at;
  return std::string_view::npos;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char letter = to_lower(c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// The number that `count` hexadecimal digits at `at` make; nothing if they are not there.
std::optional<std::uint32_t> read_hex(std::string_view text, std::size_t at, std::size_t count) {
  if (text.size() < at + count) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    const int digit = hex_value(text[i]);
    if (digit < 0) return std::nullopt;
    value = value * 16 + static_cast<std::uint32_t>(digit);
  }
  return value;
}

void append_utf8(std::uint32_t code, std::string& out) {
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | code >> 6U);
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | code >> 12U);
    put(0x80U | (code >> 6U & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | code >> 18U);
    put(0x80U | (code >> 12U & 0x3FU));
    put(0x80U | (code >> 6U & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

// One round of %5B -> '[' and %u5E7F -> 广.
std::string percent_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (const auto byte = read_hex(text, i + 1, 2)) {
        out += static_cast<char>(*byte);
        i += 2;
        continue;
      }
      const auto unit =
          i + 1 < text.size() && text[i + 1] == 'u' ? read_hex(text, i + 2, 4) : std::nullopt;
      if (unit) {
        append_utf8(*unit, out);
        i += 5;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kEntities{{{"amp", "&"},
                                                                                  {"lt", "<"},
                                                                                  {"gt", ">"},
                                                                                  {"quot", "\""},
                                                                                  {"apos", "'"},
                                                                                  {"nbsp", " "},
                                                                                  {"middot", "·"},
                                                                                  {"hellip", "…"}}};

std::string entities_resolved(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end = text[i] == '&' ? text.substr(0, i + 12).find(';', i) : i;
    if (text[i] != '&' || end == std::string_view::npos) {
      out += text[i];
      continue;
    }
    const std::string_view name = text.substr(i + 1, end - i - 1);
    if (name.size() > 1 && name[0] == '#') {
      const bool is_hex = to_lower(name[1]) == 'x';
      const std::string_view digits = name.substr(is_hex ? 2 : 1);
      std::uint32_t code = 0;
      const auto [stop, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
      if (error == std::errc() && stop == digits.data() + digits.size()) {
        append_utf8(code, out);
        i = end;
        continue;
      }
    }
    const auto* entity = std::find_if(kEntities.begin(), kEntities.end(),
                                      [name](const auto& pair) { return pair.first == name; });
    if (entity == kEntities.end()) {
      out += '&';
    } else {
      out += entity->second;
      i = end;
    }
  }
  return out;
}

// A piece of the text between brackets that is ours.
struct Mark {
  enum class Kind { Opener, Closer, Tag, TagEnd };
  Kind kind = Kind::Opener;
  std::size_t begin = 0;  // of '['
  std::size_t end = 0;    // past ']'
  std::string name;       // of a tag, as found
};

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

// The mark that starts with the '[' at `at`, if one does.
std::optional<Mark> mark_at(std::string_view text, std::size_t at) {
  const bool is_end = at + 1 < text.size() && text[at + 1] == '/';
  const std::size_t word = at + (is_end ? 2 : 1);
  if (!is_at(text, word, kMark)) return std::nullopt;
  std::size_t end = word + kMark.size();
  const std::size_t limit = std::min(text.size(), end + kMaxName);
  while (end < limit && is_name_char(text[end]))
    ++end;
  if (end == text.size() || text[end] != ']') return std::nullopt;
  const std::string_view name = text.substr(word + kMark.size(), end - word - kMark.size());
  Mark mark{.begin = at, .end = end + 1, .name = {}};
  const bool is_tag = !name.empty() && name[0] == '_';
  if (is_tag) {
    mark.kind = is_end ? Mark::Kind::TagEnd : Mark::Kind::Tag;
    mark.name = name.substr(1);
  } else {
    mark.kind = is_end ? Mark::Kind::Closer : Mark::Kind::Opener;
  }
  return mark;
}

std::vector<Mark> marks_of(std::string_view text) {
  std::vector<Mark> marks;
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    if (std::optional<Mark> mark = mark_at(text, at)) marks.push_back(std::move(*mark));
  }
  return marks;
}

// A page that keeps the moves in a variable of its script: what stands between its quotes.
struct ScriptMoves {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::optional<ScriptMoves> find_script_moves(std::string_view text, std::size_t from) {
  constexpr std::string_view kName = "dhtmlxq_movelist";
  for (std::size_t at = find_word(text, kName, from); at != std::string_view::npos;
       at = find_word(text, kName, at + 1)) {
    if (at > 0 && (text[at - 1] == '[' || text[at - 1] == '/')) continue;
    std::size_t next = text.find_first_not_of(" \t", at + kName.size());
    if (next == std::string_view::npos || text[next] != '=') continue;
    next = text.find_first_not_of(" \t", next + 1);
    if (next == std::string_view::npos || (text[next] != '\'' && text[next] != '"')) continue;
    const std::size_t end = text.find(text[next], next + 1);
    if (end == std::string_view::npos) continue;
    return ScriptMoves{next + 1, end};
  }
  return std::nullopt;
}

// '[0_1_0]7747...[/0_1_0][0_4_1]...', or bare digits, or digits in a movelist tag.
std::vector<DhtmlxqLine> lines_of_script(std::string_view text) {
  std::vector<DhtmlxqLine> lines;
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    const std::size_t end = text.substr(0, at + kMaxName).find(']', at);
    if (end == std::string_view::npos) continue;
    const std::vector<std::uint32_t> key = dhtmlxq_numbers(text.substr(at + 1, end - at - 1), '_');
    if (key.size() != 3) continue;
    const std::size_t stop = std::min(text.find('[', end), text.size());
    lines.push_back(
        {{key[0], key[1], key[2]}, dhtmlxq_digits(text.substr(end + 1, stop - end - 1))});
    at = end;
  }
  if (lines.empty()) {
    if (std::string digits = dhtmlxq_digits(text); !digits.empty()) lines.push_back({{}, digits});
  }
  return lines;
}

constexpr std::array kKnownNames{
    "ver",       "init",      "pver",       "binit",    "fen",         "title",     "event",
    "class",     "group",     "date",       "place",    "round",       "table",     "red",
    "redteam",   "redname",   "redlevel",   "redeng",   "redrating",   "redtime",   "black",
    "blackteam", "blackname", "blacklevel", "blackeng", "blackrating", "blacktime", "result",
    "endtype",   "open",      "variation",  "type",     "gametype",    "timerule",  "firstnum",
    "length",    "remark",    "author",     "judge",    "record",      "hits",      "price",
    "hidden",    "sortid",    "movelist"};

// Gathers the tags of one game.
class BlockBuilder {
 public:
  BlockBuilder(std::string charset, std::string fallback, bool is_page)
      : charset_(std::move(charset)), fallback_(std::move(fallback)), is_page_(is_page) {}

  void add(DhtmlxqBlock& block, const Mark& tag, std::string_view bytes) const {
    const std::string name = to_lower(tag.name);
    if (name == "movelist") {
      add_main_line(block, dhtmlxq_digits(bytes));
      return;
    }
    if (name.starts_with("move_")) {
      const std::vector<std::uint32_t> key = dhtmlxq_numbers(std::string_view(name).substr(5), '_');
      if (key.size() == 3) {
        block.lines.push_back({{key[0], key[1], key[2]}, dhtmlxq_digits(bytes)});
        return;
      }
    }
    const std::string value = decode(bytes);
    if (name.starts_with("comment")) {
      const std::vector<std::uint32_t> key = dhtmlxq_numbers(std::string_view(name).substr(7), '_');
      if (key.size() == 1 || key.size() == 2) {
        block.comments.push_back({key.size() == 2 ? key[0] : 0, key.back(), value});
        return;
      }
    }
    if (value.empty()) return;
    if (is_known_dhtmlxq_name(name)) {
      block.known[name] = value;
    } else {
      block.unknown.push_back({tag.name, value});
    }
  }

 private:
  static void add_main_line(DhtmlxqBlock& block, std::string digits) {
    if (!block.main_line) {
      block.main_line = block.lines.size();
      block.lines.push_back({{}, std::move(digits)});
    } else if (!digits.empty()) {
      block.lines[*block.main_line].digits = std::move(digits);
    }
  }

  std::string decode(std::string_view bytes) const {
    std::string text = decode_text(as_bytes(bytes), charset_, fallback_).text;
    if (is_page_) text = entities_resolved(text);
    return from_dhtmlxq(text);
  }

  std::string charset_;
  std::string fallback_;
  bool is_page_;
};

// The whole text with percent signs resolved, if only that makes marks appear.
std::optional<std::string> uncovered(std::string_view text) {
  if (find_word(text, "[dhtmlxq") != std::string_view::npos) return std::nullopt;
  std::string plain = entities_resolved(text);
  for (int round = 0; round < 4; ++round) {
    std::string next = percent_decoded(plain);
    if (next == plain) break;
    plain = std::move(next);
  }
  return plain;
}

bool is_page(std::string_view before_marks) {
  for (std::size_t at = before_marks.find('<'); at != std::string_view::npos;
       at = before_marks.find('<', at + 1)) {
    if (at + 1 < before_marks.size() &&
        (std::isalpha(static_cast<unsigned char>(before_marks[at + 1])) != 0 ||
         before_marks[at + 1] == '!')) {
      return true;
    }
  }
  return false;
}

// Splits the marks of a text into games.
class BlockFinder {
 public:
  BlockFinder(std::string_view text, const BlockBuilder& builder, std::string charset)
      : text_(text), builder_(builder), charset_(std::move(charset)) {}

  std::vector<DhtmlxqBlock> find(const std::vector<Mark>& marks) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const Mark& mark = marks[i];
      switch (mark.kind) {
        case Mark::Kind::Opener:
          finish(mark.begin);
          start(mark.begin);
          is_bare_ = false;
          break;
        case Mark::Kind::Closer:
          finish(mark.end);
          break;
        case Mark::Kind::Tag:
          add(mark, i + 1 < marks.size() ? marks[i + 1].begin : text_.size());
          break;
        case Mark::Kind::TagEnd:
          end_ = mark.end;
          break;
      }
    }
    finish(std::max(end_, begin_));
    return std::move(blocks_);
  }

 private:
  void add(const Mark& tag, std::size_t value_end) {
    const bool is_moves = to_lower(tag.name) == "movelist";
    if (is_open_ && is_bare_ && is_moves && has_moves_) finish(tag.begin);
    if (!is_open_) {
      start(tag.begin);
      is_bare_ = true;
    }
    has_moves_ = has_moves_ || is_moves;
    has_tags_ = true;
    builder_.add(block_, tag, text_.substr(tag.end, value_end - tag.end));
    end_ = value_end;
  }

  void start(std::size_t at) {
    line_ += static_cast<std::uint32_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(begin_),
                   text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    begin_ = at;
    block_ = {};
    block_.line = line_;
    block_.charset = charset_;
    is_open_ = true;
    has_tags_ = false;
    has_moves_ = false;
  }

  // An opener without a tag after it (one wrapper in another) is no game.
  void finish(std::size_t at) {
    if (is_open_ && has_tags_) {
      block_.offset = begin_;
      block_.size = at - begin_;
      blocks_.push_back(std::move(block_));
    }
    is_open_ = false;
  }

  std::string_view text_;
  const BlockBuilder& builder_;
  std::string charset_;
  std::vector<DhtmlxqBlock> blocks_;
  DhtmlxqBlock block_;
  bool is_open_ = false;
  bool is_bare_ = false;  // no opener before its tags
  bool has_moves_ = false;
  bool has_tags_ = false;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

bool is_known_dhtmlxq_name(std::string_view name) {
  return std::find(kKnownNames.begin(), kKnownNames.end(), name) != kKnownNames.end();
}

bool has_dhtmlxq_mark(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  for (const std::string_view mark :
       {"[dhtmlxq", "%5bdhtmlxq", "%255bdhtmlxq", "&#91;dhtmlxq", "dhtmlxq_movelist"}) {
    if (find_word(text, mark) != std::string_view::npos) return true;
  }
  return false;
}

std::string to_dhtmlxq(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_mark = text[i] == '[' && (is_at(text, i + 1, kMark) ||
                                            (is_at(text, i + 1, "/") && is_at(text, i + 2, kMark)));
    if (is_mark) {
      out += "［";
    } else if (text[i] == '\n') {
      out += "||";
    } else if (text[i] != '\r') {
      out += text[i];
    }
  }
  return out;
}

std::string from_dhtmlxq(std::string_view value) {
  std::string out;
  out.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (is_at(value, i, "||")) {
      out += '\n';
      ++i;
    } else if (is_at(value, i, "<br")) {
      const std::size_t end = value.substr(0, i + 8).find('>', i);
      if (end == std::string_view::npos) {
        out += value[i];
        continue;
      }
      out += '\n';
      i = end;
    } else if (const auto unit =
                   is_at(value, i, "\\u") ? read_hex(value, i + 2, 4) : std::nullopt) {
      append_utf8(*unit, out);
      i += 5;
    } else {
      out += value[i];
    }
  }
  return tidy_comment(out);
}

std::vector<DhtmlxqBlock> find_dhtmlxq_blocks(Bytes bytes, const ReadOptions& options) {
  const std::string_view source = as_text(bytes);
  const std::optional<std::string> plain = uncovered(source);
  std::string text(plain ? *plain : source);
  std::string charset = options.charset.empty() ? detect_charset(as_bytes(text)) : options.charset;
  const bool is_wide = charset.starts_with("UTF-16") || charset.starts_with("UTF-32");
  if (is_wide) {
    text = decode_text(as_bytes(text), charset).text;
    charset = "UTF-8";
  }

  // Moves in a script are taken out, so that they are not seen twice.
  std::vector<std::vector<DhtmlxqLine>> scripts;
  for (auto script = find_script_moves(text, 0); script;
       script = find_script_moves(text, script->end)) {
    scripts.push_back(
        lines_of_script(std::string_view(text).substr(script->begin, script->end - script->begin)));
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(script->begin),
              text.begin() + static_cast<std::ptrdiff_t>(script->end), ' ');
  }

  const std::vector<Mark> marks = marks_of(text);
  const std::string_view before =
      std::string_view(text).substr(0, marks.empty() ? text.size() : marks[0].begin);
  const bool is_ascii = std::all_of(text.begin(), text.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
  const BlockBuilder builder(charset, options.fallback_charset, is_page(before));
  BlockFinder finder(text, builder, is_ascii ? "" : charset);
  std::vector<DhtmlxqBlock> blocks = finder.find(marks);

  auto script = scripts.begin();
  for (DhtmlxqBlock& block : blocks) {
    const bool has_moves = std::any_of(block.lines.begin(), block.lines.end(),
                                       [](const auto& line) { return !line.digits.empty(); });
    while (script != scripts.end() && script->empty())
      ++script;
    if (!has_moves && script != scripts.end()) block.lines = *script++;
  }
  for (; script != scripts.end(); ++script) {
    if (script->empty()) continue;
    blocks.emplace_back();
    blocks.back().size = bytes.size();
    blocks.back().lines = *script;
  }
  if (plain || is_wide) {  // places in another text say nothing about this one
    for (DhtmlxqBlock& block : blocks) {
      block.offset = 0;
      block.size = bytes.size();
      block.line = 1;
    }
  }
  return blocks;
}

std::vector<std::uint32_t> dhtmlxq_numbers(std::string_view text, char separator) {
  std::vector<std::uint32_t> numbers;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    std::uint32_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + end, number);
    if (error != std::errc() || stop != text.data() + end || numbers.size() == 3) return {};
    numbers.push_back(number);
    if (end == text.size()) return numbers;
    text.remove_prefix(end + 1);
  }
}

std::string dhtmlxq_digits(std::string_view text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
               [](char c) { return c >= '0' && c <= '9'; });
  return digits;
}

}  // namespace qipu
