// SPDX-License-Identifier: GPL-3.0-or-later

// A calendar date of which the day, or the month and the day, may be unknown.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qipu {

struct Date {
  std::uint16_t year = 0;  // 0 = nothing is known
  std::uint8_t month = 0;  // 1..12; 0 = unknown
  std::uint8_t day = 0;    // 1..31; 0 = unknown, as it is where the month is

  bool is_known() const { return year != 0; }
  friend constexpr auto operator<=>(const Date&, const Date&) = default;
};

// What the sixty shapes of dates in records say: "1993.7.3", "20061122", "1984年4月23日",
// "86-12-29", "25/12/1990", "1977.10" ... An impossible month or day is unknown; day and month
// that cannot be told apart (3/4/1990) are both unknown. SOURCE: problem case 47; formats/xqf.md,
// section 6.
Date read_date(std::string_view text);

// A date as it is typed in options: 2009, 2009-05 or 2009-05-17; nothing else.
std::optional<Date> parse_iso_date(std::string_view text);

// "2009-05-17", "2009-05", "2009", or "" if nothing is known.
std::string to_iso(const Date& date);
// "2009.05.17", "2009.05.??", "????.??.??".
std::string to_pgn(const Date& date);

// Whether a game of `date` may have been played from `from` to `to` (either may be unknown: open).
// A partial date is taken as the whole month or year; an unknown one is in no range that is set.
bool is_within(const Date& date, const Date& from, const Date& to);

}  // namespace qipu
