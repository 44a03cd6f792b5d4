// SPDX-License-Identifier: GPL-3.0-or-later

// OBK (.obk, 兵河), the book that most Xiangqi programs load: SQLite, one row a position and move.
//
// SOURCE: schema/formats/obk.md.

#include <algorithm>
#include <bit>
#include <fstream>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "book/book_format.h"
#include "book/formats/obk_keys.h"
#include "book/formats/obk_table.h"
#include "book/sqlite_file.h"
#include "stats/moves_at.h"
#include "xiangqi/movegen.h"

namespace qipu {
namespace {

// --- moves: square16(from) * 256 + square16(to), in YFK the other way round, on a board of 16
// columns with a margin of three

constexpr int kMargin = 3;

int square16(Square square) { return (9 - square.rank() + kMargin) * 16 + square.file() + kMargin; }

std::optional<Square> from_square16(std::int64_t code) {
  const auto file = static_cast<int>(code & 15) - kMargin;
  const auto rank = 9 - (static_cast<int>(code >> 4 & 15) - kMargin);
  if (file < 0 || file > 8 || rank < 0 || rank > 9) return std::nullopt;
  return Square(file, rank);
}

Move turned(Move move) { return {move.to(), move.from()}; }

std::int64_t to_vmove(Move move, ObkMoveOrder order) {
  if (order == ObkMoveOrder::ToFirst) move = turned(move);
  return square16(move.from()) * 256 + square16(move.to());
}

std::optional<Move> from_vmove(std::int64_t code, ObkMoveOrder order) {
  if (code < 0 || code > 0xFFFF) return std::nullopt;
  const auto from = from_square16(code >> 8);
  const auto to = from_square16(code & 0xFF);
  if (!from || !to || *from == *to) return std::nullopt;
  const Move move(*from, *to);
  return order == ObkMoveOrder::ToFirst ? turned(move) : move;
}

// --- writing

class ObkWriter {
 public:
  ObkWriter(const std::filesystem::path& path, ObkKeyMode mode, ObkMoveOrder order)
      : mode_(mode), order_(order), file_(SqliteFile::create(path)) {
    // Until the end a failure leaves nothing worth keeping, so nothing is synced before.
    file_.run("PRAGMA synchronous = OFF");
    // Some readers take columns by their place in this order.
    file_.run(
        "CREATE TABLE bhobk(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, "
        "vscore INTEGER, vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, "
        "vindex INTEGER)");
    file_.run("BEGIN");
    insert_.emplace(
        file_.query("INSERT INTO bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo) "
                    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"));
  }

  void add(const BookEntry& entry) {
    const std::uint64_t plain = obk_key(entry.position);
    const std::uint64_t mirrored = obk_key(entry.position.mirrored());
    const std::uint64_t key = std::min(plain, mirrored);
    const bool is_symmetric = entry.position.key().symmetric;
    const std::vector<ObkStoredKey> forms = forms_to_write(key);
    if (forms.empty()) {
      ++summary_.left_out["positions whose key is no number as REAL (--keymode int holds them)"];
      return;
    }
    ++summary_.positions;
    for (const BookMove& move : entry.moves) {
      Move to_write = mirrored < plain ? move.move.mirrored() : move.move;
      if (is_symmetric) to_write = right_hand(to_write);
      for (const ObkStoredKey& form : forms)
        insert(form, to_write, move);
      ++summary_.moves;
    }
  }

  BookSummary finish() {
    insert_.reset();
    file_.run("CREATE INDEX idxkey ON bhobk(vkey)");
    file_.run("CREATE INDEX idxmv ON bhobk(vmove)");
    file_.run("COMMIT");
    file_.run("PRAGMA synchronous = FULL");
    file_.run("VACUUM");
    return std::move(summary_);
  }

 private:
  std::vector<ObkStoredKey> forms_to_write(std::uint64_t key) const {
    const auto integer = static_cast<std::int64_t>(key);
    if (integer >= 0 || mode_ == ObkKeyMode::Int) return {integer};
    std::vector<ObkStoredKey> forms;
    if (is_storable_as_real(key)) forms.emplace_back(std::bit_cast<double>(key));
    if (mode_ == ObkKeyMode::Both) forms.emplace_back(integer);
    return forms;
  }

  void insert(const ObkStoredKey& key, Move move, const BookMove& values) {
    std::visit([&](auto value) { insert_->bind(1, value); }, key);
    insert_->bind(2, to_vmove(move, order_));
    insert_->bind(3, values.weight);
    insert_->bind(4, static_cast<std::int64_t>(values.wins));
    insert_->bind(5, static_cast<std::int64_t>(values.draws));
    insert_->bind(6, static_cast<std::int64_t>(values.losses));
    insert_->bind(7, std::int64_t{values.is_enabled ? 1 : 0});
    if (values.memo.empty()) {
      insert_->bind_null(8);
    } else {
      insert_->bind(8, as_bytes(values.memo));
    }
    insert_->step();
    insert_->reset();
  }

  ObkKeyMode mode_;
  ObkMoveOrder order_;
  SqliteFile file_;
  std::optional<SqliteQuery> insert_;
  BookSummary summary_;
};

// --- reading

// Rows of one key that are looked at; a book has a few dozen.
constexpr int kMostRowsOfKey = 4096;
// Rows of a file whose index cannot be trusted, which are then kept in memory at 16 bytes each.
constexpr std::uint64_t kMostRowsInMemory = std::uint64_t{64} << 20U;
// The index is tried with so many runs of so many rows, spread over the file.
constexpr int kSampleRuns = 64;
constexpr int kSampleRows = 256;

Error fault(Error::Code code, std::string message) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  return error;
}

std::string quoted(const std::string& name) {
  std::string result = "\"";
  for (const char c : name)
    result.append(c == '"' ? 2 : 1, c);
  return result + '"';
}

std::uint64_t count_of(std::int64_t stored) {
  return stored < 0 ? 0 : static_cast<std::uint64_t>(stored);
}

// UTF-8 as it should be; old files hold GBK.
std::string memo_text(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  std::string valid = valid_utf8(text);
  return valid == text ? valid : decode_text(bytes, "GB18030").text;
}

bool is_better(const BookMove& a, const BookMove& b) {
  return std::tuple(b.is_enabled, b.weight, b.wins, a.move) <
         std::tuple(a.is_enabled, a.weight, a.wins, b.move);
}

class ObkReader : public BookReader {
 public:
  // THROWS: SqliteError.
  static Result<std::unique_ptr<BookReader>> open(SqliteFile file, std::uint64_t file_bytes,
                                                  ObkMoveOrder order) {
    std::unique_ptr<ObkReader> reader(new ObkReader(std::move(file), file_bytes, order));
    if (auto error = reader->check_columns()) return *error;
    if (auto error = reader->find_keys()) return *error;
    if (auto error = reader->check_byte_order()) return *error;
    return std::unique_ptr<BookReader>(std::move(reader));
  }

