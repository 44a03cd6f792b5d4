// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>

#include "../support/temporary_folder.h"
#include "base/result.h"

using namespace qipu;
namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::ptrdiff_t file_count(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("a file appears when it is whole, and only then", "[cli]") {
  const TemporaryFolder folder;
  {
    OutputFile file(folder / "a");
    file.write("one");
    CHECK_FALSE(fs::exists(folder / "a"));
    file.write("two");
    file.commit();
  }
  CHECK(content(folder / "a") == "onetwo");
  CHECK(file_count(folder.path()) == 1);
}

TEST_CASE("a file that is not finished leaves the old one and no rest", "[cli]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a") << "old";
  {
    OutputFile file(folder / "a");
    file.write("new");
  }
  CHECK(content(folder / "a") == "old");
  CHECK(file_count(folder.path()) == 1);
}

TEST_CASE("a place where no file can be says so at once", "[cli]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(OutputFile(folder / "none" / "a"), IoError);
  CHECK_THROWS_AS(OutputFile(folder.path()), IoError);
}
