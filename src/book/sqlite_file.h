// SPDX-License-Identifier: GPL-3.0-or-later

// An SQLite file as book formats use it. Nothing in a file that is read is trusted: no views,
// triggers or functions of its schema run, and a damaged page gives an error.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace qipu {

class SqliteError : public IoError {
 public:
  SqliteError(const std::string& message, int code) : IoError(message), code_(code) {}
  static SqliteError damaged(const std::string& message);
  // The file is no SQLite file, and it is one whose pages contradict each other.
  bool is_foreign() const;
  bool is_damaged() const;

 private:
  int code_;
};

// A prepared statement. Parameters count from 1, columns from 0, as SQLite's do.
// THROWS everywhere: SqliteError.
class SqliteQuery {
 public:
  SqliteQuery(sqlite3* file, const std::string& sql);

  void bind(int parameter, std::int64_t value);
  void bind(int parameter, double value);
  void bind(int parameter, Bytes value);  // copied; a BLOB
  void bind_null(int parameter);
  // The next row, or false after the last one.
  bool step();
  // Ready to be bound and stepped again.
  void reset();

  bool is_integer(int column) const;
  bool is_real(int column) const;
  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  Bytes bytes(int column) const;  // valid until the next step or reset

 private:
  struct Closer {
    void operator()(sqlite3_stmt* statement) const;
  };
  [[noreturn]] void fail(int code) const;

  std::unique_ptr<sqlite3_stmt, Closer> statement_;
};

class SqliteFile {
 public:
  // To read, without a change to the file. THROWS: SqliteError.
  static SqliteFile open(const std::filesystem::path& path);
  // Makes a new file. THROWS: IoError if there is one, SqliteError.
  static SqliteFile create(const std::filesystem::path& path);

  SqliteQuery query(const std::string& sql) { return {file_.get(), sql}; }
  // A statement of which no rows are wanted.
  void run(const std::string& sql);

 private:
  struct Closer {
    void operator()(sqlite3* file) const;
  };
  SqliteFile(const std::filesystem::path& path, int flags);

  std::unique_ptr<sqlite3, Closer> file_;
};

// Whether `head` starts as every SQLite file does.
bool is_sqlite(Bytes head);

}  // namespace qipu
