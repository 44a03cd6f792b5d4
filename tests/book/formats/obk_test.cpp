// SPDX-License-Identifier: GPL-3.0-or-later

#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <random>

#include "../../support/golden_book.h"
#include "../../support/temporary_folder.h"
#include "book/book_format.h"
#include "book/formats/obk_keys.h"
#include "book/sqlite_file.h"
#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"

using namespace qipu;

namespace {

const BookFormat& obk() { return *find_book_format("obk"); }

// A statement's rows as the sqlite3 shell quotes values, with "|" between them.
std::vector<std::string> rows_of(const std::filesystem::path& path, const std::string& sql) {
  sqlite3* file = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &file) == SQLITE_OK);
  sqlite3_stmt* query = nullptr;
  INFO(sql);
  const int prepared = sqlite3_prepare_v2(file, sql.c_str(), -1, &query, nullptr);
  INFO(sqlite3_errmsg(file));
  REQUIRE(prepared == SQLITE_OK);
  std::vector<std::string> rows;
  while (sqlite3_step(query) == SQLITE_ROW) {
    std::string row;
    for (int i = 0; i < sqlite3_column_count(query); ++i) {
      const void* text = sqlite3_column_blob(query, i);
      const int size = sqlite3_column_bytes(query, i);
      if (i > 0) row += '|';
      row.append(static_cast<const char*>(text), static_cast<std::size_t>(size));
    }
    rows.push_back(row);
  }
  sqlite3_finalize(query);
  sqlite3_close(file);
  return rows;
}

// Statements, for files that no writer of ours makes.
void run(const std::filesystem::path& path, const std::string& sql) {
  sqlite3* file = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &file) == SQLITE_OK);
  const int code = sqlite3_exec(file, sql.c_str(), nullptr, nullptr, nullptr);
  INFO(sql << ": " << sqlite3_errmsg(file));
  CHECK(code == SQLITE_OK);
  sqlite3_close(file);
}

constexpr const char* kTable =
    "CREATE TABLE bhobk(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore "
    "INTEGER, vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex "
    "INTEGER);";

constexpr const char* kAllRows =
    "SELECT typeof(vkey), quote(vkey), vmove, vscore, vwin, vdraw, vlost, vvalid, quote(vmemo), "
    "quote(vindex) FROM bhobk ORDER BY vkey, vmove";

std::unique_ptr<BookReader> opened(const std::filesystem::path& path) {
  auto reader = obk().open(path);
  if (!reader) FAIL(reader.error().message);
  return std::move(*reader);
}

Book book_of(const Position& position, const std::vector<BookMove>& moves) {
  Book book;
  book.entries.push_back({position, 0, moves});
  return book;
}

BookMove book_move(Move move, std::int64_t weight = 1, std::uint64_t wins = 0) {
  BookMove result;
  result.move = move;
  result.weight = weight;
  result.wins = wins;
  return result;
}

// The first position of random games that `is_wanted`.
template <class Wanted>
Position find_position(Wanted is_wanted) {
  std::mt19937 random(20250102);
  for (int game = 0; game < 20000; ++game) {
    Position position = Position::start();
    for (int ply = 0; ply < 60; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      if (is_wanted(position)) return position;
      position.play(moves[random() % moves.size()]);
    }
  }
  FAIL("no such position");
  return Position::start();
}

std::uint64_t folded_key(const Position& position) {
  return std::min(obk_key(position), obk_key(position.mirrored()));
}

std::vector<std::string> texts(const std::vector<BookMove>& moves) {
  std::vector<std::string> result;
  for (const BookMove& move : moves) {
    const auto square = [](Square s) {
      return std::string{static_cast<char>('a' + s.file()), static_cast<char>('0' + s.rank())};
    };
    result.push_back(square(move.move.from()) + square(move.move.to()));
  }
  return result;
}

}  // namespace

TEST_CASE("the golden book is written as the golden rows, value for value", "[book][obk]") {
  if (golden_folder().empty()) return;
  const auto [mode, file] = GENERATE(table<ObkKeyMode, const char*>(
      {{ObkKeyMode::Real, "golden.obk"}, {ObkKeyMode::Int, "golden-int.obk"}}));
  TemporaryFolder folder;
  const auto path = folder / "a.obk";
  const BookSummary summary = obk().write(golden_book(), path, {mode});
  CHECK(summary.positions == 10);
  CHECK(summary.moves == 17);
  CHECK(summary.left_out.empty());
  const auto golden = rows_of(golden_folder() / file, kAllRows);
  REQUIRE(golden.size() == 17);
  CHECK(rows_of(path, kAllRows) == golden);
}

