// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/date.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <vector>

namespace qipu {

namespace {

// A run of digits and question marks, and what stands between it and the next.
struct Number {
  std::string text;         // "1984", "8???"
  bool is_year = false;     // 年 follows
  bool is_time = false;     // a colon follows or goes before
  bool ends_group = false;  // words follow that are no part of a date

  bool is_known() const { return text.find('?') == std::string::npos; }
  int value(std::size_t from = 0, std::size_t count = std::string::npos) const {
    const std::string digits = text.substr(from, count);
    int number = -1;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
  }
};

constexpr std::size_t kMaxText = 200;  // no date is longer; more is not looked at

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Full-width ASCII as half width, the Chinese marks of a date as one letter each: Y M D.
std::string plain_date(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view three = text.substr(i, 3);
    const auto byte = static_cast<unsigned char>(text[i]);
    char as = text[i];
    if (byte >= 0x80U) {
      if (three.size() == 3 && three >= "\uFF01" && three <= "\uFF5E") {
        const unsigned code = (static_cast<unsigned char>(three[1]) & 0x3FU) << 6U |
                              (static_cast<unsigned char>(three[2]) & 0x3FU);
        as = static_cast<char>(code - 0xF00U + 0x20U);
      } else if (three == "年") {
        as = 'Y';
      } else if (three == "月") {
        as = 'M';
      } else if (three == "日" || three == "号" || three == "號") {
        as = 'D';
      } else if (three == "\u3000" || three == "。" || three == "、" || three == "～" ||
                 three == "\u2014" || three == "\u2013") {
        as = '.';
      } else {
        as = three == "〇" || three == "○" ? '0' : 'x';
      }
      i += 2;  // the marks are three bytes each; another character ends the group anyhow
    } else if ((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z')) {
      as = 'x';
    }
    out += as;
  }
  return out;
}

bool is_mark(char c) {
  constexpr std::string_view kMarks = ".-/\\,;_~ \tYMD'\"()[]";
  return kMarks.find(c) != std::string_view::npos;
}

std::vector<Number> numbers_of(const std::string& text) {
  std::vector<Number> numbers;
  std::size_t i = 0;
  while (i < text.size()) {
    Number number;
    number.is_time = i > 0 && text[i - 1] == ':';
    while (i < text.size() && (is_digit(text[i]) || text[i] == '?'))
      number.text += text[i++];
    if (number.text.empty()) {
      ++i;
      continue;
    }
    number.is_year = i < text.size() && text[i] == 'Y';
    number.is_time = number.is_time || (i < text.size() && text[i] == ':');
    for (; i < text.size() && !is_digit(text[i]) && text[i] != '?'; ++i) {
      if (!is_mark(text[i]) && text[i] != ':') number.ends_group = true;
    }
    if (!number.is_time) {
      numbers.push_back(number);
    } else if (!numbers.empty()) {
      numbers.back().ends_group = true;
    }
  }
  return numbers;
}

bool is_year(int year) { return year >= 1800 && year < 2100; }
int full_year(int two_digits) { return two_digits >= 50 ? 1900 + two_digits : 2000 + two_digits; }

int days_in(int year, int month) {
  constexpr std::array<int, 13> kDays{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays.at(static_cast<std::size_t>(month)) + (month == 2 && is_leap ? 1 : 0);
}

// What is impossible becomes unknown.
Date make_date(int year, int month = 0, int day = 0) {
  if (!is_year(year)) return {};
  Date date;
  date.year = static_cast<std::uint16_t>(year);
  if (month < 1 || month > 12) return date;
  date.month = static_cast<std::uint8_t>(month);
  if (day >= 1 && day <= days_in(year, month)) date.day = static_cast<std::uint8_t>(day);
  return date;
}

// Day and month in either order, as far as they can be told apart.
Date make_date_of_pair(int year, int a, int b) {
  if (a == b || (b > 12 && a <= 12)) return make_date(year, a, b);
  if (a > 12 && b <= 12) return make_date(year, b, a);
  return make_date(year);
}

// A run of digits that holds the whole date: 20061122, 198612, 861229.
Date date_of_run(const Number& run) {
  const std::size_t length = run.text.size();
  if (length >= 8) return make_date(run.value(0, 4), run.value(4, 2), run.value(6, 2));
  if (length == 6 && is_year(run.value(0, 4)) && run.value(4, 2) >= 1 && run.value(4, 2) <= 12) {
    return make_date(run.value(0, 4), run.value(4, 2));
  }
  if (length == 6) {
    const Date date = make_date(full_year(run.value(0, 2)), run.value(2, 2), run.value(4, 2));
    return date.day != 0 ? date : Date{};
  }
  return make_date(run.value(0, 4));
}

// The date that up to three numbers next to each other say.
Date date_of_group(const Number& first, const Number* second, const Number* third) {
  const auto value = [](const Number* number) {
    return number != nullptr && number->text.size() <= 2 && number->is_known() ? number->value()
                                                                               : 0;
  };
  if (!first.is_known()) return {};
  if (first.text.size() > 4) return date_of_run(first);
  if (first.text.size() == 4) return make_date(first.value(), value(second), value(third));
  if (first.text.size() > 2) return {};
  if (first.is_year && first.text.size() == 2) {
    return make_date(full_year(first.value()), value(second), value(third));
  }
  if (third != nullptr && third->is_known() && third->text.size() == 4) {
    return make_date_of_pair(third->value(), first.value(), value(second));
  }
  if (second != nullptr && second->is_known() && second->text.size() == 4) {
    return make_date(second->value(), first.value());
  }
  if (second == nullptr) return {};
  if (value(third) > 31) {
    return make_date_of_pair(full_year(value(third)), first.value(), value(second));
  }
  const bool year_is_first = first.text.size() == 2 && (third != nullptr || first.value() > 31);
  if (!year_is_first) return {};
  return make_date(full_year(first.value()), value(second), value(third));
}

// Digits of `text` from `from`, `count` of them; -1 if there are not so many.
int digits_at(std::string_view text, std::size_t from, std::size_t count) {
  if (text.size() < from + count) return -1;
  int number = 0;
  for (const char c : text.substr(from, count)) {
    if (!is_digit(c)) return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

int earliest_day(const Date& date) {
  return date.year * 10000 + (date.month == 0 ? 1 : date.month) * 100 +
         (date.day == 0 ? 1 : date.day);
}
int latest_day(const Date& date) {
  return date.year * 10000 + (date.month == 0 ? 12 : date.month) * 100 +
         (date.day == 0 ? 31 : date.day);
}

}  // namespace

Date read_date(std::string_view text) {
  const std::vector<Number> numbers = numbers_of(plain_date(text.substr(0, kMaxText)));
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && !numbers[end - 1].ends_group)
      ++end;
    const Date date = date_of_group(numbers[i], end > i + 1 ? &numbers[i + 1] : nullptr,
                                    end > i + 2 ? &numbers[i + 2] : nullptr);
    if (date.is_known()) return date;
    i = end;
  }
  return {};
}

std::optional<Date> parse_iso_date(std::string_view text) {
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return std::nullopt;
  const int year = digits_at(text, 0, 4);
  if (year < 1 || year > 9999) return std::nullopt;
  Date date;
  date.year = static_cast<std::uint16_t>(year);
  if (text.size() > 4) {
    const int month = digits_at(text, 5, 2);
    if (text[4] != '-' || month < 1 || month > 12) return std::nullopt;
    date.month = static_cast<std::uint8_t>(month);
  }
  if (text.size() > 7) {
    const int day = digits_at(text, 8, 2);
    if (text[7] != '-' || day < 1 || day > days_in(year, date.month)) return std::nullopt;
    date.day = static_cast<std::uint8_t>(day);
  }
  return date;
}

std::string to_iso(const Date& date) {
  if (!date.is_known()) return {};
  std::array<char, 16> text{};
  int length = std::snprintf(text.data(), text.size(), "%04d", date.year);
  if (date.month != 0) {
    length = date.day != 0
                 ? std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", date.year, date.month,
                                 date.day)
                 : std::snprintf(text.data(), text.size(), "%04d-%02d", date.year, date.month);
  }
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string to_pgn(const Date& date) {
  std::string text = to_iso(date);
  constexpr std::string_view kNothing = "????.??.??";
  for (char& c : text)
    if (c == '-') c = '.';
  return text + std::string(kNothing.substr(text.size()));
}

bool is_within(const Date& date, const Date& from, const Date& to) {
  if (!from.is_known() && !to.is_known()) return true;
  if (!date.is_known()) return false;
  if (from.is_known() && latest_day(date) < earliest_day(from)) return false;
  return !to.is_known() || earliest_day(date) <= latest_day(to);
}

}  // namespace qipu
