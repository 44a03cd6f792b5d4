// SPDX-License-Identifier: GPL-3.0-or-later

// CBL: libraries of CCBridge. Those of CCBridge 3 are read here, older ones in cbl_old.cpp.
//
// SOURCE: schema/formats/cbl.md.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "importers/cbl_layout.h"
#include "importers/cbr_record.h"
#include "importers/unchecked_tree.h"

namespace qipu {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
// Libraries are split into pieces no smaller than that: each piece looks at the whole index.
constexpr std::size_t kPieceSize = std::size_t{32} << 20U;

bool is_record_at(std::string_view text, std::size_t offset) {
  return text.substr(std::min(offset, text.size())).starts_with(kCbrMagic);
}

bool is_library(std::string_view text) { return text.starts_with(kCblMagic); }

std::uint32_t u32_at(Bytes bytes, std::size_t offset) {
  return ByteReader(bytes.subspan(std::min(offset, bytes.size()))).u32();
}

// Where the records should begin.
std::size_t records_offset(Bytes library) {
  return kCblIndex + kCblEntrySize * std::size_t{u32_at(library, kCblCapacity)};
}

// What the index says of records.
class Index {
 public:
  // Keeps views of `library`. No entries without one.
  explicit Index(Bytes library) {
    if (!is_library(as_text(library)) || library.size() < kCblIndex) return;
    const std::size_t end = std::min(records_offset(library), library.size());
    entries_ = library.subspan(kCblIndex, end - kCblIndex);
  }

  // The entry about `record`, the one so many records stand before: the entry of that place if it
  // has the record's GUID, else the one that has.
  std::optional<Bytes> find(std::size_t ordinal, Bytes record) {
    if (entries_.empty() || record.size() < kCbrGuid + kCbrGuidSize) return std::nullopt;
    const std::string guid = cbl_guid_text(as_text(record.subspan(kCbrGuid, kCbrGuidSize)));
    if (ordinal < count() && guid_text(ordinal) == guid) return entry(ordinal);
    if (by_guid_.empty()) {
      for (std::size_t i = 0; i < count(); ++i)
        if (u32_at(entry(i), 0) != 0) by_guid_.emplace(guid_text(i), i);
    }
    const auto found = by_guid_.find(guid);
    if (found == by_guid_.end()) return std::nullopt;
    return entry(found->second);
  }

 private:
  std::size_t count() const { return entries_.size() / kCblEntrySize; }
  Bytes entry(std::size_t i) const { return entries_.subspan(i * kCblEntrySize, kCblEntrySize); }
  std::string_view guid_text(std::size_t i) const {
    return as_text(entry(i).subspan(kCblEntryGuid, kCblGuidTextSize));
  }

  Bytes entries_;
  std::map<std::string_view, std::size_t> by_guid_;  // made when it is first wanted
};

// Records on the multiples of 4096 from the first on in `text`, however far away the next is.
std::size_t next_on_grid(std::string_view text, std::size_t first, std::size_t after) {
  std::size_t at = after < first ? first : after + kCblBlockSize - (after - first) % kCblBlockSize;
  while (at < text.size() && !is_record_at(text, at))
    at += kCblBlockSize;
  return std::min(at, text.size());
}

void add_library_texts(Bytes library, Game& game) {
  for (const CblText& text : kCblTexts) {
    if (library.size() < text.offset + text.size) return;
    std::string value = tidy_comment(utf16_text(library.subspan(text.offset, text.size)));
    if (!value.empty()) game.header.others.push_back({std::string(text.tag), std::move(value)});
  }
}

// Walks the records of a library or of a later piece of one.
class LibraryReader {
 public:
  LibraryReader(Bytes piece, const ReadOptions& options, const RecordSink& sink)
      : piece_(piece),
        text_(as_text(piece)),
        options_(options),
        sink_(sink),
        is_first_piece_(is_library(text_)),
        index_(is_first_piece_ ? piece : options.before) {}

  void run() {
    std::size_t first = is_first_piece_ ? records_offset(piece_) : 0;
    if (!is_record_at(text_, first)) first = text_.find(kCbrMagic);
    if (first == kNowhere) {
      sink_({.offset = 0,
             .size = piece_.size(),
             .line = 0,
             .found = Error{
                 .code = piece_.size() < kCblIndex ? Error::Code::Truncated : Error::Code::NoGame,
                 .message = "a library without records",
                 .offset = piece_.size()}});
      return;
    }
    ordinal_ = records_before();
    std::size_t at = first;
    std::size_t next = next_on_grid(text_, first, at);
    while (at < text_.size()) {
      // A record ends where the next one begins, on the grid or, where a file was damaged, off it.
      CbrReading reading = read_cbr_record(piece_.subspan(at, next - at), options_);
      const std::size_t strayed = text_.substr(0, next).find(kCbrMagic, at + reading.size);
      const std::size_t end = strayed == kNowhere ? next : strayed;
      emit(at, end, std::move(reading));
      at = end;
      if (at == next) next = next_on_grid(text_, first, at);
    }
  }