  std::vector<BookMove> probe(const Position& position) override {
    std::vector<BookMove> found = rows_of(obk_key(position));
    if (!position.key().symmetric) {
      for (BookMove& move : rows_of(obk_key(position.mirrored()))) {
        move.move = move.move.mirrored();
        found.push_back(std::move(move));
      }
    }
    std::erase_if(found, [&](const BookMove& move) { return !is_legal(position, move.move); });
    // A move that lies there twice, in both orientations or both forms of key, is given once.
    std::sort(found.begin(), found.end(), [](const BookMove& a, const BookMove& b) {
      return a.move == b.move ? is_better(a, b) : a.move < b.move;
    });
    found.erase(std::unique(found.begin(), found.end(),
                            [](const BookMove& a, const BookMove& b) { return a.move == b.move; }),
                found.end());
    std::sort(found.begin(), found.end(), is_better);
    return found;
  }

  std::uint64_t row_count() override {
    SqliteQuery rows = file_.query("SELECT rowid FROM bhobk NOT INDEXED");
    std::uint64_t count = 0;
    while (rows.step())
      check_count(++count);
    return count;
  }

 private:
  ObkReader(SqliteFile file, std::uint64_t file_bytes, ObkMoveOrder order)
      : file_(std::move(file)), order_(order), most_rows_(file_bytes / 4) {}

  std::string select_rows() const {
    return std::string("SELECT vmove, vscore, vwin, vdraw, vlost, vvalid, ") +
           (has_memo_ ? "vmemo" : "NULL") + " FROM bhobk";
  }

  // A damaged file can be a maze in which the same pages are met again and again.
  void check_count(std::uint64_t rows) const {
    if (rows > most_rows_) throw SqliteError::damaged("more rows than the file has room for");
  }

  std::optional<Error> check_columns() {
    SqliteQuery table = file_.query(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND lower(name) = 'bhobk' "
        "AND rootpage > 0");
    if (!table.step()) {
      return fault(Error::Code::BadHeader, "no table bhobk: not an OBK book");
    }
    std::vector<std::string> missing = {"vkey",  "vmove", "vscore", "vwin",
                                        "vdraw", "vlost", "vvalid"};
    SqliteQuery columns =
        file_.query("SELECT lower(name), hidden FROM pragma_table_xinfo('bhobk')");
    while (columns.step()) {
      const std::string name(as_text(columns.bytes(0)));
      // A computed column would run what the file says.
      if (columns.integer(1) != 0) {
        return fault(Error::Code::Unsupported, "column " + name + " of bhobk is computed");
      }
      std::erase(missing, name);
      has_memo_ = has_memo_ || name == "vmemo";
    }
    if (!missing.empty()) {
      return fault(Error::Code::BadHeader, "table bhobk has no column " + missing.front());
    }
    return std::nullopt;
  }

