// SPDX-License-Identifier: GPL-3.0-or-later

// The seam of record formats: PGN, XQF, DhtmlXQ ... Each is one RecordFormat in a file named after
// it; the build makes record_formats() from the folder.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/bytes.h"
#include "base/result.h"
#include "record/game.h"
#include "xiangqi/notation.h"

namespace qipu {

struct ReadOptions {
  std::string charset;            // "" = decided by content
  std::string fallback_charset;   // where the decided one leaves bad bytes
  bool allow_self_check = false;  // play on where a king is left in check
  // What stands before the piece in its source, where a source is read in pieces: a library has its
  // index there. Lives as long as the piece.
  Bytes before;
};

// A record that is known and no game of ours: jieqi, janggi, western chess ..., or one that its
// library marks as deleted.
struct OtherGame {
  std::string name;
};

// What a reader found in bytes [offset, offset + size) of the piece it was given.
struct Record {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::uint32_t line = 0;  // from 1; 0 in binary formats
  // Of a record that is packed together with others: a file of the format that holds it alone.
  std::string alone;
  std::variant<Game, Error, OtherGame> found = Error{};
};
using RecordSink = std::function<void(Record)>;

struct WriteOptions {
  Notation notation = Notation::Chinese;  // of formats that write moves as text
  std::string charset = "UTF-8";          // of text formats; XQF is always GB18030
  int xqf_version = 10;                   // 10, plain, or 18, keyed
};

// Takes the bytes a writer makes. THROWS: IoError.
using ByteSink = std::function<void(std::string_view)>;

// What a target could not hold, by kind ("variations", "comment cut to 63 bytes"), with counts.
using Losses = std::map<std::string, std::size_t>;

// Writes games one after the other into a sink.
class GameWriter {
 public:
  virtual ~GameWriter() = default;
  // THROWS: IoError from the sink.
  virtual void write(const Game& game) = 0;
  // What comes after the last game. Call once.
  virtual void finish() = 0;
  const Losses& losses() const { return losses_; }

 protected:
  Losses losses_;
};

struct RecordFormat {
  std::string_view name;        // "xqf"; what --format and --input-format take
  std::string_view extensions;  // ".xqf", lower case, blanks between several
  bool one_game_a_file = false;
  // Signatures only; `head` is at most the first 4096 bytes, of a web page the first MiB.
  bool (*recognises)(Bytes head) = nullptr;
  // Where the last whole record of `window` ends, 0 = not yet; null: the format is read in one
  // piece.
  std::size_t (*split)(Bytes window) = nullptr;
  // Calls the sink for each record, in order. Pure: any thread, the fuzzer too. Every byte sequence
  // gives records; bytes that hold none give one Error.
  void (*read)(Bytes piece, const ReadOptions& options, const RecordSink& sink) = nullptr;
  // Null if the format is only read.
  std::unique_ptr<GameWriter> (*writer)(ByteSink sink, const WriteOptions& options) = nullptr;
};

// All formats, by name.
std::span<const RecordFormat* const> record_formats();

// Whether these are the first bytes of a web page.
bool is_web_page(Bytes head);

// Null if there is none.
const RecordFormat* find_record_format(std::string_view name);
// The format of a file called `name` (only its ending counts) with these bytes: the first that
// recognises them; the ending breaks ties. Null if none does.
const RecordFormat* recognise(std::string_view name, Bytes bytes);

}  // namespace qipu
