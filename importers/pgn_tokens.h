// SPDX-License-Identifier: GPL-3.0-or-later

// The movetext of PGN as tokens. Internal to PGN. SOURCE: formats/pgn.md, section 4.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>

#include "xiangqi/notation.h"

namespace qipu {

// A piece of movetext. What it means can depend on the position: a move may start with what turns
// out to be a number, and a parenthesis may hold a remark.
struct PgnToken {
  enum class Kind : std::uint8_t {
    End,        // of the text, or of the game where an advert begins
    Move,       // `move`
    Number,     // of a move
    Ellipsis,   // stands for a half-move of Red
    Comment,    // `text`, without what encloses it
    Open,       // (
    Close,      // )
    Nag,        // `nag`
    Result,     // `text`
    Pass,       // --
    Word,       // `text`: what is none of these
    Unfinished  // `text`: a comment that nothing closes
  };
  Kind kind = Kind::End;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view text;
  MoveShape move;
  std::size_t digits = 0;  // of a move: the bytes at its front that could be a number
  int nag = 0;

  bool is(Kind wanted) const { return kind == wanted; }
};

// A part of a text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Reads tokens from the text given, which it keeps a view of.
class PgnTokens {
 public:
  // `remarks` are comments, whatever they hold: in order, apart from each other, and kept a view
  // of.
  explicit PgnTokens(std::string_view text, std::span<const TextRange> remarks = {})
      : text_(text), remarks_(remarks) {}

  // The token at or after `at`. Tokens have no state: any may be read again.
  PgnToken next(std::size_t at);
  // Where the parenthesis that opens at `open` is closed, or npos.
  std::size_t matching_parenthesis(std::size_t open);
  std::string_view text() const { return text_; }

 private:
  std::size_t matching_brace(std::size_t open);
  std::size_t skip_blanks(std::size_t at) const;
  const TextRange* remark_at(std::size_t at) const;
  PgnToken braces(std::size_t at);
  PgnToken delimited(std::size_t at, std::string_view open, std::string_view close);
  PgnToken sign(std::size_t at);
  PgnToken number(std::size_t at);
  PgnToken move_or_word(std::size_t at);
  PgnToken word(std::size_t at);

  std::string_view text_;
  std::span<const TextRange> remarks_;
  // Where what opens at a place is closed: for all of the text, found when first asked for.
  std::map<std::size_t, std::size_t> braces_;
  std::map<std::size_t, std::size_t> parentheses_;
  bool has_braces_ = false;
  bool has_parentheses_ = false;
};

// Whether a word that is no move looks like one: skipping it would give the wrong side the turn.
bool looks_like_move(std::string_view word);

}  // namespace qipu
