// SPDX-License-Identifier: GPL-3.0-or-later

#include "search/pattern_words.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text.h"

namespace qipu {

namespace {

constexpr PieceSet set_of(Piece piece) { return static_cast<PieceSet>(1U << piece.index()); }
constexpr PieceSet kEmpty = set_of(Piece());
constexpr PieceSet kAnyRed = (1U << 7U) - 1;
constexpr PieceSet kAnyBlack = kAnyRed << 7U;

// Capital letters are Red's. H and E are what some call N and B.
std::optional<PieceKind> kind_of_letter(char letter) {
  constexpr std::string_view kLetters = "kabnrcpeh";
  constexpr std::array kMeant{PieceKind::King,   PieceKind::Advisor, PieceKind::Bishop,
                              PieceKind::Knight, PieceKind::Rook,    PieceKind::Cannon,
                              PieceKind::Pawn,   PieceKind::Bishop,  PieceKind::Knight};
  const std::size_t at = kLetters.find(to_lower(letter));
  if (at == std::string_view::npos) return std::nullopt;
  return kMeant[at];
}

std::optional<PieceSet> set_of_letter(char letter) {
  if (letter == 'X') return kAnyRed;
  if (letter == 'x') return kAnyBlack;
  if (letter == '.') return kEmpty;
  const auto kind = kind_of_letter(letter);
  if (!kind) return std::nullopt;
  return set_of(Piece(letter < 'a' ? Color::Red : Color::Black, *kind));
}

[[noreturn]] void refuse_board(const std::string& what) {
  throw UsageError("--pattern: " + what +
                   "; write rows as in a FEN, '?' for anything, X or x for any red or black "
                   "piece, [RC] for one of these");
}

// One row of a pattern, point by point.
std::vector<PieceSet> parse_row(std::string_view row) {
  std::vector<PieceSet> points;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const char letter = row[i];
    if (letter >= '1' && letter <= '9') {
      points.insert(points.end(), static_cast<std::size_t>(letter - '0'), kEmpty);
    } else if (letter == '?') {
      const bool is_counted = i + 1 < row.size() && row[i + 1] >= '1' && row[i + 1] <= '9';
      const std::size_t count = is_counted ? static_cast<std::size_t>(row[++i] - '0') : 1;
      points.insert(points.end(), count, kAnything);
    } else if (letter == '[') {
      const std::size_t end = row.find(']', i);
      if (end == std::string_view::npos || end == i + 1) refuse_board("'[' without a set");
      PieceSet set = 0;
      for (const char member : row.substr(i + 1, end - i - 1)) {
        const auto one = set_of_letter(member);
        if (!one) refuse_board("'" + std::string(row.substr(i, end - i + 1)) + "' is no set");
        set |= *one;
      }
      points.push_back(set);
      i = end;
    } else {
      const auto set = set_of_letter(letter);
      if (!set) refuse_board("'" + std::string(1, letter) + "' is no piece");
      points.push_back(*set);
    }
    if (points.size() > 9) refuse_board("a row has more than nine points");
  }
  return points;
}

struct Region {
  int left = 0, right = 8, bottom = 0, top = 9;

