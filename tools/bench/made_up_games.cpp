// SPDX-License-Identifier: GPL-3.0-or-later

#include "made_up_games.h"

#include <algorithm>
#include <array>
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

MadeUpGames::MadeUpGames(std::uint64_t seed, std::size_t count)
    : seed_(mix64(seed)), players_(500 + count / 50), events_(50 + count / 100) {}

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

std::size_t MadeUpGames::book_choice(Chance& chance, std::uint64_t hash, std::size_t count) {
  std::size_t rank = 0;
  while (rank + 1 < count && chance.below(5) < 2)
    ++rank;
  return static_cast<std::size_t>((hash + rank * 7) % count);
}

std::vector<Move> MadeUpGames::moves(std::size_t game) const {
  Chance choice = chance(game);
  std::vector<Move> line(length(choice));
  Position position = Position::start();
  for (std::size_t ply = 0; ply < line.size(); ++ply) {
    const MoveList moves = pseudo_legal_moves(position);
    std::size_t chosen = ply < kBookPlies ? book_choice(choice, position.hash(), moves.size())
                                          : choice.below(moves.size());
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
