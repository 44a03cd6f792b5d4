// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/language.h"

#include <cstdlib>

namespace qipu {

Language Language::of_locale() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    return of_word(std::string_view(value).substr(0, 2));
  }
  return Language();
}

Language Language::of_word(std::string_view word) {
  return Language(word == "zh" ? Name::Chinese : Name::English);
}

std::string_view kind_of_error(Error::Code code, Language tr) {
  if (!tr.is_chinese()) return to_text(code);
  switch (code) {
    case Error::Code::BadEncoding:
      return "文字编码有误";
    case Error::Code::BadHeader:
      return "文件头有误";
    case Error::Code::BadPosition:
      return "局面有误";
    case Error::Code::BadMove:
      return "着法无法辨认";
    case Error::Code::IllegalMove:
      return "着法不合规则";
    case Error::Code::AmbiguousMove:
      return "着法有歧义";
    case Error::Code::Truncated:
      return "内容残缺";
    case Error::Code::NoGame:
      return "没有棋谱";
    case Error::Code::TooLarge:
      return "超出上限";
    case Error::Code::Damaged:
      return "数据损坏";
    case Error::Code::Unsupported:
      return "尚不支持";
  }
  return to_text(code);
}

std::string_view kind_of_error(std::string_view text, Language tr) {
  for (int code = 1; code <= static_cast<int>(Error::Code::Unsupported); ++code) {
    const auto kind = static_cast<Error::Code>(code);
    if (text == to_text(kind)) return kind_of_error(kind, tr);
  }
  return text;
}

}  // namespace qipu
