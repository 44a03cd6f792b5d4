// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/commit_mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <ios>
#include <string>

#include "base/result.h"
#include "schema/meta.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

constexpr const char* kName = "COMMITTED";

// Two marks, of which the older one is overwritten.
using Slots = std::array<std::uint64_t, 2>;

Slots read_slots(std::istream& in) {
  Slots slots{};
  for (std::uint64_t& slot : slots) {
    std::string bytes(kCommitMarkSize, '\0');
    if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) break;
    // What is damaged here says nothing; the other one, or none, is then what is known.
    if (const auto mark = decode_commit_mark(as_bytes(bytes))) slot = *mark;
  }
  return slots;
}

}  // namespace

std::uint64_t read_commit_mark(const fs::path& place) {
  std::ifstream in(place / kName, std::ios::binary);
  const Slots slots = read_slots(in);
  return std::max(slots[0], slots[1]);
}

void write_commit_mark(const fs::path& place, std::uint64_t change) {
  const fs::path path = place / kName;
  constexpr auto kMode = std::ios::in | std::ios::out | std::ios::binary;
  std::fstream file(path, kMode);
  if (!file.is_open()) file.open(path, kMode | std::ios::trunc);
  const Slots slots = read_slots(file);
  const std::size_t slot = slots[0] <= slots[1] ? 0 : 1;
  file.clear();
  file.seekp(static_cast<std::streamoff>(slot * kCommitMarkSize));
  file << encode_commit_mark(change) << std::flush;
  if (!file) throw IoError(fmt::format("cannot write {}", path.string()));
}

}  // namespace qipu
