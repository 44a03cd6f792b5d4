// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/text_fields.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "base/text.h"
#include "importers/dhtmlxq_header.h"

namespace qipu {

namespace {

struct KnownKey {
  std::string_view key;   // simplified, half width
  std::string_view name;  // of DhtmlXQ
};

constexpr std::array kKnownKeys{
    KnownKey{"标题", "title"},
    KnownKey{"棋局名", "title"},
    KnownKey{"棋局名称", "title"},
    KnownKey{"对局名称", "title"},
    KnownKey{"分类", "class"},
    KnownKey{"来源", "Source"},
    KnownKey{"赛事", "event"},
    KnownKey{"赛事名称", "event"},
    KnownKey{"比赛名称", "event"},
    KnownKey{"赛事类型", "EventType"},
    KnownKey{"轮次", "round"},
    KnownKey{"组别", "group"},
    KnownKey{"台次", "table"},
    KnownKey{"日期", "date"},
    KnownKey{"比赛日期", "date"},
    KnownKey{"比赛时间", "date"},
    KnownKey{"对局日期", "date"},
    KnownKey{"地点", "place"},
    KnownKey{"比赛地点", "place"},
    KnownKey{"对局地点", "place"},
    KnownKey{"布局", "open"},
    KnownKey{"开局", "open"},
    KnownKey{"ECCO", "open"},
    KnownKey{"记时规则", "timerule"},
    KnownKey{"计时规则", "timerule"},
    KnownKey{"时间规则", "timerule"},
    KnownKey{"棋局类型", "type"},
    KnownKey{"棋谱类型", "type"},
    KnownKey{"对局种类", "gametype"},
    KnownKey{"结束方式", "endtype"},
    KnownKey{"红方", "red"},
    KnownKey{"红方团体", "redteam"},
    KnownKey{"红方单位", "redteam"},
    KnownKey{"红队", "redteam"},
    KnownKey{"红方姓名", "redname"},
    KnownKey{"红方级别", "redlevel"},
    KnownKey{"红方等级", "redlevel"},
    KnownKey{"红方称号", "redlevel"},
    KnownKey{"红等级分", "redrating"},
    KnownKey{"红方等级分", "redrating"},
    KnownKey{"红方用时", "redtime"},
    KnownKey{"黑方", "black"},
    KnownKey{"黑方团体", "blackteam"},
    KnownKey{"黑方单位", "blackteam"},
    KnownKey{"黑队", "blackteam"},
    KnownKey{"黑方姓名", "blackname"},
    KnownKey{"黑方级别", "blacklevel"},
    KnownKey{"黑方等级", "blacklevel"},
    KnownKey{"黑方称号", "blacklevel"},
    KnownKey{"黑等级分", "blackrating"},
    KnownKey{"黑方等级分", "blackrating"},
    KnownKey{"黑方用时", "blacktime"},
    KnownKey{"结果", "result"},
    KnownKey{"比赛结果", "result"},
    KnownKey{"对局结果", "result"},
    KnownKey{"评论", "remark"},
    KnownKey{"解说", "remark"},
    KnownKey{"讲评", "remark"},
    KnownKey{"评注", "remark"},
    KnownKey{"作者", "author"},
    KnownKey{"录入", "author"},
    KnownKey{"裁判", "judge"},
    KnownKey{"记录", "record"},
    KnownKey{"创建日期", "Created"},
    KnownKey{"修改日期", "Changed"},
    KnownKey{"耗时", "TimeUsed"},
    KnownKey{"FEN", "fen"},
};

constexpr std::array kWxfKeys{
    KnownKey{"FORMAT", "Format"}, KnownKey{"GAME", "GameName"},   KnownKey{"EVENT", "event"},
    KnownKey{"SITE", "place"},    KnownKey{"DATE", "date"},       KnownKey{"ROUND", "round"},
    KnownKey{"RED", "redname"},   KnownKey{"BLACK", "blackname"}, KnownKey{"RESULT", "result"},
    KnownKey{"OPENING", "open"},  KnownKey{"FEN", "fen"},         KnownKey{"TIMER", "timerule"},
};

constexpr std::size_t kLongestKey = 48;  // bytes, with blanks between the characters
constexpr std::size_t kMostLetters = 6;

// The characters of keys that have a traditional form, and those forms, in the same order.
constexpr std::string_view kSimplified =
    "标题对称类来赛轮组别台点开记时规则计间种结红团体单队级号评论说讲录创谱";
constexpr std::string_view kTraditional =
    "標題對稱類來賽輪組別臺點開記時規則計間種結紅團體單隊級號評論說講錄創譜";

template <std::size_t size>
std::string_view name_of(const std::array<KnownKey, size>& keys, std::string_view key) {
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [key](const KnownKey& known) { return known.key == key; });
  return found == keys.end() ? std::string_view() : found->name;
}

// Without blanks, half width: "红  　方" -> "红方".
std::string bare_key(std::string_view text) {
  std::string key = fold_width(text);
  std::erase_if(key, [](char c) { return static_cast<unsigned char>(c) <= ' '; });
  return key;
}

// The key in simplified characters. Cheaper than what ICU does for any text.
std::string simplified(std::string key) {
  constexpr std::size_t kSize = 3;  // bytes of each character here
  static_assert(kSimplified.size() == kTraditional.size());
  for (std::size_t i = 0; i + kSize <= key.size(); ++i) {
    const std::size_t at = kTraditional.find(std::string_view(key).substr(i, kSize));
    if (at == std::string_view::npos || at % kSize != 0) continue;
    key.replace(i, kSize, kSimplified.substr(at, kSize));
  }
  return key;
}

std::size_t colon_size(std::string_view text) {
  if (text.starts_with(':')) return 1;
  const std::string_view wide = "：";
  return text.starts_with(wide) ? wide.size() : 0;
}

bool is_blank_at(std::string_view text, std::size_t at) {
  return text[at] == ' ' || text[at] == '\t' || text.substr(at).starts_with("　");
}

bool is_inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

bool is_blank_before(std::string_view text, std::size_t at) {
  return text[at - 1] == ' ' || text[at - 1] == '\t' ||
         (at >= 3 && text.substr(at - 3).starts_with("　"));
}

// A known key that ends right before the colon at `colon`, and where it begins: at `from`, or after
// a blank. The longest there is.
struct FoundKey {
  std::size_t begin = 0;
  TextField field;
};
std::optional<FoundKey> key_before(std::string_view line, std::size_t from, std::size_t colon) {
  std::optional<FoundKey> found;
  std::size_t letters = 0;
  const std::size_t first = colon - std::min(colon - from, kLongestKey);
  for (std::size_t begin = colon; begin > first && letters <= kMostLetters;) {
    --begin;
    if (is_inside_character(line[begin]) || is_blank_at(line, begin)) continue;
    ++letters;
    if (begin != from && !is_blank_before(line, begin)) continue;
    const std::string key = bare_key(line.substr(begin, colon - begin));
    const std::string_view name = name_of(kKnownKeys, simplified(key));
    if (!name.empty()) found = FoundKey{begin, {key, name, {}}};
  }
  return found;
}

// Forms that programs leave empty: "(Email:)".
bool says_nothing(std::string_view value) {
  return value.empty() || value == "(Email:)" || value == "-" || value == "?";
}

}  // namespace

