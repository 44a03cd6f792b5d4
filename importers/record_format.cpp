// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/record_format.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace qipu {

namespace {

constexpr std::size_t kHeadSize = 4096;
constexpr std::size_t kPageHeadSize = std::size_t{1} << 20U;  // games stand below scripts and menus

bool has_ending(std::string_view name, std::string_view extensions) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string ending = to_lower(name.substr(dot));
  while (!extensions.empty()) {
    const std::size_t blank = std::min(extensions.find(' '), extensions.size());
    if (extensions.substr(0, blank) == ending) return true;
    extensions.remove_prefix(std::min(blank + 1, extensions.size()));
  }
  return false;
}

}  // namespace

bool is_web_page(Bytes head) {
  std::string_view text = as_text(head.first(std::min<std::size_t>(head.size(), 64)));
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string start = to_lower(trim(text));
  return start.starts_with("<!doctype html") || start.starts_with("<html");
}

const RecordFormat* find_record_format(std::string_view name) {
  const auto formats = record_formats();
  const auto found =
      std::find_if(formats.begin(), formats.end(),
                   [name](const RecordFormat* format) { return format->name == name; });
  return found == formats.end() ? nullptr : *found;
}

const RecordFormat* recognise(std::string_view name, Bytes bytes) {
  const std::size_t head_size = is_web_page(bytes) ? kPageHeadSize : kHeadSize;
  const Bytes head = bytes.first(std::min(bytes.size(), head_size));
  const RecordFormat* first = nullptr;
  for (const RecordFormat* format : record_formats()) {
    if (!format->recognises(head)) continue;
    if (has_ending(name, format->extensions)) return format;
    if (first == nullptr) first = format;
  }
  return first;
}

}  // namespace qipu
