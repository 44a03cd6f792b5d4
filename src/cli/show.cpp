// SPDX-License-Identifier: GPL-3.0-or-later

// qipu show: one game, or the board at one of its plies.

#include <fmt/format.h>

#include <array>
#include <vector>

#include "cli/board_svg.h"
#include "cli/board_text.h"
#include "cli/command.h"
#include "cli/game_text.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/question.h"
#include "cli/record_output.h"
#include "cli/session.h"
#include "xiangqi/fen.h"

namespace qipu {

namespace {

// The notes of the reader: what was repaired, guessed or left out.
std::string notes_text(const Game& game, Language tr) {
  std::string text;
  for (const Note& note : game.notes) {
    text += note.ply < 0 ? tr("note: {}\n", "附注：{}\n", printable(note.text))
                         : tr("note, move {}: {}\n", "附注，第 {} 着：{}\n", note.ply + 1,
                              printable(note.text));
  }
  return text;
}

std::string place_text(const Store& store, const Place& place, Language tr) {
  const auto source = store.source(place.source);
  if (!source) return {};
  const std::string where = place.line > 0 ? fmt::format(":{}", place.line)
                                           : tr(", byte {}", "，第 {} 字节", place.offset);
  std::string text = tr("from: {}{}\n", "来源：{}{}\n", printable(source->name), where);
  for (const std::string& name : source->other_names)
    text += tr("  also as: {}\n", "  又名：{}\n", printable(name));
  return text;
}

// Where the record was found: first, or everywhere.
std::string sources_text(const Store& store, GameId id, bool shows_all, Language tr) {
  const std::vector<Place> places = store.places(id);
  std::string text;
  for (const Place& place : places) {
    text += place_text(store, place, tr);
    if (!shows_all && places.size() > 1) {
      return text + tr("and from {} more; --sources lists all\n",
                       "另有 {} 处来源，--sources 全部列出\n", places.size() - 1);
    }
  }
  return text;
}

// The bytes of the record as they were found: of the first place where they were kept.
int print_original(const Session& session, const Store& store, GameId id) {
  for (const Place& place : store.places(id)) {
    const auto bytes = store.record_bytes(place);
    if (!bytes) continue;
    session.print(*bytes);
    return 0;
  }
  throw StoreError(session.tr(
      "the bytes of game {} were not kept; 'qipu import --keep-bytes' of its file keeps them",
      "第 {} 局的原始字节没有保存；用“qipu import --keep-bytes”导入其文件即可保存",
      game_number(id)));
}

// "甲 – 乙 · 12. 炮二平五", below the board.
std::string title_of(const Game& game, const Replayed& at, Notation notation) {
  std::string title = printable(game.header.red.name) + " – " + printable(game.header.black.name);
  if (game.header.red.name.empty() && game.header.black.name.empty()) {
    title = printable(game.header.title);
  }
  if (at.ply == 0) return title;
  if (!title.empty()) title += " · ";
  return title + fmt::format("{}. {}", at.ply, to_text(at.before, at.last, notation));
}

int draw_position(const Session& session, const Replayed& at, const Game& game) {
  const std::string path = session.arguments.text("svg");
  OutputFile file(path);
  file.write(board_svg(at.position, at.last, title_of(game, at, session.notation())));
  file.commit();
  if (path != "-")
    session.note(session.tr("board drawn into {}", "棋盘已画入 {}", printable(path)));
  return 0;
}

int show_position(const Session& session, const Game& game, GameId id, const AskedGame& asked) {
  const Language tr = session.tr;
  const Replayed at =
      asked.variation ? replay_to(game, *asked.variation) : replay(game, *asked.ply);
  if (session.arguments.has("svg")) return draw_position(session, at, game);
  if (session.wants_json()) {
    Json position = game_position_json(id, at, session.notation());
    if (asked.variation) position["variation"] = *asked.variation;
    session.print_json(position);
    return 0;
  }
  std::string text = tr("Game {}: {} – {}\n", "第 {} 局：{} – {}\n", game_number(id),
                        printable(game.header.red.name), printable(game.header.black.name));
  if (at.ply > 0) {
    const std::string move = to_text(at.before, at.last, session.notation());
    text += asked.variation
                ? tr("after ply {}, in a variation: {}\n", "变着中第 {} 步后：{}\n", at.ply, move)
                : tr("after ply {}: {}\n", "第 {} 步后：{}\n", at.ply, move);
  }
  text += '\n' + draw_board(at.position, at.last, session.is_coloured()) + '\n';
  const bool is_red = at.position.to_move() == Color::Red;
  text += std::string(is_red ? tr(Text{"Red to move", "轮到红方"})
                             : tr(Text{"Black to move", "轮到黑方"}));
  if (at.position.in_check()) text += tr(", in check", "，被将军");
  session.print(text + '\n' + to_fen(at.position) + '\n');
  return 0;
}

int run_show(Session& session) {
  const Store store = session.open_store();
  const AskedGame asked = asked_game(session, store, session.arguments.positional()[0]);
  GameId id = asked.id;
  if (!session.arguments.has("replaced")) id = current_game(session, store, id);
  if (store.row(id).is_hidden) {
    session.note(session.tr("game {} is hidden: out of all lists and counts",
                            "第 {} 局已隐藏，不列出也不计数", game_number(id)));
  }
  const Game game = store.game(id).game;
  const bool writes_record = session.arguments.has("format") || session.arguments.has("output");
  const bool draws = session.arguments.has("svg");
  if (draws && !asked.has_place()) {
    throw UsageError(session.tr("--svg draws one position: say ID:PLY (ID:0 is the start)",
                                "--svg 画的是一个局面：请写 ID:PLY（ID:0 为开局）"));
  }
  const bool is_original = session.arguments.has("original");
  const int outputs = (writes_record ? 1 : 0) + (session.wants_json() ? 1 : 0) + (draws ? 1 : 0) +
                      (is_original ? 1 : 0);
  if (outputs > 1) {
    throw UsageError(session.tr("give one of --json, --format, --svg and --original",
                                "--json、--format、--svg 与 --original 只能给一个"));
  }
  if (is_original) return print_original(session, store, id);
  if (writes_record && asked.has_place()) {
    throw UsageError(session.tr("--format writes the whole game, not ID:PLY",
                                "--format 写出整局，不能与 ID:PLY 同用"));
  }
  if (asked.has_place()) return show_position(session, game, id, asked);
  if (writes_record) {
    RecordOutput output(session);
    output.write(game);
    output.commit();
    const std::string losses = losses_text(session, output);
    if (!losses.empty()) session.note(losses.substr(0, losses.size() - 1));
  } else if (session.wants_json()) {
    session.print_json(game_json(store, id, session.notation()));
  } else {
    session.print(header_text(game, session.tr) + '\n' + moves_text(game, session.notation()) +
                  '\n' + notes_text(game, session.tr) +
                  sources_text(store, id, session.arguments.has("sources"), session.tr));
  }
  return 0;
}

constexpr std::array<Option, 4> kShowOptions{{
    {"sources", "", {"list every place where the same record was found", "列出同一棋谱的全部来源"}},
    {"original",
     "",
     {"print the record's bytes as they were found (import --keep-bytes)",
      "输出棋谱的原始字节（须以 import --keep-bytes 导入）"}},
    {"svg", "FILE", {"draw the board of ID:PLY into FILE", "将 ID:PLY 的棋盘画成 SVG 图"}},
    {"replaced",
     "",
     {"the game as it was, where an edit of the moves has put another in its place",
      "显示着法编辑之前的原局，而不是替代它的一局"}},
}};
constexpr OptionGroup kShowGroup{{"What to show", "显示内容"}, kShowOptions};
constexpr std::array kShowGroups{&kShowGroup, &kRecordOutputOptions, &kMoveOptions};

}  // namespace

extern const Command kShowCommand{
    .name = "show",
    .summary = {"one game, or the board at one of its plies", "显示一局棋，或其中某一步的局面"},
    .arguments = "ID[:PLY|:vN]",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        {"Prints a game: header, moves, comments and variations, and where it came from. ID is the "
         "number that search and explore give. ID:PLY draws the board after that many plies (0 is "
         "the start), ID:vN after move N of the record, which search gives for a place in a "
         "variation. --format writes the game as a record, --svg the board as a picture.",
         "显示一局棋的标头、着法、评注、变着与来源。ID 为 search 与 explore 给出的编号。"
         "ID:PLY 画出走过 PLY 步之后的棋盘（0 为开局），ID:vN 则为变着中的一着之后，编号由 search "
         "给出。--format 则写成棋谱，--svg 则画成图。"},
    .example = "qipu show 12:40",
    .example_note = {"draws game 12 as it stands after 40 plies", "画出第 12 局第 40 步之后的局面"},
    .groups = kShowGroups,
    .run = run_show,
};

}  // namespace qipu
