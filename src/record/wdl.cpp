// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/wdl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text.h"

namespace qipu {

namespace {

struct ResultWord {
  std::string_view word;  // without blanks, lower case
  Outcome outcome;
};

// SOURCE: formats/pgn.md, section 4; formats/dhtmlxq.md, section 2. "2-0" and "1-1" are points as
// Chinese leagues count them.
constexpr std::array kResultWords{
    ResultWord{"1-0", Outcome::RedWin},      ResultWord{"1:0", Outcome::RedWin},
    ResultWord{"2-0", Outcome::RedWin},      ResultWord{"2:0", Outcome::RedWin},
    ResultWord{"w", Outcome::RedWin},        ResultWord{"红胜", Outcome::RedWin},
    ResultWord{"紅勝", Outcome::RedWin},     ResultWord{"红方胜", Outcome::RedWin},
    ResultWord{"紅方勝", Outcome::RedWin},   ResultWord{"红先胜", Outcome::RedWin},
    ResultWord{"紅先勝", Outcome::RedWin},   ResultWord{"先胜", Outcome::RedWin},
    ResultWord{"先勝", Outcome::RedWin},     ResultWord{"黑负", Outcome::RedWin},
    ResultWord{"黑負", Outcome::RedWin},     ResultWord{"黑方负", Outcome::RedWin},
    ResultWord{"黑方負", Outcome::RedWin},   ResultWord{"0-1", Outcome::BlackWin},
    ResultWord{"0:1", Outcome::BlackWin},    ResultWord{"0-2", Outcome::BlackWin},
    ResultWord{"0:2", Outcome::BlackWin},    ResultWord{"l", Outcome::BlackWin},
    ResultWord{"黑胜", Outcome::BlackWin},   ResultWord{"黑勝", Outcome::BlackWin},
    ResultWord{"黑方胜", Outcome::BlackWin}, ResultWord{"黑方勝", Outcome::BlackWin},
    ResultWord{"红先负", Outcome::BlackWin}, ResultWord{"紅先負", Outcome::BlackWin},
    ResultWord{"先负", Outcome::BlackWin},   ResultWord{"先負", Outcome::BlackWin},
    ResultWord{"红负", Outcome::BlackWin},   ResultWord{"紅負", Outcome::BlackWin},
    ResultWord{"红方负", Outcome::BlackWin}, ResultWord{"紅方負", Outcome::BlackWin},
    ResultWord{"1/2-1/2", Outcome::Draw},    ResultWord{"1/2", Outcome::Draw},
    ResultWord{"1/2:1/2", Outcome::Draw},    ResultWord{"½-½", Outcome::Draw},
    ResultWord{"½", Outcome::Draw},          ResultWord{"0.5-0.5", Outcome::Draw},
    ResultWord{"1-1", Outcome::Draw},        ResultWord{"1:1", Outcome::Draw},
    ResultWord{"d", Outcome::Draw},          ResultWord{"draw", Outcome::Draw},
    ResultWord{"和", Outcome::Draw},         ResultWord{"和棋", Outcome::Draw},
    ResultWord{"和局", Outcome::Draw},       ResultWord{"红先和", Outcome::Draw},
    ResultWord{"紅先和", Outcome::Draw},     ResultWord{"先和", Outcome::Draw},
    ResultWord{"平", Outcome::Draw},         ResultWord{"平局", Outcome::Draw},
    ResultWord{"*", Outcome::Unknown},       ResultWord{"?", Outcome::Unknown},
    ResultWord{"-", Outcome::Unknown},       ResultWord{"未知", Outcome::Unknown},
    ResultWord{"不详", Outcome::Unknown},    ResultWord{"不詳", Outcome::Unknown},
    ResultWord{"unknown", Outcome::Unknown}, ResultWord{"未完", Outcome::Unknown},
};

// Half-width, lower case, without blanks, and with one kind of dash.
std::string plain_result(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::string_view three = text.substr(i, 3);
    if (three == "\u3000") {
      i += 2;
    } else if (three == "\u2013" || three == "\u2014" || three == "\u2212") {
      out += '-';
      i += 2;
    } else if (three.size() == 3 && three >= "\uFF01" && three <= "\uFF5E") {
      // U+FF01..U+FF5E are the printing characters of ASCII, full width.
      const unsigned code = (static_cast<unsigned char>(three[1]) & 0x3FU) << 6U |
                            (static_cast<unsigned char>(three[2]) & 0x3FU);
      out += static_cast<char>(code - 0xF00U + 0x20U);
      i += 2;
    } else if (byte > ' ') {
      out += text[i];
    }
  }
  return to_lower(out);
}

}  // namespace

std::optional<Outcome> parse_outcome(std::string_view text) {
  const std::string word = plain_result(text);
  const auto* found =
      std::find_if(kResultWords.begin(), kResultWords.end(),
                   [&word](const ResultWord& candidate) { return candidate.word == word; });
  if (found == kResultWords.end()) return std::nullopt;
  return found->outcome;
}

std::string_view to_pgn(Outcome outcome) {
  switch (outcome) {
    case Outcome::RedWin:
      return "1-0";
    case Outcome::BlackWin:
      return "0-1";
    case Outcome::Draw:
      return "1/2-1/2";
    case Outcome::Unknown:
      break;
  }
  return "*";
}

std::string_view to_word(Outcome outcome) {
  switch (outcome) {
    case Outcome::RedWin:
      return "red";
    case Outcome::BlackWin:
      return "black";
    case Outcome::Draw:
      return "draw";
    case Outcome::Unknown:
      break;
  }
  return "unknown";
}

std::optional<Outcome> find_outcome(std::string_view word) {
  for (const Outcome outcome :
       {Outcome::Unknown, Outcome::RedWin, Outcome::BlackWin, Outcome::Draw}) {
    if (word == to_word(outcome)) return outcome;
  }
  return std::nullopt;
}

void Wdl::add(Outcome outcome, std::uint64_t count) {
  switch (outcome) {
    case Outcome::RedWin:
      red_wins += count;
      break;
    case Outcome::BlackWin:
      black_wins += count;
      break;
    case Outcome::Draw:
      draws += count;
      break;
    case Outcome::Unknown:
      unknown += count;
      break;
  }
}

Wdl& Wdl::operator+=(const Wdl& other) {
  red_wins += other.red_wins;
  draws += other.draws;
  black_wins += other.black_wins;
  unknown += other.unknown;
  return *this;
}

std::optional<double> Wdl::score(Color color) const {
  if (decided() == 0) return std::nullopt;
  const std::uint64_t wins = color == Color::Red ? red_wins : black_wins;
  return (static_cast<double>(wins) + static_cast<double>(draws) / 2) /
         static_cast<double>(decided());
}

Interval wilson_interval(const Wdl& wdl, Color color) {
  const std::optional<double> score = wdl.score(color);
  if (!score) return {};
  constexpr double kZ = 1.959963984540054;  // the 97.5 % point of the normal distribution
  const auto games = static_cast<double>(wdl.decided());
  const double p = *score;
  const double scale = 1 + kZ * kZ / games;
  const double middle = (p + kZ * kZ / (2 * games)) / scale;
  const double half = kZ / scale * std::sqrt(p * (1 - p) / games + kZ * kZ / (4 * games * games));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

}  // namespace qipu
