// SPDX-License-Identifier: GPL-3.0-or-later

// Reads records of plain text that are no PGN: exports of programs and sites with a header of
// 红方： lines, WXF files, lists of games, moves as bare squares, applets in pages.
//
// SOURCE: schema/formats/text.md.

#include "importers/text.h"

#include <string>

#include "base/text.h"
#include "importers/record_format.h"
#include "importers/text_lines.h"
#include "importers/text_records.h"
#include "importers/text_squares.h"

namespace qipu {

namespace {

// The part of a head that no line or character is cut off in.
std::string_view whole_lines(std::string_view head) {
  const std::size_t last = head.rfind('\n');
  return last == std::string_view::npos || last < head.size() / 2 ? head : head.substr(0, last + 1);
}

bool recognises(Bytes head) {
  // A page may well be one line.
  const std::string_view text = is_web_page(head) ? as_text(head) : whole_lines(as_text(head));
  return holds_text_records(decode_text(as_bytes(text)).text);
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  LineFile file(piece, options);
  std::size_t count = 0;
  const RecordSink counted = [&](Record record) {
    ++count;
    sink(std::move(record));
  };
  if (const SquareForm squares = square_form(file.lines(), file.text());
      squares != SquareForm::None) {
    read_squares(squares, file, options, counted);
  } else if (const WordForm words = word_form(file.lines()); words != WordForm::None) {
    read_words(words, file, options, counted);
  }
  if (count > 0) return;
  sink({.offset = 0,
        .size = piece.size(),
        .line = 1,
        .found = Error{.code = Error::Code::NoGame, .message = "no game in the text", .line = 1}});
}

}  // namespace

bool holds_text_records(std::string_view head) {
  const std::vector<TextLine> lines = split_lines(head);
  return square_form(lines, head) != SquareForm::None || word_form(lines) != WordForm::None;
}

extern const RecordFormat text_format{.name = "text",
                                      .extensions = ".txt .wxf .htm .html",
                                      .one_game_a_file = false,
                                      .recognises = recognises,
                                      .split = nullptr,
                                      .read = read,
                                      .writer = nullptr};

}  // namespace qipu
