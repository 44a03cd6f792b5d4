// SPDX-License-Identifier: GPL-3.0-or-later

// Reads libraries of CCBridge 1 and 2: a stream of game blocks, mostly packed with zlib.
//
// SOURCE: schema/formats/cbl.md, "CCBridge 1 and 2".

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/cbl_layout.h"
#include "importers/ccbridge_fields.h"
#include "importers/piece_slots.h"
#include "importers/unchecked_tree.h"

namespace qipu {

namespace {

constexpr std::string_view kMagic = "CCBridge";
constexpr std::size_t kHeadSize = 20;
constexpr std::size_t kCompressionAt = 12;
constexpr unsigned kVersion = 0x15;
constexpr std::size_t kDateSize = 19;
constexpr std::size_t kOldMoveSize = 6;
// The smallest block: fixed parts, empty texts, no moves.
constexpr std::size_t kMinBlockSize = 143;

// What a library may unpack to, a guard against bombs. Real ones are 2 to 8 times their packed
// size.
constexpr std::size_t kMaxRatio = 100;
constexpr std::size_t kAlwaysAllowed = std::size_t{16} << 20U;

struct Unpacked {
  std::string bytes;
  std::optional<Error> fault;  // why they end early
};

// Ends a stream of zlib, whatever happens.
class Inflater {
 public:
  Inflater() { is_open_ = inflateInit(&stream_) == Z_OK; }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (is_open_) inflateEnd(&stream_);
  }
  bool is_open() const { return is_open_; }
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
  bool is_open_ = false;
};

Unpacked unpack(Bytes packed) {
  Unpacked result;
  Inflater inflater;
  if (!inflater.is_open()) throw IoError("zlib does not start");  // no memory
  z_stream& stream = inflater.stream();
  const std::size_t limit = std::max(kAlwaysAllowed, packed.size() * kMaxRatio);
  std::array<unsigned char, 65536> buffer{};
  int status = Z_OK;
  while (status == Z_OK && result.bytes.size() <= limit) {
    if (stream.avail_in == 0) {
      const Bytes next =
          packed.first(std::min<std::size_t>(packed.size(), std::numeric_limits<uInt>::max() / 2));
      packed = packed.subspan(next.size());
      // zlib takes what it only reads as not const.
      stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(next.data()));
      stream.avail_in = static_cast<uInt>(next.size());
    }
    stream.next_out = buffer.data();
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    result.bytes.append(reinterpret_cast<const char*>(buffer.data()),
                        buffer.size() - stream.avail_out);
  }
  const std::string so_far = " after " + std::to_string(result.bytes.size()) + " unpacked bytes";
  if (result.bytes.size() > limit) {
    result.bytes.resize(limit);
    result.fault = Error{.code = Error::Code::TooLarge,
                         .message = "the library unpacks to more than " + std::to_string(limit) +
                                    " bytes, the limit for its size; the rest is not read"};
  } else if (status == Z_BUF_ERROR) {
    result.fault = Error{.code = Error::Code::Truncated, .message = "the packed data end" + so_far};
  } else if (status != Z_STREAM_END) {
    result.fault =
        Error{.code = Error::Code::Damaged, .message = "the packed data are damaged" + so_far};
  }
  return result;
}

// Reads the items of a block or of the head of a library.
class Items {
 public:
  Items(Bytes bytes, const ReadOptions& options) : in_(bytes), options_(options) {}

  std::string text() { return decode(in_.bytes(in_.u32())); }
  std::string date() { return decode(in_.bytes(kDateSize)); }
  // Up to the end of a line, or of the bytes.
  std::string line() {
    std::string bytes;
    while (in_.remaining() > 0 && !bytes.ends_with("\r\n"))
      bytes += static_cast<char>(in_.u8());
    if (!bytes.ends_with("\r\n")) has_open_line_ = true;
    return decode(as_bytes(bytes));
  }
  ByteReader& in() { return in_; }
  bool has_open_line() const { return has_open_line_; }

 private:
  std::string decode(Bytes bytes) const {
    if (bytes.empty()) return {};
    const std::string_view charset =
        options_.charset.empty() ? std::string_view("GB18030") : std::string_view(options_.charset);
    std::string text = decode_text(bytes, charset, options_.fallback_charset).text;
    for (std::size_t at = text.find("||"); at != std::string::npos; at = text.find("||", at))
      text.replace(at, 2, "\n");
    return tidy_comment(text);
  }

  ByteReader in_;
  const ReadOptions& options_;
  bool has_open_line_ = false;
};

std::optional<Square> slot_square(std::uint8_t byte) {
  const int file = (byte >> 4) - 1;
  const int row = (byte & 0xF) - 1;
  if (file < 0 || file > 8 || row < 0 || row > 9) return std::nullopt;
  return Square(file, 9 - row);
}

std::optional<Square> move_square(std::uint8_t byte) {
  const int file = byte >> 4;
  const int row = byte & 0xF;
  if (file > 8 || row > 9) return std::nullopt;
  return Square(file, 9 - row);
}

