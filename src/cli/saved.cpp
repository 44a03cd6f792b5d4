// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/saved.h"

#include <algorithm>
#include <array>

#include "cli/layout.h"
#include "cli/question.h"
#include "cli/session.h"
#include "cli/text_table.h"
#include "store/saved_searches.h"

namespace qipu {

namespace {

constexpr std::size_t kLongestName = 100;  // bytes

bool is_position_option(std::string_view name) {
  const auto options = kPositionOptions.options;
  return std::any_of(options.begin(), options.end(),
                     [&](const Option& option) { return option.name == name; });
}

// The options of a search that are worth keeping.
SavedOptions typed_options(const Session& session) {
  SavedOptions options;
  for (const OptionGroup* group : {&kPositionOptions, &kFilterOptions}) {
    for (const Option& option : group->options) {
      if (option.name == "use" || !session.arguments.has(option.name)) continue;
      options.emplace_back(option.name, session.arguments.text(option.name));
    }
  }
  return options;
}

std::string as_typed(const SavedOptions& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    text += (text.empty() ? "--" : " --") + name;
    if (!value.empty()) text += " '" + printable(value) + "'";
  }
  return text;
}

SavedSearch search_named(const Session& session, const Store& store, const std::string& name) {
  const Language tr = session.tr;
  const SavedSearches searches(store);
  if (auto found = searches.find(name)) return *std::move(found);
  std::string names;
  for (const SavedSearch& search : searches.all())
    names += "\n    " + printable(search.name);
  throw UsageError(tr("there is no saved search '{}'", "没有已保存的查找“{}”", printable(name)) +
                   (names.empty() ? tr("; 'qipu search ... --save NAME' makes one",
                                       "；“qipu search … --save NAME”可保存一个")
                                  : tr("; there are:{}", "；现有：{}", names)));
}

int run_saved_list(Session& session) {
  const Language tr = session.tr;
  const Store store = session.open_store();
  const std::vector<SavedSearch> searches = SavedSearches(store).all();
  if (session.wants_json()) {
    Json rows = Json::array();
    for (const SavedSearch& search : searches) {
      Json options = Json::object();
      for (const auto& [name, value] : search.options)
        options[name] = value.empty() ? Json(true) : Json(value);
      rows.push_back({{"name", search.name}, {"options", std::move(options)}});
    }
    session.print_json(rows);
    return 0;
  }
  TextTable table({{tr("Name", "名称")}, {tr("Search", "查找条件")}});
  for (const SavedSearch& search : searches)
    table.add_row({printable(search.name), as_typed(search.options)});
  if (searches.empty()) {
    session.note(tr("no search is saved", "没有已保存的查找"));
  } else {
    session.print(table.to_text(session.is_coloured()));
  }
  return 0;
}

int run_saved_delete(Session& session) {
  const std::string name = session.arguments.positional()[0];
  Store store = session.open_store_to_write();
  search_named(session, store, name);  // says which there are
  SavedSearches::forget(store, name);
  session.note(session.tr("saved search '{}' deleted", "已删除保存的查找“{}”", printable(name)));
  return 0;
}

constexpr std::array kSavedListGroups{&kJsonOptions};

}  // namespace

Arguments with_saved_search(const Session& session, const Command& command) {
  const Arguments& typed = session.arguments;
  const SavedSearch search = search_named(session, session.open_store(), typed.text("use"));
  const auto has_typed = [&](const Option& option) { return typed.has(option.name); };
  const auto& places = kPositionOptions.options;
  Arguments::Values values;
  for (const auto& [name, value] : search.options) {
    if (command.find_option(name) == nullptr) {
      throw UsageError(session.tr("the saved search '{}' asks --{}, which 'qipu {}' does not take",
                                  "保存的查找“{}”含有 --{}，“qipu {}”没有此选项",
                                  printable(search.name), printable(name), command.name));
    }
    if (is_position_option(name) && std::any_of(places.begin(), places.end(), has_typed)) continue;
    values[name] = {value};
  }
  return typed.with_defaults(values);
}

void check_saving(const Session& session) {
  const Language tr = session.tr;
  if (!session.arguments.has("save")) return;
  const std::string name = session.arguments.text("save");
  if (name.empty() || name.size() > kLongestName || printable(name) != name) {
    throw UsageError(tr("--save takes a name of 1 to {} bytes without control characters",
                        "--save 的名称须为 1 至 {} 字节，不含控制字符", kLongestName));
  }
  if (typed_options(session).empty()) {
    throw UsageError(tr("there is nothing to save: give a position or a filter",
                        "没有可保存的条件：请给出局面或筛选条件"));
  }
}

void save_search(const Session& session) {
  if (!session.arguments.has("save")) return;
  const std::string name = session.arguments.text("save");
  Store store = session.open_store_to_write();
  SavedSearches::keep(store, {name, typed_options(session)});
  session.note(session.tr("saved as '{}'; --use asks it again", "已保存为“{}”，用 --use 再次查找",
                          printable(name)));
}

extern const Command kSavedListCommand{
    .name = "saved list",
    .summary = {"the searches that were saved", "列出已保存的查找"},
    .description =
        {"Lists the searches that 'search --save' put away. --use NAME asks one again, in "
         "search and in every command that takes filters.",
         "列出“search --save”保存的查找。search 及所有带筛选条件的命令都可用 --use NAME "
         "再次使用。"},
    .example = "qipu saved list",
    .example_note = {"names, and what each asks", "名称及各自的条件"},
    .groups = kSavedListGroups,
    .run = run_saved_list,
};

extern const Command kSavedDeleteCommand{
    .name = "saved delete",
    .summary = {"forget a saved search", "删除保存的查找"},
    .arguments = "NAME",
    .min_arguments = 1,
    .max_arguments = 1,
    .description = {"Forgets a search that 'search --save' put away. No game is touched.",
                    "删除“search --save”保存的一个查找，不影响任何对局。"},
    .example = "qipu saved delete 'rook endings'",
    .example_note = {"the name is free again", "此名称可再次使用"},
    .run = run_saved_delete,
};

}  // namespace qipu
