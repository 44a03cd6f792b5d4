// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/found_records.h"

#include <catch2/catch.hpp>
#include <utility>

namespace qipu {

std::vector<Record> records_of(std::string_view name, std::string_view bytes,
                               const ReadOptions& options) {
  const RecordFormat* format = recognise(name, as_bytes(bytes));
  REQUIRE(format != nullptr);
  std::vector<Record> records;
  format->read(as_bytes(bytes), options, [&](Record record) {
    if (Game* game = std::get_if<Game>(&record.found)) normalise(*game);
    records.push_back(std::move(record));
  });
  return records;
}

Game only_game(std::string_view name, std::string_view bytes, const ReadOptions& options) {
  const std::vector<Record> records = records_of(name, bytes, options);
  REQUIRE(records.size() == 1);
  if (const Error* error = std::get_if<Error>(&records[0].found)) FAIL(error->message);
  REQUIRE(std::holds_alternative<Game>(records[0].found));
  return std::get<Game>(records[0].found);
}

Error only_error(std::string_view name, std::string_view bytes, const ReadOptions& options) {
  const std::vector<Record> records = records_of(name, bytes, options);
  REQUIRE(records.size() == 1);
  REQUIRE(std::holds_alternative<Error>(records[0].found));
  return std::get<Error>(records[0].found);
}

std::string file_of(std::string_view format, const Game& game, const WriteOptions& options) {
  const RecordFormat* found = find_record_format(format);
  REQUIRE(found != nullptr);
  std::string bytes;
  const auto writer = found->writer([&](std::string_view part) { bytes += part; }, options);
  writer->write(game);
  writer->finish();
  return bytes;
}

}  // namespace qipu
