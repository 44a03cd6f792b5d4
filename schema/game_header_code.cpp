// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/game_header_code.h"

#include <array>
#include <optional>
#include <utility>

namespace qipu {

namespace {

enum class Field : std::uint8_t {  // stored; never renumber
  Title = 1,
  Site = 2,
  DateText = 3,
  Round = 4,
  RedTeam = 5,
  RedRating = 6,
  RedTitle = 7,
  BlackTeam = 8,
  BlackRating = 9,
  BlackTitle = 10,
  ResultText = 11,
  Annotator = 12,
  Author = 13,
  Ecco = 14,
  Opening = 15,
  Variation = 16,
  Type = 17,
  // Not plain texts:
  Date = 32,
  Outcome = 33,
  Conflict = 34,
  OtherTag = 35,  // any number
  Charset = 48,
  Note = 49,  // any number
};

// The fields that are a text, in the order of their numbers.
template <class G, class T>
std::array<T*, 17> text_fields(G& game) {
  auto& header = game.header;
  return {&header.title,       &header.site,        &header.date_text,
          &header.round,       &header.red.team,    &header.red.rating,
          &header.red.title,   &header.black.team,  &header.black.rating,
          &header.black.title, &header.result_text, &header.annotator,
          &header.author,      &header.ecco,        &header.opening,
          &header.variation,   &game.type};
}

void append_field(ByteWriter& out, Field field, std::string_view payload) {
  out.u8(static_cast<std::uint8_t>(field));
  out.text(payload);
}

void append_field(ByteWriter& out, Field field, const ByteWriter& payload) {
  append_field(out, field, payload.str());
}

bool read_date(ByteReader& in, Date& date) {
  date.year = in.u16();
  date.month = in.u8();
  date.day = in.u8();
  return date.month <= 12 && date.day <= 31;
}

bool read_outcome(ByteReader& in, Outcome& outcome) {
  const std::uint8_t code = in.u8();
  outcome = static_cast<Outcome>(code);
  return code <= static_cast<std::uint8_t>(Outcome::Draw);
}

bool read_tag(ByteReader& in, std::vector<Tag>& tags) {
  std::string name(in.text());
  std::string value(in.text());
  tags.push_back({std::move(name), std::move(value)});
  return true;
}

bool read_note(ByteReader& in, std::vector<Note>& notes) {
  const std::uint8_t kind = in.u8();
  const int ply = static_cast<int>(in.u32());
  notes.push_back({static_cast<Note::Kind>(kind), ply, std::string(in.text())});
  return kind >= static_cast<std::uint8_t>(Note::Kind::Repaired) &&
         kind <= static_cast<std::uint8_t>(Note::Kind::IllegalStart);
}

// Reads the payload of a field that is no plain text; false for a field nobody knows.
bool read_special(Field field, Bytes payload, Game& game) {
  ByteReader in(payload);
  bool is_good = false;
  switch (field) {
    case Field::Date:
      is_good = read_date(in, game.header.date);
      break;
    case Field::Outcome:
      is_good = read_outcome(in, game.header.outcome);
      break;
    case Field::Conflict:
      is_good = game.header.has_conflicting_result = true;
      break;
    case Field::OtherTag:
      is_good = read_tag(in, game.header.others);
      break;
    case Field::Charset:
      game.charset = as_text(payload);
      return true;
    case Field::Note:
      is_good = read_note(in, game.notes);
      break;
    default:
      return false;
  }
  return is_good && in.ok() && in.at_end();
}

}  // namespace

void append_header(ByteWriter& out, const Game& game, HeaderPart part) {
  const GameHeader& header = game.header;
  std::uint8_t number = 1;
  for (const std::string* text : text_fields<const Game, const std::string>(game)) {
    if (!text->empty()) append_field(out, static_cast<Field>(number), *text);
    ++number;
  }
  if (header.date != Date{}) {
    ByteWriter date;
    date.u16(header.date.year);
    date.u8(header.date.month);
    date.u8(header.date.day);
    append_field(out, Field::Date, date);
  }
  if (header.outcome != Outcome::Unknown) {
    ByteWriter outcome;
    outcome.u8(static_cast<std::uint8_t>(header.outcome));
    append_field(out, Field::Outcome, outcome);
  }
  if (header.has_conflicting_result) append_field(out, Field::Conflict, std::string_view());
  for (const Tag& tag : header.others) {
    ByteWriter payload;
    payload.text(tag.name);
    payload.text(tag.value);
    append_field(out, Field::OtherTag, payload);
  }
  if (part == HeaderPart::Game) return;
  if (!game.charset.empty()) append_field(out, Field::Charset, game.charset);
  for (const Note& note : game.notes) {
    ByteWriter payload;
    payload.u8(static_cast<std::uint8_t>(note.kind));
    payload.u32(static_cast<std::uint32_t>(note.ply));
    payload.text(note.text);
    append_field(out, Field::Note, payload);
  }
}

bool read_header(Bytes bytes, Game& game) {
  const auto texts = text_fields<Game, std::string>(game);
  ByteReader in(bytes);
  std::uint8_t last = 0;
  while (!in.at_end()) {
    const std::uint8_t number = in.u8();
    const std::string_view payload = in.text();
    if (!in.ok()) return false;
    const auto field = static_cast<Field>(number);
    const bool may_repeat = field == Field::OtherTag || field == Field::Note;
    if (number < last || (number == last && !may_repeat)) return false;
    last = number;
    if (number >= 1 && number <= texts.size()) {
      *texts[number - 1] = payload;
    } else if (!read_special(field, as_bytes(payload), game)) {
      return false;
    }
  }
  return true;
}

}  // namespace qipu
