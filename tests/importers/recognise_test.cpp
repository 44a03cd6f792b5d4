// SPDX-License-Identifier: GPL-3.0-or-later

// Which format a file is taken for, by its bytes alone: each as itself and as nothing else.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../support/format_reading.h"
#include "../support/format_samples.h"
#include "../support/found_records.h"
#include "../support/pgn_games.h"

using namespace qipu;

namespace {

// The names of all formats that recognise `bytes`, blanks between them.
std::string recognised_as(std::string_view bytes) {
  const Bytes head = as_bytes(bytes).first(std::min<std::size_t>(bytes.size(), 4096));
  std::string names;
  for (const RecordFormat* const format : record_formats())
    if (format->recognises(head)) (names += names.empty() ? "" : " ") += format->name;
  return names;
}

// What the files below a folder are taken for: the format to the names of its files.
std::map<std::string, std::vector<std::string>> formats_below(std::string_view folder) {
  std::map<std::string, std::vector<std::string>> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared_path(folder))) {
    if (!entry.is_regular_file() || entry.path().extension() == ".zst") continue;
    const std::string bytes = file_bytes(entry.path().string());
    const RecordFormat* const format = recognise(entry.path().filename().string(), as_bytes(bytes));
    found[format == nullptr ? "" : std::string(format->name)].push_back(
        entry.path().lexically_relative(shared_path(folder)).string());
  }
  return found;
}

}  // namespace

TEST_CASE("a sample of each format is recognised as itself and as nothing else", "[importers]") {
  for (const FormatSample& sample : format_samples()) {
    CAPTURE(sample.format);
    CHECK(recognised_as(sample.bytes) == sample.format);
    CHECK(recognise("no ending", as_bytes(sample.bytes)) == &format_named(sample.format));
  }
}

TEST_CASE("bytes that are no game record are not recognised", "[importers]") {
  for (const std::string& bytes : {
           std::string(),
           std::string(1, '\0'),
           std::string(4096, '\0'),
           std::string(4096, '\x01'),
           from_hex("AC ED 00 05 73 72 00 04"),           // Java objects: TXQ
           std::string("SQLite format 3") + '\0',         // an opening book
           from_hex("00 02 20 17 01 01 00 02 31 32 30"),  // XQR
           std::string("1 0"),
           std::string("1 2 3 4 5"),
           std::string(R"({"info":{"Red":""},"moves":{"f":27,"t":36}})"),
           std::string("<?xml version=\"1.0\"?><note version=\"1\">no game</note>"),
       }) {
    CAPTURE(bytes.substr(0, 30));
    CHECK(recognised_as(bytes).empty());
  }
}

TEST_CASE("the corpus's files of rare formats are recognised as what they are", "[importers]") {
  if (!has_shared("corpus/other")) {
    WARN("skipped: no shared corpus");
    return;
  }
  auto found = formats_below("corpus/other");
  CHECK(found["che"].size() == 1);
  CHECK(found["xgf"].size() == 1);
  CHECK(found["pfc"].size() == 2);
  for (const char* const format : {"mxq", "ccm", "chn"})
    CHECK(found[format].empty());
  // XQR, opening trees of a hobby program as bytes and as JSON.
  for (const char* const file :
       {"pengguang001-xqr/res/1.xqr", "hbsxcjp-cchess/01.bin", "hbsxcjp-cchess/01~v2.bin",
        "hbsxcjp-cchess/test.bin", "hbsxcjp-cchess/01~v2.json", "hbsxcjp-cchess/01~v3.json"}) {
    CHECK(std::ranges::count(found[""], file) == 1);
  }
}

TEST_CASE("the corpus's files are recognised as the formats of their folders", "[importers]") {
  if (!has_shared("corpus/pgn")) {
    WARN("skipped: no shared corpus");
    return;
  }
  const auto [folder, count] = GENERATE(table<std::string, std::size_t>({{"cbf", 3},
                                                                         {"cbl", 14},
                                                                         {"cbr", 2},
                                                                         {"dhtmlxq", 17},
                                                                         {"epd", 74},
                                                                         {"pgn", 217},
                                                                         {"xqf", 7}}));
  if (find_record_format(folder) == nullptr) return;
  auto found = formats_below("corpus/" + folder);
  CAPTURE(folder);
  CHECK(found[folder].size() >= count);
  for (const auto& [format, files] : found) {
    if (format.empty() || format == folder) continue;
    for (const std::string& file : files) {
      CAPTURE(format, file);
      // Records of text and of PGN blend into each other; all else is what its folder says.
      CHECK((folder == "pgn" && format == "text"));
    }
  }
}

TEST_CASE("moves behind a remark are PGN, though no tag stands before them", "[importers]") {
  CHECK(recognised_as("\n{说明} {两行\n的}1. H2-E2 {好} (1. E3-E4 C6-C5) H9-G7\n") == "pgn");
  CHECK(recognised_as("{说明}{又} 1. 炮二平五 马8进7") == "pgn");
  CHECK(recognised_as("{\"moves\": [1, 2]} 1. and more").empty());
  CHECK(recognised_as("{a remark without an end 1. H2-E2 H9-G7").empty());
  if (!has_shared("corpus/pgn")) return;
  auto found = formats_below("corpus/pgn/west-shell-obsidian-xiangqi");
  CHECK(found.size() == 1);
  CHECK(found["pgn"].size() == 13);
}

TEST_CASE("an applet is found below the head of a web page", "[importers]") {
  const std::string applet =
      R"(<applet><param name="MoveList" value="H2-E2 H9-G7 H0-G2"></applet></body></html>)";
  for (const char* const start :
       {"<html><body>", "\xEF\xBB\xBF\r\n<!DOCTYPE HTML PUBLIC \"-//W3C\">"}) {
    const std::string page = start + std::string(9000, '\n') + applet;
    const RecordFormat* const format = recognise("a.html", as_bytes(page));
    REQUIRE(format != nullptr);
    CHECK(format->name == "text");
    CHECK(main_line_of(only_game("a.html", page)) == "h2e2 h9g7 h0g2");
  }
}

TEST_CASE("records out of order are taken for what they are, or for nothing", "[importers]") {
  if (!has_shared("corpus/odd")) {
    WARN("skipped: no shared corpus");
    return;
  }
  for (const auto& [format, files] : formats_below("corpus/odd")) {
    for (const std::string& file : files) {
      CAPTURE(format, file);
      const bool is_xqf = file.ends_with(".XQF") || file.ends_with(".xqf");
      CHECK((format.empty() || is_xqf == (format == "xqf")));
    }
  }
}

TEST_CASE("no opening book of the corpus is taken for a binary game record", "[importers]") {
  if (!has_shared("corpus/books")) {
    WARN("skipped: no shared corpus");
    return;
  }
  for (const auto& entry : std::filesystem::directory_iterator(shared_path("corpus/books"))) {
    const std::string bytes = file_bytes(entry.path().string());
    const std::string names = recognised_as(bytes);
    CAPTURE(entry.path().filename().string(), names);
    for (const char* const binary : {"xqf", "mxq", "che", "ccm", "chn", "xgf", "pfc"})
      CHECK(names.find(binary) == std::string::npos);
  }
}
