// SPDX-License-Identifier: GPL-3.0-or-later

// qipu edit: what a record says, and its moves.

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/changes.h"
#include "cli/command.h"
#include "cli/layout.h"
#include "cli/question.h"
#include "cli/reading.h"
#include "cli/session.h"
#include "import/import_files.h"

namespace qipu {

namespace {

// A field that is a plain text, by the name it is typed with.
struct TextField {
  std::string_view name;  // small letters only
  std::string& (*of)(Game& game);
};

constexpr std::array kTextFields{
    TextField{"title", [](Game& g) -> std::string& { return g.header.title; }},
    TextField{"event", [](Game& g) -> std::string& { return g.header.event; }},
    TextField{"site", [](Game& g) -> std::string& { return g.header.site; }},
    TextField{"round", [](Game& g) -> std::string& { return g.header.round; }},
    TextField{"red", [](Game& g) -> std::string& { return g.header.red.name; }},
    TextField{"redteam", [](Game& g) -> std::string& { return g.header.red.team; }},
    TextField{"redrating", [](Game& g) -> std::string& { return g.header.red.rating; }},
    TextField{"redelo", [](Game& g) -> std::string& { return g.header.red.rating; }},
    TextField{"redtitle", [](Game& g) -> std::string& { return g.header.red.title; }},
    TextField{"black", [](Game& g) -> std::string& { return g.header.black.name; }},
    TextField{"blackteam", [](Game& g) -> std::string& { return g.header.black.team; }},
    TextField{"blackrating", [](Game& g) -> std::string& { return g.header.black.rating; }},
    TextField{"blackelo", [](Game& g) -> std::string& { return g.header.black.rating; }},
    TextField{"blacktitle", [](Game& g) -> std::string& { return g.header.black.title; }},
    TextField{"annotator", [](Game& g) -> std::string& { return g.header.annotator; }},
    TextField{"author", [](Game& g) -> std::string& { return g.header.author; }},
    TextField{"ecco", [](Game& g) -> std::string& { return g.header.ecco; }},
    TextField{"opening", [](Game& g) -> std::string& { return g.header.opening; }},
    TextField{"variation", [](Game& g) -> std::string& { return g.header.variation; }},
    TextField{"type", [](Game& g) -> std::string& { return g.type; }},
};

// "red_team", "RedTeam" and "red-team" are one field.
std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c != '_' && c != '-') text += to_lower(c);
  }
  return text;
}

void set_date(const Session& session, GameHeader& header, const std::string& value) {
  const Date date = read_date(value);
  if (!value.empty() && !date.is_known()) {
    throw UsageError(session.tr("'{}' is no date; write 2009, 2009-05 or 2009-05-17",
                                "“{}”不是日期；应写成 2009、2009-05 或 2009-05-17",
                                printable(value)));
  }
  header.date_text = value;
  header.date = date;
}

// What is set is what counts: nothing contradicts it any more.
void set_result(const Session& session, GameHeader& header, const std::string& value) {
  const std::string word = folded(value);
  std::optional<Outcome> outcome = word.empty() ? Outcome::Unknown : find_outcome(word);
  header.result_text = outcome ? "" : value;
  if (!outcome) outcome = parse_outcome(value);
  if (!outcome) {
    throw UsageError(session.tr("'{}' is no result; there are red, black, draw and unknown",
                                "“{}”不是结果；可用 red、black、draw、unknown 或“红胜”等",
                                printable(value)));
  }
  header.outcome = *outcome;
  header.has_conflicting_result = false;
}

void set_other(GameHeader& header, const std::string& name, const std::string& value) {
  const auto is_it = [&](const Tag& tag) { return folded(tag.name) == folded(name); };
  const auto first = std::find_if(header.others.begin(), header.others.end(), is_it);
  if (first == header.others.end()) {
    if (!value.empty()) header.others.push_back({name, value});
    return;
  }
  first->value = value;
  header.others.erase(std::remove_if(first + 1, header.others.end(), is_it), header.others.end());
  if (value.empty()) header.others.erase(first);
}

