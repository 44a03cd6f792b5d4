// SPDX-License-Identifier: GPL-3.0-or-later

#include "server/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "record/opening.h"
#include "record/opening_families.h"
#include "record/tree_lines.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json year_or_null(std::uint16_t year) { return year == 0 ? Json() : Json(year); }

Json position_json(const Position& position, const Json& opening) {
  const OrientedKey key = position.key();
  return {{"fen", to_fen(position)},
          {"key", to_hex(key.key)},
          {"mirrored", key.mirrored},
          {"opening", opening}};
}

Json move_json(const Position& position, Move move, Notation notation) {
  return {{"move", to_text(position, move, notation)},
          {"iccs", to_text(position, move, Notation::Iccs)}};
}

const char* to_word(GroupBy by) {
  switch (by) {
    case GroupBy::Year:
      return "year";
    case GroupBy::Event:
      return "event";
    case GroupBy::Player:
      return "player";
    case GroupBy::Result:
      return "result";
  }
  return "year";
}

void add_annotation(Json& to, const Annotation* said) {
  if (said == nullptr) return;
  if (!said->before.empty()) to["before"] = said->before;
  if (!said->comment.empty()) to["comment"] = said->comment;
  if (!said->nags.empty()) to["nags"] = Json(said->nags);
  if (!said->unread.empty()) to["unread"] = said->unread;
}

Json line_moves_json(const Game& game, const TreeLine& line, Notation notation) {
  Json moves = Json::array();
  if (line.nodes.empty()) return moves;
  Position position = position_at(game, game.tree[line.nodes[0]].parent);
  std::size_t ply = line.ply;
  for (const NodeId node : line.nodes) {
    const Move move = game.tree[node].move;
    Json entry{{"ply", ++ply}};
    entry.update(move_json(position, move, notation));
    add_annotation(entry, game.tree.annotation(node));
    moves.push_back(std::move(entry));
    position.play(move);
  }
  return moves;
}

// What the record says about its game, as found.
Json headers_json(const Game& game) {
  const GameHeader& header = game.header;
  Json out = Json::object();
  const std::pair<const char*, const std::string*> texts[] = {
      {"title", &header.title},
      {"site", &header.site},
      {"date", &header.date_text},
      {"result", &header.result_text},
      {"red_team", &header.red.team},
      {"red_rating", &header.red.rating},
      {"red_title", &header.red.title},
      {"black_team", &header.black.team},
      {"black_rating", &header.black.rating},
      {"black_title", &header.black.title},
      {"annotator", &header.annotator},
      {"author", &header.author},
      {"ecco", &header.ecco},
      {"opening", &header.opening},
      {"variation", &header.variation},
      {"type", &game.type}};
  for (const auto& [name, text] : texts) {
    if (!text->empty()) out[name] = *text;
  }
  return out;
}

// A player's own results.
Json own_counts_json(const Wdl& own) {
  return {{"games", own.games()},
          {"win", own.red_wins},
          {"draw", own.draws},
          {"loss", own.black_wins},
          {"unknown", own.unknown}};
}

Json own_score_json(const Wdl& own) {
  Json out = own_counts_json(own);
  out.update(score_json(own, Color::Red));
  return out;
}

// All spellings but the first.
Json aliases_json(const std::vector<Spelling>& spellings) {
  Json aliases = Json::array();
  for (std::size_t i = 1; i < spellings.size(); ++i)
    aliases.push_back({{"name", spellings[i].name}, {"games", spellings[i].games}});
  return aliases;
}

std::string_view to_word(Pairing pairing) {
  switch (pairing) {
    case Pairing::RoundRobin:
      return "round-robin";
    case Pairing::DoubleRoundRobin:
      return "double-round-robin";
    case Pairing::Swiss:
      break;
  }
  return "swiss";
}

Json run_json(const Run& run) {
  return {{"games", run.games},
          {"from", text_or_null(to_iso(run.from))},
          {"to", text_or_null(to_iso(run.to))}};
}

