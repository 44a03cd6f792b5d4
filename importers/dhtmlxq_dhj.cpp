// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/dhtmlxq_dhj.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "importers/dhtmlxq_header.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

constexpr std::string_view kDhjMark = "dhjhtmlxq";
constexpr std::string_view kComment = "game_comment_0_";
constexpr std::array kEnds{std::string_view("/dhjhtmlxq"), std::string_view("/comment_"),
                           std::string_view("/game_comment_")};
constexpr std::size_t kMaxNumber = 9;  // digits

constexpr unsigned kStartBoard = 31;
constexpr unsigned kFirstMover = 32;
constexpr unsigned kMoves = 34;

// The other tags under the names they have in DhtmlXQ.
struct DhjName {
  unsigned number;
  const char* name;
};
constexpr std::array kNames{
    DhjName{10, "title"},      DhjName{11, "event"},       DhjName{13, "date"},
    DhjName{14, "place"},      DhjName{15, "round"},       DhjName{16, "table"},
    DhjName{17, "red"},        DhjName{18, "redname"},     DhjName{19, "redlevel"},
    DhjName{20, "redrating"},  DhjName{21, "black"},       DhjName{22, "blackname"},
    DhjName{23, "blacklevel"}, DhjName{24, "blackrating"}, DhjName{28, "result"},
    DhjName{29, "redtime"},    DhjName{30, "blacktime"},   DhjName{36, "open"},
    DhjName{37, "variation"},  DhjName{40, "remark"},      DhjName{41, "author"},
    DhjName{42, "record"}};

bool starts_with_word(std::string_view text, std::string_view lower_case_word) {
  return text.size() >= lower_case_word.size() &&
         std::equal(lower_case_word.begin(), lower_case_word.end(), text.begin(),
                    [](char lower, char c) {
                      return lower == (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
                    });
}

// A piece of the text between brackets that is ours.
struct DhjMark {
  enum class Kind { Opener, Closer, Tag, Comment, End };
  Kind kind = Kind::Opener;
  std::size_t begin = 0;  // of '['
  std::size_t end = 0;    // past ']'
  unsigned number = 0;    // of a tag, or the ply of a comment
};

// The mark that starts with the '[' at `at`, if one does.
std::optional<DhjMark> dhj_mark_at(std::string_view text, std::size_t at) {
  std::string_view word = text.substr(at + 1);
  DhjMark mark{.begin = at};
  const auto number_follows = [&](std::size_t skip) {
    word = word.substr(0, skip + kMaxNumber + 1);
    const char* const from = word.data() + std::min(skip, word.size());
    const char* const to = word.data() + word.size();
    const auto [stop, error] = std::from_chars(from, to, mark.number);
    mark.end = at + 2 + static_cast<std::size_t>(stop - word.data());
    return error == std::errc() && stop != to && *stop == ']';
  };
  if (starts_with_word(word, kDhjMark)) {
    const std::string_view next = word.substr(kDhjMark.size(), 1);
    mark.end = at + kDhjMark.size() + 2;
    if (next == "]") return mark;
    mark.kind = DhjMark::Kind::Tag;
    if (next != "_" || !number_follows(kDhjMark.size() + 1)) return std::nullopt;
    return mark;
  }
  if (starts_with_word(word, kComment)) {
    mark.kind = DhjMark::Kind::Comment;
    if (!number_follows(kComment.size())) return std::nullopt;
    return mark;
  }
  for (const std::string_view end : kEnds) {
    if (!starts_with_word(word, end)) continue;
    const std::size_t close = word.substr(0, end.size() + 2 * kMaxNumber).find(']');
    if (close == std::string_view::npos) return std::nullopt;
    mark.kind = close == end.size() ? DhjMark::Kind::Closer : DhjMark::Kind::End;
    mark.end = at + 2 + close;
    return mark;
  }
  return std::nullopt;
}

std::vector<DhjMark> dhj_marks_of(std::string_view text) {
  std::vector<DhjMark> marks;
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    if (const auto mark = dhj_mark_at(text, at)) marks.push_back(*mark);
  }
  return marks;
}

// 90 letters of FEN, '*' where nothing stands, rank by rank from the top, as a FEN. Another text
// comes back as it is, which is no FEN either.
std::string to_fen_board(const std::string& letters) {
  if (letters.size() != Square::kCount) return letters;
  std::string fen;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i > 0 && i % 9 == 0) fen += '/';
    fen += letters[i] == '*' ? '1' : letters[i];
  }
  return fen;
}

// Files and ranks from the bottom, as DhtmlXQ has them: ranks from the top.
std::string to_dhtmlxq_digits(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c < '0' || c > '9') continue;
    const bool is_rank = digits.size() % 2 == 1;
    digits += is_rank ? static_cast<char>('0' + '9' - c) : c;
  }
  return digits;
}

