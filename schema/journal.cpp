// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/journal.h"

#include <algorithm>
#include <utility>

#include "schema/damage.h"

namespace qipu {

const char* to_text(JournalKind kind) {
  switch (kind) {
    case JournalKind::Hide:
      return "hide";
    case JournalKind::Unhide:
      return "unhide";
    case JournalKind::Edit:
      return "edit";
    case JournalKind::Undo:
      return "undo";
    case JournalKind::Clean:
      return "clean";
    case JournalKind::Dedupe:
      return "dedupe";
    case JournalKind::Names:
      return "names";
  }
  return "change";
}

std::string encode_journal_mark(const JournalMark& mark) {
  ByteWriter out;
  out.varint(mark.entries);
  out.varint(mark.hidden);
  return std::move(out).str();
}

Result<JournalMark> decode_journal_mark(Bytes bytes) {
  ByteReader in(bytes);
  JournalMark mark;
  mark.entries = in.varint32();
  mark.hidden = in.varint32();
  if (!in.ok() || !in.at_end()) return damaged("a mark of the journal that is none");
  return mark;
}

std::string encode_journal_head(const JournalHead& head) {
  ByteWriter out;
  out.u8(static_cast<std::uint8_t>(head.kind));
  out.varint(head.time);
  out.varint(head.undoes);
  out.text(head.command);
  out.varint(head.hidden);
  out.varint(head.shown);
  out.varint(head.edited);
  out.varint(head.parts);
  return std::move(out).str();
}

Result<JournalHead> decode_journal_head(Bytes bytes) {
  ByteReader in(bytes);
  bool fits = true;
  JournalHead head;
  const std::uint8_t kind = in.u8();
  head.kind = static_cast<JournalKind>(kind);
  fits &= kind >= static_cast<std::uint8_t>(JournalKind::Hide) &&
          kind <= static_cast<std::uint8_t>(JournalKind::Names);
  head.time = in.varint();
  head.undoes = in.varint32();
  fits &= (head.undoes != 0) == (head.kind == JournalKind::Undo);
  head.command = in.text();
  head.hidden = in.varint32();
  head.shown = in.varint32();
  head.edited = in.varint32();
  head.parts = in.varint32();
  if (!fits || !in.ok() || !in.at_end()) return damaged("an entry of the journal that is none");
  return head;
}

std::string encode_replacement(GameId game) {
  ByteWriter out;
  out.varint(game);
  return std::move(out).str();
}

Result<GameId> decode_replacement(Bytes bytes) {
  ByteReader in(bytes);
  const GameId game = in.varint32();
  if (!in.ok() || !in.at_end()) return damaged("a game's replacement that is none");
  return game;
}

std::string encode_former(const std::vector<Hash128>& contents) {
  ByteWriter out;
  for (const Hash128& content : contents)
    out.bytes(Bytes(content));
  return std::move(out).str();
}

Result<std::vector<Hash128>> decode_former(Bytes bytes) {
  std::vector<Hash128> contents(bytes.size() / sizeof(Hash128));
  ByteReader in(bytes);
  for (Hash128& content : contents) {
    const Bytes read = in.bytes(content.size());
    std::copy(read.begin(), read.end(), content.begin());
  }
  if (contents.empty() || !in.at_end()) return damaged("a game's former contents that are none");
  return contents;
}

}  // namespace qipu
