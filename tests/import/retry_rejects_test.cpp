// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/retry_rejects.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

using namespace qipu;
namespace fs = std::filesystem;

namespace {

std::string pgn(int number, const std::string& moves) {
  return "[Game \"Chinese Chess\"]\n[Event \"" + std::to_string(number) +
         "\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n" + moves + " 1-0\n\n";
}

constexpr const char* kMoves = "1. 炮二平五 马8进7 2. 马二进三 车9平8";

// A source whose records were set aside by a reader that knew less than today's.
struct Old {
  TemporaryFolder folder;
  fs::path place = folder / "db";

  void set_aside(const std::vector<std::string>& records, bool is_done = true,
                 const std::string& format = "pgn") const {
    Store store = Store::open_to_write(place);
    StoreWriter writer(store);
    SourceInfo info{
        .content = {}, .name = "old.pgn", .size = 0, .format = format, .other_names = {}};
    info.content[0] = std::byte{static_cast<unsigned char>(records.size())};
    const SourceId source = writer.begin_source(info).id;
    std::uint64_t offset = 1000;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
      Reject reject;
      reject.place = {.source = source,
                      .ordinal = i,
                      .offset = offset,
                      .size = records[i].size(),
                      .line = 10 * i + 5};
      reject.error = {.code = Error::Code::BadMove, .message = "of old"};
      reject.bytes = records[i];
      offset += records[i].size();
      writer.set_aside(reject);
    }
    if (is_done) writer.end_source(source);
    writer.commit();
  }

  RetryReport retry(const ImportOptions& options = {}, bool is_dry = false) const {
    Store store = Store::open_to_write(place);
    return retry_rejects(store, places(store), options, is_dry);
  }

  static std::vector<Place> places(const Store& store) {
    std::vector<Place> places;
    store.each_reject([&](const Reject& reject) {
      places.push_back(reject.place);
      return true;
    });
    return places;
  }
};

}  // namespace

TEST_CASE("a reject that can be read now is a game, with its place and its bytes", "[import]") {
  const Old old;
  old.set_aside({"nonsense", pgn(1, kMoves)});
  const RetryReport report = old.retry();
  CHECK(report.tried == 2);
  CHECK(report.solved == 1);
  CHECK(report.stored == 1);
  CHECK(report.still.size() == 1);

  const Store store = Store::open(old.place);
  REQUIRE(store.game_count() == 1);
  CHECK(store.player_name(store.row(0).red) == "甲");
  const Place place = store.places(0).at(0);
  CHECK(place.ordinal == 1);
  CHECK(place.offset == 1008);
  CHECK(place.line == 15);
  CHECK(store.record_bytes(place) == pgn(1, kMoves).substr(0, place.size));
  CHECK(store.counts_at(Position::start().key().key, {}).all.games() == 1);
  CHECK(store.games_of_source(place.source) == std::vector<std::pair<GameId, GameId>>{{0, 1}});
  CHECK(store.stats().rejects == 1);
  CHECK(Old::places(store).size() == 1);
  CHECK_FALSE(store.reject(place.source, 1));
}

TEST_CASE("a reject that still cannot be read stays, for the reason of today", "[import]") {
  const Old old;
  old.set_aside({"[Game \"Chinese Chess\"]\n[FEN \"9/9/9 w\"]\n\n1. 炮二平五 *\n\n"});
  const RetryReport report = old.retry();
  CHECK(report.solved == 0);
  CHECK(report.still_by_reason.count("bad position") == 1);
  const Store store = Store::open(old.place);
  const auto reject = store.reject(1, 0);
  REQUIRE(reject);
  CHECK(reject->error.code == Error::Code::BadPosition);
  CHECK(reject->error.line >= 5);
  CHECK(reject->error.offset >= 1000);
  CHECK(reject->bytes.find("9/9/9 w") != std::string::npos);
  CHECK(store.stats().rejects == 1);
}

TEST_CASE("a reject with several records gives each of them", "[import]") {
  const Old old;
  const std::string bad = "[Game \"Chinese Chess\"]\n[FEN \"9/9/9 w\"]\n\n1. 炮二平五 *\n\n";
  old.set_aside({pgn(1, kMoves) + bad + pgn(2, kMoves), pgn(3, kMoves)}, true, "");
  const RetryReport report = old.retry();
  CHECK(report.solved == 2);
  CHECK(report.stored == 3);
  {
    const Store store = Store::open(old.place);
    CHECK(store.game_count() == 3);
    const std::vector<Place> left = Old::places(store);
    REQUIRE(left.size() == 1);
    CHECK(left[0].ordinal >= 2);
    CHECK(store.stats().rejects == 1);
  }
  CHECK(old.retry().stored == 0);
  CHECK(Store::open(old.place).game_count() == 3);
}

TEST_CASE("a retry tells the reader what it was told", "[import]") {
  const Old old;
  old.set_aside({"\xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD"});  // 炮二平五 in Big5, without a header
  ImportOptions options;
  options.read.charset = "Big5";
  options.format = find_record_format("jsonl");
  CHECK(old.retry(options).still_by_reason.count(to_text(Error::Code::BadEncoding)) == 1);
  options.format = nullptr;
  CHECK(old.retry(options).tried == 1);
}

TEST_CASE("a dry retry changes nothing", "[import]") {
  const Old old;
  old.set_aside({pgn(1, kMoves)});
  CHECK(old.retry({}, true).stored == 1);
  CHECK(Store::open(old.place).game_count() == 0);
  CHECK(Store::open(old.place).stats().rejects == 1);
}

TEST_CASE("rejects without whole bytes or of an import that is not finished are left alone",
          "[import]") {
  const Old old;
  old.set_aside({"", pgn(1, kMoves)});
  CHECK(old.retry().not_kept == 1);
  const Old cut;
  cut.set_aside({pgn(1, kMoves)}, false);
  CHECK(cut.retry().unfinished == 1);
  CHECK(Store::open(cut.place).game_count() == 0);
}

TEST_CASE("a retry that is killed leaves each record a game or a reject, never both",
          "[import][kill]") {
  const Old old;
  constexpr int kCount = 60;
  std::vector<std::string> records;
  records.reserve(kCount);
  for (int i = 0; i < kCount; ++i)
    records.push_back(pgn(i, kMoves));
  old.set_aside(records);
  int kills = 0;
  for (int round = 0; round < 12; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        Store store = Store::open_to_write(old.place);
        ImportHooks hooks;
        hooks.wants_commit = [] { return true; };  // one by one
        retry_rejects(store, Old::places(store), {}, false, hooks);
      } catch (...) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(4000 + 3000 * round));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status)) ++kills;
    const Store store = Store::open(old.place);
    CHECK(store.game_count() + Old::places(store).size() == kCount);
    CHECK(store.stats().rejects == Old::places(store).size());
  }
  CHECK(kills > 0);
  old.retry();
  CHECK(Store::open(old.place).game_count() == kCount);
  CHECK(Old::places(Store::open(old.place)).empty());
}
