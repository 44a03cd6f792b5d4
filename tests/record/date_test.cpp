// SPDX-License-Identifier: GPL-3.0-or-later

#include "record/date.h"

#include <catch2/catch.hpp>

using namespace qipu;

TEST_CASE("the shapes of dates met in records are read", "[record]") {
  const auto [text, iso] = GENERATE(table<const char*, const char*>({
      {"1993.7.3", "1993-07-03"},
      {"20061122", "2006-11-22"},
      {"1984年4月23日", "1984-04-23"},
      {"1984年4月23号 北京", "1984-04-23"},
      {"1990年", "1990"},
      {"86-12-29", "1986-12-29"},
      {"88-1-6    ", "1988-01-06"},
      {"03-07-27", "2003-07-27"},
      {"25/12/1990", "1990-12-25"},
      {"12/25/1990", "1990-12-25"},
      {"10-10-2000", "2000-10-10"},
      {"25/12/90", "1990-12-25"},
      {"1999-01-01 10:0", "1999-01-01"},
      {"1977.10", "1977-10"},
      {"10/1977", "1977-10"},
      {"198612", "1986-12"},
      {"861229", "1986-12-29"},
      {"１９９６．１１．０３", "1996-11-03"},
      {"1996年12月??日", "1996-12"},
      {"1996.??.??", "1996"},
      {"95年11月3日", "1995-11-03"},
      {"1995年第3轮", "1995"},
      {"第3届 1990.5.1", "1990-05-01"},
      {"1997.11.10-12", "1997-11-10"},
      {"1986", "1986"},
  }));
  CAPTURE(text);
  CHECK(to_iso(read_date(text)) == iso);
}

TEST_CASE("a date that says nothing sure is unknown where it is unsure", "[record]") {
  const auto [text, iso] = GENERATE(table<const char*, const char*>({
      {"8???.?.", ""},
      {"????.??.??", ""},
      {"", ""},
      {"第12轮", ""},
      {"3/4", ""},
      {"12:30", ""},
      {"0000-00-00", ""},
      {"3/4/1990", "1990"},
      {"1990.2.30", "1990-02"},
      {"2000.2.29", "2000-02-29"},
      {"1900.2.29", "1900-02"},
      {"1990.13.1", "1990"},
      {"1990.0.0", "1990"},
  }));
  CAPTURE(text);
  CHECK(to_iso(read_date(text)) == iso);
}

TEST_CASE("what to_iso and to_pgn write is read back", "[record]") {
  for (const Date date : {Date{2009, 5, 17}, Date{2009, 5, 0}, Date{2009, 0, 0}}) {
    CHECK(parse_iso_date(to_iso(date)) == date);
    CHECK(read_date(to_iso(date)) == date);
    CHECK(read_date(to_pgn(date)) == date);
  }
  CHECK(to_pgn({2009, 5, 17}) == "2009.05.17");
  CHECK(to_pgn({2009, 5, 0}) == "2009.05.??");
  CHECK(to_pgn({2009, 0, 0}) == "2009.??.??");
  CHECK(to_pgn(Date{}) == "????.??.??");
  CHECK(to_iso({}).empty());
}

TEST_CASE("a date of an option has one form only", "[record]") {
  for (const char* text : {"", "2009-5", "2009-05-", "2009-05-32", "2009-13", "2009-02-29",
                           "2009.05.01", "09-05-01", " 2009", "0000"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_iso_date(text).has_value());
  }
}

TEST_CASE("a partial date is in each range that touches its month or year", "[record]") {
  const Date from{2009, 5, 0};
  const Date to{2010, 0, 0};
  CHECK(is_within({2009, 5, 1}, from, to));
  CHECK(is_within({2009, 0, 0}, from, to));
  CHECK(is_within({2010, 12, 31}, from, to));
  CHECK_FALSE(is_within({2009, 4, 30}, from, to));
  CHECK_FALSE(is_within({2011, 0, 0}, from, to));
  CHECK(is_within({2011, 0, 0}, from, {}));
  CHECK(is_within({1911, 0, 0}, {}, to));
}

TEST_CASE("an unknown date is in no range that is set", "[record]") {
  CHECK(is_within({}, {}, {}));
  CHECK_FALSE(is_within({}, {2009, 0, 0}, {}));
  CHECK_FALSE(is_within({}, {}, {2009, 0, 0}));
}
