// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/jsonl_writer.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "importers/jsonl_keys.h"
#include "record/tree_lines.h"
#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"

namespace qipu {

namespace {

using Json = nlohmann::ordered_json;

std::string to_iccs(Move move) {
  std::string text;
  for (const Square square : {move.from(), move.to()}) {
    text += static_cast<char>('a' + square.file());
    text += static_cast<char>('0' + square.rank());
  }
  return text;
}

// Whether a side leaves its king in check somewhere, which the rules forbid and some records hold.
bool has_self_check(const Game& game) {
  struct Step {
    NodeId node;
    Position after;
  };
  std::vector<Step> path{{kRoot, game.start}};
  for (const NodeId node : game.tree.preorder()) {
    if (node == kRoot) continue;
    while (path.back().node != game.tree[node].parent)
      path.pop_back();
    Step step{node, path.back().after};
    if (!is_legal(step.after, game.tree[node].move)) return true;
    step.after.play(game.tree[node].move);
    path.push_back(step);
  }
  return false;
}

class JsonlWriter : public GameWriter {
 public:
  explicit JsonlWriter(ByteSink sink) : sink_(std::move(sink)) {}

  void write(const Game& game) override {
    Json out = Json::object();
    out[std::string(kJsonlVersionKey)] = kJsonlVersion;
    add_player(out, "red", game.header.red);
    add_player(out, "black", game.header.black);
    add_headers(out, game);
    out["outcome"] = to_word(game.header.outcome);
    if (game.header.has_conflicting_result) out["conflicting_result"] = true;
    if (!game.has_usual_start()) out["start_fen"] = to_fen(game.start);
    add_lines(out, game);
    if (has_self_check(game)) out["self_check"] = true;
    add_notes(out, game);
    add(out, "charset", game.charset);
    sink_(out.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
  }

  void finish() override {}

 private:
  void add(Json& to, std::string_view key, const std::string& text) {
    if (text.empty()) return;
    if (!is_utf8(text)) ++losses_["bytes that are no text"];
    to[std::string(key)] = text;
  }

  void add_player(Json& to, const char* side, const PlayerHeader& player) {
    Json out = Json::object();
    add(out, "name", player.name);
    add(out, "team", player.team);
    add(out, "rating", player.rating);
    add(out, "title", player.title);
    if (!out.empty()) to[side] = std::move(out);
  }

  void add_headers(Json& to, const Game& game) {
    Json headers = Json::object();
    for (const JsonlHeader& header : jsonl_headers())
      add(headers, header.key, game.header.*header.text);
    add(headers, "type", game.type);
    if (!headers.empty()) to["headers"] = std::move(headers);
    Json tags = Json::array();
    for (const Tag& tag : game.header.others) {
      Json out{{"name", ""}, {"value", ""}};
      add(out, "name", tag.name);
      add(out, "value", tag.value);
      tags.push_back(std::move(out));
    }
    if (!tags.empty()) to["tags"] = std::move(tags);
    add(to, "date", to_iso(game.header.date));
  }

  void add_remark(Json& to, std::size_t line, std::size_t ply, const Annotation* said) {
    if (said == nullptr || said->empty()) return;
    Json out{{"line", line}, {"ply", ply}};
    if (!said->nags.empty()) out["nags"] = Json(said->nags);
    add(out, "before", said->before);
    add(out, "comment", said->comment);
    add(out, "unread", said->unread);
    to.push_back(std::move(out));
  }

  void add_lines(Json& to, const Game& game) {
    Json variations = Json::array();
    Json remarks = Json::array();
    add_remark(remarks, 0, 0, game.tree.annotation(kRoot));
    const std::vector<TreeLine> lines = lines_of(game.tree);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      Json moves = Json::array();
      for (std::size_t k = 0; k < lines[i].nodes.size(); ++k) {
        const NodeId node = lines[i].nodes[k];
        moves.push_back(to_iccs(game.tree[node].move));
        add_remark(remarks, i, lines[i].ply + k + 1, game.tree.annotation(node));
      }
      if (i == 0) {
        to["moves"] = std::move(moves);
      } else {
        variations.push_back(
            {{"of", lines[i].parent}, {"ply", lines[i].ply + 1}, {"moves", std::move(moves)}});
      }
    }
    if (!variations.empty()) to["variations"] = std::move(variations);
    if (!remarks.empty()) to["remarks"] = std::move(remarks);
  }

  void add_notes(Json& to, const Game& game) {
    Json notes = Json::array();
    for (const Note& note : game.notes) {
      Json out = Json::object();
      out["kind"] = to_text(note.kind);
      if (note.ply >= 0) out["ply"] = note.ply + 1;
      add(out, "text", note.text);
      notes.push_back(std::move(out));
    }
    if (!notes.empty()) to["notes"] = std::move(notes);
  }

  ByteSink sink_;
};

bool is_utf8_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name == "UTF-8" || name == "UTF8";
}

}  // namespace

std::unique_ptr<GameWriter> make_jsonl_writer(ByteSink sink, const WriteOptions& options) {
  if (!is_utf8_name(options.charset)) {
    throw UsageError("JSON Lines are UTF-8, not " + options.charset);
  }
  return std::make_unique<JsonlWriter>(std::move(sink));
}

}  // namespace qipu
