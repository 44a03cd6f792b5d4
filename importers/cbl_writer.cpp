// SPDX-License-Identifier: GPL-3.0-or-later

// Writes libraries as CCBridge 3 does.
//
// SOURCE: schema/formats/cbl.md.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "importers/cbl_layout.h"
#include "importers/cbr_record.h"

namespace qipu {

namespace {

constexpr std::size_t kMinCapacity = 128;  // of the index; doubled until it is enough
constexpr std::uint32_t kLimit = 0x7FFF'FFFF;

// Bytes on disk until they are wanted: what stands before the records is known after the last one.
class Spool {
 public:
  Spool() : file_(std::tmpfile(), &std::fclose) {
    if (file_ == nullptr) throw IoError("no temporary file for the records of a library");
  }

  void append(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
      throw IoError("the temporary file for the records of a library cannot be written");
    }
  }
  // All that was appended, once.
  void copy_to(const ByteSink& sink) {
    std::rewind(file_.get());
    std::vector<char> buffer(std::size_t{1} << 20U);
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file_.get()))
      sink({buffer.data(), size});
    if (std::ferror(file_.get()) != 0) {
      throw IoError("the temporary file for the records of a library cannot be read");
    }
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

std::string with_line_breaks(std::string_view text) {
  std::string lines;
  for (const char c : text) {
    if (c == '\n') lines += '\r';
    lines += c;
  }
  return lines;
}

class CblWriter : public GameWriter {
 public:
  explicit CblWriter(ByteSink sink) : sink_(std::move(sink)) {}

  void write(const Game& game) override {
    take_library_texts(game);
    std::string record = to_cbr_record(game, count_, kTags, losses_);
    const std::size_t used = record.size();
    const std::size_t blocks = (used + kCblBlockSize - 1) / kCblBlockSize;
    add_entry(record, used, blocks);
    record.resize(blocks * kCblBlockSize, '\0');
    records_.append(record);
    ++count_;
  }

  void finish() override {
    std::size_t capacity = kMinCapacity;
    while (capacity < count_)
      capacity *= 2;
    std::string index = std::move(entries_).str();
    index.resize(capacity * kCblEntrySize, '\0');
    sink_(head(capacity, index));
    sink_(index);
    records_.copy_to(sink_);
  }

 private:
  static constexpr std::array<std::string_view, kCblTexts.size()> kTags = [] {
    std::array<std::string_view, kCblTexts.size()> tags;
    std::transform(kCblTexts.begin(), kCblTexts.end(), tags.begin(),
                   [](const CblText& text) { return text.tag; });
    return tags;
  }();

  // What the first game that says it says of the library.
  void take_library_texts(const Game& game) {
    for (const Tag& tag : game.header.others) {
      if (std::find(kTags.begin(), kTags.end(), tag.name) == kTags.end()) continue;
      const auto [known, is_new] = texts_.emplace(tag.name, tag.value);
      if (!is_new && known->second != tag.value) ++losses_["tag " + tag.name + " of a later game"];
    }
  }

  void add_entry(std::string_view record, std::size_t used, std::size_t blocks) {
    entries_.u32(kCblLive);
    entries_.u32(static_cast<std::uint32_t>(count_));
    entries_.u32(static_cast<std::uint32_t>(blocks));
    entries_.u32(static_cast<std::uint32_t>(used));
    entries_.u32(0);
    std::string rest(kCblEntrySize - kCblEntryGuid, '\0');
    rest.replace(0, kCblGuidTextSize, cbl_guid_text(record.substr(kCbrGuid, kCbrGuidSize)));
    rest.replace(kCblEntryTitle - kCblEntryGuid, kCblTitleSize,
                 record.substr(kCbrTitle, kCblTitleSize));
    entries_.bytes(rest);
  }

  std::string head(std::size_t capacity, std::string_view index) {
    std::string head(kCblIndex, '\0');
    const auto put = [&](std::size_t offset, std::string_view bytes) {
      head.replace(offset, bytes.size(), bytes);
    };
    const auto put_u32 = [&](std::size_t offset, std::size_t value) {
      ByteWriter bytes;
      bytes.u32(static_cast<std::uint32_t>(value));
      put(offset, bytes.str());
    };
    put(0, kCblMagic);
    put_u32(kCblVersion, 3);
    put(kCblGuid, cbr_guid(index, count_));
    put_u32(kCblLimit, kLimit);
    put_u32(kCblCapacity, capacity);
    for (const CblText& text : kCblTexts) {
      const auto found = texts_.find(text.tag);
      if (found == texts_.end()) continue;
      put(text.offset, utf16_field(with_line_breaks(found->second), text.size,
                                   std::string(text.tag).c_str(), losses_));
    }
    return head;
  }

  ByteSink sink_;
  Spool records_;
  ByteWriter entries_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<GameWriter> make_cbl_writer(ByteSink sink, const WriteOptions& options) {
  (void)options;  // the format leaves no choice
  return std::make_unique<CblWriter>(std::move(sink));
}

}  // namespace qipu