TEST_CASE("an OBK has the columns, indexes and journal mode that readers rely on", "[book][obk]") {
  TemporaryFolder folder;
  const auto path = folder / "a.obk";
  obk().write(book_of(Position::start(), {book_move(iccs("h2e2"))}), path, {});
  CHECK(rows_of(path, "SELECT name, type FROM pragma_table_info('bhobk')") ==
        std::vector<std::string>{"id|INTEGER", "vkey|INTEGER", "vmove|INTEGER", "vscore|INTEGER",
                                 "vwin|INTEGER", "vdraw|INTEGER", "vlost|INTEGER", "vvalid|INTEGER",
                                 "vmemo|BLOB", "vindex|INTEGER"});
  CHECK(rows_of(path,
                "SELECT i.name, c.name FROM pragma_index_list('bhobk') i, "
                "pragma_index_info(i.name) c ORDER BY i.name") ==
        std::vector<std::string>{"idxkey|vkey", "idxmv|vmove"});
  CHECK(rows_of(path, "PRAGMA journal_mode") == std::vector<std::string>{"delete"});
  CHECK(rows_of(path, "PRAGMA integrity_check") == std::vector<std::string>{"ok"});
  CHECK(rows_of(path, "PRAGMA freelist_count") == std::vector<std::string>{"0"});
  // Nothing but the book itself is left.
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

namespace {

// What readers are known to ask for a key. SOURCE: formats/books.md, 1.4 and 6.4.
enum class Strategy { IntegerThenReal, CastToDouble, CastToText, BoundDouble, SignedOnly };

bool finds(SqliteFile& file, Strategy strategy, std::uint64_t key) {
  const auto ask = [&](const std::string& condition, auto value) {
    SqliteQuery query = file.query("SELECT vmove FROM bhobk WHERE " + condition);
    query.bind(1, value);
    return query.step();
  };
  const auto integer = static_cast<std::int64_t>(key);
  const auto real = std::bit_cast<double>(key);
  if (integer >= 0 || strategy == Strategy::SignedOnly) return ask("vkey = ?1", integer);
  switch (strategy) {
    case Strategy::IntegerThenReal:
      return ask("vkey = ?1", integer) || ask("vkey = ?1", real);
    case Strategy::CastToDouble:
      return ask("cast(vkey AS double) = ?1", real);
    case Strategy::CastToText:
      return ask("cast(vkey AS text) = printf('%!.15g', ?1)", real);
    default:
      return ask("vkey = ?1", real);
  }
}

}  // namespace

TEST_CASE("the five ways in which readers look keys up find what they should", "[book][obk]") {
  if (golden_folder().empty()) return;
  using Hits = std::vector<int>;
  const auto [mode, hits] = GENERATE(table<ObkKeyMode, Hits>({
      {ObkKeyMode::Real, {14, 14, 14, 14, 12}},
      {ObkKeyMode::Int, {14, 12, 12, 12, 14}},
      {ObkKeyMode::Both, {14, 14, 14, 14, 14}},
  }));
  TemporaryFolder folder;
  obk().write(golden_book(), folder / "a.obk", {mode});
  SqliteFile file = SqliteFile::open(folder / "a.obk");

  std::map<std::string, Position> positions;
  for (const GoldenGame& game : golden_games()) {
    Position position = Position::start();
    for (const Move move : game.moves) {
      positions.emplace(to_fen(position), position);
      position.play(move);
    }
  }
  REQUIRE(positions.size() == 14);
  Hits found;
  for (const Strategy strategy :
       {Strategy::IntegerThenReal, Strategy::CastToDouble, Strategy::CastToText,
        Strategy::BoundDouble, Strategy::SignedOnly}) {
    found.push_back(0);
    for (const auto& [fen, position] : positions) {
      found.back() += finds(file, strategy, obk_key(position)) ||
                      finds(file, strategy, obk_key(position.mirrored()));
    }
  }
  CHECK(found == hits);
}

TEST_CASE("what is written is probed in both orientations", "[book][obk]") {
  const ObkKeyMode mode = GENERATE(ObkKeyMode::Real, ObkKeyMode::Int, ObkKeyMode::Both);
  TemporaryFolder folder;
  const Position position = after("h2e2 b9c7");  // a REAL key in either orientation
  BookMove best = book_move(iccs("h0g2"), 7, 3);
  best.memo = "正";
  BookMove disabled = book_move(iccs("g3g4"), 9);
  disabled.is_enabled = false;
  obk().write(book_of(position, {book_move(iccs("b0c2"), 2), best, disabled}), folder / "a.obk",
              {mode});
  const auto reader = opened(folder / "a.obk");
  CHECK(reader->row_count() == (mode == ObkKeyMode::Both ? 6 : 3));

  const auto moves = reader->probe(position);
  CHECK(texts(moves) == std::vector<std::string>{"h0g2", "b0c2", "g3g4"});
  REQUIRE(moves.size() == 3);
  CHECK(moves[0].weight == 7);
  CHECK(moves[0].wins == 3);
  CHECK(moves[0].memo == "正");
  CHECK_FALSE(moves[2].is_enabled);
  CHECK(texts(reader->probe(position.mirrored())) ==
        std::vector<std::string>{"b0c2", "h0g2", "c3c4"});
  CHECK(reader->probe(Position::start()).empty());
}

TEST_CASE("on a symmetric position the move that sorts last in ICCS is written", "[book][obk]") {
  TemporaryFolder folder;
  obk().write(book_of(Position::start(), {book_move(iccs("b2e2")), book_move(iccs("c3c4"))}),
              folder / "a.obk", {});
  CHECK(rows_of(folder / "a.obk", "SELECT vmove FROM bhobk ORDER BY id") ==
        std::vector<std::string>{"43687", "39305"});
  CHECK(texts(opened(folder / "a.obk")->probe(Position::start())) ==
        std::vector<std::string>{"h2e2", "g3g4"});
}

TEST_CASE("a position whose key is a NaN is left out in REAL mode, counted, and kept in the others",
          "[book][obk]") {
  // Of a symmetric position there is one key only, so a NaN cannot be avoided.
  std::mt19937_64 random(7);
  Position position = Position::start();
  const auto is_nan = [](std::uint64_t key) { return !is_storable_as_real(key); };
  for (int i = 0; i < 100000 && !is_nan(obk_key(position)); ++i) {
    Board board{};
    board[Square(4, 0).index()] = Piece(Color::Red, PieceKind::King);
    board[Square(4, 5).index()] = Piece(Color::Red, PieceKind::Pawn);
    board[Square(4, 9).index()] = Piece(Color::Black, PieceKind::King);
    for (int rank = 3; rank < 7; ++rank) {
      for (int file = 0; file < 4; ++file) {
        const auto kind = random() % 4;
        if (kind == 0) continue;
        const Piece piece(kind == 1 ? Color::Red : Color::Black,
                          kind == 3 ? PieceKind::Rook : PieceKind::Cannon);
        board[static_cast<std::size_t>(Square(file, rank).index())] = piece;
        board[static_cast<std::size_t>(Square(file, rank).mirrored().index())] = piece;
      }
    }
    position = Position::from_board(board, Color::Red);
  }
  REQUIRE(is_nan(obk_key(position)));
  REQUIRE(position.key().symmetric);
  const Move move = iccs("e0f0");
  REQUIRE(is_legal(position, move));

  const ObkKeyMode mode = GENERATE(ObkKeyMode::Real, ObkKeyMode::Int, ObkKeyMode::Both);
  TemporaryFolder folder;
  Book book = book_of(position, {book_move(move)});
  book.entries.push_back({after("h2e2 b9c7"), 2, {book_move(iccs("h0g2"))}});
  const BookSummary summary = obk().write(book, folder / "a.obk", {mode});
  const auto found = opened(folder / "a.obk")->probe(position);
  if (mode == ObkKeyMode::Real) {
    REQUIRE(summary.left_out.size() == 1);
    CHECK(summary.left_out.begin()->second == 1);
    CHECK(summary.positions == 1);
    CHECK(found.empty());
  } else {
    CHECK(summary.left_out.empty());
    CHECK(texts(found) == std::vector<std::string>{"e0f0"});
  }
  CHECK(rows_of(folder / "a.obk", "SELECT 1 FROM bhobk WHERE vkey IS NULL").empty());
}

TEST_CASE("a REAL key that SQLite made whole is found again", "[book][obk]") {
  const Position position = find_position([](const Position& p) {
    const std::uint64_t top = folded_key(p) >> 52U;
    return top >= 0xC33 && top <= 0xC3D;
  });
  TemporaryFolder folder;
  const Move move = *legal_moves(position).begin();
  Book book = book_of(position, {book_move(move)});
  book.entries.push_back({after("h2e2 b9c7"), 2, {book_move(iccs("h0g2"))}});
  obk().write(book, folder / "a.obk", {});
  REQUIRE(rows_of(folder / "a.obk", "SELECT typeof(vkey) FROM bhobk ORDER BY id") ==
          std::vector<std::string>{"integer", "real"});
  REQUIRE(opened(folder / "a.obk")->probe(position).size() == 1);
  CHECK(opened(folder / "a.obk")->probe(position)[0].move == move);
  // The same with no index to help.
  run(folder / "a.obk", "DROP INDEX idxkey");
  CHECK(opened(folder / "a.obk")->probe(position).size() == 1);
}

TEST_CASE("a book whose index lacks the rows with REAL keys is read whole", "[book][obk]") {
  TemporaryFolder folder;
  const auto path = folder / "a.obk";
  const Position position = after("h2e2 b9c7");
  run(path, std::string(kTable) +
                "CREATE INDEX idxkey ON bhobk(vkey);"
                "INSERT INTO bhobk VALUES(NULL,7101337512282506414,43687,1,0,0,0,1,NULL,NULL);");
  const std::string root =
      rows_of(path, "SELECT rootpage FROM sqlite_master WHERE name = 'idxkey'")[0];
  run(path, "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'idxkey';");
  // -9.2677083572857501848e-194 is 97DB0FB509FED6F3.
  run(path,
      "INSERT INTO bhobk VALUES(NULL,-9.2677083572857501848e-194,51881,1,0,0,0,1,NULL,NULL);");
  run(path,
      "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES('index','idxkey','bhobk'," +
          root + ",'CREATE INDEX idxkey ON bhobk(vkey)');");
  REQUIRE(rows_of(path, "SELECT vmove FROM bhobk INDEXED BY idxkey WHERE vkey < 0").empty());
  REQUIRE(rows_of(path, "PRAGMA quick_check") == std::vector<std::string>{"ok"});

  const auto reader = opened(path);
  CHECK(texts(reader->probe(position)) == std::vector<std::string>{"h0g2"});
  CHECK(texts(reader->probe(Position::start())) == std::vector<std::string>{"h2e2"});
  CHECK(reader->row_count() == 2);
}

TEST_CASE("probing leaves out rows that are no legal moves, and reads old memos", "[book][obk]") {
  TemporaryFolder folder;
  const auto path = folder / "a.obk";
  const std::string start = "INSERT INTO bhobk VALUES(NULL,7101337512282506414,";
  run(path, std::string(kTable) + start + "43687,5,-3,1,0,1,X'D5FD',NULL);" +  // GBK 正
                start + "51881,6,0,0,0,1,'文字',NULL);" + start + "0,9,0,0,0,1,NULL,NULL);" +
                start + "-1,9,0,0,0,1,NULL,NULL);" + start + "99999999,9,0,0,0,1,NULL,NULL);" +
                start + "NULL,9,0,0,0,1,NULL,NULL);" + start + "'x',9,0,0,0,1,NULL,NULL);" + start +
                "42922,9,0,0,0,1,NULL,NULL);" + start + "38277,9,0,0,0,NULL,NULL,NULL);" +
                "INSERT INTO bhobk VALUES(NULL,NULL,43687,5,0,0,0,1,NULL,NULL);");
  const auto reader = opened(path);
  const auto moves = reader->probe(Position::start());
  REQUIRE(texts(moves) == std::vector<std::string>{"h0g2", "h2e2", "c3c4"});
  CHECK(moves[0].memo == "文字");
  CHECK(moves[1].memo == "正");
  CHECK(moves[1].wins == 0);  // a negative count says nothing
  CHECK_FALSE(moves[2].is_enabled);
  CHECK(reader->row_count() == 10);
}

TEST_CASE("a book whose moves go backwards is refused with the question of byte order",
          "[book][obk]") {  // problem case 43
  TemporaryFolder folder;
  obk().write(book_of(Position::start(), {book_move(iccs("h2e2"))}), folder / "obk", {});
  CHECK(rows_of(folder / "obk", "SELECT vkey, vmove FROM bhobk") ==
        std::vector<std::string>{"7101337512282506414|43687"});
  CHECK(texts(opened(folder / "obk")->probe(Position::start())) ==
        std::vector<std::string>{"h2e2"});

  std::filesystem::copy(folder / "obk", folder / "yfk");
  run(folder / "yfk", "UPDATE bhobk SET vmove = 42922");
  const auto reader = obk().open(folder / "yfk");
  REQUIRE_FALSE(reader);
  CHECK(reader.error().code == Error::Code::Unsupported);
  CHECK_THAT(reader.error().message, Catch::Contains("wrong byte order?"));
}

TEST_CASE("files that are no OBK give an error that says why", "[book][obk]") {
  TemporaryFolder folder;
  const auto path = folder / "a";
  const auto code_of = [&] {
    const auto reader = obk().open(path);
    REQUIRE_FALSE(reader);
    CHECK_FALSE(reader.error().message.empty());
    return reader.error().code;
  };
  SECTION("an empty file") {
    std::ofstream(path).flush();
    CHECK(code_of() == Error::Code::BadHeader);
  }
  SECTION("another kind of file") {
    std::ofstream(path) << "[Event \"x\"]\n";
    CHECK(code_of() == Error::Code::BadHeader);
  }
  SECTION("another SQLite file") {
    run(path, "CREATE TABLE pfBook(id INTEGER)");
    CHECK(code_of() == Error::Code::BadHeader);
  }
  SECTION("a table that lacks a column") {
    run(path, "CREATE TABLE bhobk(id INTEGER PRIMARY KEY, vkey INTEGER)");
    CHECK(code_of() == Error::Code::BadHeader);
  }
  SECTION("a view in the table's place") {
    run(path, "CREATE VIEW bhobk AS SELECT 1 AS vkey");
    CHECK(code_of() == Error::Code::BadHeader);
  }
  SECTION("computed columns") {
    run(path,
        "CREATE TABLE bhobk(vkey INTEGER, vmove AS (vkey + 1), vscore, vwin, vdraw, vlost, "
        "vvalid)");
    CHECK(code_of() == Error::Code::Unsupported);
  }
  SECTION("a cut file") {
    obk().write(book_of(Position::start(), {book_move(iccs("h2e2"))}), path, {});
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1000);
    CHECK(code_of() == Error::Code::Truncated);
  }
  SECTION("pages of rubbish") {
    obk().write(book_of(Position::start(), {book_move(iccs("h2e2"))}), path, {});
    std::fstream out(path, std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(4096);
    out << std::string(8192, '\x5A');
    out.close();
    CHECK(code_of() == Error::Code::Damaged);
  }
}

TEST_CASE("a book is written to no file that is there, and fails aloud where it cannot be made",
          "[book][obk]") {
  TemporaryFolder folder;
  std::ofstream(folder / "a.obk") << "mine";
  CHECK_THROWS_AS(obk().write({}, folder / "a.obk", {}), IoError);
  CHECK(std::filesystem::file_size(folder / "a.obk") == 4);
  CHECK_THROWS_AS(obk().write({}, folder / "none" / "a.obk", {}), IoError);
  CHECK_THROWS_AS(obk().open(folder / "none"), IoError);
}

TEST_CASE("a book of nothing is a book", "[book][obk]") {
  TemporaryFolder folder;
  CHECK(obk().write({}, folder / "a.obk", {}).positions == 0);
  const auto reader = opened(folder / "a.obk");
  CHECK(reader->row_count() == 0);
  CHECK(reader->probe(Position::start()).empty());
  CHECK(recognise_book(folder / "a.obk") == &obk());
}