// `what`: what stands for a line, "year", "opening" or "name".
Json score_lines_json(const std::vector<ScoreLine>& lines, std::string_view what) {
  Json rows = Json::array();
  for (const ScoreLine& line : lines) {
    Json row;
    if (what == "year") {
      row["year"] = year_or_null(line.number);
    } else if (what == "opening") {
      row["opening"] = opening_json(line.number);
    } else {
      row["name"] = text_or_null(line.name);
    }
    row.update(own_score_json(line.own));
    row["last"] = text_or_null(to_iso(line.last));
    rows.push_back(std::move(row));
  }
  return rows;
}

// The ids of the families of openings that the moves show.
Json families_json(const Game& game) {
  Json ids = Json::array();
  const FamilySet found = game.has_usual_start() ? families_of(game.tree.main_line()) : 0;
  const auto families = opening_families();
  for (std::size_t i = 0; i < families.size(); ++i) {
    if ((found >> i & 1U) != 0) ids.push_back(families[i].id);
  }
  return ids;
}

Json sources_json(const Store& store, GameId id) {
  Json sources = Json::array();
  for (const Place& place : store.places(id)) {
    const auto source = store.source(place.source);
    sources.push_back({{"source", source ? Json(source->name) : Json()},
                       {"other_names", source ? source->other_names : std::vector<std::string>()},
                       {"offset", place.offset},
                       {"line", place.line == 0 ? Json() : Json(place.line)}});
  }
  return sources;
}

}  // namespace

std::optional<GameId> find_game(const Store& store, std::string_view number) {
  std::uint64_t value = 0;
  const char* end = number.data() + number.size();
  const auto [stop, fault] = std::from_chars(number.data(), end, value);
  if (number.empty() || fault != std::errc() || stop != end) return std::nullopt;
  if (value == 0 || value > store.game_count()) return std::nullopt;
  return static_cast<GameId>(value - 1);
}

std::string to_hex(PositionKey key) { return fmt::format("{:016x}", key.value); }

Replayed replay(const Game& game, std::size_t ply) {
  Replayed at{.before = game.start, .position = game.start, .last = {}, .ply = 0};
  for (const Move move : game.tree.main_line()) {
    if (at.ply == ply) break;
    at.before = at.position;
    at.position.play(move);
    at.last = move;
    ++at.ply;
  }
  return at;
}

Replayed replay_to(const Game& game, NodeId node) {
  if (node == kRoot) return replay(game, 0);
  Replayed at;
  at.before = position_at(game, game.tree[node].parent);
  at.last = game.tree[node].move;
  at.position = at.before;
  at.position.play(at.last);
  for (NodeId above = node; above != kRoot; above = game.tree[above].parent)
    ++at.ply;
  return at;
}

GameLine game_line(const Store& store, const FoundGame& found) {
  return {.number = game_number(found.id),
          .red = store.player_name(found.row.red),
          .black = store.player_name(found.row.black),
          .event = store.event_name(found.row.event),
          .round = store.game(found.id).game.header.round,
          .outcome = found.row.outcome,
          .date = found.row.date,
          .ecco = found.row.ecco,
          .plies = found.row.plies,
          .ply_matched = found.ply_matched,
          .variation = found.variation};
}

Json opening_json(std::uint16_t ecco) {
  const Opening* opening = find_opening(ecco);
  if (opening == nullptr) return nullptr;
  return {{"code", opening->code}, {"name", opening->name_zh}};
}

Json to_json(const GameLine& line) {
  const Opening* opening = find_opening(line.ecco);
  Json row{{"id", line.number},
           {"red", text_or_null(line.red)},
           {"black", text_or_null(line.black)},
           {"result", to_word(line.outcome)},
           {"event", text_or_null(line.event)},
           {"round", text_or_null(line.round)},
           {"date", text_or_null(to_iso(line.date))},
           {"opening", opening == nullptr ? Json() : Json(opening->code)},
           {"plies", line.plies},
           {"ply_matched", line.ply_matched < 0 ? Json() : Json(line.ply_matched)}};
  if (line.variation != kNoNode) row["variation"] = line.variation;
  return row;
}

