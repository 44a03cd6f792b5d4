// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/values.h"

#include <catch2/catch.hpp>

#include "../support/hostile.h"
#include "../support/random_games.h"

using namespace qipu;

namespace {

// A game with something in every field.
Game full_game() {
  Game game = RandomGames(7).next(40).back();
  GameHeader& header = game.header;
  header.title = "胡荣华先胜许银川";
  header.site = "上海";
  header.date_text = "1984年4月23日";
  header.round = "3";
  header.red = {"", "上海", "2680", "特级大师"};
  header.black = {"", "广东", "2701", "GM"};
  header.result_text = "红先胜";
  header.annotator = "甲";
  header.author = "乙";
  header.ecco = "C05";
  header.opening = "中炮对屏风马";
  header.variation = "五七炮";
  header.event.clear();
  header.others = {{"TimeControl", "60+30"}, {"TimeControl", "again"}, {"", ""}};
  header.date = {1984, 4, 23};
  header.outcome = Outcome::RedWin;
  header.has_conflicting_result = true;
  game.type = "全局";
  game.charset = "GB18030";
  game.notes = {{Note::Kind::Guessed, -1, "charset"}, {Note::Kind::Cut, 31, "后面不通"}};
  game.tree.annotate(kRoot) = {"", "开局前\n", "", {}};
  game.tree.annotate(1) = {"之前", "之后\n\n", "C2+9 C8=5", {1, 2, 255}};
  return game;
}

Game without_names(Game game) {
  game.header.red.name.clear();
  game.header.black.name.clear();
  game.header.event.clear();
  return game;
}

StoredGame stored(const Game& game) {
  return {.red = 1,
          .black = kMaxPlayerId,
          .event = kMaxEventId,
          .place = {7, 4'000'000'000, 1'000'000'000'000, 12345, 99},
          .game = without_names(game)};
}

void check_round_trip(const Game& game) {
  const StoredGame before = stored(game);
  const std::string bytes = encode_game(before);
  const auto after = decode_game(as_bytes(bytes));
  REQUIRE(after);
  CHECK(after->red == before.red);
  CHECK(after->black == before.black);
  CHECK(after->event == before.event);
  CHECK(after->place == before.place);
  CHECK(after->game == before.game);
  CHECK(after->game.notes == before.game.notes);
  CHECK(after->game.charset == before.game.charset);
  const auto line = decode_main_line(as_bytes(bytes));
  REQUIRE(line);
  CHECK(line->start == game.start);
  CHECK(line->moves == game.tree.main_line());
}

void decode_any(Bytes bytes) {
  (void)decode_game(bytes);
  (void)decode_main_line(bytes);
}

}  // namespace

TEST_CASE("a row of the game table reads back as it was written", "[schema]") {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    GameRow row;
    row.red = static_cast<PlayerId>(random() & kMaxPlayerId);
    row.black = static_cast<PlayerId>(random() & kMaxPlayerId);
    row.event = static_cast<EventId>(random() & kMaxEventId);
    row.ecco = static_cast<std::uint16_t>(random() & kMaxEcco);
    row.plies = static_cast<std::uint16_t>(random() & kMaxRowPlies);
    row.date = {static_cast<std::uint16_t>(random() & kMaxRowYear),
                static_cast<std::uint8_t>(pick(random, 13)),
                static_cast<std::uint8_t>(pick(random, 32))};
    row.outcome = static_cast<Outcome>(pick(random, 4));
    row.kind = static_cast<GameKind>(pick(random, 4));
    row.is_hidden = pick(random, 2) == 0;
    row.is_unindexed = pick(random, 2) == 0;
    row.has_variations = pick(random, 2) == 0;
    row.has_comments = pick(random, 2) == 0;
    row.has_conflicting_result = pick(random, 2) == 0;
    const PackedRow packed = pack_row(row);
    const auto read = unpack_row(packed);
    REQUIRE(read);
    CHECK(*read == row);
  }
}

TEST_CASE("the bytes of a row are those of the schema", "[schema]") {
  GameRow row;
  row.red = 0x010203;
  row.black = 0x040506;
  row.event = 0x0A0B0C;
  row.ecco = 5;
  row.plies = 300;
  row.date = {1984, 4, 23};
  row.outcome = Outcome::Draw;
  row.kind = GameKind::Puzzle;
  row.has_comments = true;
  const PackedRow packed = pack_row(row);
  CHECK(to_hex(std::string(as_text(packed))) == "03020148060504030c0b4a012c2f011f");
}

TEST_CASE("a row of a kind or result nobody knows is damaged", "[schema]") {
  PackedRow packed = pack_row({});
  packed[3] = std::byte{0x80};
  CHECK_FALSE(unpack_row(packed));
  packed = pack_row({});
  packed[7] = std::byte{4};
  CHECK_FALSE(unpack_row(packed));
  CHECK_FALSE(unpack_row(Bytes(packed).first(15)));
}

