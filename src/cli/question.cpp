// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cli/layout.h"
#include "cli/record_scan.h"
#include "cli/session.h"
#include "search/record_condition.h"
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
     {"the position of a game after PLY plies (else at its end); :vN is a move of a variation",
      "某局第 PLY 步后的局面（默认为终局）；:vN 为变着中的一着"}},
}};

constexpr std::array<Option, 22> kFilterList{{
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
    {"family",
     "NAME",
     {"a family of openings by what stands on the board: 穿宫马, screen-horses ... (a wrong name "
      "lists all)",
      "按棋形划分的布局：穿宫马、screen-horses……（名称有误时列出全部）"}},
    {"length", "MIN..MAX", {"so many plies; either may be missing", "步数范围，两端均可省略"}},
    {"source",
     "GLOB",
     {"games from files so named: '*/1990/*.pgn'", "来自此类文件：'*/1990/*.pgn'"}},
    {"kind",
     "game|study|puzzle|position|all",
     {"which kind of record (default game)", "棋谱种类（默认 game）"}},
    {"text",
     "WORDS",
     {"words in headers, names and remarks, all of them; Latin letters find names by sound",
      "标头、姓名与评注中的词，须全部出现；拉丁字母可按读音找到姓名"}},
    {"pattern",
     "ROWS",
     {"a board as FEN at any ply: digits and '.' empty, '?' or '?5' anything, X or x any red or "
      "black piece, [RC] one of these; ' w' or ' b' behind it: who is to move",
      "任一步的局面，如 FEN：数字与“.”为空点，“?”或“?5”为任意，X、x 为任一红、黑子，[RC] "
      "为其中之一；"
      "其后可加“ w”或“ b”指明轮到谁走"}},
    {"region",
     "CORNERS",
     {"only these points of --pattern count, such as c0-g4; it may be of that size",
      "--pattern 只看此区域，如 c0-g4；也可只写此区域的行"}},
    {"material",
     "MATERIAL",
     {"what Red and Black have at some ply: 'RRNC vs RNCC'; '2-3P', 'P*'; advisors, elephants and "
      "pawns not named are free",
      "某一步时红、黑双方的子力：'RRNC vs RNCC'；'2-3P'、'P*'；未写出的士、象、兵不限"}},
    {"hold",
     "N",
     {"--pattern and --material must stand for N plies on end", "上述局面或子力须连续保持 N 步"}},
    {"mate",
     "NAME",
     {"games that end in a mate of this form: 马后炮, 'iron bolt' ... (a wrong name lists all)",
      "以此杀法告终：马后炮、铁门栓……（名称有误时列出全部）"}},
    {"flip",
     "",
     {"also with colours changed over: of --pattern and --material, and in a search of the "
      "position",
      "红黑互换者亦可：用于 --pattern、--material，以及查找的局面"}},
    {"variations",
     "",
     {"also inside variations: --pattern and --material, and in a search the position",
      "变着之内亦可：用于 --pattern、--material，以及查找的局面"}},
    {"use",
     "NAME",
     {"the position and filters that 'search --save NAME' put away",
      "使用“search --save NAME”保存的局面与条件"}},
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
  const AskedGame named = asked_game(session, store, session.arguments.text("game"));
  const Game game = store.game(named.id).game;
  if (named.variation) {
    asked.position = replay_to(game, *named.variation).position;
    asked.line.reset();
    return;
  }
  const std::size_t at = named.ply.value_or(game.tree.ply_count());
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

QueryWords asked_words(const Session& session) {
  const Arguments& typed = session.arguments;
  return {.player = typed.text("player"),
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
          .kind = typed.text("kind"),
          .text = typed.text("text"),
          .pattern = typed.text("pattern"),
          .region = typed.text("region"),
          .material = typed.text("material"),
          .hold = typed.text("hold"),
          .mate = typed.text("mate"),
          .family = typed.text("family"),
          .is_flipped_too = typed.has("flip"),
          .in_variations = typed.has("variations")};
}

Filter asked_rows(const Session& session, const Store& store) {
  check_names(session, store);
  return parse_query(store, asked_words(session));
}

void narrow_by_records(const Session& session, const Store& store, Filter& filter) {
  const QueryWords words = asked_words(session);
  if (!asks_records(words, false)) return;
  const RecordCondition condition(store, words);
  std::vector<GameId> games;
  scan_with_progress(session, store, store.select(filter), condition, [&](const FoundGame& game) {
    games.push_back(game.id);
    return true;
  });
  narrow(filter, games);
}

Filter asked_filter(const Session& session, const Store& store) {
  Filter filter = asked_rows(session, store);
  narrow_by_records(session, store, filter);
  return filter;
}

bool has_filter(const Session& session) {
  const auto options = kFilterOptions.options;
  return std::any_of(options.begin(), options.end(), [&](const Option& option) {
    return option.name != "use" && session.arguments.has(option.name);
  });
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

namespace {

// A whole number; nothing for other text.
std::optional<std::size_t> number_of(std::string_view text) {
  std::size_t value = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

void check_place(const Session& session, const Store& store, const AskedGame& asked,
                 std::string_view number) {
  if (!asked.has_place()) return;
  const Language tr = session.tr;
  const MoveTree tree = store.game(asked.id).game.tree;
  const std::size_t plies = tree.ply_count();
  if (asked.ply && *asked.ply > plies) {
    throw UsageError(tr("game {} has only {} plies, not {}", "第 {} 局只有 {} 步，没有第 {} 步",
                        number, plies, *asked.ply));
  }
  if (asked.variation && (*asked.variation <= plies || *asked.variation >= tree.size())) {
    throw UsageError(tr("game {} has no move v{} in its variations", "第 {} 局的变着中没有 v{}",
                        number, *asked.variation));
  }
}

}  // namespace

AskedGame asked_game(const Session& session, const Store& store, std::string_view text) {
  const Language tr = session.tr;
  const std::size_t colon = text.find(':');
  const std::string_view number = text.substr(0, colon);
  const bool is_number =
      !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
  AskedGame asked;
  if (colon != std::string_view::npos) {
    const std::string_view place = text.substr(colon + 1);
    if (place.starts_with('v')) {
      if (const auto node = number_of(place.substr(1)); node && *node < kNoNode)
        asked.variation = static_cast<NodeId>(*node);
    } else {
      asked.ply = number_of(place);
    }
  }
  if (!is_number || (colon != std::string_view::npos && !asked.has_place())) {
    throw UsageError(tr("'{}' is no game; say 12, or 12:40 for a position in it",
                        "“{}”不是对局编号；应为 12，或以 12:40 指其中的局面", printable(text)));
  }
  const std::optional<GameId> id = find_game(store, number);
  if (!id) {
    throw StoreError(tr("there is no game {}; the database has {} (1 to {})",
                        "没有第 {} 局；数据库中有 {} 局（1 至 {}）", number, store.game_count(),
                        store.game_count()));
  }
  asked.id = *id;
  check_place(session, store, asked, number);
  return asked;
}

}  // namespace qipu