bool is_plain_text(std::string_view text) {
  return is_utf8(text) && std::none_of(text.begin(), text.end(),
                                       [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

// "FIELD=VALUE"
void set_field(const Session& session, Game& game, const std::string& typed) {
  const Language tr = session.tr;
  const std::size_t sign = typed.find('=');
  const std::string name(trim(std::string_view(typed).substr(0, sign)));
  if (sign == std::string::npos || folded(name).empty()) {
    throw UsageError(tr("--set takes FIELD=VALUE, not '{}'", "--set 应为 FIELD=VALUE，不能是“{}”",
                        printable(typed)));
  }
  const std::string value(trim(std::string_view(typed).substr(sign + 1)));
  if (!is_plain_text(name) || !is_plain_text(value)) {
    throw UsageError(
        tr("--set: '{}' is no line of text", "--set：“{}”不是一行文字", printable(typed)));
  }
  const std::string field = folded(name);
  const auto* const known = std::find_if(kTextFields.begin(), kTextFields.end(),
                                         [&](const TextField& text) { return text.name == field; });
  if (known != kTextFields.end()) {
    known->of(game) = value;
  } else if (field == "date") {
    set_date(session, game.header, value);
  } else if (field == "result") {
    set_result(session, game.header, value);
  } else {
    set_other(game.header, name, value);
  }
}

// The one record of the file of --from.
Game read_record(const Session& session) {
  const Language tr = session.tr;
  const std::string path = session.arguments.text("from");
  std::vector<Game> games;
  const ImportReport report =
      read_files({path}, asked_reading(session), [&](const std::string&, Record record) {
        auto* game = std::get_if<Game>(&record.found);
        if (game != nullptr && games.size() < 2) games.push_back(std::move(*game));
      });
  if (!report.set_aside.empty()) {
    const Error& error = report.set_aside.front().error;
    throw StoreError(tr("{}: {}: {}", "{}：{}：{}", printable(path), kind_of_error(error.code, tr),
                        printable(error.message)));
  }
  if (games.empty()) {
    throw StoreError(tr("{}: there is no game in it", "{}：其中没有对局", printable(path)));
  }
  if (games.size() > 1) {
    throw StoreError(tr("{}: there are {} games in it; --from takes one",
                        "{}：其中有 {} 局；--from 只取一局", printable(path), report.games));
  }
  return std::move(games.front());
}

void print_summary(const Session& session, GameId id, GameId edited,
                   const std::optional<EntryId>& entry) {
  const Language tr = session.tr;
  if (session.wants_json()) {
    session.print_json({{"id", game_number(id)},
                        {"replaced_by", edited == id ? Json() : Json(game_number(edited))},
                        {"entry", entry_json(entry)}});
  } else if (!entry) {
    session.note(tr("game {} says so already", "第 {} 局本已如此", game_number(id)));
  } else {
    const std::string done =
        edited == id ? tr("game {} edited", "第 {} 局已修改", game_number(id))
                     : tr("game {} has other moves now and is replaced by game {}",
                          "第 {} 局着法已改，由第 {} 局替代", game_number(id), game_number(edited));
    session.note(done + tr("; 'qipu undo {}' takes it back", "；可用“qipu undo {}”撤销", *entry));
  }
}

int run_edit(Session& session) {
  const Arguments& typed = session.arguments;
  if (!typed.has("set") && !typed.has("from")) {
    throw UsageError(session.tr("say what to change: --set FIELD=VALUE or --from FILE",
                                "请说明改什么：--set FIELD=VALUE 或 --from FILE"));
  }
  std::optional<Game> record;
  if (typed.has("from")) record = read_record(session);
  Store store = session.open_store_to_write();
  const AskedGame asked = asked_game(session, store, typed.positional()[0]);
  if (asked.has_place()) {
    throw UsageError(
        session.tr("edit takes a whole game, not a ply of it", "edit 针对整局，不能指定某一步"));
  }
  const GameId id = current_game(session, store, asked.id);
  const Game before = store.game(id).game;
  Game game = record ? *std::move(record) : before;
  for (const std::string& field : typed.texts("set"))
    set_field(session, game, field);

  Revision revision(store);
  GameId edited = id;
  if (game.start == before.start && game.tree.main_line() == before.tree.main_line()) {
    revision.rewrite(id, game);
  } else {
    edited = revision.replace(id, game);
  }
  const auto entry = revision.commit(cause_of(session, JournalKind::Edit));
  if (edited != id) {
    StoreWriter writer(store);
    if (writer.wants_index()) writer.index();
  }
  print_summary(session, id, edited, entry);
  return 0;
}

constexpr std::array<Option, 2> kEditOptions{{
    {"set",
     "FIELD=VALUE",
     {"what a field is to say, empty for nothing; may be given more than once. FIELD: red, black, "
      "event, date, result, round, site, title, red_team, red_rating, red_title (and black_...), "
      "annotator, author, ecco, opening, variation, type, or the name of any other tag",
      "设定某一标头，留空即清除，可多次给出。FIELD：red、black、event、date、result、round、site、"
      "title、red_team、red_rating、red_title（及 black_...）、annotator、author、ecco、opening、"
      "variation、type，或任何其他标签名"},
     '\0',
     true},
    {"from",
     "FILE",
     {"the whole record, moves and all, from a file with one game in it",
      "以文件中的一局取代整个棋谱，包括着法"}},
}};
constexpr OptionGroup kEditGroup{{"What to change", "改动内容"}, kEditOptions};
constexpr std::array kEditGroups{&kEditGroup, &kUnderstandingOptions, &kJsonOptions};

}  // namespace

extern const Command kEditCommand{
    .name = "edit",
    .summary = {"change what a record says, or its moves", "修改棋谱的标头或着法"},
    .arguments = "ID",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        {"Sets fields of a game (--set), or takes its whole record from a file (--from), so that "
         "'qipu show ID --format pgn -o FILE', an editor and 'qipu edit ID --from FILE' mend "
         "anything. Lists and statistics follow at once, and the game keeps its number. If its "
         "moves change, a new game takes its place: the old one is hidden, and its number leads to "
         "the new one.\n\n"
         "A later import that meets the record as it was does not store it again. 'qipu undo' "
         "takes the change back.",
         "设定某局的标头（--set），或以文件中的棋谱整个取代（--from）：先用“qipu show ID --format "
         "pgn "
         "-o FILE”导出，编辑后再“qipu edit ID --from FILE”即可改动任何内容。列表与统计立即更新，"
         "编号不变。若着法有变，则由新的一局替代：旧局隐藏，其编号指向新局。\n\n"
         "以后再导入修改前的棋谱不会重新入库。“qipu undo”可撤销改动。"},
    .example = "qipu edit 12 --set result=draw --set date=1984-04-23 --set TimeControl=60+30",
    .example_note = {"corrects the result and the date of game 12, and adds a tag",
                     "改正第 12 局的结果与日期，并添加一个标签"},
    .groups = kEditGroups,
    .run = run_edit,
};

}  // namespace qipu
