// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/text_lines.h"

#include <cassert>

#include "importers/pgn_tags.h"

namespace qipu {

std::vector<TextLine> split_lines(std::string_view text) {
  std::vector<TextLine> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = line_length(text.substr(at));
    lines.push_back({trim(text.substr(at, length)), at, at + length});
    at += length;
  }
  return lines;
}

LineFile::LineFile(Bytes bytes, const ReadOptions& options)
    : decoded_(decode_text(bytes, options.charset, options.fallback_charset)),
      raw_(bytes, decoded_.charset),
      lines_(split_lines(decoded_.text)) {}

Record LineFile::place(std::size_t first, std::size_t end) {
  assert(first >= line_ && first < end && end <= lines_.size());
  // Many records may share a long line, which is walked once.
  if (first != line_ || end != end_line_) {
    offset_ = raw_.skip(offset_, first - line_);
    line_ = first;
    end_line_ = end;
    end_offset_ = end == lines_.size() ? raw_.size() : raw_.skip(offset_, end - first);
    const std::size_t begin = lines_[first].begin;
    const std::string_view part = text().substr(begin, lines_[end - 1].end - begin);
    has_bad_bytes_ = decoded_.bad_bytes > 0 && part.find("\xEF\xBF\xBD") != std::string_view::npos;
  }
  return {.offset = offset_,
          .size = end_offset_ - offset_,
          .line = static_cast<std::uint32_t>(first + 1),
          .found = Error{}};
}

Error LineFile::at_line(Error error, std::size_t line) const {
  assert(line >= line_);
  error.offset = raw_.skip(offset_, line - line_);
  error.line = static_cast<std::uint32_t>(line + 1);
  return error;
}

void LineFile::tell_charset(Game& game) const {
  game.charset = decoded_.charset;
  if (!has_bad_bytes_) return;
  game.notes.push_back({Note::Kind::Guessed, -1, "bytes that are no " + decoded_.charset});
}

}  // namespace qipu
