// SPDX-License-Identifier: GPL-3.0-or-later

// Bytes as they lie in files and in the store: a reader that cannot run past the end, a writer
// that appends. Numbers are little-endian unless the name says otherwise; a varint holds seven
// bits a byte, low bits first, at most ten bytes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace qipu {

using Bytes = std::span<const std::byte>;

Bytes as_bytes(std::string_view text);
std::string_view as_text(Bytes bytes);

// Reads from the front of a span. A read past the end gives zero and makes ok() false for good,
// so a decoder checks once at its end (and wherever a number it read sets how much it does).
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

  std::uint8_t u8();
  std::uint16_t u16();
  std::uint32_t u32();
  std::uint64_t u64();
  std::uint32_t u32_be();
  std::uint64_t u64_be();
  std::uint64_t varint();
  // One that must fit 32 bits; ok() is false if it does not.
  std::uint32_t varint32();
  // The next `count` bytes, or an empty span (and ok() false) if there are fewer.
  Bytes bytes(std::uint64_t count);
  // A varint length, then so many bytes, as text.
  std::string_view text();

  bool ok() const { return ok_; }
  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  bool at_end() const { return position_ == bytes_.size(); }

 private:
  Bytes bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

// Appends to a string it owns.
class ByteWriter {
 public:
  void u8(std::uint8_t value);
  void u16(std::uint16_t value);
  void u32(std::uint32_t value);
  void u64(std::uint64_t value);
  void u32_be(std::uint32_t value);
  void u64_be(std::uint64_t value);
  void varint(std::uint64_t value);
  void bytes(Bytes value);
  void bytes(std::string_view value);
  // A varint length, then the bytes.
  void text(std::string_view value);

  std::size_t size() const { return out_.size(); }
  const std::string& str() const& { return out_; }
  std::string str() && { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace qipu
