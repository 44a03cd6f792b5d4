// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/sources.h"

#include <archive.h>
#include <archive_entry.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.h"

using namespace qipu;
namespace fs = std::filesystem;

namespace {

using Members = std::vector<std::pair<std::string, std::string>>;

// An archive as its own writer makes it.
std::string packed(const Members& members, int format, int filter) {
  std::string bytes(std::size_t{1} << 20U, '\0');
  std::size_t used = 0;
  archive* made = archive_write_new();
  archive_write_set_format(made, format);
  archive_write_add_filter(made, filter);
  REQUIRE(archive_write_open_memory(made, bytes.data(), bytes.size(), &used) == ARCHIVE_OK);
  for (const auto& [name, content] : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    REQUIRE(archive_write_header(made, entry) == ARCHIVE_OK);
    archive_write_data(made, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(made);
  archive_write_free(made);
  bytes.resize(used);
  return bytes;
}

std::string tar_zst(const Members& members) {
  return packed(members, ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_ZSTD);
}
std::string zip(const Members& members) {
  return packed(members, ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE);
}
std::string gzip(const std::string& text) {
  return packed({{"x", text}}, ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP);
}

std::string little(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> (8 * i) & 0xFFU);
  return out;
}

std::uint32_t crc32_of(std::string_view bytes) {
  std::uint32_t crc = 0xFFFF'FFFFU;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xEDB8'8320U : 0U);
  }
  return ~crc;
}

// A rar 4 archive of one file that is stored as it is. SOURCE: the technote of RAR 4.
std::string stored_rar(const std::string& name, const std::string& content) {
  const auto block = [](const std::string& body) {  // with the low half of its checksum in front
    return little(crc32_of(body) & 0xFFFFU, 2) + body;
  };
  std::string out("Rar!\x1A\x07\x00", 7);
  out += block(little(0x73, 1) + little(0, 2) + little(13, 2) + little(0, 6));
  const std::size_t size = 32 + name.size();
  out += block(little(0x74, 1) + little(0x8000, 2) + little(size, 2) + little(content.size(), 4) +
               little(content.size(), 4) + little(3, 1) + little(crc32_of(content), 4) +
               little(0x4A21'0000U, 4) + little(20, 1) + little(0x30, 1) + little(name.size(), 2) +
               little(0100644, 4) + name);
  out += content;
  out += block(little(0x7B, 1) + little(0x4000, 2) + little(7, 2));
  return out;
}

// A number of rar 5: seven bits a byte, low bits first.
std::string rar5_number(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7U)
    out += static_cast<char>(0x80U | (value & 0x7FU));
  return out + static_cast<char>(value);
}

// Likewise of rar 5. SOURCE: "RAR 5.0 archive format" at rarlab.com.
std::string stored_rar5(const std::string& name, const std::string& content) {
  const auto block = [](const std::string& header) {  // its size, and a checksum of both, in front
    const std::string sized = rar5_number(header.size()) + header;
    return little(crc32_of(sized), 4) + sized;
  };
  constexpr unsigned kHasData = 2;
  constexpr unsigned kHasChecksum = 4;
  constexpr unsigned kUnix = 1;
  std::string out("Rar!\x1A\x07\x01\x00", 8);
  out += block(rar5_number(1) + rar5_number(0) + rar5_number(0));
  out += block(rar5_number(2) + rar5_number(kHasData) + rar5_number(content.size()) +
               rar5_number(kHasChecksum) + rar5_number(content.size()) + rar5_number(0100644) +
               little(crc32_of(content), 4) + rar5_number(0) + rar5_number(kUnix) +
               rar5_number(name.size()) + name);
  out += content;
  out += block(rar5_number(5) + rar5_number(0) + rar5_number(0));
  return out;
}

struct Walked {
  Members sources;  // name below the folder, content
  std::vector<std::string> file_names;
  std::vector<std::pair<std::string, Error::Code>> failures;
  std::vector<std::string> messages;  // theirs
};

