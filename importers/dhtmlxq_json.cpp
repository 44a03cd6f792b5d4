// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/dhtmlxq_json.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "importers/dhtmlxq_header.h"

namespace qipu {

namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 64;

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return trim(text);
}

// A text, {"msg": text}, or several of them in an array, a line each.
std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) {
    const auto message = value.find("msg");
    return message != value.end() && message->is_string() ? message->get<std::string>()
                                                          : std::string();
  }
  std::string text;
  if (value.is_array()) {
    for (const Json& part : value) {
      const std::string line = part.is_array() ? std::string() : text_of(part);
      if (!line.empty()) (text += text.empty() ? "" : "\n") += line;
    }
  }
  return text;
}

// Side lines count their plies from where their parent starts; this is where each line starts, in
// plies of the game. Of two lines with one number the first counts.
std::map<std::uint32_t, std::uint32_t> offsets_of(const std::vector<DhtmlxqLine>& lines) {
  std::map<std::uint32_t, std::vector<const DhtmlxqLineKey*>> children;
  for (const DhtmlxqLine& line : lines)
    children[line.key.parent].push_back(&line.key);
  std::map<std::uint32_t, std::uint32_t> offsets{{0, 0}};
  std::vector<std::uint32_t> ready{0};
  while (!ready.empty()) {
    const std::uint32_t parent = ready.back();
    ready.pop_back();
    for (const DhtmlxqLineKey* const key : children[parent]) {
      if (key->ply == 0) continue;
      const auto [place, is_new] = offsets.emplace(key->line, offsets[parent] + key->ply - 1);
      if (is_new) ready.push_back(key->line);
    }
  }
  return offsets;
}

// By number, as the site emits them.
std::vector<DhtmlxqLine> side_lines(const Json& tags) {
  std::vector<DhtmlxqLine> lines;
  if (!tags.is_object()) return lines;
  for (const auto& [key, value] : tags.items()) {
    const std::vector<std::uint32_t> numbers = dhtmlxq_numbers(key, '-');
    if (numbers.size() != 3) continue;
    lines.push_back({{numbers[0], numbers[1], numbers[2]}, dhtmlxq_digits(text_of(value))});
  }
  std::ranges::sort(lines, {}, [](const DhtmlxqLine& line) { return line.key.line; });
  return lines;
}

void add_lines(const Json& object, DhtmlxqBlock& block) {
  block.main_line = 0;
  block.lines.push_back({{}, dhtmlxq_digits(text_of(object["movelist"]))});
  std::vector<DhtmlxqLine> lines;
  if (const auto tags = object.find("movetag"); tags != object.end()) lines = side_lines(*tags);
  const auto offsets = offsets_of(lines);
  const auto offset_of = [&offsets](std::uint32_t line) {
    const auto found = offsets.find(line);
    return found == offsets.end() ? 0U : found->second;
  };
  for (DhtmlxqLine& line : lines) {
    line.key.ply += line.key.ply == 0 ? 0 : offset_of(line.key.parent);
    block.lines.push_back(std::move(line));
  }
  const auto comments = object.find("commentv2");
  if (comments == object.end() || !comments->is_object()) return;
  for (const auto& [key, value] : comments->items()) {
    const std::vector<std::uint32_t> numbers = dhtmlxq_numbers(key, '-');
    if (numbers.empty() || numbers.size() > 2) continue;
    const std::uint32_t line = numbers.size() == 2 ? numbers[0] : 0;
    block.comments.push_back(
        {line, offset_of(line) + numbers.back(), from_dhtmlxq(text_of(value))});
  }
}

DhtmlxqBlock to_block(const Json& object) {
  DhtmlxqBlock block;
  add_lines(object, block);
  for (const auto& [key, value] : object.items()) {
    if (key == "movelist" || key == "movetag" || key == "commentv2" || value.is_null()) continue;
    add_dhtmlxq_value(block, key,
                      value.is_string()
                          ? from_dhtmlxq(value.get<std::string>())
                          : value.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return block;
}

bool is_game(const Json& value) {
  if (!value.is_object()) return false;
  const auto moves = value.find("movelist");
  return moves != value.end() && moves->is_string();
}

}  // namespace

bool looks_like_dhtmlxq_json(Bytes head) {
  const std::string_view text = without_mark(as_text(head));
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  return std::ranges::any_of(
      std::array<std::string_view, 3>{R"("movelist")", R"("movetag")", R"("commentv2")"},
      [text](std::string_view name) { return text.find(name) != std::string_view::npos; });
}

std::vector<DhtmlxqBlock> find_dhtmlxq_json(Bytes bytes, const ReadOptions& options) {
  if (!looks_like_dhtmlxq_json(bytes)) return {};
  const DecodedText decoded = decode_text(bytes, options.charset, options.fallback_charset);
  const auto is_near = [](int depth, Json::parse_event_t, Json&) { return depth <= kMaxDepth; };
  const Json document = Json::parse(without_mark(decoded.text), is_near, false);
  std::vector<DhtmlxqBlock> blocks;
  std::vector<const Json*> waiting{&document};
  while (!waiting.empty()) {
    const Json& value = *waiting.back();
    waiting.pop_back();
    if (is_game(value)) {
      DhtmlxqBlock block = to_block(value);
      block.size = bytes.size();
      block.charset = decoded.charset;
      blocks.push_back(std::move(block));
    } else if (value.is_structured()) {
      const auto first = static_cast<std::ptrdiff_t>(waiting.size());
      for (const Json& part : value)
        waiting.push_back(&part);
      std::reverse(waiting.begin() + first, waiting.end());
    }
  }
  return blocks;
}

}  // namespace qipu