 private:
  // How many records came in the pieces before this one.
  std::size_t records_before() const {
    if (is_first_piece_ || !is_library(as_text(options_.before))) return 0;
    const std::string_view before = as_text(options_.before);
    std::size_t count = 0;
    const std::size_t first = records_offset(options_.before);
    for (std::size_t at = first; at < before.size(); at += kCblBlockSize)
      count += is_record_at(before, at) ? 1 : 0;
    return count;
  }

  void emit(std::size_t at, std::size_t end, CbrReading reading) {
    const Bytes record = piece_.subspan(at, end - at);
    const std::optional<Bytes> entry = index_.find(ordinal_++, record);
    if (auto* error = std::get_if<Error>(&reading.found)) error->offset += at;
    if (entry && u32_at(*entry, kCblEntryState) == kCblDeleted) {
      reading.found = OtherGame{"deleted record"};
    } else if (auto* game = std::get_if<Game>(&reading.found)) {
      if (is_first_piece_ && !has_game_) add_library_texts(piece_, *game);
      has_game_ = true;
    }
    // Blocks that the index does not count to this record: one whose start is damaged.
    const std::size_t blocks = entry ? u32_at(*entry, kCblEntryBlocks) : 0;
    const bool is_too_long = blocks > 0 && record.size() / kCblBlockSize > blocks &&
                             reading.size <= blocks * kCblBlockSize;
    const std::size_t size = is_too_long ? blocks * kCblBlockSize : record.size();
    sink_({.offset = at, .size = size, .line = 0, .found = std::move(reading.found)});
    if (!is_too_long) return;
    ++ordinal_;
    sink_({.offset = at + size,
           .size = record.size() - size,
           .line = 0,
           .found = Error{.code = Error::Code::Damaged,
                          .message = "no record begins where the index has one",
                          .offset = at + size}});
  }

  Bytes piece_;
  std::string_view text_;
  const ReadOptions& options_;
  const RecordSink& sink_;
  bool is_first_piece_;
  Index index_;
  std::size_t ordinal_ = 0;
  bool has_game_ = false;
};

bool recognises(Bytes head) { return is_library(as_text(head)) || is_old_cbl(head); }

// Before the last record that starts in the window.
std::size_t split(Bytes window) {
  const std::string_view text = as_text(window);
  if (window.size() < kPieceSize) return 0;
  const std::size_t first = is_library(text) ? records_offset(window) : 0;
  if (!is_record_at(text, first)) return 0;
  std::size_t at = first + (text.size() - first) / kCblBlockSize * kCblBlockSize;
  while (at > first && !is_record_at(text, at))
    at -= kCblBlockSize;
  return at > first ? at : 0;
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  const std::string_view text = as_text(piece);
  if (is_old_cbl(piece)) {
    read_old_cbl(piece, options, sink);
  } else if (is_library(text) || is_record_at(text, 0)) {
    LibraryReader(piece, options, sink).run();
  } else {
    sink({.offset = 0,
          .size = piece.size(),
          .line = 0,
          .found = Error{.code = Error::Code::BadHeader, .message = "no library of CCBridge"}});
  }
}

}  // namespace

std::string cbl_guid_text(std::string_view guid) {
  // The first three numbers of a GUID are little-endian.
  constexpr std::array<int, 20> kOrder{3,  2, 1, 0,  -1, 5,  4,  -1, 7,  6,
                                       -1, 8, 9, -1, 10, 11, 12, 13, 14, 15};
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text = "{";
  for (const int i : kOrder) {
    if (i < 0) {
      text += '-';
      continue;
    }
    const auto byte = static_cast<unsigned char>(guid.at(static_cast<std::size_t>(i)));
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 0xFU];
  }
  text += '}';
  std::string units;
  for (const char c : text)
    units.append(1, c).append(1, '\0');
  return units;
}

extern const RecordFormat cbl_format{.name = "cbl",
                                     .extensions = ".cbl",
                                     .one_game_a_file = false,
                                     .recognises = recognises,
                                     .split = split,
                                     .read = read,
                                     .writer = make_cbl_writer};

}  // namespace qipu