Json to_json(const Error& error) {
  Json out{{"reason", to_text(error.code)}, {"message", error.message}};
  if (!error.text.empty()) out["text"] = error.text;
  return out;
}

Json to_json(const StoreStats& stats) {
  std::uint64_t bytes = 0;
  Json families = Json::array();
  for (const StoreStats::Family& family : stats.families) {
    bytes += family.bytes;
    families.push_back({{"name", family.name}, {"bytes", family.bytes}});
  }
  const double per_ply =
      stats.plies == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(stats.plies);
  return {{"games", stats.games},
          {"hidden_games", stats.hidden_games},
          {"plies", stats.plies},
          {"players", stats.players},
          {"events", stats.events},
          {"sources", stats.sources},
          {"rejects", stats.rejects},
          {"changes", stats.changes},
          {"unindexed_games", stats.unindexed_games},
          {"bytes", bytes},
          {"bytes_per_ply", stats.plies == 0 ? Json() : Json(per_ply)},
          {"families", std::move(families)}};
}

Json counts_json(const Wdl& wdl) {
  return {{"games", wdl.games()},
          {"red", wdl.red_wins},
          {"draw", wdl.draws},
          {"black", wdl.black_wins},
          {"unknown", wdl.unknown}};
}

Json score_json(const Wdl& wdl, Color side) {
  const auto score = wdl.score(side);
  if (!score) return {{"score", nullptr}, {"low", nullptr}, {"high", nullptr}};
  const Interval interval = wilson_interval(wdl, side);
  return {{"score", *score}, {"low", interval.low}, {"high", interval.high}};
}

Json explored_move_json(const Position& position, const ExploredMove& move, std::uint64_t games,
                        Notation notation) {
  const Wdl& wdl = move.stats.wdl;
  Json out = move_json(position, move.stats.move, notation);
  out["games"] = wdl.games();
  out["reached"] = move.reached;
  out["red"] = wdl.red_wins;
  out["draw"] = wdl.draws;
  out["black"] = wdl.black_wins;
  out["unknown"] = wdl.unknown;
  out.update(score_json(wdl, position.to_move()));
  out["share"] = games == 0 ? 0.0 : static_cast<double>(wdl.games()) / static_cast<double>(games);
  out["first"] = year_or_null(move.first_year);
  out["last"] = year_or_null(move.last_year);
  out["to_fen"] = to_fen(move.to);
  return out;
}

Json exploration_json(const Store& store, const Position& position, const Exploration& found,
                      const Json& opening, Notation notation) {
  Json out = position_json(position, opening);
  out.update(counts_json(found.all));
  Json moves = Json::array();
  for (const ExploredMove& move : found.moves) {
    moves.push_back(explored_move_json(position, move, found.all.games(), notation));
  }
  out["moves"] = std::move(moves);
  Json games = Json::array();
  for (const FoundGame& game : found.top_games)
    games.push_back(to_json(game_line(store, game)));
  out["top_games"] = std::move(games);
  return out;
}

Wdl own_wdl(const Group& group) {
  return {.red_wins = group.as_red.red_wins + group.as_black.black_wins,
          .draws = group.as_red.draws + group.as_black.draws,
          .black_wins = group.as_red.black_wins + group.as_black.red_wins,
          .unknown = group.as_red.unknown + group.as_black.unknown};
}

Json group_score_json(const Group& group, GroupBy by, Color side) {
  return by == GroupBy::Player ? score_json(own_wdl(group), Color::Red)
                               : score_json(group.wdl, side);
}