// Whether a game block seems to start here: a length, 32 squares, and a type.
bool looks_like_block(Bytes bytes) {
  ByteReader in(bytes);
  const std::uint32_t length = in.u32();
  bool is_one = length >= kMinBlockSize && length <= bytes.size();
  bool has_piece = false;
  for (std::size_t i = 0; i < kSlotCount && is_one; ++i) {
    const std::uint8_t byte = in.u8();
    is_one = byte == 0 || slot_square(byte).has_value();
    has_piece = has_piece || byte != 0;
  }
  return is_one && has_piece && in.u32() < kCcbridgeTypes.size() && in.ok();
}

// One block as it is read.
struct Block {
  Game game;
  UncheckedTree tree;
  std::string cut;       // why its moves end early
  std::size_t size = 0;  // what its items take
};

void read_moves(Items& items, Block& block) {
  ByteReader& in = items.in();
  const std::uint32_t count = in.u32();
  if (count > in.remaining() / kOldMoveSize)
    block.cut = "the block ends in the middle of the moves";
  std::vector<NodeId> path{kRoot};  // the nodes of the line being read
  std::vector<NodeId> moves;
  std::size_t base = 0;
  for (std::uint32_t i = 0; i < count && block.cut.empty(); ++i) {
    const std::size_t ply = in.u16();
    if (i == 0) base = ply;
    const std::optional<Square> from = move_square(in.u8());
    const std::optional<Square> to = move_square(in.u8());
    in.u16();  // the move as packed text
    const std::size_t depth = ply - base;
    if (ply < base || depth >= path.size()) {
      block.cut = "move " + std::to_string(i + 1) + " follows a ply that is not there";
      break;
    }
    path.resize(depth + 1);
    moves.push_back(block.tree.add(path.back(), {from, to}));
    path.push_back(moves.back());
  }
  if (!block.cut.empty()) return;
  for (const NodeId node : moves)
    block.tree.add_comment(node, items.line());
  if (items.has_open_line()) block.cut = "the block ends in the middle of the comments";
}

// Reads the items of a block that starts at its length.
Block read_block(Bytes bytes, const ReadOptions& options) {
  Block block;
  GameHeader& header = block.game.header;
  Items items(bytes, options);
  ByteReader& in = items.in();
  in.u32();  // its length
  Slots slots;
  for (auto& slot : slots)
    slot = slot_square(in.u8());
  const std::uint32_t type = in.u32();
  if (type < kCcbridgeTypes.size()) block.game.type = kCcbridgeTypes.at(type);
  const auto set = [&](const char* field, const std::string& text) {
    set_text(header, ccbridge_field(field), text);
  };
  set("event", items.text());
  const std::uint32_t number = in.u32();
  set("title", items.text());
  set("Source", items.text());
  const std::string other = items.text();
  if (!other.empty()) header.others.push_back({"Other", other});
  for (const char* field : {"site", "date", "red player", "black player"})
    set(field, items.text());
  if (const std::uint32_t result = in.u32(); result < 4) set_result(header, result);
  for (const char* field : {"annotator", "AnnotatorEmail", "author", "AuthorEmail"})
    set(field, items.text());
  block.tree.add_comment(kRoot, items.text());
  const Color to_move = in.u8() == 0 ? Color::Black : Color::Red;
  block.game.start = Position::from_board(to_board(slots), to_move);
  for (const char* field : {"Created", "Modified"})
    set(field, items.date());
  if (number > 1) header.others.push_back({"FirstMoveNumber", std::to_string(number)});
  if (in.ok()) {
    read_moves(items, block);
  } else {
    block.cut = "the block ends before its moves";
  }
  block.size = in.position();
  return block;
}

// Walks the blocks of an unpacked library.
class OldLibrary {
 public:
  // `data` are what comes behind `head`, or what that was unpacked to.
  OldLibrary(Bytes head, Bytes data, bool was_packed, const ReadOptions& options,
             const RecordSink& sink)
      : head_(head), data_(data), was_packed_(was_packed), options_(options), sink_(sink) {}

  void run() {
    std::size_t at = read_head();
    while (at + kMinBlockSize <= data_.size()) {
      if (looks_like_block(data_.subspan(at))) {
        at += take(at);
        continue;
      }
      const std::size_t next = find_block(at + 1);
      if (next < data_.size() || count_ < promised_) complain_of(at, next);
      at = next;
    }
    if (count_ < promised_) {
      complain(Error::Code::Truncated,
               "the library promises " + std::to_string(promised_) + " games and holds " +
                   std::to_string(count_),
               data_.size());
    }
  }

  bool has_records() const { return has_records_; }
  void complain(Error::Code code, std::string message, std::size_t at, std::size_t size = 0) {
    has_records_ = true;
    Record record = record_at(at, size);
    record.found = Error{.code = code,
                         .message = was_packed_ ? std::move(message) + " (byte " +
                                                      std::to_string(at) + " of the unpacked data)"
                                                : std::move(message),
                         .offset = record.offset};
    sink_(std::move(record));
  }

