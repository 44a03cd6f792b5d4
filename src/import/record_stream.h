// SPDX-License-Identifier: GPL-3.0-or-later

// From sources to records in order: several threads parse, one thread takes.
//
// Sources are gathered into batches of a few MiB. While the threads parse one batch, the calling
// thread takes the records of the one before, so memory holds two batches and the largest source.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "import/import_files.h"

namespace qipu {

// What a parsing thread leaves of a game.
struct ParsedGame {
  std::uint32_t plies = 0;  // of the main line
  GameKind kind = GameKind::Game;
  std::vector<Note::Kind> notes;
  // What the consumer's digest made of it.
  PreparedGame prepared;
  std::unique_ptr<Game> whole;
};

// A record as it comes from a parsing thread. Offset and line are those of the whole source.
struct ParsedRecord {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::uint32_t line = 0;
  std::string alone;  // as in Record
  std::variant<ParsedGame, Error, OtherGame> found;
};

// What becomes of the records. All calls but digest come from the thread that runs the stream.
class RecordConsumer {
 public:
  virtual ~RecordConsumer() = default;
  // Work on one game that needs no order; called from any thread. The game is gone after it, but
  // for what goes into `parsed`.
  virtual void digest(Game&& game, ParsedGame& parsed) const = 0;
  // Whether a source need not be read. Asked before its turn comes.
  virtual bool is_known(const SourceInfo& source) const = 0;
  virtual void begin(const SourceInfo& source) = 0;
  virtual void take(const SourceInfo& source, ParsedRecord&& parsed, Bytes bytes) = 0;
  // Instead of all the others: a source that cannot be read, and its bytes as far as they are
  // known.
  virtual void fail(const SourceInfo& source, const Error& error, Bytes bytes) = 0;
  virtual void end(const SourceInfo& source, bool was_read) = 0;
  // Between sources and pieces of large ones: a good moment to make things durable.
  virtual void pause(std::uint64_t bytes_taken) = 0;
};

// Reads everything under `paths` through `consumer`, and counts what it saw in `report` (all but
// what the consumer knows better: stored, duplicates). Once hooks.stop is set it returns early, in
// the time of one record: what was parsed before is taken, the last source has no end() then.
void stream_records(const std::vector<std::string>& paths, const ImportOptions& options,
                    const ImportHooks& hooks, RecordConsumer& consumer, ImportReport& report);

}  // namespace qipu
