// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/dhtmlxq_header.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "importers/dhtmlxq_writer.h"

namespace qipu {

namespace {

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    words += c != ' ' && !in_word ? 1 : 0;
    in_word = c != ' ';
  }
  return words;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
}

// "湖北 洪智 (特级大师)" -> team, name, title, where no tag of its own says them.
PlayerHeader read_player(const DhtmlxqBlock& block, const std::string& color) {
  PlayerHeader player;
  player.name = dhtmlxq_value(block, color + "name");
  player.team = dhtmlxq_value(block, color + "team");
  player.title = dhtmlxq_value(block, color + "level");
  player.rating = dhtmlxq_value(block, color + "rating");
  if (!player.name.empty()) return player;

  std::string joined = dhtmlxq_value(block, color);
  const std::size_t bracket = joined.rfind('(');
  if (!joined.empty() && joined.back() == ')' && bracket != std::string::npos && bracket > 0) {
    if (player.title.empty())
      player.title = joined.substr(bracket + 1, joined.size() - bracket - 2);
    joined = trim(std::string_view(joined).substr(0, bracket));
  }
  const std::size_t blank = joined.find(' ');
  if (!player.team.empty() && joined.starts_with(player.team + " ")) {
    joined = trim(std::string_view(joined).substr(player.team.size()));
  } else if (player.team.empty() && count_words(joined) == 2 && !is_ascii(joined)) {
    player.team = joined.substr(0, blank);
    joined = trim(std::string_view(joined).substr(blank));
  }
  player.name = joined;
  return player;
}

void read_result(const DhtmlxqBlock& block, GameHeader& header) {
  const std::string text = dhtmlxq_value(block, "result");
  const std::optional<Outcome> outcome = parse_outcome(text);
  header.outcome = outcome.value_or(Outcome::Unknown);
  // The site's own words are a code; others are kept.
  if (text != dhtmlxq_result(header.outcome) && !(outcome && *outcome == Outcome::Unknown)) {
    header.result_text = text;
  }
}

// "E10 仙人指路对卒底炮"
void read_opening(const std::string& text, GameHeader& header) {
  const bool has_code = text.size() >= 3 && text[0] >= 'A' && text[0] <= 'E' && text[1] >= '0' &&
                        text[1] <= '9' && text[2] >= '0' && text[2] <= '9' &&
                        (text.size() == 3 || text[3] == ' ');
  if (has_code) header.ecco = text.substr(0, 3);
  header.opening = has_code ? trim(std::string_view(text).substr(3)) : text;
}

}  // namespace

std::string dhtmlxq_value(const DhtmlxqBlock& block, const std::string& name) {
  const auto found = block.known.find(name);
  return found == block.known.end() ? std::string() : found->second;
}

void add_dhtmlxq_value(DhtmlxqBlock& block, const std::string& name, std::string value) {
  if (value.empty()) return;
  if (is_known_dhtmlxq_name(name)) {
    block.known[name] = std::move(value);
  } else {
    block.unknown.push_back({name, std::move(value)});
  }
}

void read_dhtmlxq_header(const DhtmlxqBlock& block, Game& game) {
  GameHeader& header = game.header;
  header.title = dhtmlxq_value(block, "title");
  header.event = dhtmlxq_value(block, "event");
  header.site = dhtmlxq_value(block, "place");
  header.round = dhtmlxq_value(block, "round");
  header.date_text = dhtmlxq_value(block, "date");
  if (header.date_text == "0000-00-00") header.date_text.clear();
  header.red = read_player(block, "red");
  header.black = read_player(block, "black");
  header.annotator = dhtmlxq_value(block, "remark");
  header.author = dhtmlxq_value(block, "author");
  header.variation = dhtmlxq_value(block, "variation");
  game.type = dhtmlxq_value(block, "type");
  read_result(block, header);
  read_opening(dhtmlxq_value(block, "open"), header);
  for (const DhtmlxqTagName& pair : kDhtmlxqTagNames) {
    if (std::string value = dhtmlxq_value(block, pair.name); !value.empty()) {
      header.others.push_back({pair.tag, std::move(value)});
    }
  }
  header.others.insert(header.others.end(), block.unknown.begin(), block.unknown.end());
}

}  // namespace qipu
