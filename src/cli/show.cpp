// SPDX-License-Identifier: GPL-3.0-or-later

// qipu show: one game, or the board at one of its plies.

#include <fmt/format.h>

#include <array>
#include <vector>

#include "cli/board_text.h"
#include "cli/command.h"
#include "cli/game_text.h"
#include "cli/layout.h"
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

int show_position(const Session& session, const Game& game, GameId id, std::size_t ply) {
  const Language tr = session.tr;
  const Replayed at = replay(game, ply);
  if (session.wants_json()) {
    session.print_json(game_position_json(id, at, session.notation()));
    return 0;
  }
  std::string text = tr("Game {}: {} – {}\n", "第 {} 局：{} – {}\n", game_number(id),
                        printable(game.header.red.name), printable(game.header.black.name));
  if (at.ply > 0) {
    text += tr("after ply {}: {}\n", "第 {} 步后：{}\n", at.ply,
               to_text(at.before, at.last, session.notation()));
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
  const auto [id, ply] = asked_game(session, store, session.arguments.positional()[0]);
  const Game game = store.game(id).game;
  const bool writes_record = session.arguments.has("format") || session.arguments.has("output");
  if (writes_record && (ply || session.wants_json())) {
    throw UsageError(session.tr("--format writes the whole game: neither ID:PLY nor --json with it",
                                "--format 写出整局，不能与 ID:PLY 或 --json 同用"));
  }
  if (ply) return show_position(session, game, id, *ply);
  if (writes_record) {
    RecordOutput output(session);
    output.write(game);
    output.commit();
    for (const auto& [kind, count] : output.losses()) {
      session.note(session.tr("not held by {}: {} × {}", "{} 存不下：{} × {}", output.format_name(),
                              grouped(count), kind));
    }
  } else if (session.wants_json()) {
    session.print_json(game_json(store, id, session.notation()));
  } else {
    session.print(header_text(game, session.tr) + '\n' + moves_text(game, session.notation()) +
                  '\n' + notes_text(game, session.tr) +
                  sources_text(store, id, session.arguments.has("sources"), session.tr));
  }
  return 0;
}

constexpr std::array<Option, 1> kOptions{{
    {"sources", "", {"list every place where the same record was found", "列出同一棋谱的全部来源"}},
}};
constexpr OptionGroup kGroup{{"What to show", "显示内容"}, kOptions};
constexpr std::array kGroups{&kGroup, &kRecordOutputOptions, &kMoveOptions};

}  // namespace

extern const Command kShowCommand{
    .name = "show",
    .summary = {"one game, or the board at one of its plies", "显示一局棋，或其中某一步的局面"},
    .arguments = "ID[:PLY]",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        {"Prints a game: header, moves, comments and variations, and where it came from. ID is the "
         "number that search and explore give. ID:PLY draws the board after that many plies (0 is "
         "the start). --format writes the game as a record.",
         "显示一局棋的标头、着法、评注、变着与来源。ID 为 search 与 explore 给出的编号。"
         "ID:PLY 画出走过 PLY 步之后的棋盘（0 为开局）。--format 则写成棋谱。"},
    .example = "qipu show 12:40",
    .example_note = {"draws game 12 as it stands after 40 plies", "画出第 12 局第 40 步之后的局面"},
    .groups = kGroups,
    .run = run_show,
};

}  // namespace qipu
