// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/reject_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/layout.h"

namespace qipu {

namespace {

constexpr std::size_t kRow = 16;
constexpr std::size_t kMaxHex = 4096;

bool is_text(const DecodedText& decoded) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  };
  if (std::any_of(decoded.text.begin(), decoded.text.end(), is_control)) return false;
  return decoded.bad_bytes * 8 <= decoded.text.size();
}

std::string lines_text(const Reject& reject, std::string_view text) {
  const std::uint32_t first = std::max(reject.place.line, std::uint32_t{1});
  std::uint32_t number = first;
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const char mark = reject.error.line == number ? '>' : ' ';
    out += fmt::format("{}{:>6}  {}\n", mark, number, printable(text.substr(0, end)));
    ++number;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string hex_text(const Reject& reject, Language tr) {
  const std::string_view bytes = std::string_view(reject.bytes).substr(0, kMaxHex);
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += kRow) {
    const std::string_view row = bytes.substr(at, kRow);
    const std::uint64_t offset = reject.place.offset + at;
    const bool is_at_fault = reject.error.offset >= offset && reject.error.offset < offset + kRow;
    std::string numbers;
    std::string signs;
    for (const char c : row) {
      numbers += fmt::format(" {:02x}", static_cast<unsigned char>(c));
      signs += c >= ' ' && c <= '~' ? c : '.';
    }
    out += fmt::format("{}{:>8x} {:<48}  {}\n", is_at_fault ? '>' : ' ', offset, numbers, signs);
  }
  if (reject.bytes.size() > kMaxHex) {
    out += tr("  ... {} bytes more; 'qipu rejects export' writes all\n",
              "  …… 另有 {} 字节；“qipu rejects export”写出全部\n",
              grouped(reject.bytes.size() - kMaxHex));
  }
  return out;
}

std::string where(const Error& error, Language tr) {
  std::string text = error.line > 0 ? tr("line {}", "第 {} 行", error.line)
                                    : tr("byte {}", "第 {} 字节", error.offset);
  if (error.ply >= 0) text += tr(", move {}", "，第 {} 着", error.ply + 1);
  return text;
}

}  // namespace

std::optional<DecodedText> text_of_reject(const Reject& reject, std::string_view charset) {
  DecodedText decoded = decode_text(as_bytes(reject.bytes), charset);
  if (!is_text(decoded)) return std::nullopt;
  return decoded;
}

std::string reject_text(const Reject& reject, std::string_view id, std::string_view source,
                        std::string_view charset, Language tr) {
  const Error& error = reject.error;
  std::string out = tr("Reject {}\n", "搁置记录 {}\n", id);
  out += tr("from: {}, byte {}, {} bytes\n", "来源：{}，第 {} 字节起，共 {} 字节\n",
            printable(source), reject.place.offset, grouped(reject.place.size));
  out += tr("reason: {}: {} ({})\n", "原因：{}：{}（{}）\n", kind_of_error(error.code, tr),
            printable(error.message), where(error, tr));
  if (!error.text.empty()) out += tr("read: {}\n", "原文：{}\n", printable(error.text));
  if (reject.bytes.empty()) {
    return out + tr("No bytes were kept.\n", "没有保存任何字节。\n");
  }
  if (reject.is_cut) {
    out += tr("Only the first {} bytes were kept.\n", "只保存了开头 {} 字节。\n",
              grouped(reject.bytes.size()));
  }
  const auto text = text_of_reject(reject, charset);
  if (!text) return out + '\n' + hex_text(reject, tr);
  out += tr("charset: {}\n", "编码：{}\n", text->charset);
  return out + '\n' + lines_text(reject, text->text);
}

}  // namespace qipu
