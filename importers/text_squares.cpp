// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/text_squares.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "importers/piece_slots.h"
#include "importers/text_game.h"
#include "importers/unchecked_tree.h"
#include "record/wdl.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_file(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'i'; }

bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

// The words of `text` between any of the characters `marks`.
std::vector<std::string_view> split(std::string_view text, std::string_view marks) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(marks);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(marks), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// --- the forms

bool is_run(std::string_view line) {
  constexpr std::size_t kMoveSize = 4;
  if (line.size() < kMoveSize) return false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i % 2 == 0 ? !is_file(line[i]) : !is_digit(line[i])) return false;
  }
  return true;
}

bool is_winner(std::string_view word) {
  return word == "R" || word == "B" || word == "r" || word == "b";
}

bool is_list(std::string_view line) {
  if (line.find('/') == std::string_view::npos) return false;
  const auto words = split(line, "/");
  const auto is_move = [](std::string_view word) { return word.size() == 4 && all_digits(word); };
  return !words.empty() && is_move(words.front()) &&
         std::all_of(words.begin(), words.end() - 1, is_move);
}

bool is_pair(std::string_view word) {
  return word.size() == 5 && word[2] == '-' && all_digits(word.substr(0, 2)) &&
         all_digits(word.substr(3));
}

bool is_pairs(std::string_view line) {
  const auto words = split(line, " \t,;");
  const auto count = static_cast<std::size_t>(std::count_if(words.begin(), words.end(), is_pair));
  return count == words.size() || (count >= 2 && count * 2 >= words.size());
}

// A ply of the eight digits: side, piece, file, rank, file, rank, side and piece taken.
bool is_eight(std::string_view ply) {
  const auto is_in = [&](std::size_t i, char low, char high) {
    return ply[i] >= low && ply[i] <= high;
  };
  return ply.size() == 8 && all_digits(ply) && is_in(0, '1', '2') && is_in(1, '1', '7') &&
         is_in(6, '0', '2') && is_in(7, '0', '7');
}

std::vector<std::string_view> split_eights(std::string_view text) {
  std::vector<std::string_view> plies;
  for (std::string_view word : split(text, " \t\r\n,;/|")) {
    for (; !word.empty(); word.remove_prefix(std::min<std::size_t>(8, word.size())))
      plies.push_back(word.substr(0, 8));
  }
  return plies;
}

bool is_eights(std::string_view line) {
  const auto plies = split_eights(line);
  if (plies.size() < 2 || !is_eight(plies[0]) || !is_eight(plies[1])) return false;
  return plies[0].front() != plies[1].front() &&
         std::all_of(plies.begin(), plies.end() - 1, is_eight);
}

bool has_applet(std::string_view text) {
  if (text.find('<') == std::string_view::npos) return false;
  const std::string page = to_lower(text);
  return page.find("<param") != std::string::npos && page.find("movelist") != std::string::npos;
}

// --- digits

// Four digits of a move as written, and what they may mean.
using FourDigits = std::array<int, 4>;
struct DigitBase {
  bool is_rank_first = false;
  int file = 0;  // the number of the left file
  int row = 0;   // the number of the top rank
};

std::optional<Square> to_square(int first, int second, const DigitBase& base) {
  const int file = (base.is_rank_first ? second : first) - base.file;
  const int row = (base.is_rank_first ? first : second) - base.row;
  if (file < 0 || file > 8 || row < 0 || row > 9) return std::nullopt;
  return Square(file, 9 - row);
}

UncheckedMove to_move(const FourDigits& digits, const DigitBase& base) {
  return {to_square(digits[0], digits[1], base), to_square(digits[2], digits[3], base)};
}

std::size_t count_legal(Position position, const std::vector<FourDigits>& moves,
                        const DigitBase& base) {
  std::size_t count = 0;
  for (const FourDigits& digits : moves) {
    const UncheckedMove squares = to_move(digits, base);
    if (!squares.from || !squares.to || *squares.from == *squares.to) break;
    const Piece mover = position.at(*squares.from);
    if (count == 0 && !mover.is_none()) position = position.with_to_move(mover.color());
    const Move move(*squares.from, *squares.to);
    if (!is_legal(position, move)) break;
    position.play(move);
    ++count;
  }
  return count;
}