Walked walk(const TemporaryFolder& folder, const SourceOptions& options = {},
            std::size_t stop_after = 1000) {
  Walked walked;
  const auto below = [&](const std::string& name) {
    return name.substr(folder.path().string().size() + 1);
  };
  each_source(
      {folder.path().string()}, options,
      [&](const Source& source) {
        walked.sources.emplace_back(below(source.name), as_text(source.content.bytes()));
        walked.file_names.push_back(source.file_name);
        return walked.sources.size() < stop_after;
      },
      [&](const Source& source, const Error& error) {
        walked.failures.emplace_back(below(source.name), error.code);
        walked.messages.push_back(error.message);
      });
  return walked;
}

}  // namespace

TEST_CASE("files come in the order of their names, from every folder below", "[import]") {
  const TemporaryFolder folder;
  folder.write("b.pgn", "B");
  folder.write("a/z.pgn", "Z");
  folder.write("a/棋.pgn", "");
  CHECK(walk(folder).sources == Members{{"a/z.pgn", "Z"}, {"a/棋.pgn", ""}, {"b.pgn", "B"}});
}

TEST_CASE("a visit that returns false ends the walk", "[import]") {
  const TemporaryFolder folder;
  for (const char* name : {"1", "2", "3"})
    folder.write(name, name);
  CHECK(walk(folder, {}, 2).sources.size() == 2);
}

TEST_CASE("what a visit throws ends the walk, and is not taken for a file that cannot be read",
          "[import]") {
  const TemporaryFolder folder;
  folder.write("a.pgn", "A");
  folder.write("b.zip", zip({{"b.pgn", "B"}}));
  std::size_t failures = 0;
  const auto fail_at = [&](const std::string& file_name) {
    each_source(
        {folder.path().string()}, {},
        [&](const Source& source) {
          if (source.file_name == file_name) throw IoError("no space is left on the disk");
          return true;
        },
        [&](const Source&, const Error&) { ++failures; });
  };
  CHECK_THROWS_AS(fail_at("a.pgn"), IoError);
  CHECK_THROWS_AS(fail_at("b.pgn"), IoError);
  CHECK(failures == 0);
}

TEST_CASE("archives are opened by their content, whatever they are called", "[import]") {
  const TemporaryFolder folder;
  folder.write("games.dat", tar_zst({{"one/a.pgn", "A"}, {"b.xqf", "B"}}));
  folder.write("more.zip", zip({{"c.pgn", "C"}}));
  const Walked walked = walk(folder);
  CHECK(walked.sources ==
        Members{{"games.dat!one/a.pgn", "A"}, {"games.dat!b.xqf", "B"}, {"more.zip!c.pgn", "C"}});
  CHECK(walked.file_names == std::vector<std::string>{"a.pgn", "b.xqf", "c.pgn"});
}

