// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/pgn_records.h"

#include <algorithm>

#include "base/text.h"
#include "importers/pgn_tags.h"

namespace qipu {

namespace {

// Bytes of the character at text[at] that must not be looked into.
std::size_t character_size(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const std::size_t left = text.size() - at;
  if (byte(0) < 0x81 || left < 2 || byte(1) < 0x30) return 1;
  const bool has_four = byte(1) <= 0x39;  // GB18030
  return has_four ? std::min<std::size_t>(4, left) : 2;
}

// Walks the lines of a text, knowing whether it is in tags, in moves, or in a comment.
class RecordWalk {
 public:
  RecordWalk(std::string_view text, std::size_t from, CharWidth width)
      : text_(text), at_(from), width_(width) {}

  // The start of the next record, or the end of the text.
  std::size_t next() {
    while (at_ < text_.size()) {
      const std::string_view line = text_.substr(at_, line_length(text_.substr(at_)));
      const bool is_tag = starts_quoted_tag(line);
      if (is_tag && in_comment_ && !comment_goes_on()) in_comment_ = false;
      if (is_tag && !in_comment_ && has_moves_) {
        has_moves_ = false;
        in_value_ = false;
        return at_;
      }
      take_line(line);
      at_ += line.size();
    }
    return text_.size();
  }

 private:
  // Whether the next brace from here on closes a comment.
  bool comment_goes_on() {
    if (next_brace_ < at_) {
      next_brace_ = std::min(text_.find_first_of("{}", at_), text_.size());
    }
    return next_brace_ < text_.size() && text_[next_brace_] == '}';
  }

  void take_line(std::string_view line) {
    if (in_comment_) {
      take_moves(line);
      return;
    }
    const std::string_view words = trim(line);
    if (words.empty() || line.front() == '%') {
      in_value_ = in_value_ && !words.empty();
    } else if (!has_moves_ && words.front() == '[') {
      take_tags(words);
    } else if (in_value_) {
      in_value_ = words.find(']') == std::string_view::npos;
    } else {
      has_moves_ = true;
      take_moves(line);
    }
  }

  // A line of tags may have moves after them, and a value may go on in the next line.
  void take_tags(std::string_view words) {
    std::string_view rest = words;
    while (true) {
      const auto tag = scan_tag(rest);
      if (!tag) break;
      in_value_ = tag->length == rest.size() && rest.back() != ']';
      rest = trim(rest.substr(tag->length));
    }
    if (rest.empty()) return;
    has_moves_ = true;
    take_moves(rest);
  }

  void take_moves(std::string_view line) {
    if (width_ == CharWidth::Utf8) return take_moves_of_utf8(line);
    for (std::size_t i = 0; i < line.size(); i += character_size(line, i)) {
      if (in_comment_) {
        in_comment_ = line[i] != '}';
      } else if (line[i] == '{') {
        in_comment_ = true;
      } else if (line[i] == ';') {
        return;
      }
    }
  }

  void take_moves_of_utf8(std::string_view line) {
    while (true) {
      const std::size_t mark = in_comment_ ? line.find('}') : line.find('{');
      if (!in_comment_ && line.substr(0, mark).find(';') != std::string_view::npos) return;
      if (mark == std::string_view::npos) return;
      in_comment_ = !in_comment_;
      line.remove_prefix(mark + 1);
    }
  }

  std::string_view text_;
  std::size_t at_;
  CharWidth width_;
  std::size_t next_brace_ = 0;
  bool has_moves_ = false;   // something that is no tag has come
  bool in_value_ = false;    // of a tag that its line did not close
  bool in_comment_ = false;  // in braces
};

// UTF-8 or not; a character cut off at the end says nothing.
CharWidth width_of(std::string_view window) {
  std::size_t whole = window.size();
  for (int i = 0; i < 3 && whole > 0 && static_cast<unsigned char>(window[whole - 1]) >= 0x80;
       ++i) {
    if (is_utf8(window.substr(whole - 1 - std::min<std::size_t>(whole - 1, 3)))) break;
    --whole;
  }
  return is_utf8(window.substr(0, whole)) ? CharWidth::Utf8 : CharWidth::DoubleByte;
}

}  // namespace

std::size_t record_end(std::string_view text, std::size_t from, CharWidth width) {
  return RecordWalk(text, from, width).next();
}

std::size_t last_record_start(std::string_view window) {
  const std::size_t mark = window.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  RecordWalk walk(window, mark, width_of(window));
  std::size_t last = 0;
  for (std::size_t start = walk.next(); start < window.size(); start = walk.next())
    last = start;
  return last;
}

}  // namespace qipu
