// SPDX-License-Identifier: GPL-3.0-or-later

// A decoded text line by line, and where its records stand in the bytes as found.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "importers/raw_lines.h"
#include "importers/record_format.h"

namespace qipu {

// A line without its break and the blanks around it; views of the text it is from.
struct TextLine {
  std::string_view text;
  std::size_t begin = 0;  // where the line begins in the whole text, its blanks included
  std::size_t end = 0;    // where the next line begins
};

std::vector<TextLine> split_lines(std::string_view text);

// Bytes, decoded and cut into lines. Views point into `decoded`, so it stays where it is.
class LineFile {
 public:
  LineFile(Bytes bytes, const ReadOptions& options);
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  const std::vector<TextLine>& lines() const { return lines_; }
  std::string_view text() const { return decoded_.text; }
  const std::string& charset() const { return decoded_.charset; }

  // The lines [first, end), counted from 0, as a place for what was found there. REQUIRES: at least
  // one line; calls do not go back, though records may share their lines.
  Record place(std::size_t first, std::size_t end);
  // `error` with the place of line `line`, which is in the record that was placed last.
  Error at_line(Error error, std::size_t line) const;
  // Tells the game of the place asked for last of its charset, and of bytes that were no text in
  // it.
  void tell_charset(Game& game) const;

 private:
  DecodedText decoded_;
  RawLines raw_;
  std::vector<TextLine> lines_;
  std::size_t line_ = 0;      // of `offset_`
  std::size_t offset_ = 0;    // in the bytes as found
  std::size_t end_line_ = 0;  // of the place asked for last
  std::size_t end_offset_ = 0;
  bool has_bad_bytes_ = false;
};

}  // namespace qipu