TEST_CASE("every kind of archive that is promised is opened", "[import]") {
  const TemporaryFolder folder;
  const Members members{{"a.pgn", "A"}, {"deep/b.pgn", "B"}};
  struct Kind {
    const char* name;
    int format;
    int filter;
  };
  for (const Kind& kind : {Kind{"x.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE},
                           Kind{"x.tar", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE},
                           Kind{"x.7z", ARCHIVE_FORMAT_7ZIP, ARCHIVE_FILTER_NONE},
                           Kind{"x.tar.gz", ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_GZIP},
                           Kind{"x.tar.bz2", ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_BZIP2},
                           Kind{"x.tar.xz", ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_XZ},
                           Kind{"x.tar.zst", ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_ZSTD}}) {
    CAPTURE(kind.name);
    const fs::path path = folder.write(kind.name, packed(members, kind.format, kind.filter));
    const Walked walked = walk(folder);
    const std::string name = kind.name;
    CHECK(walked.sources == Members{{name + "!a.pgn", "A"}, {name + "!deep/b.pgn", "B"}});
    CHECK(walked.failures.empty());
    fs::remove(path);
  }
  for (const auto& [name, filter] :
       {std::pair{"y.gz", ARCHIVE_FILTER_GZIP}, std::pair{"y.bz2", ARCHIVE_FILTER_BZIP2},
        std::pair{"y.xz", ARCHIVE_FILTER_XZ}, std::pair{"y.zst", ARCHIVE_FILTER_ZSTD}}) {
    CAPTURE(name);
    const fs::path path = folder.write(name, packed({{"x", "Y"}}, ARCHIVE_FORMAT_RAW, filter));
    CHECK(walk(folder).sources == Members{{name, "Y"}});
    fs::remove(path);
  }
}

TEST_CASE("a rar archive is opened", "[import]") {
  // Nothing free writes one, so this is one by hand: rar 4, one stored file.
  const TemporaryFolder folder;
  folder.write("x.rar", stored_rar("a.pgn", "A"));
  CHECK(walk(folder).sources == Members{{"x.rar!a.pgn", "A"}});
}

TEST_CASE("a rar 5 archive is opened, and one that is cut off is told of", "[import]") {
  const TemporaryFolder folder;
  const std::string content = std::string(300, 'A') + "\n";
  const std::string bytes = stored_rar5("棋/a.pgn", content);
  folder.write("x.rar", bytes);
  CHECK(walk(folder).sources == Members{{"x.rar!棋/a.pgn", content}});
  folder.write("x.rar", bytes.substr(0, bytes.size() - 100));
  CHECK(walk(folder).failures.size() == 1);
}

TEST_CASE("a compressed file keeps its name and loses its last ending for the format", "[import]") {
  const TemporaryFolder folder;
  folder.write("a.pgn.gz", gzip("A"));
  const Walked walked = walk(folder);
  CHECK(walked.sources == Members{{"a.pgn.gz", "A"}});
  CHECK(walked.file_names == std::vector<std::string>{"a.pgn"});
}

TEST_CASE("an archive in an archive is opened once", "[import]") {
  const TemporaryFolder folder;
  const std::string inner = zip({{"deep.pgn", "D"}});
  folder.write("outer.zip", zip({{"inner.zip", inner}, {"x.pgn.gz", gzip("X")}}));
  CHECK(walk(folder).sources ==
        Members{{"outer.zip!inner.zip!deep.pgn", "D"}, {"outer.zip!x.pgn.gz", "X"}});
}

TEST_CASE("names of members in GBK are read as such", "[import]") {
  const TemporaryFolder folder;
  folder.write("old.zip", zip({{"\xC6\xE5\xC6\xD7.pgn", "A"}}));  // 棋谱.pgn
  CHECK(walk(folder).sources == Members{{"old.zip!棋谱.pgn", "A"}});
}

TEST_CASE("names on disk in GBK are read as such", "[import]") {
  const TemporaryFolder folder;
  folder.write("\xC6\xE5\xC6\xD7.pgn", "A");
  CHECK(walk(folder).sources == Members{{"棋谱.pgn", "A"}});
}

TEST_CASE("a damaged archive is told, and the walk goes on", "[import]") {
  const TemporaryFolder folder;
  const std::string whole = gzip(std::string(5000, 'a') + "b");
  folder.write("1.gz", whole.substr(0, 14));
  folder.write("2.pgn", "P");
  const Walked walked = walk(folder);
  CHECK(walked.sources == Members{{"2.pgn", "P"}});
  CHECK(walked.failures ==
        std::vector<std::pair<std::string, Error::Code>>{{"1.gz", Error::Code::Damaged}});
}

TEST_CASE("what came before the damage is read", "[import]") {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; text.size() < 2'000'000; ++i)
    text += std::to_string(i * 7919) + '\n';
  const std::string whole = gzip(text);
  folder.write("1.gz", whole.substr(0, whole.size() / 2));
  const Walked walked = walk(folder);
  CHECK(walked.failures ==
        std::vector<std::pair<std::string, Error::Code>>{{"1.gz", Error::Code::Damaged}});
  REQUIRE(walked.sources.size() == 1);
  CHECK(walked.sources[0].second.size() > text.size() / 4);
  CHECK(text.starts_with(walked.sources[0].second));
}