std::vector<TextField> known_fields(std::string_view line) {
  std::vector<TextField> fields;
  std::size_t value_begin = 0;  // of the last field; before the first: of the line
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t size = colon_size(line.substr(i));
    if (size == 0) continue;
    auto found = key_before(line, value_begin, i);
    if (!found || (fields.empty() && found->begin != 0)) {
      if (fields.empty()) return {};
      continue;
    }
    if (!fields.empty()) {
      fields.back().value = trim(line.substr(value_begin, found->begin - value_begin));
    }
    fields.push_back(std::move(found->field));
    value_begin = i + size;
  }
  if (!fields.empty()) fields.back().value = trim(line.substr(value_begin));
  return fields;
}

bool is_telling(std::string_view name) {
  return name == "red" || name == "black" || name == "redname" || name == "result" || name == "fen";
}

std::vector<TextField> any_field(std::string_view line) {
  for (std::size_t i = 0; i < std::min(line.size(), kLongestKey); ++i) {
    const std::size_t size = colon_size(line.substr(i));
    if (size == 0) continue;
    if (i == 0) return {};
    return {{bare_key(line.substr(0, i)), {}, trim(line.substr(i + size))}};
  }
  return {};
}

std::vector<TextField> wxf_fields(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && std::isalpha(static_cast<unsigned char>(line[end])) != 0)
    ++end;
  std::string key(line.substr(0, end));
  std::transform(key.begin(), key.end(), key.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const std::string_view name = name_of(kWxfKeys, key);
  if (name.empty() || (end < line.size() && line[end] != ' ' && line[end] != '\t')) return {};
  std::vector<TextField> fields;
  std::string_view rest = line.substr(end);
  const std::size_t semicolon = std::min(rest.find(';'), rest.size());
  fields.push_back({key, name, trim(rest.substr(0, semicolon))});
  rest.remove_prefix(std::min(semicolon + 1, rest.size()));
  const std::string_view second = trim(rest.substr(0, rest.find(';')));
  if (second.empty()) return fields;
  if (name == "redname") {
    fields.push_back({key, "redrating", second});
  } else if (name == "blackname") {
    fields.push_back({key, "blackrating", second});
  } else {
    fields.push_back({key + ".2", {}, trim(rest)});
  }
  return fields;
}

void add_field(DhtmlxqBlock& block, const TextField& field) {
  if (says_nothing(field.value)) return;
  add_dhtmlxq_value(block, field.name.empty() ? field.key : std::string(field.name),
                    std::string(field.value));
}

}  // namespace qipu