// The base under which most of all games of a file can be played; the first of those.
DigitBase best_base(const std::vector<std::vector<FourDigits>>& games, const Position& start,
                    const std::vector<DigitBase>& bases) {
  DigitBase best = bases.front();
  std::size_t most = 0;
  for (const DigitBase& base : bases) {
    std::size_t count = 0;
    for (const auto& moves : games)
      count += count_legal(start, moves, base);
    if (count > most) {
      most = count;
      best = base;
    }
  }
  return best;
}

int value(char digit) { return digit - '0'; }

FourDigits four_digits(std::string_view text) {
  return {value(text[0]), value(text[1]), value(text[2]), value(text[3])};
}

// --- reading

// A game of squares as a record has it.
struct SquareGame {
  GameHeader header;
  TextStart start;
  std::vector<UncheckedMove> moves;
  std::vector<Note> notes;
};

Found place_game(SquareGame record, const ReadOptions& options) {
  UncheckedTree tree;
  NodeId node = kRoot;
  for (const UncheckedMove& move : record.moves)
    node = tree.add(node, move);
  Game game;
  game.header = std::move(record.header);
  game.start = record.start.position;
  game.notes = std::move(record.notes);
  settle_side_to_move(tree, game);
  place_moves(tree, options, game);
  const bool is_elsewhere = game.tree.size() == 1 && game.has_usual_start();
  if (is_elsewhere && !record.moves.empty()) {
    const std::string reason = game.notes.empty() ? "" : game.notes.back().text;
    return Error{
        .code = Error::Code::NeedsFen, .message = reason + ", from the usual start", .ply = 0};
  }
  if (is_elsewhere) return Error{Error::Code::NoGame, "neither moves nor a position"};
  if (const PositionFault fault = find_fault(game.start); fault != PositionFault::None) {
    game.notes.push_back({Note::Kind::IllegalStart, -1, to_text(fault)});
  }
  return game;
}

// Squares such as h2e2, with or without a dash; what is neither is passed over.
std::vector<UncheckedMove> read_iccs(std::string_view text) {
  std::vector<Square> squares;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (!is_file(text[i]) || !is_digit(text[i + 1])) continue;
    squares.emplace_back(to_lower(text[i]) - 'a', value(text[i + 1]));
    ++i;
  }
  std::vector<UncheckedMove> moves;
  for (std::size_t i = 0; i + 1 < squares.size(); i += 2)
    moves.push_back({squares[i], squares[i + 1]});
  return moves;
}

class SquareReader {
 public:
  SquareReader(LineFile& file, const ReadOptions& options, const RecordSink& sink)
      : file_(file), options_(options), sink_(sink) {}

  void read_runs() {
    const auto& lines = file_.lines();
    for (std::size_t i = 0; i < lines.size();) {
      const std::size_t end = end_of_run(i);
      if (!lines[i].text.empty()) emit(i, end, read_run(i, end));
      i = end;
    }
  }

  void read_lists() {
    std::vector<std::vector<FourDigits>> games;
    for (const TextLine& line : file_.lines()) {
      std::vector<FourDigits>& moves = games.emplace_back();
      if (!is_list(line.text)) continue;
      for (const std::string_view word : split(line.text, "/")) {
        if (word.size() == 4 && all_digits(word)) moves.push_back(four_digits(word));
      }
    }
    const DigitBase base = best_base(games, Position::start(), kListBases);
    for (std::size_t i = 0; i < games.size(); ++i) {
      const std::string_view line = file_.lines()[i].text;
      if (line.empty()) continue;
      emit(i, i + 1, is_list(line) ? read_list(line, games[i], base) : no_moves(line));
    }
  }

  void read_pairs() {
    std::vector<FourDigits> moves;
    for (const std::string_view word : split(file_.text(), " \t\r\n,;")) {
      if (is_pair(word)) moves.push_back(digits_of_pair(word));
    }
    emit_one(moves, kPairBases);
  }

  void read_eights() {
    std::vector<FourDigits> moves;
    for (const std::string_view ply : split_eights(file_.text())) {
      if (is_eight(ply)) moves.push_back(four_digits(ply.substr(2, 4)));
    }
    emit_one(moves, kEightBases);
  }

  void read_applets();

 private:
  // Which of two digits is the file is told by what can be played; so is where counting starts.
  inline static const std::vector<DigitBase> kListBases{
      {.is_rank_first = true}, {}, {.is_rank_first = true, .file = 1}, {.file = 1}};
  inline static const std::vector<DigitBase> kPairBases{{}, {.file = 1}};
  inline static const std::vector<DigitBase> kEightBases{
      {}, {.file = 1}, {.row = 1}, {.file = 1, .row = 1}};

