// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/board_svg.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>

#include "cli/board_text.h"

namespace qipu {

namespace {

constexpr int kStep = 60;    // between two lines
constexpr int kMargin = 56;  // around them
constexpr int kWidth = 8 * kStep + 2 * kMargin;
constexpr int kHeight = 9 * kStep + 2 * kMargin;
constexpr int kTitleHeight = 34;
constexpr std::string_view kInk = "#5b3a1a";  // of the lines
constexpr std::string_view kRed = "#b3221b";
constexpr std::string_view kBlack = "#22262b";
// What a system has of these; the last one it surely has.
constexpr std::string_view kFonts =
    "'Kaiti SC','KaiTi','STKaiti','AR PL UKai CN','Noto Serif CJK SC','Source Han Serif SC',serif";

constexpr int x_of(int file) { return kMargin + file * kStep; }
constexpr int y_of(int rank) { return kMargin + (9 - rank) * kStep; }

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return out;
}

class Drawing {
 public:
  std::string draw(const Position& position, Move last, std::string_view title) {
    const int height = kHeight + (title.empty() ? 0 : kTitleHeight);
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" "
        "height=\"{}\">\n",
        kWidth, height, kWidth, height);
    add("<defs><radialGradient id=\"wood\" cx=\"38%\" cy=\"32%\" r=\"75%\">"
        "<stop offset=\"0\" stop-color=\"#fdf3dc\"/><stop offset=\"1\" stop-color=\"#e2bd83\"/>"
        "</radialGradient></defs>\n");
    add("<rect width=\"{}\" height=\"{}\" rx=\"12\" fill=\"#f0d7a3\"/>\n", kWidth, height);
    draw_lines();
    draw_points();
    draw_names();
    draw_move(last);
    draw_pieces(position);
    if (!title.empty()) {
      add("<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"19\" fill=\"{}\" "
          "text-anchor=\"middle\">{}</text>\n",
          kWidth / 2, kHeight + 10, kFonts, kInk, escaped(title));
    }
    add("</svg>\n");
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
  }

  void line(int from_file, int from_rank, int to_file, int to_rank) {
    add("M{} {}L{} {}", x_of(from_file), y_of(from_rank), x_of(to_file), y_of(to_rank));
  }

  void draw_lines() {
    add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"3\"/>\n",
        kMargin - 7, kMargin - 7, 8 * kStep + 14, 9 * kStep + 14, kInk);
    add("<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" d=\"", kInk);
    for (int rank = 0; rank < 10; ++rank)
      line(0, rank, 8, rank);
    for (int file = 0; file < 9; ++file) {
      const bool is_edge = file == 0 || file == 8;  // the others end at the river
      line(file, 0, file, is_edge ? 9 : 4);
      if (!is_edge) line(file, 5, file, 9);
    }
    for (const int rank : {0, 7}) {  // palaces
      line(3, rank, 5, rank + 2);
      line(3, rank + 2, 5, rank);
    }
    add("\"/>\n");
  }

  // The small corners at the points where cannons and pawns begin.
  void draw_points() {
    add("<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" d=\"", kInk);
    for (const int rank : {2, 7}) {
      for (const int file : {1, 7})
        draw_point(file, rank);
    }
    for (const int rank : {3, 6}) {
      for (int file = 0; file < 9; file += 2)
        draw_point(file, rank);
    }
    add("\"/>\n");
  }

  void draw_point(int file, int rank) {
    constexpr int kGap = 5;
    constexpr int kLength = 10;
    for (const int dx : {-1, 1}) {
      if ((file == 0 && dx < 0) || (file == 8 && dx > 0)) continue;
      for (const int dy : {-1, 1}) {
        add("M{} {}h{}v{}", x_of(file) + dx * (kGap + kLength), y_of(rank) + dy * kGap,
            -dx * kLength, dy * kLength);
      }
    }
  }

  void draw_names() {
    constexpr std::array<std::string_view, 9> kRedFiles{"九", "八", "七", "六", "五",
                                                        "四", "三", "二", "一"};
    constexpr std::array<std::string_view, 9> kBlackFiles{"1", "2", "3", "4", "5",
                                                          "6", "7", "8", "9"};
    add("<g font-family=\"{}\" fill=\"{}\" text-anchor=\"middle\">\n", kFonts, kInk);
    const int river = (y_of(4) + y_of(5)) / 2 + 11;
    add("<text x=\"{}\" y=\"{}\" font-size=\"32\" letter-spacing=\"26\">楚河</text>\n",
        x_of(2) + 13, river);
    add("<text x=\"{}\" y=\"{}\" font-size=\"32\" letter-spacing=\"26\">漢界</text>\n",
        x_of(6) + 13, river);
    for (std::size_t file = 0; file < kRedFiles.size(); ++file) {
      const int x = x_of(static_cast<int>(file));
      add("<text x=\"{}\" y=\"18\" font-size=\"15\">{}</text>\n", x, kBlackFiles.at(file));
      add("<text x=\"{}\" y=\"{}\" font-size=\"15\">{}</text>\n", x, kHeight - 8,
          kRedFiles.at(file));
    }
    add("</g>\n");
  }

  void draw_move(Move last) {
    if (last.is_none()) return;
    for (const Square square : {last.from(), last.to()}) {
      add("<rect class=\"last\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" "
          "fill=\"#2f7d4f\" fill-opacity=\"0.28\" stroke=\"#2f7d4f\" stroke-width=\"2\"/>\n",
          x_of(square.file()) - kStep / 2 + 1, y_of(square.rank()) - kStep / 2 + 1, kStep - 2,
          kStep - 2);
    }
  }

  void draw_pieces(const Position& position) {
    for (int rank = 9; rank >= 0; --rank) {
      for (int file = 0; file < 9; ++file) {
        const Piece piece = position.at(Square(file, rank));
        if (piece.is_none()) continue;
        const std::string_view color = piece.is(Color::Red) ? kRed : kBlack;
        add("<g transform=\"translate({} {})\">", x_of(file), y_of(rank));
        add("<circle r=\"26\" fill=\"url(#wood)\" stroke=\"#8a5a2b\" stroke-width=\"1.5\"/>"
            "<circle r=\"22\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>",
            color);
        add("<text y=\"10.5\" font-family=\"{}\" font-size=\"30\" font-weight=\"bold\" "
            "text-anchor=\"middle\" fill=\"{}\">{}</text></g>\n",
            kFonts, color, character_of(piece));
      }
    }
  }

  std::string out_;
};

}  // namespace

std::string board_svg(const Position& position, Move last, std::string_view title) {
  return Drawing().draw(position, last, title);
}

}  // namespace qipu