  bool holds(Square square) const {
    return square.file() >= left && square.file() <= right && square.rank() >= bottom &&
           square.rank() <= top;
  }
  int columns() const { return right - left + 1; }
  int rows() const { return top - bottom + 1; }
};

Region parse_region(const std::string& text) {
  const std::string typed = to_lower(fold_width(trim(text)));
  const auto is_point = [&](std::size_t at) {
    return typed[at] >= 'a' && typed[at] <= 'i' && typed[at + 1] >= '0' && typed[at + 1] <= '9';
  };
  if (typed.size() != 5 || typed[2] != '-' || !is_point(0) || !is_point(3)) {
    throw UsageError("--region: '" + text + "' is none; write two corners, such as c0-g4");
  }
  const auto [left, right] = std::minmax({typed[0] - 'a', typed[3] - 'a'});
  const auto [bottom, top] = std::minmax({typed[1] - '0', typed[4] - '0'});
  return {left, right, bottom, top};
}

// "w", "b" and whatever else a FEN may have behind its board.
std::optional<Color> parse_fields(std::string_view fields) {
  const std::string_view side = fields.substr(0, fields.find(' '));
  if (side.empty() || side == "-" || side == "?") return std::nullopt;
  if (side == "w" || side == "r" || side == "W" || side == "R") return Color::Red;
  if (side == "b" || side == "B") return Color::Black;
  refuse_board("'" + std::string(side) + "' is no side to move");
}

std::vector<std::vector<PieceSet>> parse_rows(std::string_view board) {
  std::vector<std::vector<PieceSet>> rows;
  for (std::string_view rest = board;;) {
    const std::size_t slash = rest.find('/');
    rows.push_back(parse_row(rest.substr(0, slash)));
    if (slash == std::string_view::npos) return rows;
    rest.remove_prefix(slash + 1);
  }
}

// --- material

[[noreturn]] void refuse_material(const std::string& text) {
  throw UsageError("--material: '" + text +
                   "' is none; write Red against Black, such as 'RRNC vs RNCC', '2-3P' and 'P*'");
}

void free_all(MaterialPattern& material, Color color) {
  for (int kind = 0; kind < 7; ++kind)
    material[static_cast<std::size_t>(Piece(color, static_cast<PieceKind>(kind)).index())] = {};
}

// A number at the start of `text`, which is taken off; nothing if there is none.
std::optional<std::uint8_t> take_number(std::string_view& text) {
  std::uint8_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// "R", "2R", "2-3P", "P*" at the start of `text`, which is taken off.
std::optional<std::pair<PieceKind, CountRange>> take_count(std::string_view& text) {
  CountRange range{1, 1};
  if (const auto least = take_number(text)) {
    range = {*least, *least};
    if (!text.empty() && text.front() == '-') {
      text.remove_prefix(1);
      const auto most = take_number(text);
      if (!most || *most < *least) return std::nullopt;
      range.max = *most;
    }
  }
  const auto kind = text.empty() ? std::nullopt : kind_of_letter(text.front());
  if (!kind) return std::nullopt;
  text.remove_prefix(1);
  if (!text.empty() && text.front() == '*') {
    text.remove_prefix(1);
    range = CountRange{};
  }
  return std::pair(*kind, range);
}

bool parse_side(std::string_view text, Color color, MaterialPattern& material) {
  if (text == "*") {
    free_all(material, color);
    return true;
  }
  std::array<bool, 7> is_named{};
  while (!text.empty()) {
    const auto count = take_count(text);
    if (!count) return false;
    const auto kind = static_cast<std::size_t>(count->first);
    CountRange& range = material[static_cast<std::size_t>(Piece(color, count->first).index())];
    if (!is_named[kind]) range = {0, 0};
    is_named[kind] = true;
    const auto add = [](std::uint8_t a, std::uint8_t b) {
      return static_cast<std::uint8_t>(std::min(255, a + b));
    };
    range = {add(range.min, count->second.min), add(range.max, count->second.max)};
  }
  for (const PieceKind kind : {PieceKind::Knight, PieceKind::Rook, PieceKind::Cannon}) {
    if (!is_named[static_cast<std::size_t>(kind)])
      material[static_cast<std::size_t>(Piece(color, kind).index())] = {0, 0};
  }
  return true;
}

}  // namespace

BoardPattern parse_board_pattern(const std::string& board, const std::string& region_text) {
  const std::string typed = fold_width(trim(board));
  const std::size_t blank = typed.find(' ');
  const auto rows = parse_rows(std::string_view(typed).substr(0, blank));
  const Region region = region_text.empty() ? Region() : parse_region(region_text);
  const auto has_size = [&](int row_count, int columns) {
    return rows.size() == static_cast<std::size_t>(row_count) &&
           std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
             return row.size() == static_cast<std::size_t>(columns);
           });
  };
  const bool is_whole = has_size(10, 9);
  if (!is_whole && (region_text.empty() || !has_size(region.rows(), region.columns()))) {
    refuse_board(region_text.empty() ? "a board has ten rows of nine points"
                                     : "the board is neither whole nor as large as the region");
  }
  BoardPattern pattern;
  pattern.allowed.fill(kAnything);
  for (int index = 0; index < Square::kCount; ++index) {
    const Square square = Square::at(index);
    if (!region.holds(square)) continue;
    const int row = (is_whole ? 9 : region.top) - square.rank();
    const int column = square.file() - (is_whole ? 0 : region.left);
    pattern.allowed[static_cast<std::size_t>(index)] =
        rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  if (blank != std::string::npos) {
    pattern.to_move = parse_fields(trim(std::string_view(typed).substr(blank)));
  }
  return pattern;
}

MaterialPattern parse_material(const std::string& text) {
  std::string typed;
  for (const char letter : to_lower(fold_width(text)))
    if (letter != ' ') typed += letter;
  const std::size_t versus = typed.find("vs");
  MaterialPattern material{};
  if (versus == 0 || versus == std::string::npos || versus + 2 == typed.size()) {
    refuse_material(text);
  }
  const std::string_view view = typed;
  if (!parse_side(view.substr(0, versus), Color::Red, material) ||
      !parse_side(view.substr(versus + 2), Color::Black, material)) {
    refuse_material(text);
  }
  return material;
}

int parse_hold(const std::string& text) {
  constexpr int kMost = 10'000;
  int plies = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, plies);
  if (stop != end || fault != std::errc() || plies < 1 || plies > kMost) {
    throw UsageError("--hold: '" + text + "' is no number of plies from 1 to 10000");
  }
  return plies;
}

}  // namespace qipu
