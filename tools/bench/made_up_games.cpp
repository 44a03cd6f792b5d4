// SPDX-License-Identifier: GPL-3.0-or-later

#include "made_up_games.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string_view>

#include "xiangqi/movegen.h"

namespace qipu {

namespace {

constexpr std::array<std::string_view, 30> kSurnames{
    "王", "李", "张", "刘", "陈", "杨", "黄", "赵", "吴", "周", "徐", "孙", "马", "朱", "胡",
    "郭", "何", "林", "高", "罗", "郑", "梁", "谢", "宋", "唐", "许", "韩", "冯", "邓", "曹"};
constexpr std::array<std::string_view, 40> kGivenNames{
    "伟", "强", "磊", "军", "洋", "勇", "艳", "杰", "涛", "明", "超", "刚", "平", "辉",
    "鹏", "华", "飞", "鑫", "波", "斌", "宇", "浩", "凯", "健", "俊", "帆", "帅", "旭",
    "宁", "龙", "林", "欢", "佳", "云", "峰", "建", "天", "一", "国", "文"};
constexpr std::array<std::string_view, 8> kPlaces{"全国", "上海", "广东", "杭州",
                                                  "成都", "京津", "江苏", "亚洲"};
constexpr std::array<std::string_view, 5> kCups{"象棋个人赛", "象棋团体赛", "象棋甲级联赛",
                                                "杯象棋公开赛", "棋王邀请赛"};

constexpr unsigned kRetoldShare = 33;  // lines of 1024 that are another one, ended elsewhere
constexpr unsigned kStrayShare = 9;    // moves of 1024 that are any at all
constexpr double kFirstLeave = 0.79;   // of the likeliest move at the first ply, at most
constexpr double kLeaveFall = 0.945;   // from a ply to the next
constexpr std::uint64_t kRankStep = 0x9E37'79B9'7F4A'7C15U;

constexpr std::uint16_t kFirstYear = 1960;
constexpr std::size_t kYears = 65;

// Some are chosen far more often than others: the square of an even share.
std::size_t crowded_below(Chance& chance, std::size_t count) {
  const std::size_t fine = chance.below(1U << 16U);
  return std::min(count - 1, (fine * fine >> 16U) * count >> 16U);
}

std::string player_name(std::size_t number) {
  std::string name(kSurnames[number % kSurnames.size()]);
  number /= kSurnames.size();
  name += kGivenNames[number % kGivenNames.size()];
  number /= kGivenNames.size();
  if (number > 0) name += kGivenNames[number % kGivenNames.size()];
  number /= kGivenNames.size();
  if (number > 0) name += std::to_string(number);
  return name;
}

std::string event_name(std::size_t number, std::uint16_t year) {
  std::string name = std::to_string(year) + "年" + std::string(kPlaces[number % kPlaces.size()]);
  name += kCups[number / kPlaces.size() % kCups.size()];
  return name + "第" + std::to_string(number / kYears + 1) + "站";
}

Outcome made_up_outcome(Chance& chance) {
  const std::size_t share = chance.below(100);
  if (share < 36) return Outcome::RedWin;
  if (share < 70) return Outcome::Draw;
  return share < 96 ? Outcome::BlackWin : Outcome::Unknown;
}

}  // namespace

MadeUpGames::MadeUpGames(std::uint64_t seed, std::size_t count, std::size_t lines)
    : seed_(mix64(seed)),
      players_(500 + count / 50),
      events_(50 + count / 100),
      lines_(lines > 0 ? lines : count),
      has_copies_(lines > 0) {}

std::size_t MadeUpGames::line_of(std::size_t game) const {
  return has_copies_ ? static_cast<std::size_t>(mix64(~seed_ - game) % lines_) : game;
}

MadeUpHeader MadeUpGames::header(std::size_t game) const {
  Chance chance(mix64(seed_ + 2 * game + 1));
  MadeUpHeader header;
  const std::size_t event = chance.below(events_);
  const auto year = static_cast<std::uint16_t>(kFirstYear + mix64(event) % kYears);
  header.event = event_name(event, year);
  header.date = {year, static_cast<std::uint8_t>(1 + mix64(event) % 12),
                 static_cast<std::uint8_t>(1 + chance.below(28))};
  header.round = std::to_string(1 + chance.below(11));
  const std::size_t red = crowded_below(chance, players_);
  std::size_t black = crowded_below(chance, players_ - 1);
  if (black >= red) ++black;
  header.red = player_name(red);
  header.black = player_name(black);
  header.outcome = made_up_outcome(chance);
  return header;
}

std::size_t MadeUpGames::length(Chance& chance) {
  std::size_t plies = 20;
  for (int i = 0; i < 4; ++i)
    plies += chance.below(29);
  if (chance.happens(100)) plies += chance.below(90);
  return plies;
}

std::size_t MadeUpGames::choice(Chance& chance, std::uint64_t hash, std::size_t ply,
                                std::size_t count) {
  assert(count > 0);
  if (chance.happens(kStrayShare)) return chance.below(count);
  // Only operations that every machine rounds alike.
  double most = kFirstLeave;  // of the games at a rank that leave it for the next one
  for (std::size_t i = 0; i < ply; ++i)
    most *= kLeaveFall;
  std::size_t rank = 0;
  while (rank + 1 < count) {
    const double own = Chance(hash + rank * kRankStep).fraction();
    if (chance.fraction() >= most * own * std::sqrt(own)) break;
    most = 1;
    ++rank;
  }
  const std::size_t step = count % 7 == 0 ? 1 : 7;  // all ranks are different moves
  return static_cast<std::size_t>((hash + rank * step) % count);
}

std::vector<Move> MadeUpGames::moves(std::size_t game) const {
  Chance numbers = chance(game);
  std::vector<Move> line(length(numbers));
  Chance retold(mix64(~seed_ + line_of(game)));
  if (retold.happens(kRetoldShare)) {
    numbers = line_chance(retold.below(lines_));
    (void)length(numbers);  // which ends elsewhere
  }
  Position position = Position::start();
  for (std::size_t ply = 0; ply < line.size(); ++ply) {
    const MoveList moves = pseudo_legal_moves(position);
    if (moves.empty()) {
      line.resize(ply);
      break;
    }
    std::size_t chosen = choice(numbers, position.hash(), ply, moves.size());
    std::size_t tries = 0;
    while (tries < moves.size() && !is_legal(position, moves[chosen])) {
      chosen = (chosen + 1) % moves.size();
      ++tries;
    }
    if (tries == moves.size()) {
      line.resize(ply);
      break;
    }
    line[ply] = moves[chosen];
    position.play(moves[chosen]);
  }
  return line;
}

}  // namespace qipu
