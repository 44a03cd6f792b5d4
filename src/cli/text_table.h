// SPDX-License-Identifier: GPL-3.0-or-later

// Tables for people: columns that line up in a terminal, Chinese or not.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace qipu {

class TextTable {
 public:
  enum class Align : std::uint8_t { Left, Right };
  struct Column {
    std::string heading;
    Align align = Align::Left;
    std::size_t max_width = 40;  // longer cells are clipped
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // REQUIRES: as many cells as columns. Control characters in cells become blanks.
  void add_row(const std::vector<std::string>& cells);
  bool empty() const { return rows_.empty(); }

  // The headings (in bold if `bold`) and the rows, a line each, without blanks at the ends. A
  // column in which every cell is empty is left out, and so are headings if all are empty.
  std::string to_text(bool bold = false) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace qipu
