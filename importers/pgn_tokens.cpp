// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/pgn_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "importers/pgn_tags.h"
#include "record/wdl.h"

namespace qipu {

namespace {

using Kind = PgnToken::Kind;

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kCommentNearby =
    4096;  // how far a comment's end is looked for before all are

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The character at `text[at]` as ASCII, full-width forms folded; 0 if it is another.
struct Glyph {
  char ascii = 0;
  std::size_t size = 1;
};

Glyph glyph_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  if (byte(0) < 0x80) return {text[at], 1};
  if (byte(0) == 0xEF && byte(1) == 0xBC && byte(2) >= 0x81) {
    return {static_cast<char>(byte(2) - 0x60), 3};
  }
  if (byte(0) == 0xEF && byte(1) == 0xBD && byte(2) >= 0x80 && byte(2) <= 0x9E) {
    return {static_cast<char>(byte(2) - 0x20), 3};
  }
  if (byte(0) >= 0xF0) return {0, 4};
  return {0, byte(0) >= 0xE0 ? std::size_t{3} : std::size_t{2}};
}

PgnToken token(Kind kind, std::size_t begin, std::size_t end) {
  PgnToken made;
  made.kind = kind;
  made.begin = begin;
  made.end = end;
  return made;
}

// The bytes of a result at the start of `text`, of any width; 0 if there is none.
std::size_t result_length(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kResults{"1/2-1/2", "0.5-0.5", "1-0",
                                                            "0-1",     "1/2",     "½-½"};
  for (const std::string_view result : kResults) {
    std::size_t at = 0;
    std::size_t matched = 0;
    while (matched < result.size() && at < text.size()) {
      const Glyph glyph = glyph_at(text, at);
      const bool is_same = text[at] == result[matched] || glyph.ascii == result[matched];
      if (!is_same) break;
      at += text[at] == result[matched] ? 1 : glyph.size;
      ++matched;
    }
    if (matched == result.size() && (at >= text.size() || !is_digit(text[at]))) return at;
  }
  return 0;
}

constexpr std::array<std::string_view, 16> kDelimiters{
    "，", "。", "、", "（", "）", "；", "：", "…", "　", "！", "？", "．", "【", "】", "｛", "｝"};

bool is_delimiter(std::string_view text) {
  return std::any_of(kDelimiters.begin(), kDelimiters.end(),
                     [text](std::string_view mark) { return text.starts_with(mark); });
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

}  // namespace

std::size_t PgnTokens::skip_blanks(std::size_t at) const {
  while (at < text_.size()) {
    const auto c = static_cast<unsigned char>(text_[at]);
    if (c <= 0x20) {
      ++at;
    } else if ((c == 0xE3 && text_.substr(at).starts_with("\xE3\x80\x80")) ||
               (c == 0xEF && text_.substr(at).starts_with("\xEF\xBB\xBF"))) {
      at += 3;  // an ideographic blank, a stray byte order mark
    } else if (c == 0xC2 && text_.substr(at).starts_with("\xC2\xA0")) {
      at += 2;
    } else if (c == '%' && at > 0 && (text_[at - 1] == '\n' || text_[at - 1] == '\r')) {
      at += line_length(text_.substr(at));
    } else {
      break;
    }
  }
  return at;
}

// The remark that `at` is in, or null.
const TextRange* PgnTokens::remark_at(std::size_t at) const {
  if (remarks_.empty()) return nullptr;
  const auto after =
      std::upper_bound(remarks_.begin(), remarks_.end(), at,
                       [](std::size_t place, const TextRange& range) { return place < range.end; });
  return after != remarks_.end() && after->begin <= at ? &*after : nullptr;
}

PgnToken PgnTokens::next(std::size_t at) {
  at = skip_blanks(at);
  if (at >= text_.size()) return token(Kind::End, text_.size(), text_.size());
  if (const TextRange* remark = remark_at(at)) {
    PgnToken comment = token(Kind::Comment, at, remark->end);
    comment.text = trim(text_.substr(at, remark->end - at));
    return comment;
  }
  const std::string_view rest = text_.substr(at);
  switch (rest.front()) {
    case '{':
      return braces(at);
    case '(':
      return token(Kind::Open, at, at + 1);
    case ')':
      return token(Kind::Close, at, at + 1);
    case '*':
      break;
    case ';': {
      PgnToken comment = token(Kind::Comment, at, at + line_length(rest));
      comment.text = trim(rest.substr(1, comment.end - at - 1));
      return comment;
    }
    case '[':
      return delimited(at, "[", "]");
    default:
      break;
  }
  switch (static_cast<unsigned char>(rest.front())) {
    case 0xEF:
      if (rest.starts_with("（")) return delimited(at, "（", "）");
      break;
    case 0xE3:
      if (rest.starts_with("【")) return delimited(at, "【", "】");
      break;
    case 0xC2:
      if (rest.starts_with("½")) return number(at);
      break;
    default:
      break;
  }
  const char ascii = glyph_at(text_, at).ascii;
  if (is_digit(ascii)) return number(at);
  if (ascii != 0 && !is_ascii_word(ascii)) return sign(at);
  return move_or_word(at);
}

// Braces are matched where they balance: what lies between is one comment. Otherwise the first
// closing brace ends it.
PgnToken PgnTokens::braces(std::size_t at) {
  std::size_t close = text_.find('}', at);
  if (close == kNone) {
    PgnToken open = token(Kind::Unfinished, at, text_.size());
    open.text = trim(text_.substr(at + 1));
    return open;
  }
  if (text_.substr(at + 1, close - at).find('{') != kNone) {
    const std::size_t balanced = matching_brace(at);
    if (balanced != kNone) close = balanced;
  }
  PgnToken comment = token(Kind::Comment, at, close + 1);
  comment.text = trim(text_.substr(at + 1, close - at - 1));
  return comment;
}

std::size_t PgnTokens::matching_brace(std::size_t open) {
  if (!has_braces_) {
    has_braces_ = true;
    std::vector<std::size_t> unclosed;
    for (std::size_t i = text_.find_first_of("{}"); i != kNone;
         i = text_.find_first_of("{}", i + 1)) {
      if (text_[i] == '{') {
        unclosed.push_back(i);
      } else if (!unclosed.empty()) {
        braces_.emplace(unclosed.back(), i);
        unclosed.pop_back();
      }
    }
  }
  const auto found = braces_.find(open);
  return found == braces_.end() ? kNone : found->second;
}

std::size_t PgnTokens::matching_parenthesis(std::size_t open) {
  if (!has_parentheses_) {
    has_parentheses_ = true;
    std::vector<std::size_t> unclosed;
    for (PgnToken at = next(0); !at.is(Kind::End); at = next(at.end)) {
      if (at.is(Kind::Open)) unclosed.push_back(at.begin);
      if (at.is(Kind::Close) && !unclosed.empty()) {
        parentheses_.emplace(unclosed.back(), at.begin);
        unclosed.pop_back();
      }
    }
  }
  const auto found = parentheses_.find(open);
  return found == parentheses_.end() ? kNone : found->second;
}

// A remark in other brackets, which ends on its line or not far away; otherwise a mark to skip.
PgnToken PgnTokens::delimited(std::size_t at, std::string_view open, std::string_view close) {
  const std::string_view inside = text_.substr(at + open.size(), kCommentNearby);
  const std::size_t end = inside.find(close);
  const bool may_span_lines = open == "（";
  if (end == kNone || (!may_span_lines && inside.substr(0, end).find('\n') != kNone)) {
    PgnToken mark = token(Kind::Word, at, at + open.size());
    mark.text = open;
    return mark;
  }
  PgnToken comment = token(Kind::Comment, at, at + open.size() + end + close.size());
  comment.text = trim(inside.substr(0, end));
  return comment;
}

PgnToken PgnTokens::sign(std::size_t at) {
  const Glyph glyph = glyph_at(text_, at);
  std::size_t end = at + glyph.size;
  const auto next_is = [&](char c) {
    return end < text_.size() && glyph_at(text_, end).ascii == c;
  };
  switch (glyph.ascii) {
    case '*': {
      PgnToken result = token(Kind::Result, at, end);
      result.text = "*";
      return result;
    }
    case '$': {
      PgnToken nag = token(Kind::Nag, at, end);
      while (nag.end < text_.size() && is_digit(text_[nag.end])) {
        nag.nag = std::min(nag.nag * 10 + (text_[nag.end++] - '0'), 1000);
      }
      return nag;
    }
    case '!':
    case '?': {
      const char second = next_is('!') ? '!' : next_is('?') ? '?' : '\0';
      if (second != 0) end += glyph_at(text_, end).size;
      PgnToken nag = token(Kind::Nag, at, end);
      if (glyph.ascii == '!') {
        nag.nag = second == 0 ? 1 : second == '!' ? 3 : 5;
      } else {
        nag.nag = second == 0 ? 2 : second == '?' ? 4 : 6;
      }
      return nag;
    }
    case '.': {
      std::size_t dots = 1;
      for (; next_is('.'); end += glyph_at(text_, end).size)
        ++dots;
      return token(dots > 1 ? Kind::Ellipsis : Kind::Number, at, end);
    }
    case '-':
      if (next_is('-')) {
        end += glyph_at(text_, end).size;
        if (!next_is('-')) return token(Kind::Pass, at, end);
      }
      return move_or_word(at);
    case '=':
      if (text_.substr(at).starts_with("===")) return token(Kind::End, at, at);
      return move_or_word(at);
    default:
      return move_or_word(at);
  }
}

// What starts with a digit: a result, a move such as 15=6, or the number of a move.
PgnToken PgnTokens::number(std::size_t at) {
  const std::string_view rest = text_.substr(at);
  if (const std::size_t length = result_length(rest); length != 0) {
    PgnToken result = token(Kind::Result, at, at + length);
    result.text = rest.substr(0, length);
    return result;
  }
  std::size_t end = at;
  while (end < text_.size() && is_digit(glyph_at(text_, end).ascii)) {
    end += glyph_at(text_, end).size;
  }
  if (end == at) end += glyph_at(text_, at).size;  // a lone ½
  if (const auto scanned = scan_move(rest)) {
    PgnToken move = token(Kind::Move, at, at + scanned->length);
    move.move = scanned->shape;
    move.digits = end - at;
    return move;
  }
  return token(Kind::Number, at, end);
}

PgnToken PgnTokens::move_or_word(std::size_t at) {
  const std::string_view rest = text_.substr(at);
  if (const auto scanned = scan_move(rest)) {
    PgnToken move = token(Kind::Move, at, at + scanned->length);
    move.move = scanned->shape;
    return move;
  }
  if (rest.starts_with("…")) {
    std::size_t end = at;
    while (text_.substr(end).starts_with("…"))
      end += std::string_view("…").size();
    return token(Kind::Ellipsis, at, end);
  }
  return word(at);
}

// A run of letters and digits, or of other characters up to a blank, a mark, or the next move.
PgnToken PgnTokens::word(std::size_t at) {
  const char first = glyph_at(text_, at).ascii;
  const bool is_mark = first != 0 ? !is_ascii_word(first) : is_delimiter(text_.substr(at));
  std::size_t end = at + std::min(glyph_at(text_, at).size, text_.size() - at);
  while (!is_mark && end < text_.size()) {
    const Glyph glyph = glyph_at(text_, end);
    const std::string_view rest = text_.substr(end);
    if (first != 0) {
      if (glyph.ascii == 0 || !is_ascii_word(glyph.ascii)) break;
    } else {
      const bool is_part = glyph.ascii == 0 || is_digit(glyph.ascii);
      if (!is_part || is_delimiter(rest) || scan_move(rest)) break;
    }
    end += std::min(glyph.size, rest.size());
  }
  PgnToken found = token(Kind::Word, at, end);
  found.text = text_.substr(at, end - at);
  const bool is_han = static_cast<unsigned char>(found.text.front()) >= 0xE4;
  if (is_han && found.text.size() <= 30 && parse_outcome(found.text)) found.kind = Kind::Result;
  return found;
}

bool looks_like_move(std::string_view word) {
  const std::string folded = fold_width(word);
  const bool has_digit = std::any_of(folded.begin(), folded.end(), is_digit);
  if (is_ascii_word(folded.front())) {
    return has_digit && std::any_of(folded.begin(), folded.end(), [](char c) {
             return std::isalpha(static_cast<unsigned char>(c)) != 0;
           });
  }
  if (contains_any(word, {"进", "進", "退", "平"})) return true;
  const bool has_piece = contains_any(word, {"帅", "帥", "将", "將", "仕", "士", "相", "象", "马",
                                             "馬", "车", "車", "炮", "砲", "兵", "卒"});
  return has_piece &&
         (has_digit || contains_any(word, {"一", "二", "三", "四", "五", "六", "七", "八", "九"}));
}

}  // namespace qipu
