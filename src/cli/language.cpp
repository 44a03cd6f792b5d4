// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/language.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace qipu {

namespace {

// The words of the formats' writers for what they could not hold.
constexpr std::array kLosses{
    Text{"moves", "着法"},
    Text{"variations", "变着"},
    Text{"comments", "评注"},
    Text{"start position", "起始局面"},
    Text{"title", "标题"},
    Text{"event", "赛事"},
    Text{"date", "日期"},
    Text{"site", "地点"},
    Text{"round", "轮次"},
    Text{"annotator", "评注人"},
    Text{"author", "作者"},
    Text{"red player", "红方姓名"},
    Text{"black player", "黑方姓名"},
    Text{"team", "代表队"},
    Text{"team joined to the player's name", "代表队并入姓名"},
    Text{"rating", "等级分"},
    Text{"player's title", "棋手称号"},
    Text{"opening", "开局名"},
    Text{"variation name", "变例名"},
    Text{"ECCO tag", "ECCO 编号"},
    Text{"type, written as 全局", "棋谱类型（写作“全局”）"},
    Text{"no type, written as 全局", "未注明类型（写作“全局”）"},
    Text{"type", "棋谱类型"},
    Text{"words of the result", "结果的原文"},
    Text{"line breaks in tags", "标签中的换行"},
    Text{"bytes that are no text", "不成文字的字节"},
    Text{"order of tags", "标签次序"},
    Text{"move marks", "着法符号"},
    Text{"unread moves", "未能读出的着法"},
    Text{"remark before a move put after it", "着前评注移至着后"},
    Text{"braces in comments", "评注中的花括号"},
    Text{"lines in comments that look like tags", "评注中形似标签的行"},
    Text{"tags with names that PGN cannot hold", "PGN 不能存的标签名"},
    Text{"text changed by marks of the format", "与格式记号相混的文字"},
    Text{"game with more pieces of a kind than XQF holds", "同种棋子多于 XQF 所能存"},
};
constexpr std::array kStartsOfLosses{
    Text{"tag ", "标签 "},
    Text{"characters not in ", "编码中没有的字："},
    Text{"character that ", "编码中没有的字："},
};

std::string_view word_of_loss(std::string_view english) {
  const auto found = std::find_if(kLosses.begin(), kLosses.end(),
                                  [&](const Text& loss) { return loss.english == english; });
  return found == kLosses.end() ? english : found->chinese;
}

}  // namespace

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
    case Error::Code::NeedsFen:
      return "缺开局局面";
  }
  return to_text(code);
}

std::string_view kind_of_note(std::string_view text, Language tr) {
  constexpr std::array<std::pair<Note::Kind, std::string_view>, 5> kWords{
      {{Note::Kind::Repaired, "已修补"},
       {Note::Kind::Cut, "主线中断"},
       {Note::Kind::Guessed, "有推断"},
       {Note::Kind::DroppedMoves, "变着有缺"},
       {Note::Kind::IllegalStart, "起始局面不合规则"}}};
  if (!tr.is_chinese()) return text;
  for (const auto& [kind, chinese] : kWords) {
    if (text == to_text(kind)) return chinese;
  }
  return text;
}

std::string kind_of_loss(std::string_view text, Language tr) {
  if (!tr.is_chinese()) return std::string(text);
  constexpr std::string_view kCut = " cut to ";
  const std::size_t cut = text.find(kCut);
  if (cut != std::string_view::npos) {
    const std::string_view size = text.substr(cut + kCut.size());
    const std::size_t blank = std::min(size.find(' '), size.size());
    const std::string_view unit = size.substr(blank) == " bytes" ? "字节" : "字";
    return fmt::format("{}截至 {} {}", word_of_loss(text.substr(0, cut)), size.substr(0, blank),
                       unit);
  }
  for (const Text& start : kStartsOfLosses) {
    if (text.starts_with(start.english))
      return std::string(start.chinese) + std::string(text.substr(start.english.size()));
  }
  return std::string(word_of_loss(text));
}

std::string_view name_of_kind(GameKind kind, Language tr) {
  switch (kind) {
    case GameKind::Game:
      return tr(Text{"games", "对局"});
    case GameKind::Study:
      return tr(Text{"studies", "研究谱"});
    case GameKind::Puzzle:
      return tr(Text{"puzzles", "残局排局"});
    case GameKind::Position:
      return tr(Text{"positions", "局面"});
  }
  return {};
}

std::string_view kind_of_error(std::string_view text, Language tr) {
  for (int code = 1; code <= static_cast<int>(Error::Code::NeedsFen); ++code) {
    const auto kind = static_cast<Error::Code>(code);
    if (text == to_text(kind)) return kind_of_error(kind, tr);
  }
  return text;
}

}  // namespace qipu
