// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/keys.h"

#include <utility>

#include "base/bytes.h"
#include "schema/hash.h"

namespace qipu {

namespace {

// Longer keys of names are replaced by their start and a hash.
constexpr std::size_t kMaxNameKey = 200;
constexpr std::uint8_t kById = 0x00;   // added to the kind
constexpr std::uint8_t kByKey = 0x80;  // added to the kind

std::string number_key(std::uint32_t number) {
  ByteWriter out;
  out.u32_be(number);
  return std::move(out).str();
}

std::string prefixed(std::string_view prefix, std::uint32_t number) {
  return std::string(prefix) + number_key(number);
}

std::string text_of(const Hash128& hash) { return std::string(as_text(hash)); }

}  // namespace

std::string game_key(GameId id) { return number_key(id); }

std::optional<GameId> parse_game_key(std::string_view key) {
  if (key.size() != sizeof(GameId)) return std::nullopt;
  return ByteReader(as_bytes(key)).u32_be();
}

std::string name_id_key(NameKind kind, std::uint32_t id) {
  ByteWriter out;
  out.u8(static_cast<std::uint8_t>(kind) | kById);
  out.u32_be(id);
  return std::move(out).str();
}

std::string name_prefix(NameKind kind, std::string_view by_key) {
  ByteWriter out;
  out.u8(static_cast<std::uint8_t>(kind) | kByKey);
  out.bytes(by_key.substr(0, kMaxNameKey));
  if (by_key.size() > kMaxNameKey) out.bytes(Bytes(hash_of(as_bytes(by_key))));
  out.u8(0);
  return std::move(out).str();
}

std::string name_lookup_key(NameKind kind, std::string_view by_key, std::uint32_t id) {
  return name_prefix(kind, by_key) + number_key(id);
}

std::optional<std::uint32_t> parse_name_id(std::string_view key, std::string_view prefix) {
  if (key.size() != prefix.size() + sizeof(std::uint32_t) || !key.starts_with(prefix)) {
    return std::nullopt;
  }
  return ByteReader(as_bytes(key.substr(prefix.size()))).u32_be();
}

std::string line_key(const Hash128& main_line) { return text_of(main_line).substr(0, 8); }
std::string record_key(const Hash128& content) { return text_of(content); }

std::string page_key(std::uint32_t page) { return number_key(page); }

std::string list_prefix(PositionKey position) {
  ByteWriter out;
  out.u64_be(position.value);
  return std::move(out).str();
}

std::string list_key(PositionKey position, GameId first) {
  return list_prefix(position) + number_key(first);
}

std::string overlay_key(PositionKey position) { return list_prefix(position); }

std::string journal_key(EntryId entry) { return number_key(entry); }
std::string journal_part_key(EntryId entry, std::uint32_t part) {
  return number_key(entry) + number_key(part);
}

std::string place_key(const Place& place) {
  return number_key(place.source) + number_key(place.ordinal);
}

std::string meta_key::batch(std::uint32_t number) { return prefixed(kBatches, number); }
std::string meta_key::source(SourceId id) { return prefixed(kSources, id); }
std::string meta_key::replaced(GameId id) { return prefixed(kReplaced, id); }
std::string meta_key::former(GameId id) { return prefixed(kFormer, id); }
std::string meta_key::content(const Hash128& content) {
  return std::string(kContents) + text_of(content);
}

}  // namespace qipu