  static FourDigits digits_of_pair(std::string_view word) {
    return {value(word[0]), value(word[1]), value(word[3]), value(word[4])};
  }

  static Found no_moves(std::string_view line) {
    return Error{.code = Error::Code::BadMove,
                 .message = "a line that is no list of moves",
                 .text = std::string(line.substr(0, 80))};
  }

  // A run and what stands under it up to the next.
  std::size_t end_of_run(std::size_t first) const {
    std::size_t end = first + 1;
    while (end < file_.lines().size() && !is_run(file_.lines()[end].text))
      ++end;
    return end;
  }

  Found read_run(std::size_t first, std::size_t end) const {
    const std::string_view line = file_.lines()[first].text;
    if (!is_run(line)) return no_moves(line);
    SquareGame game;
    for (std::size_t i = first + 1; i < end; ++i) {
      const std::string_view fen = file_.lines()[i].text;
      if (fen.empty()) continue;
      if (auto other = other_game_of_fen(fen)) return std::move(*other);
      Result<TextStart> start = read_text_start(fen, game.notes);
      if (!start) return start.error();
      game.start = std::move(*start);
      break;
    }
    game.moves = read_iccs(line);
    if (line.size() % 4 != 0) {
      game.notes.push_back({Note::Kind::Repaired, -1, "the line ends in half a move"});
    }
    return place_game(std::move(game), options_);
  }

  Found read_list(std::string_view line, const std::vector<FourDigits>& moves,
                  const DigitBase& base) const {
    SquareGame game;
    for (const FourDigits& digits : moves)
      game.moves.push_back(to_move(digits, base));
    const std::string_view last = split(line, "/").back();
    if (is_winner(last)) {
      game.header.result_text = last;
      game.header.outcome = to_lower(last.front()) == 'r' ? Outcome::RedWin : Outcome::BlackWin;
    } else if (last.size() != 4 || !all_digits(last)) {
      game.header.others.push_back({"Rest", std::string(last)});
    }
    return place_game(std::move(game), options_);
  }

  // The one game that all of the file holds.
  void emit_one(const std::vector<FourDigits>& digits, const std::vector<DigitBase>& bases) {
    SquareGame game;
    const DigitBase base = best_base({digits}, Position::start(), bases);
    for (const FourDigits& four : digits)
      game.moves.push_back(to_move(four, base));
    emit(0, file_.lines().size(), place_game(std::move(game), options_));
  }

  void emit(std::size_t first, std::size_t end, Found found) {
    Record record = file_.place(first, end);
    if (Error* error = std::get_if<Error>(&found)) {
      found = file_.at_line(std::move(*error), first);
    } else if (Game* game = std::get_if<Game>(&found)) {
      file_.tell_charset(*game);
    }
    record.found = std::move(found);
    sink_(std::move(record));
  }

  LineFile& file_;
  const ReadOptions& options_;
  const RecordSink& sink_;
};

// --- applets

// The attribute `name` of a tag, quoted or not; nothing if it has none.
std::optional<std::string_view> attribute(std::string_view tag, std::string_view name) {
  const std::string folded = to_lower(tag);
  for (std::size_t at = folded.find(name); at != std::string::npos;
       at = folded.find(name, at + 1)) {
    std::size_t begin = at + name.size();
    while (begin < tag.size() && tag[begin] == ' ')
      ++begin;
    const bool is_whole = at > 0 && std::isspace(static_cast<unsigned char>(tag[at - 1])) != 0;
    if (!is_whole || begin >= tag.size() || tag[begin] != '=') continue;
    std::string_view rest = trim(tag.substr(begin + 1));
    if (rest.starts_with('"') || rest.starts_with('\'')) {
      const char quote = rest.front();
      rest.remove_prefix(1);
      return rest.substr(0, rest.find(quote));
    }
    return rest.substr(0, rest.find_first_of(" \t\r\n/"));
  }
  return std::nullopt;
}

// 32 squares such as "I0", or "--", with one character between.
std::optional<Board> read_layout(std::string_view text) {
  if (text.size() < 3 * kSlotCount - 1) return std::nullopt;
  Slots slots;
  for (std::size_t i = 0; i < kSlotCount; ++i) {
    const char file = text[3 * i];
    const char rank = text[3 * i + 1];
    if (is_file(file) && is_digit(rank)) {
      slots.at(i) = Square(to_lower(file) - 'a', value(rank));
    } else if (file != '-' || rank != '-') {
      return std::nullopt;
    }
  }
  return to_board(slots);
}

