// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace qipu {

namespace {

// Bytes of the UTF-8 character that starts with `lead`. REQUIRES: valid UTF-8.
std::size_t character_size(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0x80) return 1;
  if (byte < 0xE0) return 2;
  return byte < 0xF0 ? 3 : 4;
}

// Signs that must not begin a line.
bool closes(std::string_view character) {
  static constexpr std::array<std::string_view, 14> kClosing{
      "，", "。", "、", "；", "：", "！", "？", "）", "」", "》", "”", "…", ")", ","};
  return std::find(kClosing.begin(), kClosing.end(), character) != kClosing.end();
}

// Signs that must not end one.
bool opens(std::string_view character) {
  return character == "（" || character == "「" || character == "《" || character == "“";
}

// Where a line may be broken: the pieces of `text` that stay together, without the blanks.
struct Chunk {
  std::string text;
  bool blank_before = false;
};

std::vector<Chunk> chunks_of(std::string_view text) {
  std::vector<Chunk> chunks;
  bool blank = false;
  bool joins = false;  // the next character goes on with the last chunk
  for (const std::string_view character : characters_of(text)) {
    if (character == " " || character == "\n") {
      blank = true;
      joins = false;
      continue;
    }
    const bool wide = display_width(character) > 1;
    const bool go_on =
        !blank && !chunks.empty() &&
        (closes(character) || (joins && !wide) || opens(characters_of(chunks.back().text).back()));
    if (go_on) {
      chunks.back().text += character;
    } else {
      chunks.push_back({std::string(character), blank && !chunks.empty()});
    }
    joins = !wide;
    blank = false;
  }
  return chunks;
}

// Edits (substitution, insertion, deletion, exchange of neighbours) that make `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j)
    cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({change, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  const std::string valid = valid_utf8(text);
  for (const std::string_view character : characters_of(valid)) {
    const auto first = static_cast<unsigned char>(character[0]);
    const bool is_control =
        first < 0x20 || first == 0x7F ||
        (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0);  // C1 controls
    out += is_control ? std::string_view(" ") : character;
  }
  return out;
}

std::vector<std::string_view> characters_of(std::string_view text) {
  std::vector<std::string_view> characters;
  while (!text.empty()) {
    const std::size_t size = std::min(character_size(text[0]), text.size());
    characters.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return characters;
}

std::string clip(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  std::string out;
  std::size_t width = 0;
  for (const std::string_view character : characters_of(text)) {
    width += display_width(character);
    if (width + 1 > columns) break;
    out += character;
  }
  return columns == 0 ? "" : out + "…";
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t width = 0;
  for (const Chunk& chunk : chunks_of(text)) {
    const std::size_t chunk_width = display_width(chunk.text);
    const std::size_t blank = chunk.blank_before && !line.empty() ? 1 : 0;
    if (!line.empty() && width + blank + chunk_width > columns) {
      lines.push_back(std::exchange(line, {}));
      width = 0;
    } else if (blank == 1) {
      line += ' ';
      ++width;
    }
    line += chunk.text;
    width += chunk_width;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::string wrap_indented(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string out;
  for (const std::string& line : wrap(text, columns - std::min(indent, columns / 2))) {
    out += std::string(indent, ' ') + line + '\n';
  }
  return out;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t left = digits.size(); left > 3; left -= 3)
    digits.insert(left - 3, ",");
  return digits;
}

std::string percent(double ratio, int decimals) {
  return fmt::format("{:.{}f}%", ratio * 100, decimals);
}

std::string byte_size(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  static constexpr std::array<const char*, 5> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB"};
  auto amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; amount >= 1023.95 && unit + 1 < kUnits.size(); ++unit)
    amount /= 1024;
  return fmt::format("{:.1f} {}", amount, kUnits.at(unit));
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(std::max(seconds, 0.0)));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::vector<std::string> closest_words(std::string_view word,
                                       const std::vector<std::string>& candidates,
                                       std::size_t limit) {
  std::vector<std::pair<std::size_t, std::string>> close;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer > 64) continue;
    const bool is_start = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t distance = is_start ? 1 : edit_distance(word, candidate);
    if (distance <= std::max<std::size_t>(1, longer / 3)) close.emplace_back(distance, candidate);
  }
  std::stable_sort(close.begin(), close.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> words;
  for (auto& [distance, candidate] : close) {
    if (words.size() < limit) words.push_back(std::move(candidate));
  }
  return words;
}

std::optional<std::string> closest_word(std::string_view word,
                                        const std::vector<std::string>& candidates) {
  std::vector<std::string> words = closest_words(word, candidates, 1);
  if (words.empty()) return std::nullopt;
  return std::move(words[0]);
}

}  // namespace qipu
