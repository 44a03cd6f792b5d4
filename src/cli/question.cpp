// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cli/layout.h"
#include "cli/session.h"
#include "search/query.h"
#include "server/answers.h"
#include "xiangqi/fen.h"
#include "xiangqi/notation.h"

namespace qipu {

namespace {

constexpr std::array<Option, 3> kPositionList{{
    {"fen", "FEN", {"the position as FEN", "以 FEN 给出局面"}},
    {"moves",
     "MOVES",
     {"moves from the start (or from --fen), in any notation: '炮二平五 马8进7', 'h2e2 h9g7'",
      "从开局（或 --fen）起的着法，任何记法：'炮二平五 马8进7'、'h2e2 h9g7'"}},
    {"game",
     "ID[:PLY]",
     {"the position of a game after PLY plies (else at its end)",
      "某局第 PLY 步后的局面（默认为终局）"}},
}};

constexpr std::array<Option, 12> kFilterList{{
    {"player", "NAME", {"games of NAME, on either side", "某棋手的对局，红黑不限"}},
    {"red", "NAME", {"games in which NAME has Red", "某棋手执红"}},
    {"black", "NAME", {"games in which NAME has Black", "某棋手执黑"}},
    {"vs", "NAME", {"games against NAME", "对手为某棋手"}},
    {"event", "NAME", {"games of an event", "某赛事的对局"}},
    {"from",
     "DATE",
     {"not before DATE: 2009, 2009-05 or 2009-05-17", "不早于：2009、2009-05 或 2009-05-17"}},
    {"to", "DATE", {"not after DATE", "不晚于"}},
    {"result", "red|black|draw|unknown", {"only games that ended so", "只看此结果的对局"}},
    {"opening",
     "CODE|NAME",
     {"an ECCO code, the start of one (B2), or a name", "ECCO 编号、其开头（B2）或开局名称"}},
    {"length", "MIN..MAX", {"so many plies; either may be missing", "步数范围，两端均可省略"}},
    {"source",
     "GLOB",
     {"games from files so named: '*/1990/*.pgn'", "来自此类文件：'*/1990/*.pgn'"}},
    {"kind",
     "game|study|puzzle|position|all",
     {"which kind of record (default game)", "棋谱种类（默认 game）"}},
}};

std::string explain(const Error& error, Language tr) {
  std::string text(kind_of_error(error.code, tr));
  if (!error.message.empty()) text += ": " + printable(error.message);
  return text;
}

Position read_start(const Session& session) {
  const Language tr = session.tr;
  const std::string typed = session.arguments.text("fen");
  const Result<Position> position = parse_fen(typed);
  if (!position) {
    throw UsageError(tr("--fen: {}", "--fen：{}", explain(position.error(), tr)));
  }
  const PositionFault fault = find_fault(*position);
  if (!is_playable(fault)) {
    throw UsageError(
        tr("--fen: no game can reach this: {}", "--fen：对局中不会有此局面：{}", to_text(fault)));
  }
  const Result<FenReading> reading = read_fen(typed);
  if (reading && !reading->side_given) {
    session.note(tr("--fen says not who is to move; Red is assumed (end it with ' w' or ' b')",
                    "--fen 未注明轮到谁走，按红方处理（可在末尾加“ w”或“ b”）"));
  }
  return *position;
}

void play_typed(const Session& session, AskedPosition& asked) {
  const Language tr = session.tr;
  const auto moves = parse_line(asked.position, session.arguments.text("moves"));
  if (!moves) {
    const Error& error = moves.error();
    std::string where = tr("--moves", "--moves");
    if (error.ply >= 0) {
      where += tr(", move {} '{}'", "，第 {} 着“{}”", error.ply + 1, printable(error.text));
    }
    throw UsageError(fmt::format("{}: {}", where, explain(error, tr)));
  }
  for (const Move move : *moves) {
    asked.position.play(move);
    if (asked.line) asked.line->push_back(move);
  }
}

void go_to_game(const Session& session, const Store& store, AskedPosition& asked) {
  const auto [id, ply] = asked_game(session, store, session.arguments.text("game"));
  const Game game = store.game(id).game;
  const std::size_t at = ply.value_or(game.tree.ply_count());
  asked.position = replay(game, at).position;
  asked.line.reset();
  if (!game.has_usual_start()) return;
  asked.line = game.tree.main_line();
  asked.line->resize(std::min(at, asked.line->size()));
}

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names)
    list += "\n    " + printable(name);
  return list;
}