  // Settles how rows are found: through the file's index if that can be trusted.
  std::optional<Error> find_keys() {
    const std::string index = find_index();
    if (!index.empty() && index_holds_sample(index)) {
      by_key_.emplace(
          file_.query(select_rows() + " INDEXED BY " + quoted(index) + " WHERE vkey = ?1"));
      return std::nullopt;
    }
    by_row_.emplace(file_.query(select_rows() + " NOT INDEXED WHERE rowid = ?1"));
    return read_all_keys();
  }

  // A whole index on vkey, or "".
  std::string find_index() {
    SqliteQuery indexes = file_.query(
        "SELECT list.name FROM pragma_index_list('bhobk') AS list, "
        "pragma_index_info(list.name) AS column "
        "WHERE list.partial = 0 AND column.seqno = 0 AND lower(column.name) = 'vkey'");
    return indexes.step() ? std::string(as_text(indexes.bytes(0))) : std::string();
  }

  // Whether the index finds the rows that the table has. Files go round whose index lacks all rows
  // with REAL keys. Sees every row of a file up to 16,384 rows, as many spread over a larger one.
  bool index_holds_sample(const std::string& index) {
    SqliteQuery ends = file_.query("SELECT min(rowid), max(rowid) FROM bhobk NOT INDEXED");
    if (!ends.step() || ends.is_null(0)) return true;
    const std::int64_t first = ends.integer(0);
    const auto span = static_cast<double>(ends.integer(1)) - static_cast<double>(first);
    SqliteQuery run = file_.query(
        "SELECT rowid, vkey FROM bhobk NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid LIMIT " +
        std::to_string(kSampleRows));
    SqliteQuery look_up = file_.query("SELECT 1 FROM bhobk INDEXED BY " + quoted(index) +
                                      " WHERE vkey = ?1 AND rowid = ?2");
    for (int i = 0; i < kSampleRuns; ++i) {
      const double begin = static_cast<double>(first) + span / kSampleRuns * i;
      run.bind(1, i == 0 ? first : static_cast<std::int64_t>(begin));
      while (run.step()) {
        if (!run.is_integer(1) && !run.is_real(1)) continue;
        has_reals_ = has_reals_ || run.is_real(1);
        if (run.is_real(1)) {
          look_up.bind(1, run.real(1));
        } else {
          look_up.bind(1, run.integer(1));
        }
        look_up.bind(2, run.integer(0));
        const bool is_found = look_up.step();
        look_up.reset();
        if (!is_found) return false;
      }
      run.reset();
    }
    return true;
  }

  // What stands in for the index: where the rows of each key are.
  std::optional<Error> read_all_keys() {
    SqliteQuery rows = file_.query("SELECT rowid, vkey FROM bhobk NOT INDEXED");
    std::uint64_t count = 0;
    while (rows.step()) {
      check_count(++count);
      if (count > kMostRowsInMemory) {
        return fault(Error::Code::TooLarge,
                     "the index on vkey is damaged or missing, and the book has more than "
                     "67,108,864 rows; REINDEX it with sqlite3");
      }
      if (rows.is_integer(1)) integers_.emplace_back(rows.integer(1), rows.integer(0));
      if (rows.is_real(1)) {
        reals_.emplace_back(std::bit_cast<std::uint64_t>(rows.real(1)), rows.integer(0));
      }
    }
    std::sort(integers_.begin(), integers_.end());
    std::sort(reals_.begin(), reals_.end());
    has_reals_ = !reals_.empty();
    return std::nullopt;
  }

  std::vector<BookMove> rows_of(std::uint64_t key) {
    std::vector<BookMove> rows;
    for (const ObkStoredKey& form : obk_stored_forms(key, has_reals_)) {
      if (by_key_) {
        std::visit([&](auto value) { by_key_->bind(1, value); }, form);
        take_rows(*by_key_, rows);
      } else {
        const std::vector<std::int64_t> places =
            std::holds_alternative<double>(form)
                ? places_in(reals_, std::bit_cast<std::uint64_t>(std::get<double>(form)))
                : places_in(integers_, std::get<std::int64_t>(form));
        for (const std::int64_t row : places) {
          by_row_->bind(1, row);
          take_rows(*by_row_, rows);
        }
      }
    }
    return rows;
  }