Json groups_json(const Position& position, const Wdl& all, GroupBy by,
                 const std::vector<Group>& groups, const Json& opening) {
  Json out = position_json(position, opening);
  out.update(counts_json(all));
  out["by"] = to_word(by);
  Json rows = Json::array();
  for (const Group& group : groups) {
    const bool is_unknown_result = by == GroupBy::Result && group.name.empty();
    Json row{{"name", is_unknown_result ? Json("unknown") : text_or_null(group.name)}};
    row.update(counts_json(group.wdl));
    row.update(group_score_json(group, by, position.to_move()));
    if (by == GroupBy::Player) {
      row["as_red"] = counts_json(group.as_red);
      row["as_black"] = counts_json(group.as_black);
    }
    rows.push_back(std::move(row));
  }
  out["groups"] = std::move(rows);
  return out;
}

Json players_json(const std::vector<PlayerLine>& players) {
  Json rows = Json::array();
  for (const PlayerLine& player : players) {
    const Wdl own = both_sides(player.as_red, player.as_black);
    Json row{{"name", player.name}, {"spellings", player.spellings}};
    row.update(own_counts_json(own));
    row.update(score_json(own, Color::Red));
    row["red"] = own_counts_json(player.as_red);
    row["black"] = own_counts_json(player.as_black);
    rows.push_back(std::move(row));
  }
  return rows;
}

Json player_json(const Store& store, const PlayerReport& report) {
  const Wdl own = both_sides(report.as_red, report.as_black);
  Json out{{"name", report.spellings.empty() ? Json() : Json(report.spellings[0].name)},
           {"aliases", aliases_json(report.spellings)}};
  out.update(own_counts_json(own));
  out.update(score_json(own, Color::Red));
  out["first"] = text_or_null(to_iso(report.first));
  out["last"] = text_or_null(to_iso(report.last));
  out["red"] = own_score_json(report.as_red);
  out["black"] = own_score_json(report.as_black);
  out["everybody"] = counts_json(report.everybody);
  out["runs"] = {{"wins", run_json(report.wins)},
                 {"unbeaten", run_json(report.unbeaten)},
                 {"without_win", run_json(report.without_win)}};
  out["years"] = score_lines_json(report.years, "year");
  out["opponents"] = score_lines_json(report.opponents, "name");
  out["events"] = score_lines_json(report.events, "name");
  out["openings"] = {{"red", score_lines_json(report.red_openings, "opening")},
                     {"black", score_lines_json(report.black_openings, "opening")}};
  Json games = Json::array();
  for (const FoundGame& game : report.newest)
    games.push_back(to_json(game_line(store, game)));
  out["newest"] = std::move(games);
  return out;
}

