// SPDX-License-Identifier: GPL-3.0-or-later

// What the texts of a header mean: its date and its result.
//
// The rules for results: the tag (or the code of a binary format) counts. Where it says nothing,
// the title or event is asked ("甲先胜乙"), and what it says is taken, with a note. A mate or
// stalemate at the end of the moves sets nothing (who copied the record may have gone on playing),
// it is only noted. Where two of the three contradict each other the game is marked as conflicting.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "record/game.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

void add_note(Game& game, std::string text) {
  const Note note{Note::Kind::Guessed, -1, std::move(text)};
  if (std::find(game.notes.begin(), game.notes.end(), note) == game.notes.end()) {
    game.notes.push_back(note);
  }
}

Outcome win_of(Color color) { return color == Color::Red ? Outcome::RedWin : Outcome::BlackWin; }

// What one title says, gathered so that two different sayings cancel out.
class Opinion {
 public:
  void add(Outcome outcome) {
    if (said_ && *said_ != outcome) is_torn_ = true;
    said_ = outcome;
  }
  std::optional<Outcome> outcome() const { return is_torn_ ? std::nullopt : said_; }

 private:
  std::optional<Outcome> said_;
  bool is_torn_ = false;
};

struct Phrase {
  std::string_view words;
  Outcome outcome;
};

// 先 is who moves first, Red; 后 is Black.
constexpr std::array kPhrases{
    Phrase{"先胜", Outcome::RedWin},     Phrase{"先负", Outcome::BlackWin},
    Phrase{"先和", Outcome::Draw},       Phrase{"后胜", Outcome::BlackWin},
    Phrase{"后负", Outcome::RedWin},     Phrase{"后和", Outcome::Draw},
    Phrase{"红胜", Outcome::RedWin},     Phrase{"红负", Outcome::BlackWin},
    Phrase{"黑胜", Outcome::BlackWin},   Phrase{"黑负", Outcome::RedWin},
    Phrase{"红方胜", Outcome::RedWin},   Phrase{"黑方胜", Outcome::BlackWin},
    Phrase{"黑先胜", Outcome::BlackWin}, Phrase{"黑先负", Outcome::RedWin},
};

bool contains(std::string_view text, std::string_view words) {
  return text.find(words) != std::string_view::npos;
}

void add_phrases(const std::string& title, Opinion& opinion) {
  // Black first is said of studies only; then 先胜 in it is Black's. 让先 is a handicap.
  const bool first_is_not_red = contains(title, "黑先") || contains(title, "让先");
  for (const Phrase& phrase : kPhrases) {
    if (first_is_not_red && (phrase.words == "先胜" || phrase.words == "先负")) continue;
    if (contains(title, phrase.words)) opinion.add(phrase.outcome);
  }
}

// "甲胜乙", "甲 (先和) 乙": a word of result that stands right between the two names.
void add_word_between(const std::string& title, const GameHeader& header, Opinion& opinion) {
  const std::string red = fold_simplified(header.red.name);
  const std::string black = fold_simplified(header.black.name);
  if (red.empty() || black.empty() || red == black) return;
  const std::size_t red_at = title.find(red);
  const std::size_t black_at = title.find(black);
  if (red_at == std::string::npos || black_at == std::string::npos) return;
  const Color first = red_at < black_at ? Color::Red : Color::Black;
  std::string_view between = title;
  const std::size_t from = first == Color::Red ? red_at + red.size() : black_at + black.size();
  const std::size_t to = first == Color::Red ? black_at : red_at;
  if (from >= to) return;
  between = between.substr(from, to - from);
  const std::size_t start = between.find_first_not_of(" ()[]-");
  if (start == std::string_view::npos) return;
  between.remove_prefix(start);
  if (between.starts_with("胜")) opinion.add(win_of(first));
  if (between.starts_with("负")) opinion.add(win_of(opponent(first)));
  if (between.starts_with("和")) opinion.add(Outcome::Draw);
}

std::optional<Outcome> outcome_of_title(const std::string& text, const GameHeader& header) {
  // Most titles speak of no result, and folding them would take longer than reading the game.
  constexpr std::array<std::string_view, 5> kSigns{"胜", "勝", "负", "負", "和"};
  const auto is_in_text = [&text](std::string_view sign) { return contains(text, sign); };
  if (std::none_of(kSigns.begin(), kSigns.end(), is_in_text)) return std::nullopt;
  const std::string title = fold_simplified(fold_width(text));
  Opinion opinion;
  add_phrases(title, opinion);
  add_word_between(title, header, opinion);
  return opinion.outcome();
}

// Who has won on the board at the end of the main line, if that is decided there.
std::optional<Color> winner_on_board(const Game& game) {
  if (game.tree.size() == 1 || !game.is_indexable()) return std::nullopt;
  // Of the positions on the way nothing is asked.
  Board board = game.start.board();
  Color to_move = game.start.to_move();
  for (const Move move : game.tree.main_line()) {
    board[static_cast<std::size_t>(move.to().index())] =
        std::exchange(board[static_cast<std::size_t>(move.from().index())], Piece());
    to_move = opponent(to_move);
  }
  const Position position = Position::from_board(board, to_move);
  const bool is_lost = !position.king(position.to_move()).has_value() || !has_legal_move(position);
  if (!is_lost) return std::nullopt;
  return opponent(position.to_move());
}

void settle_date(Game& game) {
  GameHeader& header = game.header;
  const Date date = read_date(header.date_text);
  if (date.is_known()) header.date = date;
  const auto is_slash = [](char c) { return c == '/'; };
  const bool day_is_open =
      date.is_known() && date.month == 0 &&
      std::count_if(header.date_text.begin(), header.date_text.end(), is_slash) == 2;
  if (day_is_open) add_note(game, "date '" + header.date_text + "': only the year is certain");
}

void settle_outcome(Game& game) {
  GameHeader& header = game.header;
  if (const auto said = parse_outcome(header.result_text); said && *said != Outcome::Unknown) {
    if (header.outcome != Outcome::Unknown && header.outcome != *said) {
      header.has_conflicting_result = true;
    }
    header.outcome = *said;
  }
  std::optional<Outcome> title = outcome_of_title(header.title, header);
  if (!title) title = outcome_of_title(header.event, header);
  const std::optional<Color> winner = winner_on_board(game);

  if (header.outcome == Outcome::Unknown && title && (!winner || win_of(*winner) == *title)) {
    header.outcome = *title;
    add_note(game, "result " + std::string(to_pgn(*title)) + " taken from the title");
    return;
  }
  if (title && header.outcome != Outcome::Unknown && *title != header.outcome) {
    header.has_conflicting_result = true;
    add_note(game, "the title says " + std::string(to_pgn(*title)) + ", the record " +
                       std::string(to_pgn(header.outcome)));
  }
  if (!winner || win_of(*winner) == header.outcome) return;
  if (header.outcome != Outcome::Unknown || title) header.has_conflicting_result = true;
  add_note(game, "the final position is " + std::string(to_pgn(win_of(*winner))) +
                     ", which the record does not say");
}

}  // namespace

void normalise(Game& game) {
  settle_date(game);
  settle_outcome(game);
}

}  // namespace qipu
