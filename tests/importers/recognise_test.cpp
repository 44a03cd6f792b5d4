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

struct Sample {
  std::string_view format;
  std::string bytes;
};

// SOURCE: formats/others.md, section 12, and the openings of the other formats.
std::vector<Sample> small_samples() {
  std::string gl = from_hex("47 4C D0 07 D4 07 01 00");
  gl.resize(600);
  std::string old_chn(188 + 32, '\0');
  old_chn.replace(188 + 4, 8, from_hex("07 00 07 00 04 00 07 00"));
  std::string xqf = from_hex("58 51 0A");
  xqf.resize(1032);
  return {
      {"mxq", from_hex("00 00 08 BC D7 2D CA A4 2D D2 D2 05 4D 6F 76 65 73 05 37 43 2D 34 43 04 45 "
                       "6E 64 73 0B 43 6F 6D 6D 65 6E 74 73 45 6E 64")},
      {"che", "1 2 26 32 1 2 7 2 4 0 1 0 5 32 0 9 1 7 2 0 2 0"},
      {"ccm", from_hex("01 00 12 00 00 30 0D 5E 02 00 00 00 0E 01 06 07 07 04 07 00 00")},
      {"ccm", from_hex("01 00 00 07 04 07 07 01 00 00 01 02 00 02")},
      {"chn", gl},
      {"chn", old_chn},
      {"xgf", from_hex("06 0B 01 01 41 02 00 03 00 04 00 05 00 06 00 07 00 08 00 09 00")},
      {"pfc", "<?xml version=\"1.0\"?><n version=\"2\" win=\"*\"><n m=\"h2e2\"/></n>"},
      {"dhtmlxq", "[DHJHtmlXQ][DHJHtmlXQ_34]72421927[/DHJHtmlXQ_34][/DHJHtmlXQ]"},
      {"dhtmlxq", "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]"},
      {"dhtmlxq", R"({"movelist":"77471022"})"},
      {"xqf", xqf},
      {"pgn", "[Game \"Chinese Chess\"]\n[Event \"x\"]\n\n1. 炮二平五 马8进7 *\n"},
  };
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
  for (const Sample& sample : small_samples()) {
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
