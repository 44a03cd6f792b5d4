// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/text_records.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "importers/dhtmlxq_header.h"
#include "importers/pgn_movetext.h"
#include "importers/pgn_tags.h"
#include "importers/pgn_tokens.h"
#include "importers/text_fields.h"
#include "importers/text_game.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

using Kind = PgnToken::Kind;

constexpr std::size_t kHeadLines = 40;  // that are looked at to recognise a file

// --- kinds of lines

// A line of dashes or the like, as programs draw around a header.
bool is_rule(std::string_view line) {
  std::size_t marks = 0;
  while (!line.empty()) {
    std::size_t size = 0;
    for (const std::string_view mark : {"-", "=", "_", "*", "~", "—", "─", "－", "━", "＝", "…"}) {
      if (line.starts_with(mark)) size = mark.size();
    }
    if (size == 0) return false;
    line.remove_prefix(size);
    ++marks;
  }
  return marks >= 3;
}

bool is_footer(std::string_view line) {
  return line.starts_with("棋谱由") || line.starts_with("棋譜由");
}

bool starts_board(std::string_view line) {
  const std::string_view board = line.substr(0, line.find_first_of(" ,"));
  return std::count(board.begin(), board.end(), '/') == 9 && read_fen(line).has_value();
}

// The number of a move with its dot: "12.", "１、".
bool starts_numbered(std::string_view line) {
  const std::string folded = fold_width(line.substr(0, 24));
  const std::size_t digits = folded.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos || digits > 4) return false;
  const std::string_view rest = trim(std::string_view(folded).substr(digits));
  return rest.starts_with('.') || rest.starts_with("、");
}

// Whether there is nothing on the line but moves and what goes with them.
bool is_all_moves(std::string_view line) {
  PgnTokens tokens(line);
  bool has_moves = false;
  for (PgnToken token = tokens.next(0); !token.is(Kind::End); token = tokens.next(token.end)) {
    if (token.is(Kind::Unfinished) || token.is(Kind::Pass)) return false;
    if (token.is(Kind::Word) && token.text != ",") return false;
    has_moves = has_moves || token.is(Kind::Move) || token.is(Kind::Result);
  }
  return has_moves;
}

bool is_move_line(std::string_view line) {
  return !line.empty() && (starts_numbered(line) || is_all_moves(line));
}

// "LIU DaHua - HU RongHua": the two names of a list.
bool is_names(std::string_view line) {
  const std::size_t dash = line.find(" - ");
  return dash != std::string_view::npos && dash > 0 && line.find(" - ", dash + 1) == line.npos;
}

constexpr std::string_view kEndOfEvent = "EOD";
bool is_event_line(std::string_view line) {
  return line == kEndOfEvent || line.ends_with(" " + std::string(kEndOfEvent));
}

// Letters of 中国象棋大师 for a whole board, top rank first.
// SOURCE: formats/others.md, section 9.
std::optional<Board> read_letter_board(std::string_view line) {
  constexpr std::string_view kLetters = "JSXMCPB";  // in the order of PieceKind
  if (line.size() != Square::kCount) return std::nullopt;
  Board board{};
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == 'Z' || line[i] == 'z') continue;
    const bool is_red = std::isupper(static_cast<unsigned char>(line[i])) != 0;
    const auto letter = static_cast<char>(std::toupper(static_cast<unsigned char>(line[i])));
    const std::size_t kind = kLetters.find(letter);
    if (kind == std::string_view::npos) return std::nullopt;
    const Square square(static_cast<int>(i % 9), 9 - static_cast<int>(i / 9));
    board[static_cast<std::size_t>(square.index())] =
        Piece(is_red ? Color::Red : Color::Black, static_cast<PieceKind>(kind));
  }
  return board;
}

// --- one record

// What was gathered of a record before its moves are read.
struct Draft {
  DhtmlxqBlock block;
  std::string fen;
  std::size_t fen_line = 0;
  std::string moves_behind_fen;
  std::optional<Board> board;
  std::string moves;               // of the record's text, the same size; what is no move is blank
  std::size_t moves_line = 0;      // where they begin
  std::vector<TextRange> remarks;  // in `moves`
  std::string footer;
};

void append_line(std::string& text, std::string_view line) {
  if (!text.empty()) text += '\n';
  text += line;
}

class RecordReader {
 public:
  RecordReader(WordForm form, LineFile& file, const ReadOptions& options, const RecordSink& sink)
      : form_(form), file_(file), lines_(file.lines()), options_(options), sink_(sink) {}

