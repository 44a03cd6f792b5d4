// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/session.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>

#include "cli/layout.h"
#include "cli/output.h"

namespace qipu {

namespace fs = std::filesystem;

namespace {

constexpr Option kJson{"json", "", {"print JSON", "输出 JSON"}};

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

std::string dump(const Json& answer, int indent) {
  return answer.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

constexpr std::array<Option, 1> kJsonList{kJson};
constexpr std::array<Option, 2> kMoveList{kJson,
                                          {"notation",
                                           "chinese|short|wxf|iccs|uci1|san",
                                           {"how moves are written (default chinese: 炮二平五)",
                                            "着法的写法（默认 chinese：炮二平五）"}}};

const OptionGroup kJsonOptions{{"Output", "输出"}, kJsonList};
const OptionGroup kMoveOptions{{"Output", "输出"}, kMoveList};

fs::path Session::place() const {
  if (arguments.has("db")) return arguments.text("db");
  if (const auto place = environment("QIPU_DB")) return *place;
  if (const auto data = environment("XDG_DATA_HOME")) return fs::path(*data) / "qipu";
  if (const auto home = environment("HOME")) return fs::path(*home) / ".local/share/qipu";
  throw UsageError(tr("where is the database? Say --db PLACE", "数据库在哪里？请给出 --db PLACE"));
}

Store Session::open_store() const {
  const fs::path path = place();
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw StoreError(
        tr("there is no database at {}\n"
           "'qipu import PATH...' makes one; --db PLACE or $QIPU_DB says where",
           "{} 处没有数据库\n"
           "“qipu import PATH...”会建立一个；用 --db PLACE 或 $QIPU_DB 指明位置",
           printable(path.string())));
  }
  return Store::open(path);
}

Store Session::open_store_to_write() const {
  { const Store is_there = open_store(); }
  return Store::open_to_write(place());
}

Notation Session::notation() const {
  return find_notation(arguments.text("notation")).value_or(Notation::Chinese);
}

bool Session::is_coloured() const {
  const std::string mode = arguments.text_or("color", "auto");
  if (mode != "auto") return mode == "always";
  return ::isatty(STDOUT_FILENO) == 1 && !environment("NO_COLOR");
}

bool Session::shows_progress() const {
  const std::string mode = arguments.text_or("progress", "auto");
  if (mode != "auto") return mode == "always";
  return ::isatty(STDERR_FILENO) == 1;
}

void Session::print(std::string_view text) const { write_out(text); }
void Session::print_json(const Json& answer) const { write_out(dump(answer, 2)); }
void Session::print_json_line(const Json& answer) const { write_out(dump(answer, -1)); }

void Session::note(std::string_view text) const { write_error(std::string(text) + '\n'); }

void report_error(std::string_view message) { write_error("qipu: " + std::string(message) + '\n'); }

}  // namespace qipu