TEST_CASE("a member that unpacks to more than allowed is told, and its neighbours are read",
          "[import]") {
  const TemporaryFolder folder;
  folder.write("bomb.zip",
               zip({{"big.pgn", std::string(std::size_t{3} << 20U, 'x')}, {"small.pgn", "S"}}));
  const Walked walked = walk(folder, {.max_unpacked = std::uint64_t{1} << 20U});
  CHECK(walked.sources == Members{{"bomb.zip!small.pgn", "S"}});
  CHECK(walked.failures == std::vector<std::pair<std::string, Error::Code>>{
                               {"bomb.zip!big.pgn", Error::Code::TooLarge}});
}

TEST_CASE("a bomb is left once it unpacks to more than any records would", "[import]") {
  const TemporaryFolder folder;
  const std::string megabyte(std::size_t{1} << 20U, 'x');
  Members members;
  for (int i = 0; i < 30; ++i)
    members.emplace_back(std::to_string(10 + i) + ".pgn", megabyte);
  // In an archive in an archive, which share the limits.
  folder.write("bomb.zip", zip({{"inner.zip", zip(members)}, {"z.pgn", "Z"}}));
  const Walked walked = walk(folder, {.max_unpacked = std::uint64_t{4} << 20U});
  CHECK(walked.sources.size() < 18);
  REQUIRE_FALSE(walked.failures.empty());
  CHECK(walked.failures[0].second == Error::Code::TooLarge);
  CHECK(walked.messages[0].find("--max-unpacked") != std::string::npos);
}

TEST_CASE("what is packed may be larger than memory is meant to hold", "[import]") {
  const TemporaryFolder folder;
  const std::string text(std::size_t{70} << 20U, 'x');
  folder.write("big.gz", gzip(text + "end"));
  std::size_t size = 0;
  bool is_right = false;
  each_source(
      {(folder / "big.gz").string()}, {},
      [&](const Source& source) {
        const std::string_view bytes = as_text(source.content.bytes());
        size = bytes.size();
        is_right = bytes.ends_with("xend") && bytes.starts_with("xxx");
        return true;
      },
      [](const Source&, const Error&) {});
  CHECK(size == text.size() + 3);
  CHECK(is_right);
}

TEST_CASE("a path that does not exist stops everything before the first visit", "[import]") {
  const TemporaryFolder folder;
  const std::string there = folder.write("a.pgn", "A");
  int visits = 0;
  const auto run = [&] {
    each_source(
        {there, (folder / "missing").string()}, {}, [&](const Source&) { return ++visits > 0; },
        [](const Source&, const Error&) {});
  };
  CHECK_THROWS_AS(run(), IoError);
  CHECK(visits == 0);
}

TEST_CASE("progress counts the bytes on disk, packed or not", "[import]") {
  const TemporaryFolder folder;
  folder.write("a.zip", zip({{"1.pgn", std::string(9000, 'x')}, {"2.pgn", "y"}}));
  folder.write("b.pgn", "P");
  std::vector<std::uint64_t> done;
  each_source(
      {folder.path().string()}, {},
      [&](const Source& source) {
        done.push_back(source.disk_bytes_done);
        return true;
      },
      [](const Source&, const Error&) {});
  REQUIRE(done.size() == 3);
  CHECK(done.front() <= done[1]);
  CHECK(done.back() == disk_bytes({folder.path().string()}));
}

TEST_CASE("a large file reads the same after its memory was given back", "[import]") {
  const TemporaryFolder folder;
  const std::string path = (folder / "large").string();
  std::string bytes;
  while (bytes.size() < std::size_t{17} << 20U)
    bytes += std::to_string(bytes.size());
  std::ofstream(path, std::ios::binary) << bytes;
  const auto content = SourceBytes::read_file(path, 1);
  REQUIRE(content);
  CHECK(as_text(content->bytes()) == bytes);
  content->release(5000, bytes.size());
  content->release(0, bytes.size() + 1);
  CHECK(as_text(content->bytes()) == bytes);
}