// One applet's parameters.
struct Applet {
  std::size_t begin = 0;
  std::string moves;
  std::string layout;
  std::vector<Tag> others;
};

std::vector<Applet> find_applets(std::string_view page) {
  const std::string folded = to_lower(page);
  std::vector<Applet> applets(1);
  bool has_moves = false;
  for (std::size_t at = folded.find('<'); at != std::string::npos; at = folded.find('<', at + 1)) {
    const std::string_view here = std::string_view(folded).substr(at);
    if (here.starts_with("<applet") && (has_moves || !applets.back().layout.empty())) {
      applets.push_back({.begin = at});
      has_moves = false;
    }
    if (!here.starts_with("<param")) continue;
    // Up to its end, or to the next tag where that was forgotten.
    const std::string_view tag = page.substr(at, folded.find_first_of("<>", at + 1) - at);
    const auto name = attribute(tag, "name");
    const auto content = attribute(tag, "value");
    if (!name || !content) continue;
    if (to_lower(*name) == "movelist") {
      applets.back().moves = *content;
      has_moves = true;
    } else if (to_lower(*name) == "position") {
      applets.back().layout = *content;
    } else if (!content->empty()) {
      applets.back().others.push_back({std::string(*name), std::string(*content)});
    }
  }
  return applets;
}

void SquareReader::read_applets() {
  const auto& lines = file_.lines();
  const auto line_at = [&](std::size_t offset) {
    const auto after =
        std::upper_bound(lines.begin(), lines.end(), offset,
                         [](std::size_t at, const TextLine& line) { return at < line.begin; });
    return static_cast<std::size_t>(after - lines.begin()) - (after == lines.begin() ? 0 : 1);
  };
  const std::vector<Applet> applets = find_applets(file_.text());
  for (std::size_t i = 0; i < applets.size(); ++i) {
    const Applet& applet = applets[i];
    const std::size_t first = line_at(applet.begin);
    const std::size_t next = i + 1 < applets.size() ? line_at(applets[i + 1].begin) : lines.size();
    const std::size_t end = std::max(next, first + 1);
    SquareGame game;
    game.header.others = applet.others;
    if (!applet.layout.empty()) {
      const auto board = read_layout(applet.layout);
      if (!board) {
        emit(first, end,
             Error{.code = Error::Code::BadPosition,
                   .message = "the parameter Position is no layout of 32 squares",
                   .text = applet.layout.substr(0, 100)});
        continue;
      }
      game.start.position = Position::from_board(*board, Color::Red);
    }
    const auto words = split(applet.moves, " \t\r\n,;");
    if (std::any_of(words.begin(), words.end(), is_pair)) {
      std::vector<FourDigits> moves;
      for (const std::string_view word : words) {
        if (is_pair(word)) moves.push_back(digits_of_pair(word));
      }
      // SOURCE: formats/others.md, section 9: applets count files from 1.
      const DigitBase base = best_base({moves}, game.start.position, {{.file = 1}, {}});
      for (const FourDigits& four : moves)
        game.moves.push_back(to_move(four, base));
    } else {
      game.moves = read_iccs(applet.moves);
    }
    emit(first, end, place_game(std::move(game), options_));
  }
}

}  // namespace

SquareForm square_form(const std::vector<TextLine>& lines, std::string_view text) {
  if (has_applet(text)) return SquareForm::Applet;
  const auto first = std::find_if(lines.begin(), lines.end(),
                                  [](const TextLine& line) { return !line.text.empty(); });
  if (first == lines.end()) return SquareForm::None;
  if (is_run(first->text)) return SquareForm::Run;
  if (is_list(first->text)) return SquareForm::Lists;
  if (is_pairs(first->text)) return SquareForm::Pairs;
  if (is_eights(first->text)) return SquareForm::Eights;
  return SquareForm::None;
}

void read_squares(SquareForm form, LineFile& file, const ReadOptions& options,
                  const RecordSink& sink) {
  SquareReader reader(file, options, sink);
  switch (form) {
    case SquareForm::Run:
      reader.read_runs();
      break;
    case SquareForm::Lists:
      reader.read_lists();
      break;
    case SquareForm::Pairs:
      reader.read_pairs();
      break;
    case SquareForm::Eights:
      reader.read_eights();
      break;
    case SquareForm::Applet:
      reader.read_applets();
      break;
    case SquareForm::None:
      break;
  }
}

}  // namespace qipu
