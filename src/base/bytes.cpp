// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/bytes.h"

#include <concepts>

namespace qipu {

namespace {

template <std::unsigned_integral T>
T little_endian(Bytes bytes) {
  T value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = static_cast<T>(static_cast<T>(value << 8U) | std::to_integer<T>(bytes[i]));
  }
  return value;
}

template <std::unsigned_integral T>
T big_endian(Bytes bytes) {
  T value = 0;
  for (const std::byte byte : bytes) {
    value = static_cast<T>(static_cast<T>(value << 8U) | std::to_integer<T>(byte));
  }
  return value;
}

template <std::unsigned_integral T>
void append_little_endian(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    out.push_back(static_cast<char>(value >> (8U * i) & 0xFFU));
  }
}

template <std::unsigned_integral T>
void append_big_endian(std::string& out, T value) {
  for (std::size_t i = sizeof(T); i-- > 0;) {
    out.push_back(static_cast<char>(value >> (8U * i) & 0xFFU));
  }
}

}  // namespace

Bytes as_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Bytes ByteReader::bytes(std::uint64_t count) {
  if (count > remaining()) {
    ok_ = false;
    position_ = bytes_.size();
    return {};
  }
  const Bytes taken = bytes_.subspan(position_, static_cast<std::size_t>(count));
  position_ += taken.size();
  return taken;
}

std::uint8_t ByteReader::u8() {
  if (at_end()) {
    ok_ = false;
    return 0;
  }
  return std::to_integer<std::uint8_t>(bytes_[position_++]);
}

std::uint16_t ByteReader::u16() { return little_endian<std::uint16_t>(bytes(2)); }
std::uint32_t ByteReader::u32() { return little_endian<std::uint32_t>(bytes(4)); }
std::uint64_t ByteReader::u64() { return little_endian<std::uint64_t>(bytes(8)); }
std::uint32_t ByteReader::u32_be() { return big_endian<std::uint32_t>(bytes(4)); }
std::uint64_t ByteReader::u64_be() { return big_endian<std::uint64_t>(bytes(8)); }

std::uint64_t ByteReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t byte = u8();
    if (!ok_) return 0;
    const std::uint64_t bits = byte & 0x7FU;
    if (shift == 63 && bits > 1) break;  // would not fit 64 bits
    value |= bits << shift;
    if ((byte & 0x80U) == 0) return value;
  }
  ok_ = false;
  return 0;
}

std::uint32_t ByteReader::varint32() {
  const std::uint64_t value = varint();
  ok_ &= value <= UINT32_MAX;
  return static_cast<std::uint32_t>(value);
}

std::string_view ByteReader::text() {
  const std::uint64_t length = varint();
  return as_text(bytes(length));
}

void ByteWriter::u8(std::uint8_t value) { out_.push_back(static_cast<char>(value)); }
void ByteWriter::u16(std::uint16_t value) { append_little_endian(out_, value); }
void ByteWriter::u32(std::uint32_t value) { append_little_endian(out_, value); }
void ByteWriter::u64(std::uint64_t value) { append_little_endian(out_, value); }
void ByteWriter::u32_be(std::uint32_t value) { append_big_endian(out_, value); }
void ByteWriter::u64_be(std::uint64_t value) { append_big_endian(out_, value); }

void ByteWriter::varint(std::uint64_t value) {
  while (value >= 0x80) {
    u8(static_cast<std::uint8_t>((value & 0x7FU) | 0x80U));
    value >>= 7U;
  }
  u8(static_cast<std::uint8_t>(value));
}

void ByteWriter::bytes(Bytes value) { out_.append(as_text(value)); }
void ByteWriter::bytes(std::string_view value) { out_.append(value); }

void ByteWriter::text(std::string_view value) {
  varint(value.size());
  bytes(value);
}

}  // namespace qipu
