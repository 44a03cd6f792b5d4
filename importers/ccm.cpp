// SPDX-License-Identifier: GPL-3.0-or-later

// Reads CCM, the files of 中国游戏中心 and 17pk: one game a file, in records of 9 or of 7 bytes.
//
// SOURCE: schema/formats/ccm.md.

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "importers/one_line.h"
#include "importers/record_format.h"

namespace qipu {

namespace {

constexpr std::string_view kSignature("\x01\x00\x12\x00", 4);
constexpr std::size_t kHeaderSize = 12;
constexpr std::size_t kLongSize = 9;
constexpr std::size_t kShortSize = 7;

bool is_long_form(Bytes file) { return as_text(file).starts_with(kSignature); }

// A record of nine bytes: piece, side, kind, file and row from and to, what was taken and its kind.
std::optional<UncheckedMove> read_long(Bytes record) {
  ByteReader reader(record);
  const unsigned piece = reader.u8();
  const unsigned side = reader.u8();
  const unsigned kind = reader.u8();
  const unsigned from_file = reader.u8();
  const unsigned from_row = reader.u8();
  const UncheckedMove move{square_from_top(from_file, from_row), {}};
  const unsigned to_file = reader.u8();
  const auto to = square_from_top(to_file, reader.u8());
  if (piece > 15 || side < 1 || side > 2 || kind < 1 || kind > 7) return std::nullopt;
  if (!move.from || !to) return std::nullopt;
  return UncheckedMove{move.from, to};
}

// A record of seven bytes: three that are not known, files from and to, rows from and to.
std::optional<UncheckedMove> read_short(Bytes record) {
  ByteReader reader(record.subspan(3));
  const unsigned from_file = reader.u8();
  const unsigned to_file = reader.u8();
  const auto from = square_from_top(from_file, reader.u8());
  const auto to = square_from_top(to_file, reader.u8());
  if (!from || !to) return std::nullopt;
  return UncheckedMove{from, to};
}

// The moves of `records`, up to one that is none.
template <class ReadRecord>
OneLine read_records(Bytes records, std::size_t size, ReadRecord read_record) {
  OneLine line;
  line.moves.reserve(records.size() / size);
  while (records.size() >= size) {
    const std::optional<UncheckedMove> move = read_record(records.first(size));
    if (!move) {
      line.why_it_stops = "bytes that are no move";
      return line;
    }
    line.moves.push_back(*move);
    records = records.subspan(size);
  }
  if (!records.empty()) line.why_it_stops = "the file ends in the middle of a move";
  return line;
}

OneLine read_short_form(Bytes file) {
  OneLine line = read_records(file, kShortSize, read_short);
  turn_upright(line.moves);
  return line;
}

// A Unix time as the day it was in China, where the program ran.
std::string to_chinese_day(std::uint32_t unix_time) {
  const std::chrono::sys_seconds time{std::chrono::seconds(unix_time)};
  const std::chrono::year_month_day day{
      std::chrono::floor<std::chrono::days>(time + std::chrono::hours(8))};
  char text[32];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(day.year()),
                static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
  return text;
}

std::variant<Game, Error, OtherGame> read_long_form(Bytes file, const ReadOptions& options) {
  if (file.size() < kHeaderSize) {
    return Error{.code = Error::Code::Truncated,
                 .message = "the header of 12 bytes ends after " + std::to_string(file.size()),
                 .offset = file.size()};
  }
  ByteReader header(file.subspan(kSignature.size()));
  const std::uint32_t time = header.u32();
  const std::size_t promised = header.u32();
  OneLine line = read_records(file.subspan(kHeaderSize), kLongSize, read_long);
  if (line.why_it_stops.empty() && line.moves.size() != promised) {
    line.why_it_stops = "the file promises " + std::to_string(promised) + " moves and has " +
                        std::to_string(line.moves.size());
  }
  Game game;
  if (time != 0) {
    game.header.date_text = to_chinese_day(time);
    add_tag(game.header, "UnixTime", std::to_string(time));
  }
  place_line(line, options, game);
  return game;
}

std::variant<Game, Error, OtherGame> read_file(Bytes file, const ReadOptions& options) {
  if (is_long_form(file) || kSignature.starts_with(as_text(file)))
    return read_long_form(file, options);
  const OneLine line = read_short_form(file);
  if (!starts_a_game(line.moves)) {
    return Error{.code = Error::Code::BadHeader,
                 .message = "neither the signature of CCM nor a first move in records of 7 bytes"};
  }
  Game game;
  place_line(line, options, game);
  return game;
}

bool recognises(Bytes head) {
  if (head.size() < 2 * kShortSize || std::to_integer<unsigned>(head[0]) != 1) return false;
  if (is_long_form(head)) {
    return head.size() >= kHeaderSize + kLongSize &&
           read_long(head.subspan(kHeaderSize, kLongSize)).has_value();
  }
  // All of the head must be moves: there is no signature.
  const OneLine line = read_short_form(head);
  return line.moves.size() == head.size() / kShortSize && starts_a_game(line.moves);
}

void read(Bytes piece, const ReadOptions& options, const RecordSink& sink) {
  sink({.offset = 0, .size = piece.size(), .line = 0, .found = read_file(piece, options)});
}

}  // namespace

extern const RecordFormat ccm_format{.name = "ccm",
                                     .extensions = ".ccm",
                                     .one_game_a_file = true,
                                     .recognises = recognises,
                                     .split = nullptr,
                                     .read = read,
                                     .writer = nullptr};

}  // namespace qipu
