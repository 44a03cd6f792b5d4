// SPDX-License-Identifier: GPL-3.0-or-later

// A new empty folder that is gone, with all in it, at the end of the scope.

#pragma once

#include <filesystem>
#include <string>

namespace qipu {

class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

  // Writes a file, with the folders it lies in, and gives its path.
  std::string write(const std::filesystem::path& name, const std::string& bytes) const;

 private:
  std::filesystem::path path_;
};

}  // namespace qipu