// Says it in the user's language before parse_query would in English.
void check_names(const Session& session, const Store& store) {
  const Language tr = session.tr;
  constexpr std::size_t kShown = 5;
  for (const char* option : {"player", "red", "black", "vs"}) {
    const std::string name = session.arguments.text(option);
    if (name.empty() || !find_players(store, name).empty()) continue;
    const auto closest = closest_players(store, name, kShown);
    throw UsageError(
        tr("--{}: no player is called '{}'", "--{}：没有棋手叫“{}”", option, printable(name)) +
        (closest.empty() ? "" : tr("; the closest:{}", "；相近的有：{}", list_of(closest))));
  }
  const std::string event = session.arguments.text("event");
  if (event.empty() || !find_events(store, event).empty()) return;
  const auto closest = closest_events(store, event, kShown);
  throw UsageError(
      tr("--event: no event is called '{}'", "--event：没有赛事叫“{}”", printable(event)) +
      (closest.empty() ? "" : tr("; the closest:{}", "；相近的有：{}", list_of(closest))));
}

}  // namespace

const OptionGroup kPositionOptions{{"The position (default: the start)", "局面（默认为开局）"},
                                   kPositionList};
const OptionGroup kFilterOptions{{"Which games", "对局范围"}, kFilterList};

AskedPosition asked_position(const Session& session, const Store* store) {
  const Arguments& typed = session.arguments;
  AskedPosition asked;
  asked.line.emplace();
  asked.is_asked = typed.has("fen") || typed.has("moves") || typed.has("game");
  if (typed.has("fen") && typed.has("game")) {
    throw UsageError(session.tr("--fen and --game both name a position; give one",
                                "--fen 与 --game 都指定局面，只能给一个"));
  }
  if (typed.has("fen")) {
    asked.position = read_start(session);
    if (!(asked.position == Position::start())) asked.line.reset();
  }
  if (typed.has("game")) {
    if (store != nullptr) {
      go_to_game(session, *store, asked);
    } else {
      go_to_game(session, session.open_store(), asked);
    }
  }
  if (typed.has("moves")) play_typed(session, asked);
  return asked;
}

Filter asked_filter(const Session& session, const Store& store) {
  const Arguments& typed = session.arguments;
  check_names(session, store);
  return parse_query(store, {.player = typed.text("player"),
                             .red = typed.text("red"),
                             .black = typed.text("black"),
                             .versus = typed.text("vs"),
                             .event = typed.text("event"),
                             .from = typed.text("from"),
                             .to = typed.text("to"),
                             .result = typed.text("result"),
                             .opening = typed.text("opening"),
                             .length = typed.text("length"),
                             .source = typed.text("source"),
                             .kind = typed.text("kind")});
}

bool has_filter(const Session& session) {
  const auto options = kFilterOptions.options;
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return session.arguments.has(option.name); });
}

GameId current_game(const Session& session, const Store& store, GameId id) {
  GameId current = id;
  // No longer than there are games, whatever a damaged database says.
  for (std::size_t i = 0; i < store.game_count() && store.row(current).is_hidden; ++i) {
    const auto next = store.replacement(current);
    if (!next) break;
    current = *next;
  }
  if (current != id) {
    session.note(session.tr("game {} was replaced by game {}", "第 {} 局已由第 {} 局替代",
                            game_number(id), game_number(current)));
  }
  return current;
}

std::pair<GameId, std::optional<std::size_t>> asked_game(const Session& session, const Store& store,
                                                         std::string_view text) {
  const Language tr = session.tr;
  const std::size_t colon = text.find(':');
  const std::string_view number = text.substr(0, colon);
  const bool is_number =
      !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
  std::optional<std::size_t> ply;
  if (colon != std::string_view::npos) {
    const std::string_view typed = text.substr(colon + 1);
    std::size_t value = 0;
    const auto [stop, fault] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
    if (fault == std::errc() && stop == typed.data() + typed.size()) ply = value;
  }
  if (!is_number || (colon != std::string_view::npos && !ply)) {
    throw UsageError(tr("'{}' is no game; say 12, or 12:40 for a position in it",
                        "“{}”不是对局编号；应为 12，或以 12:40 指其中的局面", printable(text)));
  }
  const std::optional<GameId> id = find_game(store, number);
  if (!id) {
    throw StoreError(tr("there is no game {}; the database has {} (1 to {})",
                        "没有第 {} 局；数据库中有 {} 局（1 至 {}）", number, store.game_count(),
                        store.game_count()));
  }
  const std::size_t plies = store.game(*id).game.tree.ply_count();
  if (ply && *ply > plies) {
    throw UsageError(tr("game {} has only {} plies, not {}", "第 {} 局只有 {} 步，没有第 {} 步",
                        number, plies, *ply));
  }
  return {*id, ply};
}

}  // namespace qipu