  template <class Key>
  static std::vector<std::int64_t> places_in(const std::vector<std::pair<Key, std::int64_t>>& keys,
                                             Key key) {
    const auto [first, last] =
        std::equal_range(keys.begin(), keys.end(), std::pair(key, std::int64_t{0}),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    if (last - first > kMostRowsOfKey) throw too_many_rows();
    std::vector<std::int64_t> places;
    for (auto it = first; it != last; ++it)
      places.push_back(it->second);
    return places;
  }

  static SqliteError too_many_rows() {
    return SqliteError::damaged("damaged book: more than " + std::to_string(kMostRowsOfKey) +
                                " rows for one position");
  }

  void take_rows(SqliteQuery& query, std::vector<BookMove>& rows) const {
    while (query.step()) {
      if (rows.size() >= kMostRowsOfKey) {
        query.reset();
        throw too_many_rows();
      }
      const auto move = from_vmove(query.integer(0), order_);
      if (!move) continue;
      rows.push_back({.move = *move,
                      .weight = query.integer(1),
                      .wins = count_of(query.integer(2)),
                      .draws = count_of(query.integer(3)),
                      .losses = count_of(query.integer(4)),
                      .memo = query.is_null(6) ? std::string() : memo_text(query.bytes(6)),
                      .is_enabled = query.integer(5) == 1});
    }
    query.reset();
  }

  // A book of the sister format, with the two bytes of a move changed over.
  std::optional<Error> check_byte_order() {
    const Position start = Position::start();
    bool is_swapped = false;
    for (const BookMove& row : rows_of(obk_key(start))) {
      if (is_legal(start, row.move)) return std::nullopt;
      is_swapped = is_swapped || is_legal(start, turned(row.move));
    }
    if (!is_swapped) return std::nullopt;
    return fault(Error::Code::Unsupported,
                 "every move at the start position goes backwards: wrong byte order? "
                 "(YFK books have the bytes of OBK moves changed over; this one was read as " +
                     std::string(order_ == ObkMoveOrder::FromFirst ? "OBK)" : "YFK)"));
  }

  SqliteFile file_;
  ObkMoveOrder order_;
  std::uint64_t most_rows_;
  bool has_memo_ = false;
  bool has_reals_ = false;
  std::optional<SqliteQuery> by_key_;  // through the index
  std::optional<SqliteQuery> by_row_;  // else: through the keys below, sorted, with their rows
  std::vector<std::pair<std::int64_t, std::int64_t>> integers_;
  std::vector<std::pair<std::uint64_t, std::int64_t>> reals_;
};

// The file is shorter than the pages its header counts.
bool is_truncated(Bytes head, std::uint64_t file_bytes) {
  constexpr std::size_t kHeaderSize = 100;
  if (file_bytes < kHeaderSize) return true;
  const auto number = [&](std::size_t offset, std::size_t size) {
    std::uint64_t value = 0;
    for (const std::byte byte : head.subspan(offset, size)) {
      value = value << 8U | std::to_integer<std::uint64_t>(byte);
    }
    return value;
  };
  const std::uint64_t page_size = number(16, 2) == 1 ? 65536 : number(16, 2);
  const bool is_count_valid = number(24, 4) == number(92, 4);
  return is_count_valid && file_bytes < page_size * number(28, 4);
}

BookSummary write(const Book& book, const std::filesystem::path& path,
                  const BookWriteOptions& options) {
  return write_obk_table(book, path, options, ObkMoveOrder::FromFirst);
}

Result<std::unique_ptr<BookReader>> open(const std::filesystem::path& path) {
  return open_obk_table(path, ObkMoveOrder::FromFirst);
}

}  // namespace

BookSummary write_obk_table(const Book& book, const std::filesystem::path& path,
                            const BookWriteOptions& options, ObkMoveOrder order) {
  ObkWriter writer(path, options.key_mode, order);
  for (const BookEntry& entry : book.entries)
    writer.add(entry);
  return writer.finish();
}

Result<std::unique_ptr<BookReader>> open_obk_table(const std::filesystem::path& path,
                                                   ObkMoveOrder order) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw IoError(path.string() + ": cannot be opened");
  std::string head(100, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (!is_sqlite(as_bytes(head))) {
    return fault(Error::Code::BadHeader, "not an SQLite file");
  }
  const std::uint64_t file_bytes = std::filesystem::file_size(path);
  if (is_truncated(as_bytes(head), file_bytes)) {
    return fault(Error::Code::Truncated, "the file is shorter than its header says");
  }
  try {
    return ObkReader::open(SqliteFile::open(path), file_bytes, order);
  } catch (const SqliteError& error) {
    if (error.is_foreign()) return fault(Error::Code::BadHeader, error.what());
    if (error.is_damaged()) return fault(Error::Code::Damaged, error.what());
    throw;
  }
}

extern const BookFormat obk_format{
    .name = "obk", .extension = ".obk", .recognises = is_sqlite, .write = write, .open = open};

}  // namespace qipu
