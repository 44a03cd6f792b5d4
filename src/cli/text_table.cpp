// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/text_table.h"

#include <algorithm>
#include <cassert>

#include "base/text.h"
#include "cli/layout.h"

namespace qipu {

namespace {

constexpr std::string_view kGap = "  ";

std::string without_end_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

void TextTable::add_row(const std::vector<std::string>& cells) {
  assert(cells.size() == columns_.size());
  std::vector<std::string>& row = rows_.emplace_back();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    row.push_back(clip(printable(cells[i]), columns_[i].max_width));
  }
}

std::string TextTable::to_text(bool bold) const {
  std::vector<std::size_t> widths(columns_.size(), 0);  // 0: the column is left out
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    for (const auto& row : rows_)
      widths[i] = std::max(widths[i], display_width(row[i]));
    if (widths[i] > 0) widths[i] = std::max(widths[i], display_width(columns_[i].heading));
  }
  const auto line_of = [&](const auto& cell_of) {
    std::string line;
    bool is_first = true;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (widths[i] == 0) continue;
      if (!is_first) line += kGap;
      is_first = false;
      line += columns_[i].align == Align::Left ? pad_right(cell_of(i), widths[i])
                                               : pad_left(cell_of(i), widths[i]);
    }
    return without_end_blanks(line);
  };

  std::string text;
  const std::string headings = line_of([&](std::size_t i) { return columns_[i].heading; });
  if (!headings.empty()) text = (bold ? "\x1b[1m" + headings + "\x1b[0m" : headings) + '\n';
  for (const auto& row : rows_) {
    text += line_of([&](std::size_t i) { return row[i]; }) + '\n';
  }
  return text;
}

}  // namespace qipu
