// SPDX-License-Identifier: GPL-3.0-or-later

// CBR: one record of CCBridge a file.
//
// SOURCE: schema/formats/cbr.md.

#include <memory>
#include <utility>

#include "importers/cbr_record.h"

namespace qipu {

namespace {

class CbrWriter : public GameWriter {
 public:
  explicit CbrWriter(ByteSink sink) : sink_(std::move(sink)) {}

  void write(const Game& game) override {
    if (has_game_) throw UsageError("a CBR file holds one game");
    has_game_ = true;
    sink_(to_cbr_record(game, 0, {}, losses_));
  }
  void finish() override {}

 private:
  ByteSink sink_;
  bool has_game_ = false;
};

std::unique_ptr<GameWriter> make_writer(ByteSink sink, const WriteOptions& options) {
  (void)options;  // the format leaves no choice
  return std::make_unique<CbrWriter>(std::move(sink));
}

bool recognises(Bytes head) { return as_text(head).starts_with(kCbrMagic); }

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  CbrReading reading = read_cbr_record(piece, options);
  sink({.offset = 0, .size = piece.size(), .line = 0, .found = std::move(reading.found)});
}

}  // namespace

extern const RecordFormat cbr_format{.name = "cbr",
                                     .extensions = ".cbr",
                                     .one_game_a_file = true,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = make_writer};

}  // namespace qipu
