// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes, read as records of the format QIPU_FORMAT: games or errors, never a crash or a hang.
// A game that was read can be written, and what was written reads back as the same moves.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "importers/record_format.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): as in a test

const RecordFormat& format() {
  static const RecordFormat* const kFormat = find_record_format(QIPU_FORMAT);
  return *kFormat;
}

void demand(bool law) {
  if (!law) std::abort();
}

std::vector<Record> records_of(Bytes bytes) {
  std::vector<Record> records;
  format().read(bytes, {}, [&](Record record) {
    demand(record.offset <= bytes.size() && record.size <= bytes.size() - record.offset);
    records.push_back(std::move(record));
  });
  return records;
}

void write_and_read_back(const Game& game) {
  std::string written;
  const auto writer = format().writer([&](std::string_view part) { written += part; }, {});
  writer->write(game);
  writer->finish();
  if (!writer->losses().empty()) return;
  const auto records = records_of(as_bytes(written));
  demand(records.size() == 1 && std::holds_alternative<Game>(records[0].found));
  const Game& same = std::get<Game>(records[0].found);
  demand(same.start == game.start && same.tree.main_line() == game.tree.main_line());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  format().recognises(bytes.first(std::min<std::size_t>(size, 4096)));
  if (format().split != nullptr) demand(format().split(bytes) <= size);
  const auto records = records_of(bytes);
  demand(!records.empty());
  if (format().writer == nullptr) return 0;
  for (const Record& record : records) {
    if (const Game* game = std::get_if<Game>(&record.found)) write_and_read_back(*game);
  }
  return 0;
}
