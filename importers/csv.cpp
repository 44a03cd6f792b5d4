// SPDX-License-Identifier: GPL-3.0-or-later

// CSV: the headers of games, a game a line, for spreadsheets. Written only; moves are not in it.
//
// SOURCE: RFC 4180. In UTF-8, with a byte order mark if the charset asked for is UTF-8-BOM (some
// spreadsheets need one), or in any other charset.

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "importers/encoded.h"
#include "importers/record_format.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

constexpr std::string_view kWithMark = "UTF-8-BOM";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::array<std::string_view, 28> kColumns{
    "red",         "red_team",  "red_rating",  "red_title", "black",   "black_team", "black_rating",
    "black_title", "result",    "result_text", "event",     "round",   "date",       "date_text",
    "site",        "title",     "type",        "kind",      "plies",   "ecco",       "opening",
    "variation",   "annotator", "author",      "start_fen", "charset", "notes",      "other_tags"};

// In quotes where the text needs them.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

class CsvWriter : public GameWriter {
 public:
  CsvWriter(ByteSink sink, const WriteOptions& options)
      : sink_(std::move(sink)), charset_(options.charset == kWithMark ? "UTF-8" : options.charset) {
    std::string head(options.charset == kWithMark ? kByteOrderMark : "");
    for (const std::string_view column : kColumns)
      head += (column == kColumns.front() ? "" : ",") + std::string(column);
    sink_(encoded(head + "\r\n", charset_, losses_));
  }

  void write(const Game& game) override {
    const GameHeader& header = game.header;
    std::string notes;
    for (const Note& note : game.notes)
      notes += (notes.empty() ? "" : "; ") + note.text;
    std::string tags;
    for (const Tag& tag : header.others)
      tags += (tags.empty() ? "" : "; ") + tag.name + '=' + tag.value;
    const std::array<std::string, kColumns.size()> cells{
        header.red.name,
        header.red.team,
        header.red.rating,
        header.red.title,
        header.black.name,
        header.black.team,
        header.black.rating,
        header.black.title,
        std::string(to_word(header.outcome)),
        header.result_text,
        header.event,
        header.round,
        to_iso(header.date),
        header.date_text,
        header.site,
        header.title,
        game.type,
        std::string(to_word(kind_of(game))),
        std::to_string(game.tree.ply_count()),
        header.ecco,
        header.opening,
        header.variation,
        header.annotator,
        header.author,
        game.has_usual_start() ? "" : to_fen(game.start),
        game.charset,
        notes,
        tags};
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
      line += (i == 0 ? "" : ",") + field(cells.at(i));
    sink_(encoded(line + "\r\n", charset_, losses_));
    count_losses(game.tree);
  }

  void finish() override {}

 private:
  void count_losses(const MoveTree& tree) {
    if (tree.size() > 1) ++losses_["moves"];
    if (tree.has_variations()) ++losses_["variations"];
    if (tree.has_comments()) ++losses_["comments"];
  }

  ByteSink sink_;
  std::string charset_;
};

bool recognises(Bytes /*head*/) { return false; }

void read(Bytes piece, const ReadOptions& /*options*/, const RecordSink& sink) {
  Record record;
  record.size = piece.size();
  record.line = 1;
  record.found = Error{.code = Error::Code::Unsupported,
                       .message = "CSV holds headers only; it is written, not read",
                       .line = 1};
  sink(std::move(record));
}

std::unique_ptr<GameWriter> make_writer(ByteSink sink, const WriteOptions& options) {
  return std::make_unique<CsvWriter>(std::move(sink), options);
}

}  // namespace

extern const RecordFormat csv_format{
    .name = "csv",
    .extensions = ".csv",
    .recognises = recognises,
    .split = nullptr,
    .read = read,
    .writer = make_writer,
};

}  // namespace qipu
