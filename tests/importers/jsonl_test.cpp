// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "importers/record_format.h"
#include "tests/support/hostile.h"
#include "tests/support/pgn_games.h"
#include "tests/support/random_games.h"
#include "xiangqi/movegen.h"

using namespace qipu;
namespace fs = std::filesystem;

namespace {

const RecordFormat& jsonl() { return *find_record_format("jsonl"); }

std::vector<Record> read(std::string_view bytes, const ReadOptions& options = {}) {
  std::vector<Record> records;
  jsonl().read(as_bytes(bytes), options,
               [&](Record record) { records.push_back(std::move(record)); });
  return records;
}

std::string write(const Game& game, Losses* losses = nullptr) {
  std::string bytes;
  const auto writer = jsonl().writer([&](std::string_view more) { bytes += more; }, {});
  writer->write(game);
  writer->finish();
  if (losses != nullptr) *losses = writer->losses();
  return bytes;
}

Game read_game(std::string_view bytes) {
  CAPTURE(bytes);
  const std::vector<Record> records = read(bytes);
  REQUIRE(records.size() == 1);
  if (const auto* error = std::get_if<Error>(&records[0].found)) FAIL(error->message);
  return std::get<Game>(records[0].found);
}

Error read_error(std::string_view bytes) {
  const std::vector<Record> records = read(bytes);
  REQUIRE(records.size() == 1);
  REQUIRE(std::holds_alternative<Error>(records[0].found));
  return std::get<Error>(records[0].found);
}

void check_round_trip(const Game& game) {
  Losses losses;
  const std::string line = write(game, &losses);
  const Game back = read_game(line);
  CHECK(back == game);
  CHECK(back.notes == game.notes);
  CHECK(back.charset == game.charset);
  CHECK(losses.empty());
  CHECK(std::count(line.begin(), line.end(), '\n') == 1);
}

// The games in a file of any format.
std::vector<Game> games_in(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  std::vector<Game> games;
  const RecordFormat* format = recognise(path.filename().string(), as_bytes(bytes));
  if (format == nullptr) return games;
  format->read(as_bytes(bytes), {}, [&](Record record) {
    auto* game = std::get_if<Game>(&record.found);
    if (game == nullptr) return;
    normalise(*game);
    games.push_back(std::move(*game));
  });
  return games;
}

std::size_t check_folder(const fs::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.file_size() > (std::uintmax_t{4} << 20U)) continue;
    for (const Game& game : games_in(entry.path())) {
      INFO(entry.path().string());
      Losses losses;
      Game back = read_game(write(game, &losses));
      REQUIRE(back == game);
      REQUIRE(back.notes == game.notes);
      normalise(back);
      REQUIRE(back == game);
      REQUIRE(losses.empty());
      ++count;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("made-up games of every kind come back from JSON Lines as they were",
          "[importers][jsonl]") {
  RandomGames random(11);
  for (int i = 0; i < 200; ++i)
    check_round_trip(random.next());
}

TEST_CASE("every remark, mark, note and header comes back from JSON Lines", "[importers][jsonl]") {
  Game game = read_pgn_game(
      "[Event \"全国赛\"]\n[Event \"again\"]\n[Red \"胡荣华\"]\n[RedTeam \"上海\"]\n[Result "
      "\"红胜\"]\n"
      "[Foo \"a \\\"b\\\" \\\\ c\"]\n[ECCO \"C20\"]\n[Type \"全局\"]\n\n{opening} 1. h2e2 $1 $255 "
      "{two\n"
      "lines} ({or} 1. c3c4 (1. g3g4 {x}) g6g5 $3) h9g7 (1... h7e7 2. a0a9 {gone}) 2. h0g2 0-1\n");
  game.notes.push_back({Note::Kind::Repaired, 3, "a move"});
  game.notes.push_back({Note::Kind::IllegalStart, -1, "start"});
  game.header.has_conflicting_result = true;
  game.header.date = {.year = 988, .month = 2, .day = 0};
  game.charset = "GB18030";
  REQUIRE(game.tree.branch_count() == 3);
  check_round_trip(game);
}

TEST_CASE("a record of JSON Lines is what the page about it says", "[importers][jsonl]") {
  const Game game = read_pgn_game("[Red \"甲\"]\n\n1. h2e2 {当头炮} h9g7 (1... b9c7) 1-0\n");
  const auto record = nlohmann::json::parse(write(game));
  CHECK(record["qipu_game"] == 1);
  CHECK(record["red"]["name"] == "甲");
  CHECK(record["outcome"] == "unknown");
  CHECK(record["headers"]["result"] == "1-0");
  CHECK(record["moves"] == nlohmann::json({"h2e2", "h9g7"}));
  CHECK(record["variations"][0] == nlohmann::json({{"of", 0}, {"ply", 2}, {"moves", {"b9c7"}}}));
  CHECK(record["remarks"][0] == nlohmann::json({{"line", 0}, {"ply", 1}, {"comment", "当头炮"}}));
  CHECK_FALSE(record.contains("start_fen"));
}

TEST_CASE("the samples of every format come back from JSON Lines as they were",
          "[importers][jsonl]") {
  CHECK(check_folder(fs::path(QIPU_SOURCE_DIR) / "data-samples") > 300);
}

TEST_CASE("the corpus comes back from JSON Lines as it was", "[importers][jsonl]") {
  const fs::path folder = fs::path(QIPU_SHARED_DIR) / "corpus";
  if (!fs::exists(folder)) {
    WARN("no corpus beside the source: skipped");
    return;
  }
  CHECK(check_folder(folder) > 1000);
}

TEST_CASE("a broken line is an error with its place and costs no other", "[importers][jsonl]") {
  const std::string good = R"({"qipu_game":1,"moves":["h2e2"]})";
  const std::vector<std::pair<std::string, Error::Code>> bad{
      {R"({"qipu_game":1,"moves":["h2e2")", Error::Code::Truncated},
      {R"({"qipu_game":1,"moves":[h2e2]})", Error::Code::BadHeader},
      {R"({"game":1})", Error::Code::NoGame},
      {R"({"qipu_game":2})", Error::Code::Unsupported},
      {R"({"qipu_game":"1"})", Error::Code::Unsupported},
      {R"([1])", Error::Code::BadHeader},
      {R"({"qipu_game":1,"moves":["a0a9"]})", Error::Code::IllegalMove},
      {R"({"qipu_game":1,"moves":["z0a9"]})", Error::Code::BadMove},
      {R"({"qipu_game":1,"moves":"h2e2"})", Error::Code::BadHeader},
      {R"({"qipu_game":1,"start_fen":"9/9"})", Error::Code::BadPosition},
      {R"({"qipu_game":1,"red":"甲"})", Error::Code::BadHeader},
      {R"({"qipu_game":1,"outcome":"won"})", Error::Code::BadHeader},
      {R"({"qipu_game":1,"date":"yesterday"})", Error::Code::BadHeader},
      {R"({"qipu_game":1,"notes":[{"kind":"?"}]})", Error::Code::BadHeader},
      {R"({"qipu_game":1,"remarks":[{"line":0,"ply":0,"nags":[256]}]})", Error::Code::BadHeader},
      {R"({"qipu_game":1,"variations":[{"of":7,"ply":1,"moves":[]}]})", Error::Code::BadHeader},
      {R"({"qipu_game":1,"red":{"name":")"
       "\xC6\xE5"
       R"("}})",
       Error::Code::BadEncoding},
      {std::string(100'000, '['), Error::Code::BadHeader},
      {"\x01", Error::Code::NoGame},
      {"{\"qipu_game\":1,\"moves\":[\"" + std::string(std::size_t{17} << 20U, 'x') + "\"]}",
       Error::Code::TooLarge},
  };
  for (const auto& [line, code] : bad) {
    CAPTURE(line.substr(0, 80));
    const std::vector<Record> records = read(good + "\n\n" + line + "\r\n" + good);
    REQUIRE(records.size() == 3);
    CHECK(std::holds_alternative<Game>(records[0].found));
    CHECK(std::holds_alternative<Game>(records[2].found));
    const auto* error = std::get_if<Error>(&records[1].found);
    REQUIRE(error != nullptr);
    CHECK(error->code == code);
    CHECK(error->line == 3);
    CHECK(error->offset == good.size() + 2);
    CHECK_FALSE(error->message.empty());
  }
  CHECK(read_error("").code == Error::Code::NoGame);
  CHECK(read_error("\n \n").code == Error::Code::NoGame);
}

TEST_CASE("an illegal move ends its line of JSON Lines, and the rest is kept as text",
          "[importers][jsonl]") {
  const Game main = read_game(
      R"({"qipu_game":1,"moves":["h2e2","h9g7","e2e9","a9a8"],"variations":[)"
      R"({"of":0,"ply":4,"moves":["a9a8"]},{"of":0,"ply":1,"moves":["b2e2","a9a0","x"]}]})");
  CHECK(tree_of(main) == "h2e2(b2e2) h9g7");
  const auto nodes = main.tree.main_nodes();
  CHECK(main.tree.annotation(nodes[1])->unread == "e2e9 a9a8");
  CHECK(notes_of(main, Note::Kind::Cut) ==
        "'e2e9' is no legal move here; the rest is kept as text");
  CHECK(main.notes.size() == 3);
}

TEST_CASE("a line that leaves the king in check is read where the record says so",
          "[importers][jsonl]") {
  // The advisor steps aside and uncovers the king before a rook.
  Game game;
  game.start = *[] {
    static const auto position =
        std::get<Game>(
            read(R"({"qipu_game":1,"start_fen":"4k4/9/9/4r4/9/9/9/9/4A4/4K4 w - - 0 1"})")[0].found)
            .start;
    return &position;
  }();
  const Move aside(Square(4, 1), Square(3, 2));
  REQUIRE(is_pseudo_legal(game.start, aside));
  REQUIRE_FALSE(is_legal(game.start, aside));
  game.tree.add(kRoot, aside);
  check_round_trip(game);
  CHECK(write(game).find("\"self_check\":true") != std::string::npos);
}

TEST_CASE("a broad and deep tree is written and read in well under a second",
          "[importers][jsonl]") {
  Game game;
  std::vector<std::pair<NodeId, Position>> ends{{kRoot, game.start}};
  Random random(5);
  while (game.tree.size() < 12'000) {
    auto [node, position] = ends[pick(random, ends.size())];
    for (int ply = 0; ply < 300 && game.tree.size() < 12'000; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      const Move move = moves[pick(random, moves.size())];
      position.play(move);
      node = game.tree.add(node, move);
      if (ply % 7 == 0) ends.emplace_back(node, position);
    }
  }
  const auto begin = std::chrono::steady_clock::now();
  check_round_trip(game);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));  // without optimising
}