  void read() {
    for (std::size_t i = 0; i < lines_.size();) {
      const std::size_t end = end_of_record(i);
      bool is_empty = true;
      for (std::size_t k = i; k < end; ++k)
        is_empty = is_empty && lines_[k].text.empty();
      if (!is_empty) emit(i, end);
      i = end;
    }
  }

 private:
  std::string_view line(std::size_t i) const {
    return i < lines_.size() ? lines_[i].text : std::string_view();
  }

  // The next line from `i` on that says something.
  std::size_t next_line(std::size_t i) const {
    while (i < lines_.size() && (lines_[i].text.empty() || is_rule(lines_[i].text)))
      ++i;
    return i;
  }

  // --- where records begin

  bool starts_record(std::size_t i) const {
    switch (form_) {
      case WordForm::Labels: {
        const auto fields = known_fields(line(i));
        if (fields.empty()) return false;
        const auto more = known_fields(line(next_line(i + 1)));
        return fields.size() > 1 || !more.empty();
      }
      case WordForm::Wxf: {
        const auto fields = wxf_fields(line(i));
        return !fields.empty();
      }
      case WordForm::Names:
        return is_names(line(i)) && is_event_line(line(next_line(i + 1)));
      default:
        return starts_board(line(i));
    }
  }

  // A record ends where, after moves, the next one begins; also where a header begins again.
  std::size_t end_of_record(std::size_t first) const {
    const std::size_t start = next_line(first);
    std::string first_key;
    if (form_ == WordForm::Labels) {
      const auto fields = known_fields(line(start));
      if (!fields.empty()) first_key = fields.front().key;
    }
    bool has_moves = false;
    for (std::size_t i = start + 1; i < lines_.size(); ++i) {
      if (starts_record(i)) {
        const bool begins_again = !first_key.empty() && !known_fields(line(i)).empty() &&
                                  known_fields(line(i)).front().key == first_key;
        if (has_moves || begins_again || form_ == WordForm::Names) return before_rule(i, first);
      }
      has_moves = has_moves || is_move_line(line(i)) || line(i).starts_with("START{");
    }
    return lines_.size();
  }

  // The rule above a header belongs to it.
  std::size_t before_rule(std::size_t i, std::size_t first) const {
    return i > first + 1 && is_rule(line(i - 1)) ? i - 1 : i;
  }

  // --- the header

  Draft read_header(std::size_t first, std::size_t end) const {
    Draft draft;
    draft.moves_line = first;
    std::vector<std::string_view> others;  // lines since the last one of the header
    const auto keep_others = [&] {
      for (const std::string_view text : others) {
        const bool is_above = draft.moves_line == first && draft.block.known.empty();
        add_field(draft.block, {is_above ? "标题" : "Text", is_above ? "title" : "", text});
      }
      others.clear();
    };
    for (std::size_t i = first; i < end && !is_moves_start(i); ++i) {
      if (is_header_line(i)) keep_others();
      if (take_header_line(i, i == draft.moves_line && i > first, draft)) {
        draft.moves_line = i + 1;
      } else if (!line(i).empty() && !is_rule(line(i))) {
        others.push_back(line(i));
      }
    }
    if (form_ == WordForm::Wxf) keep_others();  // else they are remarks before the first move
    return draft;
  }

  // Whether the line is one of a header wherever it stands.
  bool is_header_line(std::size_t i) const {
    const std::string_view text = line(i);
    if (form_ == WordForm::Wxf) return !wxf_fields(text).empty();
    return starts_board(text) || read_letter_board(text) || !known_fields(text).empty();
  }

  bool is_moves_start(std::size_t i) const {
    if (form_ == WordForm::Wxf) return line(i).starts_with("START{");
    if (form_ == WordForm::Fen && starts_board(line(i))) return false;
    return is_move_line(line(i));
  }

  // Whether the line belongs to the header. `is_inside`: the line before it does.
  bool take_header_line(std::size_t i, bool is_inside, Draft& draft) const {
    const std::string_view text = line(i);
    if (text.empty()) return false;
    if (form_ == WordForm::Names) {
      take_names(text, draft);
      return true;
    }
    if (starts_board(text)) {
      take_fen(text, i, draft);
      return true;
    }
    if (auto board = read_letter_board(text)) {
      draft.board = board;
      return true;
    }
    if (is_rule(text)) return is_inside;
    const bool is_wxf = form_ == WordForm::Wxf;
    std::vector<TextField> fields = is_wxf ? wxf_fields(text) : known_fields(text);
    if (fields.empty() && is_inside) fields = any_field(text);
    for (const TextField& field : fields)
      take_field(field, i, draft);
    return !fields.empty();
  }