Json events_json(const std::vector<EventLine>& events) {
  Json rows = Json::array();
  for (const EventLine& event : events) {
    Json row{{"name", event.name}, {"spellings", event.spellings}, {"players", event.players}};
    row.update(counts_json(event.wdl));
    row["first"] = text_or_null(to_iso(event.first));
    row["last"] = text_or_null(to_iso(event.last));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json event_json(const EventTable& table, const EventOptions& options) {
  Json out{{"name", table.spellings.empty() ? Json() : Json(table.spellings[0].name)},
           {"aliases", aliases_json(table.spellings)},
           {"first", text_or_null(to_iso(table.first))},
           {"last", text_or_null(to_iso(table.last))},
           {"rules", options.rules == Rules::Of1999 ? "1999" : "2011"},
           {"pairing", to_word(table.pairing)}};
  const double scale = options.rules == Rules::Of1999 ? 2 : 1;
  Json places = Json::array();
  for (const Standing& line : table.standings) {
    places.push_back({{"place", line.place},
                      {"name", table.players[line.player]},
                      {"games", line.games},
                      {"points", line.points / scale},
                      {"wins", line.wins},
                      {"as_second", line.as_second},
                      {"wins_as_second", line.wins_as_second},
                      {"match_points", line.match_points},
                      {"minor", line.minor / scale / 2},
                      {"opponents", line.opponents / scale},
                      {"cumulative", line.cumulative / scale}});
  }
  out["standings"] = std::move(places);
  Json games = Json::array();
  for (const TableGame& game : table.games) {
    games.push_back({{"id", game_number(game.found.id)},
                     {"round", text_or_null(game.round)},
                     {"round_number", game.game.round == 0 ? Json() : Json(game.game.round)},
                     {"date", text_or_null(to_iso(game.found.row.date))},
                     {"red", table.players[game.game.red]},
                     {"black", table.players[game.game.black]},
                     {"result", to_word(game.game.outcome)}});
  }
  out["games"] = std::move(games);
  out["copies"] = table.copies;
  out["unnamed"] = table.unnamed;
  out["unknown_results"] = table.unknown;
  out["without_round"] = table.without_round;
  out["unmet_pairs"] = table.unmet;
  return out;
}

Json game_json(const Store& store, GameId id, Notation notation) {
  const Game game = store.game(id).game;
  const GameRow row = store.row(id);
  Json out = to_json(game_line(store, {.id = id, .row = row}));
  out.erase("ply_matched");
  out["plies"] = game.tree.ply_count();
  out["kind"] = to_word(row.kind);
  out["charset"] = text_or_null(game.charset);
  out["families"] = families_json(game);
  out["hidden"] = row.is_hidden;
  const auto replacement = row.is_hidden ? store.replacement(id) : std::nullopt;
  out["replaced_by"] = replacement ? Json(game_number(*replacement)) : Json();
  out["headers"] = headers_json(game);
  Json tags = Json::array();
  for (const Tag& tag : game.header.others) {
    tags.push_back({{"name", tag.name}, {"value", tag.value}});
  }
  out["other_headers"] = std::move(tags);
  out["start_fen"] = to_fen(game.start);
  Json root = Json::object();
  add_annotation(root, game.tree.annotation(kRoot));
  if (root.contains("comment")) out["comment"] = root["comment"];
  const std::vector<TreeLine> lines = lines_of(game.tree);
  out["moves"] = line_moves_json(game, lines[0], notation);
  Json variations = Json::array();
  for (std::size_t i = 1; i < lines.size(); ++i) {
    variations.push_back({{"line", i},
                          {"of", lines[i].parent},
                          {"ply", lines[i].ply + 1},
                          {"moves", line_moves_json(game, lines[i], notation)}});
  }
  out["variations"] = std::move(variations);
  out["final_fen"] = to_fen(replay(game, game.tree.ply_count()).position);
  Json notes = Json::array();
  for (const Note& note : game.notes) {
    notes.push_back({{"kind", to_text(note.kind)},
                     {"ply", note.ply < 0 ? Json() : Json(note.ply + 1)},
                     {"text", note.text}});
  }
  out["notes"] = std::move(notes);
  out["sources"] = sources_json(store, id);
  return out;
}

Json game_position_json(GameId id, const Replayed& at, Notation notation) {
  Json out{{"id", game_number(id)}, {"ply", at.ply}};
  out["last_move"] = at.ply == 0 ? Json() : move_json(at.before, at.last, notation);
  out["to_move"] = at.position.to_move() == Color::Red ? "red" : "black";
  out["fen"] = to_fen(at.position);
  out["key"] = to_hex(at.position.key().key);
  return out;
}

Json book_moves_json(const Position& position, const std::vector<BookMove>& moves,
                     Notation notation) {
  std::int64_t total = 0;
  for (const BookMove& move : moves)
    total += std::max<std::int64_t>(move.weight, 0);
  Json entries = Json::array();
  for (const BookMove& move : moves) {
    Json entry = move_json(position, move.move, notation);
    entry["weight"] = move.weight;
    entry["win"] = move.wins;
    entry["draw"] = move.draws;
    entry["loss"] = move.losses;
    entry["share"] = total == 0 ? Json()
                                : Json(static_cast<double>(std::max<std::int64_t>(move.weight, 0)) /
                                       static_cast<double>(total));
    entry["memo"] = text_or_null(move.memo);
    entry["enabled"] = move.is_enabled;
    entries.push_back(std::move(entry));
  }
  return {{"fen", to_fen(position)}, {"entries", std::move(entries)}};
}

}  // namespace qipu
