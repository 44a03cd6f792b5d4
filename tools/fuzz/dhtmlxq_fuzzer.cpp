// SPDX-License-Identifier: GPL-3.0-or-later

// Feeds bytes to the reader of DhtmlXQ; what it reads is written, and read back must be the same
// wherever the writer states no loss.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "importers/record_format.h"

using namespace qipu;  // NOLINT(google-build-using-namespace): a program of one file

namespace {

const RecordFormat& format() {
  static const RecordFormat* const kFormat = find_record_format("dhtmlxq");
  return *kFormat;
}

std::vector<Record> read(Bytes bytes) {
  std::vector<Record> records;
  format().read(bytes, {}, [&](Record record) { records.push_back(std::move(record)); });
  return records;
}

void check_round_trip(const Game& game) {
  std::string bytes;
  const auto writer = format().writer([&](std::string_view part) { bytes += part; }, {});
  writer->write(game);
  writer->finish();
  if (!writer->losses().empty()) return;
  const std::vector<Record> again = read(as_bytes(bytes));
  if (again.size() != 1 || !std::holds_alternative<Game>(again[0].found)) std::abort();
  if (!(std::get<Game>(again[0].found) == game)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<Record> records = read({reinterpret_cast<const std::byte*>(data), size});
  if (records.empty()) std::abort();
  for (const Record& record : records) {
    if (record.offset > size || record.size > size - record.offset) std::abort();
    if (const Game* game = std::get_if<Game>(&record.found)) {
      check_round_trip(*game);
      Game normal = *game;
      normalise(normal);
    }
  }
  return 0;
}