  static void take_fen(std::string_view text, std::size_t i, Draft& draft) {
    draft.fen_line = i;
    const std::size_t moves = moves_behind_comma(text);
    draft.fen = text.substr(0, moves == text.npos ? text.size() : text.find(','));
    if (moves == text.npos) return;
    draft.moves_behind_fen = text.substr(moves);
    std::replace(draft.moves_behind_fen.begin(), draft.moves_behind_fen.end(), ',', ' ');
  }

  void take_field(const TextField& field, std::size_t i, Draft& draft) const {
    if (field.name == "fen") {
      take_fen(field.value, i, draft);
    } else if (field.name == "TimeUsed") {
      const bool is_black = draft.block.known.count("black") > 0;
      add_field(draft.block, {field.key, is_black ? "blacktime" : "redtime", field.value});
    } else if (field.name != "Format") {
      add_field(draft.block, field);
    }
  }

  static void take_names(std::string_view text, Draft& draft) {
    if (is_event_line(text)) {
      text.remove_suffix(kEndOfEvent.size());
      add_field(draft.block, {"EVENT", "event", trim(text)});
    } else if (is_names(text)) {
      const std::size_t dash = text.find(" - ");
      add_field(draft.block, {"RED", "redname", trim(text.substr(0, dash))});
      add_field(draft.block, {"BLACK", "blackname", trim(text.substr(dash + 3))});
    } else {
      add_field(draft.block, {"Text", {}, text});
    }
  }

  // --- the moves

  // Takes the lines [draft.moves_line, end) apart into moves, remarks and what stands below them.
  void gather_moves(std::size_t end, Draft& draft) const {
    if (draft.moves_line >= end) return;
    const std::size_t begin = lines_[draft.moves_line].begin;
    draft.moves = file_.text().substr(begin, lines_[end - 1].end - begin);
    bool has_moves = false;
    bool is_over = false;
    for (std::size_t i = draft.moves_line; i < end; ++i) {
      const std::string_view text = line(i);
      const auto at = static_cast<std::size_t>(text.data() - file_.text().data()) - begin;
      const TextRange range{at, at + text.size()};
      if (text.empty()) continue;
      is_over = is_over || (has_moves && is_rule(text)) || is_footer(text);
      if (is_over || is_rule(text)) {
        if (!is_rule(text)) append_line(draft.footer, text);
        std::fill(draft.moves.begin() + static_cast<std::ptrdiff_t>(range.begin),
                  draft.moves.begin() + static_cast<std::ptrdiff_t>(range.end), ' ');
      } else if (!is_move_line(text)) {
        draft.remarks.push_back(range);
      } else {
        has_moves = true;
        is_over = take_words(range, draft);
      }
    }
  }

  // Makes remarks of the words in a line of moves. True if the line ends with the result.
  static bool take_words(TextRange range, Draft& draft) {
    PgnTokens tokens(std::string_view(draft.moves).substr(0, range.end));
    std::optional<TextRange> words;
    bool has_result = false;
    const auto close = [&] {
      if (words) draft.remarks.push_back(*words);
      words.reset();
    };
    for (PgnToken token = tokens.next(range.begin); !token.is(Kind::End);
         token = tokens.next(token.end)) {
      has_result = token.is(Kind::Result);
      const bool is_word = token.is(Kind::Word) && !looks_like_move(token.text);
      const bool is_letters =
          is_word && (std::isalnum(static_cast<unsigned char>(token.text.front())) != 0 ||
                      static_cast<unsigned char>(token.text.front()) >= 0xE4);
      const bool is_mark_of_words = token.is(Kind::Nag) && words && words->end == token.begin;
      if (is_letters || is_mark_of_words) {
        words = TextRange{words ? words->begin : token.begin, token.end};
      } else if (!is_word) {
        close();
      }
    }
    close();
    return has_result;
  }

  // The moves of WXF stand between START{ and }END.
  void gather_wxf_moves(std::size_t end, Draft& draft) const {
    std::size_t first = draft.moves_line;
    while (first < end && !line(first).starts_with("START{"))
      ++first;
    draft.moves_line = first;
    if (first == end) return;
    const std::size_t begin = lines_[first].begin;
    draft.moves = file_.text().substr(begin, lines_[end - 1].end - begin);
    const std::size_t open = draft.moves.find('{');
    std::size_t close = draft.moves.rfind("}END");
    if (close == std::string::npos) close = draft.moves.rfind('}');
    std::fill_n(draft.moves.begin(), open + 1, ' ');
    if (close == std::string::npos || close < open) return;
    draft.footer =
        trim(std::string_view(draft.moves).substr(std::min(close + 4, draft.moves.size())));
    draft.moves.resize(close);
  }

