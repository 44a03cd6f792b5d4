// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/arguments.h"

#include <catch2/catch.hpp>

#include <set>

#include "base/result.h"

using namespace qipu;
using Catch::Matchers::Contains;

namespace {

Arguments parse(std::string_view command, const std::vector<std::string>& words) {
  return parse_arguments(*find_command(command), words, kEnglish);
}

}  // namespace

TEST_CASE("options stand anywhere and take their values either way", "[cli]") {
  const Arguments typed = parse("import", {"a.pgn", "--jobs=3", "-", "--charset", "GB18030", "-n"});
  CHECK(typed.positional() == std::vector<std::string>{"a.pgn", "-"});
  CHECK(typed.number("jobs", 0, 1, 8) == 3);
  CHECK(typed.text("charset") == "GB18030");
  CHECK(typed.has("dry-run"));
  CHECK_FALSE(typed.has("strict"));
  CHECK(parse("import", {"-j", "2", "a"}).number("jobs", 0, 1, 8) == 2);
}

TEST_CASE("a value may begin with a dash", "[cli]") {
  CHECK(parse("search", {"--sort", "-date"}).text("sort") == "-date");
  CHECK(parse("convert", {"x", "-o", "-"}).text("output") == "-");
}

TEST_CASE("mistakes on the command line name what was meant", "[cli]") {
  CHECK_THROWS_WITH(parse("explore", {"--plaeyr", "x"}), Contains("--player"));
  CHECK_THROWS_WITH(parse("explore", {"--player"}), Contains("needs a value"));
  CHECK_THROWS_WITH(parse("explore", {"--json=1"}), Contains("takes no value"));
  CHECK_THROWS_WITH(parse("explore", {"--fen", "a", "--fen", "b"}), Contains("more than once"));
  CHECK_THROWS_WITH(parse("explore", {"--by", "month"}), Contains("year|event|player|result"));
  CHECK_THROWS_AS(parse("explore", {"--play", "x"}), UsageError);  // no abbreviations
  CHECK_THROWS_AS(parse("explore", {"x"}), UsageError);
  CHECK_THROWS_WITH(parse("show", {}), Contains("ID"));
  CHECK_THROWS_AS(parse("show", {"1", "2"}), UsageError);
}

TEST_CASE("sizes have a unit and a least value", "[cli]") {
  const auto memory = [](const char* typed) {
    return parse("import", {"--memory", typed, "a"}).bytes("memory", 7, std::size_t{128} << 20U);
  };
  CHECK(memory("512M") == std::size_t{512} << 20U);
  CHECK(memory("2G") == std::size_t{2} << 30U);
  for (const char* bad : {"512", "127M", "0G", "-1G", "1.5G", "1GB", "G", "", "99999999999T"}) {
    CAPTURE(bad);
    CHECK_THROWS_WITH(memory(bad), Contains("512M or 2G, at least 128M"));
  }
  CHECK(parse("import", {"a"}).bytes("memory", 7, 1) == 7);
}

TEST_CASE("numbers are whole, in range, and nothing else", "[cli]") {
  for (const char* bad : {"-1", "0", "21", "1.5", "x", "1x", "99999999999999999999"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse("explore", {"--depth", bad}).number("depth", 1, 1, 20), UsageError);
  }
  CHECK(parse("explore", {}).number("depth", 7, 1, 20) == 7);
  CHECK(parse("search", {"--limit", "all"}).limit("limit", 20) > 1'000'000'000);
  CHECK(parse("book build", {"x", "--min-score", "45%"}).ratio("min-score", 0) == Approx(0.45));
  for (const char* bad : {"2", "-0.1", "nan", "101%", ""}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse("book build", {"x", "--min-score", bad}).ratio("min-score", 0),
                    UsageError);
  }
}

TEST_CASE("a command is found behind global options, and its words stay", "[cli]") {
  const CommandLine line =
      find_command_words({"--db", "x", "--lang=zh", "book", "probe", "a.obk", "--json"}, kEnglish);
  REQUIRE(line.command != nullptr);
  CHECK(line.command->name == "book probe");
  CHECK(line.words == std::vector<std::string>{"--db", "x", "--lang=zh", "a.obk", "--json"});
  CHECK(find_command_words({"--version"}, kEnglish).command == nullptr);
}

TEST_CASE("an unknown command lists the closest", "[cli]") {
  CHECK_THROWS_WITH(find_command_words({"serach"}, kEnglish), Contains("search"));
  CHECK_THROWS_WITH(find_command_words({"book", "prob"}, kEnglish), Contains("book probe"));
  CHECK_THROWS_AS(find_command_words({"--jsno", "search"}, kEnglish), UsageError);
}

TEST_CASE("every command is described in both languages and has an example of itself", "[cli]") {
  for (const Command* command : commands()) {
    CAPTURE(command->name);
    CHECK(command->run != nullptr);
    CHECK(command->example.find("qipu " + std::string(command->name)) != std::string_view::npos);
    for (const Text& text : {command->summary, command->description, command->example_note}) {
      CHECK_FALSE(text.english.empty());
      CHECK_FALSE(text.chinese.empty());
    }
    std::set<std::string_view> names;
    for (const OptionGroup* group : command->groups) {
      for (const Option& option : group->options) {
        CHECK(names.insert(option.name).second);
        CHECK_FALSE(option.help.english.empty());
        CHECK_FALSE(option.help.chinese.empty());
      }
    }
    for (const Option& option : global_options().options)
      CHECK(names.insert(option.name).second);
  }
}