// The tags of one game as they are met.
class DhjGame {
 public:
  bool has(unsigned number) const { return values_.contains(number); }
  bool is_empty() const { return values_.empty() && comments_.empty(); }
  void add(unsigned number, std::string value) {
    if (!value.empty() || !has(number)) values_[number] = std::move(value);
  }
  void add_comment(std::uint32_t ply, std::string text) {
    comments_.push_back({0, ply, std::move(text)});
  }

  DhtmlxqBlock to_block() && {
    DhtmlxqBlock block;
    block.comments = std::move(comments_);
    if (has(kMoves)) {
      block.main_line = 0;
      block.lines.push_back({{}, to_dhtmlxq_digits(values_[kMoves])});
    }
    const bool is_black_first = has(kFirstMover) && values_[kFirstMover] == "1";
    const std::string board = has(kStartBoard) ? values_[kStartBoard] : std::string();
    if (!board.empty()) {
      block.known["fen"] = to_fen_board(board) + (is_black_first ? " b" : " w");
    } else if (is_black_first) {
      block.known["fen"] = to_fen(Position::start().with_to_move(Color::Black));
    }
    for (auto& [number, value] : values_) {
      if (number == kMoves || number == kStartBoard || number == kFirstMover) continue;
      const auto* const name =
          std::find_if(kNames.begin(), kNames.end(),
                       [number = number](const DhjName& known) { return known.number == number; });
      add_dhtmlxq_value(block,
                        name != kNames.end() ? name->name : "DHJHtmlXQ_" + std::to_string(number),
                        std::move(value));
    }
    return block;
  }

 private:
  std::map<unsigned, std::string> values_;
  std::vector<DhtmlxqComment> comments_;
};

// Splits the marks of a text into games.
class DhjFinder {
 public:
  DhjFinder(std::string_view text, const ReadOptions& options)
      : text_(text), charset_(options.charset), fallback_(options.fallback_charset) {
    if (charset_.empty()) charset_ = detect_charset(as_bytes(text));
    const bool is_ascii = std::all_of(text.begin(), text.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
    if (!is_ascii) decided_ = charset_;
  }

  std::vector<DhtmlxqBlock> find() {
    const std::vector<DhjMark> marks = dhj_marks_of(text_);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const DhjMark& mark = marks[i];
      const std::size_t next = i + 1 < marks.size() ? marks[i + 1].begin : text_.size();
      switch (mark.kind) {
        case DhjMark::Kind::Opener:
          start(mark.begin);
          break;
        case DhjMark::Kind::Tag:
          if (mark.number == kMoves && game_.has(kMoves)) start(mark.begin);
          add(mark, next);
          break;
        case DhjMark::Kind::Comment:
          add(mark, next);
          break;
        case DhjMark::Kind::Closer:
          end_ = mark.end;
          start(mark.end);
          break;
        case DhjMark::Kind::End:
          end_ = mark.end;
          break;
      }
    }
    start(text_.size());
    return std::move(blocks_);
  }

 private:
  void add(const DhjMark& mark, std::size_t value_end) {
    if (game_.is_empty() && !is_open_) move_to(mark.begin);
    is_open_ = true;
    const std::string_view bytes = text_.substr(mark.end, value_end - mark.end);
    std::string value = from_dhtmlxq(decode_text(as_bytes(bytes), charset_, fallback_).text);
    if (mark.kind == DhjMark::Kind::Comment) {
      game_.add_comment(mark.number, std::move(value));
    } else {
      game_.add(mark.number, std::move(value));
    }
    end_ = value_end;
  }

  // Ends the game before `at`, and begins the next there.
  void start(std::size_t at) {
    if (!game_.is_empty()) {
      DhtmlxqBlock block = std::exchange(game_, {}).to_block();
      block.offset = begin_;
      block.size = std::max(begin_, std::min(end_, at)) - begin_;
      block.line = line_;
      block.charset = decided_;
      blocks_.push_back(std::move(block));
    }
    move_to(at);
    is_open_ = at < text_.size() && text_[at] == '[';
  }

  void move_to(std::size_t at) {
    const std::string_view passed = text_.substr(begin_, at - begin_);
    line_ += static_cast<std::uint32_t>(std::count(passed.begin(), passed.end(), '\n'));
    begin_ = at;
  }

  std::string_view text_;
  std::string charset_;
  std::string fallback_;
  std::string decided_;
  std::vector<DhtmlxqBlock> blocks_;
  DhjGame game_;
  bool is_open_ = false;  // begin_ is where the game starts
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

bool has_dhj_mark(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    if (starts_with_word(text.substr(at + 1), kDhjMark)) return true;
  }
  return false;
}

std::vector<DhtmlxqBlock> find_dhj_blocks(Bytes bytes, const ReadOptions& options) {
  if (!has_dhj_mark(bytes)) return {};
  return DhjFinder(as_text(bytes), options).find();
}

}  // namespace qipu
