// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/text_game.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "record/wdl.h"
#include "xiangqi/fen.h"
#include "xiangqi/notation.h"

namespace qipu {

namespace {

bool has_western_opening(const GameHeader& header) {
  return std::any_of(header.others.begin(), header.others.end(), [](const Tag& tag) {
    return tag.name == "ECO" && tag.value.size() == 3 && tag.value[0] >= 'A' && tag.value[0] <= 'E';
  });
}

// The tag has the last word on the result; what contradicts it is kept as one more tag.
void settle_result(GameHeader& header, const std::string& token, std::vector<Note>& notes) {
  const auto by_token = parse_outcome(token);
  if (header.result_text.empty() && by_token && *by_token != Outcome::Unknown) {
    header.result_text = token;
  }
  const auto by_tag = parse_outcome(header.result_text);
  const auto contradicts = [&](const std::string& text) {
    const auto outcome = parse_outcome(text);
    return by_tag && outcome && *by_tag != Outcome::Unknown && *outcome != Outcome::Unknown &&
           *outcome != *by_tag;
  };
  const bool has_other = std::any_of(
      header.others.begin(), header.others.end(),
      [&](const Tag& tag) { return tag.name.starts_with("Result.") && contradicts(tag.value); });
  if (!has_other && !contradicts(token)) return;
  if (!has_other) header.others.push_back({"Result.2", token});
  header.has_conflicting_result = true;
  notes.push_back({Note::Kind::Guessed, -1, "results differ; the tag's is taken"});
}

// Bytes of the first of `words` that `text` starts with; 0 if there is none.
std::size_t word_size(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (text.starts_with(word)) return word.size();
  }
  return 0;
}

// Whether a title says that one side plays without some of its pieces: 让九子, 让单马.
bool names_handicap(std::string_view title) {
  for (const std::string_view give : {"让", "讓"}) {
    for (std::size_t at = title.find(give); at != title.npos; at = title.find(give, at + 1)) {
      std::string_view rest = title.substr(at + give.size());
      for (std::size_t size = 1; size != 0; rest.remove_prefix(size)) {
        size = word_size(rest, {"一", "二", "两", "三", "四", "五", "六", "七", "八", "九", "双",
                                "雙", "单", "單", "左", "右"});
      }
      if (word_size(rest, {"子", "马", "馬", "车", "車", "炮", "兵", "卒", "相", "象", "仕", "士"}))
        return true;
    }
  }
  return false;
}

// Why a record without a move that could be read is of no use; nothing if it is of some.
std::optional<Error> find_reject(const TextGame& record) {
  const Movetext& movetext = record.movetext;
  if (record.start.is_given && !(record.start.position == Position::start())) return std::nullopt;
  const bool starts_elsewhere = movetext.stop && movetext.stop->code == Error::Code::IllegalMove;
  if (starts_elsewhere) {
    Error error = *movetext.stop;
    error.code = Error::Code::NeedsFen;
    error.message += " from the usual start";
    return error;
  }
  const GameHeader& header = record.header;
  const auto outcome = parse_outcome(header.result_text);
  const bool has_result = !header.red.name.empty() && !header.black.name.empty() && outcome &&
                          *outcome != Outcome::Unknown;
  if (has_result) return std::nullopt;
  if (movetext.stop) return movetext.stop;
  if (record.start.is_given) return std::nullopt;
  return Error{Error::Code::NoGame, "neither moves nor a position"};
}

}  // namespace

std::optional<OtherGame> other_game_of_fen(std::string_view fen) {
  const std::string_view board = fen.substr(0, fen.find(' '));
  const auto has = [board](char c) { return board.find(c) != std::string_view::npos; };
  if (std::count(board.begin(), board.end(), '/') == 7) return OtherGame{"chess"};
  if (has('x') || has('X')) return OtherGame{"jieqi"};
  // One M is the Manchu banner, where the elephants have letters of their own.
  if (std::count(board.begin(), board.end(), 'M') == 1 && (has('B') || has('E'))) {
    return OtherGame{"manchu"};
  }
  // The kings of janggi start in the middle of their palaces, in front of everyone else.
  const bool is_janggi = board.find("/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/") != board.npos;
  if (is_janggi) return OtherGame{"janggi"};
  return std::nullopt;
}

bool starts_with_covered_piece(std::string_view moves) {
  PgnTokens tokens(moves);
  PgnToken token = tokens.next(0);
  while (token.is(PgnToken::Kind::Number) || token.is(PgnToken::Kind::Ellipsis) ||
         token.is(PgnToken::Kind::Comment))
    token = tokens.next(token.end);
  return token.is(PgnToken::Kind::Word) && token.text.starts_with("暗") &&
         tokens.next(token.end).is(PgnToken::Kind::Move);
}

std::size_t moves_behind_comma(std::string_view line) {
  const std::size_t mark = line.find_first_of(",;");
  if (mark == std::string_view::npos || line[mark] != ',') return std::string_view::npos;
  const std::size_t begin = line.find_first_not_of(' ', mark + 1);
  const bool has_move =
      begin != std::string_view::npos && scan_move(line.substr(begin)).has_value();
  return has_move ? begin : std::string_view::npos;
}

Result<TextStart> read_text_start(std::string_view fen, std::vector<Note>& notes) {
  TextStart start;
  if (fen.empty()) return start;
  const Result<FenReading> read = read_fen(fen);
  if (!read) return read.error();
  start.is_given = true;
  start.position = read->position;
  if (read->rest.starts_with("moves")) {
    start.moves = std::string(read->rest.substr(5));
  } else {
    start.rest = std::string(read->rest);
  }
  if (!read->side_given) {
    notes.push_back({Note::Kind::Guessed, -1, "the FEN does not say who moves: Red"});
  }
  return start;
}

bool names_handicap(const GameHeader& header) {
  return names_handicap(header.event) || names_handicap(header.title);
}

Found judge(TextGame record) {
  Movetext& movetext = record.movetext;
  settle_result(record.header, movetext.result, record.notes);
  const bool is_western =
      !record.is_marked && movetext.stop && movetext.uses_coordinates &&
      (movetext.is_western || (movetext.stop->ply < 10 && has_western_opening(record.header)));
  if (is_western) return OtherGame{"chess"};
  const bool is_handicap =
      !record.start.is_given && movetext.tree.size() > 1 && names_handicap(record.header);
  if (is_handicap) {
    return Error{.code = Error::Code::NeedsFen,
                 .message = "the title names a handicap, and no FEN the start",
                 .ply = 0};
  }
  if (movetext.tree.size() == 1) {
    if (auto error = find_reject(record)) return std::move(*error);
  }
  Game game;
  game.header = std::move(record.header);
  game.type = std::move(record.type);
  game.start = movetext.start;
  game.tree = std::move(movetext.tree);
  game.notes = std::move(record.notes);
  const PositionFault fault = find_fault(game.start);
  if (fault != PositionFault::None) {
    game.notes.push_back({Note::Kind::IllegalStart, -1, to_text(fault)});
  }
  std::move(movetext.notes.begin(), movetext.notes.end(), std::back_inserter(game.notes));
  return game;
}

}  // namespace qipu