 private:
  std::size_t read_head() {
    Items items(data_, options_);
    for (const char* tag :
         {"LibraryName", "LibrarySource", "LibraryOther", "LibraryCreator", "LibraryCreatorEmail"})
      add_text(tag, items.text());
    for (const char* tag : {"LibraryCreated", "LibraryModified"})
      add_text(tag, items.date());
    promised_ = items.in().u32();
    add_text("LibraryRemarks", items.text());
    if (items.in().ok()) return items.in().position();
    promised_ = 0;  // what was read there is no number
    complain(Error::Code::Truncated, "the library's own texts run past its end", 0, data_.size());
    return find_block(0);
  }

  void add_text(const char* tag, std::string text) {
    if (!text.empty()) library_.push_back({tag, std::move(text)});
  }

  // The next place where a block seems to start, or the end.
  std::size_t find_block(std::size_t at) const {
    while (at < data_.size() && !looks_like_block(data_.subspan(at)))
      ++at;
    return at;
  }

  // Hands on the block at `at`; its length.
  std::size_t take(std::size_t at) {
    std::uint32_t length = ByteReader(data_.subspan(at)).u32();
    Block block = read_block(data_.subspan(at, length), options_);
    const bool ends_early = block.cut.empty() && block.size < length &&
                            looks_like_block(data_.subspan(at + block.size));
    if (ends_early) {  // else the next games would be lost
      block.game.notes.push_back(
          {Note::Kind::Repaired, -1, "the length of the game block is wrong"});
      length = static_cast<std::uint32_t>(block.size);
    }
    place_ccbridge_moves(block.tree, block.cut, options_, block.game);
    std::vector<Tag>& others = block.game.header.others;
    others.insert(others.end(), library_.begin(), library_.end());
    library_.clear();  // they are on the first game
    ++count_;
    has_records_ = true;
    Record record = record_at(at, length);
    record.found = std::move(block.game);
    sink_(std::move(record));
    return length;
  }

  void complain_of(std::size_t at, std::size_t next) {
    ++count_;  // it may have been one
    complain(Error::Code::Damaged,
             "no game block where game " + std::to_string(count_) + " should be", at, next - at);
  }

  // Packed data have no place of their own for each record.
  Record record_at(std::size_t at, std::size_t size) const {
    Record record;
    record.offset = head_.size() + (was_packed_ ? 0 : at);
    record.size = was_packed_ ? 0 : size;
    if (was_packed_ && size > 0) record.alone = library_of(data_.subspan(at, size));
    return record;
  }

  // A library that is not packed, says nothing of itself, and promises one game.
  std::string library_of(Bytes block) const {
    constexpr std::size_t kTextLengths = std::size_t{5} * 4;
    std::string library(as_text(head_));
    library[kCompressionAt] = '\0';
    library.append(kTextLengths, '\0').append(2 * kDateSize, ' ').append({1, 0, 0, 0, 0, 0, 0, 0});
    return library.append(as_text(block));
  }

  Bytes head_;
  Bytes data_;
  bool was_packed_;
  const ReadOptions& options_;
  const RecordSink& sink_;
  std::vector<Tag> library_;
  std::size_t promised_ = 0;
  std::size_t count_ = 0;
  bool has_records_ = false;
};

}  // namespace

bool is_old_cbl(Bytes head) {
  if (head.size() < kMagic.size() + 4 || !as_text(head).starts_with(kMagic)) return false;
  return ByteReader(head.subspan(kMagic.size())).u32() < ' ';
}

void read_old_cbl(Bytes library, const ReadOptions& options, const RecordSink& sink) {
  const auto refuse = [&](Error::Code code, std::string message, std::size_t offset) {
    sink({.offset = 0,
          .size = library.size(),
          .line = 0,
          .found = Error{.code = code, .message = std::move(message), .offset = offset}});
  };
  ByteReader in(library.subspan(kMagic.size()));
  const std::uint32_t version = in.u32();
  const std::uint32_t compression = in.u32();
  if (version != kVersion) {
    return refuse(Error::Code::Unsupported,
                  "version " + std::to_string(version) + " of a library is not known",
                  kMagic.size());
  }
  if (library.size() < kHeadSize) {
    return refuse(Error::Code::Truncated, "the library ends in its head", library.size());
  }
  const Bytes head = library.first(kHeadSize);
  const Bytes data = library.subspan(kHeadSize);
  if (compression == 0) {
    OldLibrary reader(head, data, false, options, sink);
    reader.run();
    if (!reader.has_records()) refuse(Error::Code::NoGame, "a library without games", 0);
    return;
  }
  const Unpacked unpacked = unpack(data);
  OldLibrary reader(head, as_bytes(unpacked.bytes), true, options, sink);
  if (unpacked.bytes.empty() && unpacked.fault) {
    return refuse(unpacked.fault->code, unpacked.fault->message, kHeadSize);
  }
  reader.run();
  if (unpacked.fault) {
    reader.complain(unpacked.fault->code, unpacked.fault->message, unpacked.bytes.size());
  }
  if (!reader.has_records()) refuse(Error::Code::NoGame, "a library without games", kHeadSize);
}

}  // namespace qipu
