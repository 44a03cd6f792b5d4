// SPDX-License-Identifier: GPL-3.0-or-later

// How a call says that it failed: a Result for bad input, an exception for a broken world.
//
// Bad input is data (a million records hold some broken ones) and comes back as an Error in a
// Result. A full disk or a corrupt store ends the command: IoError, StoreError; an option that
// makes no sense: UsageError. Only `main` and the server catch those.

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace qipu {

// What is wrong with a piece of input, and where.
struct Error {
  enum class Code : std::uint8_t {  // stored (rejects); never renumber
    BadEncoding = 1,                // bytes that are no text in the charset
    BadHeader = 2,                  // a header, tag or signature that cannot be read
    BadPosition = 3,                // a FEN or layout that is no position of the game
    BadMove = 4,                    // a text that is no move at all
    IllegalMove = 5,                // a move the rules forbid in the position
    AmbiguousMove = 6,              // a text with several legal readings
    Truncated = 7,                  // the input ends in the middle
    NoGame = 8,                     // the input holds text but no record
    TooLarge = 9,                   // a stated limit is passed
    Damaged = 10,                   // stored bytes that contradict their own layout
    Unsupported = 11,               // known, and not read: a compressed or unknown variant
    NeedsFen = 12,                  // moves of a game that starts from a position it does not give
  };

  Code code = Code::BadHeader;
  std::string message;     // "'C2+9' leaves the board"; no capital, no full stop
  std::size_t offset = 0;  // byte in the source where the trouble starts
  std::uint32_t line = 0;  // from 1; 0 where there are no lines
  int ply = -1;            // of the game, counted from 0, where the trouble is a move
  std::string text;        // the offending text as read

  friend bool operator==(const Error&, const Error&) = default;
};

// "illegal move", the kind as people read it in a table of reasons.
const char* to_text(Error::Code code);

// A T, or the Error that stands in its place. Has the names of C++23's
// std::expected, which will replace it.
template <class T>
class [[nodiscard]] Result {
 public:
  // `return game;` and `return error;` should read so.
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  // REQUIRES: holds a T.
  const T& operator*() const& {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  T& operator*() & {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  T&& operator*() && {
    assert(has_value());
    return std::move(*std::get_if<0>(&state_));
  }
  const T* operator->() const { return &**this; }
  T* operator->() { return &**this; }

  // REQUIRES: holds none.
  const Error& error() const {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

// The disk, a file or a pipe failed.
class IoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The database is damaged, locked, missing, or of another version.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The words of the command line make no sense; the message says which and what would.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace qipu
