// SPDX-License-Identifier: GPL-3.0-or-later

#include "book/sqlite_file.h"

#include <sqlite3.h>

#include <cassert>
#include <string_view>

namespace qipu {
namespace {

// No book holds a longer value: a memo is a remark on a move.
constexpr int kMaxValueBytes = 16 << 20;

std::string text_of(sqlite3* file, int code) {
  return file != nullptr ? sqlite3_errmsg(file) : sqlite3_errstr(code);
}

}  // namespace

SqliteError SqliteError::damaged(const std::string& message) { return {message, SQLITE_CORRUPT}; }
bool SqliteError::is_foreign() const { return (code_ & 0xFF) == SQLITE_NOTADB; }
bool SqliteError::is_damaged() const {
  const int code = code_ & 0xFF;
  return code == SQLITE_CORRUPT || code == SQLITE_TOOBIG || code == SQLITE_ERROR;
}

// --- a statement

SqliteQuery::SqliteQuery(sqlite3* file, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(file, sql.c_str(), static_cast<int>(sql.size()) + 1, &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) throw SqliteError(text_of(file, code), code);
}

void SqliteQuery::Closer::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void SqliteQuery::fail(int code) const {
  throw SqliteError(text_of(sqlite3_db_handle(statement_.get()), code), code);
}

void SqliteQuery::bind(int parameter, std::int64_t value) {
  const int code = sqlite3_bind_int64(statement_.get(), parameter, value);
  if (code != SQLITE_OK) fail(code);
}

void SqliteQuery::bind(int parameter, double value) {
  const int code = sqlite3_bind_double(statement_.get(), parameter, value);
  if (code != SQLITE_OK) fail(code);
}

void SqliteQuery::bind(int parameter, Bytes value) {
  // SQLITE_TRANSIENT, which is a macro with a C cast.
  const auto copied =
      reinterpret_cast<sqlite3_destructor_type>(-1);  // NOLINT(performance-no-int-to-ptr)
  const int code =
      sqlite3_bind_blob64(statement_.get(), parameter, value.data(), value.size(), copied);
  if (code != SQLITE_OK) fail(code);
}

void SqliteQuery::bind_null(int parameter) {
  const int code = sqlite3_bind_null(statement_.get(), parameter);
  if (code != SQLITE_OK) fail(code);
}

bool SqliteQuery::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(code);
  return false;
}

void SqliteQuery::reset() { sqlite3_reset(statement_.get()); }

bool SqliteQuery::is_integer(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_INTEGER;
}
bool SqliteQuery::is_real(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_FLOAT;
}
bool SqliteQuery::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}
std::int64_t SqliteQuery::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}
double SqliteQuery::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}
Bytes SqliteQuery::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const std::byte*>(data),
          data == nullptr ? 0 : static_cast<std::size_t>(size)};
}

// --- a file

void SqliteFile::Closer::operator()(sqlite3* file) const { sqlite3_close_v2(file); }

SqliteFile::SqliteFile(const std::filesystem::path& path, int flags) {
  // Absolute, since SQLite takes ":memory:" and an empty name for no file at all.
  const std::string name = std::filesystem::absolute(path).string();
  sqlite3* file = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &file, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  file_.reset(file);
  if (code != SQLITE_OK) throw SqliteError(name + ": " + text_of(file, code), code);
  sqlite3_extended_result_codes(file, 1);
  sqlite3_limit(file, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
}

SqliteFile SqliteFile::open(const std::filesystem::path& path) {
  SqliteFile result(path, SQLITE_OPEN_READONLY);
  sqlite3_db_config(result.file_.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  result.run("PRAGMA trusted_schema = OFF");
  result.run("PRAGMA cell_size_check = ON");
  result.run("PRAGMA query_only = ON");
  return result;
}

SqliteFile SqliteFile::create(const std::filesystem::path& path) {
  if (std::filesystem::exists(path)) throw IoError(path.string() + ": is there already");
  return {path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
}

void SqliteFile::run(const std::string& sql) {
  SqliteQuery statement = query(sql);
  while (statement.step()) {
  }
}

bool is_sqlite(Bytes head) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  return as_text(head).substr(0, kMagic.size()) == kMagic;
}

}  // namespace qipu