TEST_CASE("a game reads back as it was written", "[schema]") {
  check_round_trip(Game());
  check_round_trip(full_game());
  RandomGames games(2);
  for (int i = 0; i < 300; ++i)
    check_round_trip(games.next());
}

TEST_CASE("a tree of many remarks is packed and reads back", "[schema]") {
  Game game = full_game();
  for (NodeId node = 0; node < game.tree.size(); ++node)
    game.tree.annotate(node).comment = std::string(300, 'x') + "着\n";
  check_round_trip(game);
  CHECK(encode_game(stored(game)).size() < 300 * game.tree.size() / 4);
}

TEST_CASE("a line of 100,000 plies with a side line at its end reads back", "[schema]") {
  Game game;
  const Move there[] = {Move(Square(0, 0), Square(0, 1)), Move(Square(0, 9), Square(0, 8))};
  const Move back[] = {Move(Square(0, 1), Square(0, 0)), Move(Square(0, 8), Square(0, 9))};
  NodeId node = kRoot;
  for (int i = 0; i < 25'000; ++i) {
    for (const Move move : {there[0], there[1], back[0], back[1]})
      node = game.tree.add(node, move);
  }
  game.tree.add(game.tree[node].parent, Move(Square(8, 9), Square(8, 8)));
  game.tree.add(kRoot, Move(Square(8, 0), Square(8, 1)));
  check_round_trip(game);
}

TEST_CASE("a damaged game is an error, never a crash", "[schema]") {
  Random random(5);
  const std::string bytes = encode_game(stored(full_game()));
  each_truncation(bytes, [](Bytes cut) {
    CHECK_FALSE(decode_game(cut));
    decode_any(cut);
  });
  each_flip(bytes, random, 3000, decode_any);
}

TEST_CASE("a number that does not fit its 32 bits is damage, not another number", "[schema]") {
  const std::string body = encode_game_body(full_game());
  for (int field = 0; field < 6; ++field) {
    ByteWriter head;
    // ids of Red, Black and event; source and ordinal; offset and size may be large; line
    for (const int number : {0, 1, 2, 3, 4, 8, 8, 5})
      head.varint(number == field ? std::uint64_t{1} << 32U : 7);
    CHECK_FALSE(decode_game(as_bytes(head.str() + body)));
    CHECK_FALSE(decode_main_line(as_bytes(head.str() + body)));
  }
}

TEST_CASE("equal games have one content hash, others their own", "[schema]") {
  const Game game = full_game();
  Game other = game;
  CHECK(content_hash(game) == content_hash(other));
  other.notes.clear();
  other.charset.clear();
  CHECK(content_hash(game) == content_hash(other));  // they tell of the reading
  other.header.site = "北京";
  CHECK(content_hash(game) != content_hash(other));
  other = game;
  other.header.red.name = "x";
  CHECK(content_hash(game) != content_hash(other));
  other = game;
  other.tree.annotate(2).comment = "?";
  CHECK(content_hash(game) != content_hash(other));
}

TEST_CASE("a game and its mirror image share the hash of the main line", "[schema]") {
  RandomGames games(9);
  for (int i = 0; i < 50; ++i) {
    const Game game = games.next();
    Game mirror;
    mirror.start = game.start.mirrored();
    NodeId node = kRoot;
    for (const Move move : game.tree.main_line())
      node = mirror.tree.add(node, move.mirrored());
    CHECK(main_line_hash(game) == main_line_hash(mirror));
    CHECK(main_line_hash(game) != main_line_hash(games.next()));
  }
}

TEST_CASE("a rejected record reads back, and its damage is seen", "[schema]") {
  Random random(6);
  Reject reject;
  reject.place = {3, 8, 1000, 20, 77};
  reject.error.code = Error::Code::IllegalMove;
  reject.error.message = "'C2+9' leaves the board";
  reject.error.offset = 1010;
  reject.error.line = 78;
  reject.error.ply = -1;
  reject.error.text = "C2+9";
  reject.bytes = std::string("[Event \"\"]\0\xff", 12);
  reject.is_cut = true;
  const std::string bytes = encode_reject(reject);
  const auto read = decode_reject(as_bytes(bytes));
  REQUIRE(read);
  CHECK(read->place == reject.place);
  CHECK(read->error == reject.error);
  CHECK(read->bytes == reject.bytes);
  CHECK(read->is_cut);
  each_truncation(bytes, [](Bytes cut) { CHECK_FALSE(decode_reject(cut)); });
  each_flip(bytes, random, 1000, [](Bytes flipped) { (void)decode_reject(flipped); });
}