  // Moves behind the FEN, on its line, come before all others.
  static void put_before(std::string behind, Draft& draft) {
    if (trim(behind).empty()) return;
    behind += ' ';
    draft.moves.insert(0, behind);
    for (TextRange& range : draft.remarks) {
      range.begin += behind.size();
      range.end += behind.size();
    }
  }

  Found read_record(std::size_t first, std::size_t end) {
    Draft draft = read_header(first, end);
    if (form_ == WordForm::Wxf) {
      gather_wxf_moves(end, draft);
    } else {
      gather_moves(end, draft);
    }
    if (auto other = other_game_of_fen(draft.fen)) return std::move(*other);
    TextGame record;
    Result<TextStart> start = read_text_start(draft.fen, record.notes);
    if (!start) return file_.at_line(start.error(), draft.fen_line);
    if (draft.board) {
      start->position = Position::from_board(*draft.board, Color::Red);
      start->is_given = true;
    }
    put_before(draft.moves_behind_fen + start->moves, draft);
    Game header;
    read_dhtmlxq_header(draft.block, header);
    record.header = std::move(header.header);
    record.type = std::move(header.type);
    if (record.header.result_text.empty()) {
      record.header.result_text = dhtmlxq_value(draft.block, "result");
    }
    if (!draft.footer.empty()) record.header.others.push_back({"Footer", draft.footer});
    record.is_marked = form_ == WordForm::Labels;
    record.movetext =
        read_movetext(draft.moves, start->position,
                      {.allow_self_check = options_.allow_self_check, .remarks = draft.remarks});
    record.start = std::move(*start);
    Found found = judge(std::move(record));
    if (Error* error = std::get_if<Error>(&found)) {
      const bool is_of_moves = error->code != Error::Code::NoGame;
      const std::size_t lines = count_lines(draft.moves.substr(0, error->offset));
      return file_.at_line(std::move(*error),
                           is_of_moves ? std::min(draft.moves_line + lines, end - 1) : first);
    }
    return found;
  }

  void emit(std::size_t first, std::size_t end) {
    Record record = file_.place(first, end);
    record.found = read_record(first, end);
    if (Game* game = std::get_if<Game>(&record.found)) file_.tell_charset(*game);
    sink_(std::move(record));
  }

  WordForm form_;
  LineFile& file_;
  const std::vector<TextLine>& lines_;
  const ReadOptions& options_;
  const RecordSink& sink_;
};

}  // namespace

WordForm word_form(const std::vector<TextLine>& lines) {
  std::vector<std::string_view> said;
  for (const TextLine& line : lines) {
    if (line.text.empty() || is_rule(line.text)) continue;
    if (starts_quoted_tag(line.text) || line.text.find("[DhtmlXQ") != line.text.npos) {
      return WordForm::None;
    }
    said.push_back(line.text);
    if (said.size() == kHeadLines) break;
  }
  if (said.empty() || said[0].starts_with('<')) return WordForm::None;
  const bool has_wxf_key = !wxf_fields(said[0]).empty();
  const bool has_wxf_moves = std::any_of(
      said.begin(), said.end(), [](std::string_view line) { return line.starts_with("START{"); });
  if (has_wxf_key && (has_wxf_moves || said[0].starts_with("FORMAT"))) return WordForm::Wxf;
  if (said.size() > 1 && is_names(said[0]) && is_event_line(said[1])) return WordForm::Names;
  if (starts_board(said[0])) {
    const bool has_moves_behind = moves_behind_comma(said[0]) != said[0].npos;
    const bool has_moves_below = said.size() > 1 && is_move_line(said[1]);
    return has_moves_behind || has_moves_below ? WordForm::Fen : WordForm::None;
  }
  std::size_t fields = 0;
  bool has_telling = false;
  for (const std::string_view line : said) {
    for (const TextField& field : known_fields(line)) {
      ++fields;
      has_telling = has_telling || is_telling(field.name);
    }
  }
  return fields >= 2 && has_telling ? WordForm::Labels : WordForm::None;
}

void read_words(WordForm form, LineFile& file, const ReadOptions& options, const RecordSink& sink) {
  RecordReader(form, file, options, sink).read();
}

}  // namespace qipu