TEST_CASE("keys that are not known are named in a note", "[importers][jsonl]") {
  const Game game = read_game(R"({"qipu_game":1,"moves":["h2e2"],"elo":3})");
  CHECK(notes_of(game, Note::Kind::Guessed) == "keys that are not known here: elo");
}

TEST_CASE("JSON Lines are known by their key and split at line ends", "[importers][jsonl]") {
  const std::string line = "{\"qipu_game\":1}\n";
  CHECK(recognise("x", as_bytes("\xEF\xBB\xBF" + line)) == &jsonl());
  CHECK(recognise("x.jsonl", as_bytes("{\"a\":1}\n")) != &jsonl());
  CHECK(jsonl().split(as_bytes(line + line + "{\"qi")) == 2 * line.size());
  CHECK(jsonl().split(as_bytes("{\"qi")) == 0);
  CHECK(read("\xEF\xBB\xBF" + line).size() == 1);
  CHECK_THROWS_AS(jsonl().writer([](std::string_view) {}, {.charset = "GB18030"}), UsageError);
}

TEST_CASE("no damage to JSON Lines goes unanswered", "[importers][jsonl]") {
  Random random(3);
  const std::string good = write(RandomGames(4).next());
  const auto attempt = [](Bytes bytes) {
    std::size_t records = 0;
    jsonl().read(bytes, {}, [&](const Record& record) {
      ++records;
      CHECK(record.offset + record.size <= bytes.size());
    });
    CHECK(records > 0);
  };
  each_truncation(good, attempt);
  each_flip(good, random, 500, attempt);
}
