// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/arguments.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cassert>
#include <cctype>
#include <charconv>
#include <cstring>

#include "base/result.h"
#include "base/text.h"
#include "cli/layout.h"

namespace qipu {

namespace {

namespace po = boost::program_options;

// The name that holds what is no option; no option can be called so.
constexpr const char* kPositional = " arguments";

po::options_description description_of(const Command& command) {
  po::options_description description;
  each_option(command, [&](const Option& option) {
    std::string names(option.name);
    if (option.letter != '\0') names += std::string(",") + option.letter;
    if (option.may_repeat) {
      description.add_options()(names.c_str(), po::value<std::vector<std::string>>()->composing());
    } else if (option.takes_value()) {
      description.add_options()(names.c_str(), po::value<std::string>());
    } else {
      description.add_options()(names.c_str(), po::bool_switch());
    }
  });
  description.add_options()(kPositional, po::value<std::vector<std::string>>());
  return description;
}

UsageError unknown_option(const Command& command, const std::string& typed, Language tr) {
  std::vector<std::string> names;
  each_option(command,
              [&](const Option& option) { names.push_back("--" + std::string(option.name)); });
  const std::string shown = printable(typed);
  if (const auto closest = closest_word(shown, names)) {
    return UsageError(tr("unknown option '{}'; did you mean '{}'?", "没有选项“{}”；是否想用“{}”？",
                         shown, *closest));
  }
  return UsageError(tr("unknown option '{}'", "没有选项“{}”", shown));
}

// Boost's complaints in our words.
UsageError explain(const Command& command, const po::error& error, Language tr) {
  if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error)) {
    // As it was typed, where Boost kept that.
    return unknown_option(command, unknown->get_option_name(), tr);
  }
  if (const auto* syntax = dynamic_cast<const po::invalid_command_line_syntax*>(&error)) {
    const std::string name = printable(syntax->get_option_name());
    if (syntax->kind() == po::invalid_syntax::extra_parameter) {
      return UsageError(tr("option '{}' takes no value", "选项“{}”不带值", name));
    }
    return UsageError(tr("option '{}' needs a value", "选项“{}”需要一个值", name));
  }
  if (const auto* repeated = dynamic_cast<const po::multiple_occurrences*>(&error)) {
    return UsageError(tr("option '{}' is given more than once", "选项“{}”给了不止一次",
                         printable(repeated->get_option_name())));
  }
  return UsageError(printable(error.what()));
}

void check_choice(const Option& option, const std::string& value, Language tr) {
  const std::vector<std::string> choices = option.choices();
  if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw UsageError(tr("--{} takes {}, not '{}'", "--{} 只能取 {}，不能是“{}”", option.name,
                      option.value, printable(value)));
}

void check_count(const Command& command, std::size_t count, Language tr) {
  if (count < command.min_arguments) {
    throw UsageError(tr("'{}' needs {}", "“{}”缺少参数 {}", command.name, command.arguments));
  }
  if (count > command.max_arguments) {
    throw UsageError(tr("'{}' takes {} arguments at most; {} were given",
                        "“{}”至多 {} 个参数，给了 {} 个", command.name, command.max_arguments,
                        count));
  }
}

// A word as a shell has to see it.
std::string quoted_word(const std::string& word) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 || std::strchr("_-./:,=+@%", c) != nullptr;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string text = "'";
  for (const char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

const Option* find_global(std::string_view word) {
  for (const Option& option : global_options().options) {
    if (word == "--" + std::string(option.name)) return &option;
    if (option.letter != '\0' && word == std::string("-") + option.letter) return &option;
  }
  return nullptr;
}

UsageError unknown_command(const std::string& name, Language tr) {
  const std::string shown = printable(name);
  std::string message = tr("there is no command '{}'", "没有命令“{}”", shown);
  const std::vector<std::string> closest = closest_commands(name);
  if (closest.empty()) {
    message += tr("; 'qipu help' lists them", "；“qipu help”列出所有命令");
  } else {
    message += tr("\n\nThe closest:\n", "\n\n相近的命令：\n");
    for (const std::string& command : closest)
      message += "    " + command + '\n';
    message.pop_back();
  }
  return UsageError(message);
}

}  // namespace

Arguments::Arguments(const Command& command, Language tr, std::vector<std::string> words,
                     std::vector<std::string> positional, Values values)
    : command_(&command),
      tr_(tr),
      words_(std::move(words)),
      positional_(std::move(positional)),
      values_(std::move(values)) {}

bool Arguments::has(std::string_view name) const {
  assert(command_->find_option(name) != nullptr);
  return values_.find(name) != values_.end();
}

std::string Arguments::text(std::string_view name) const { return text_or(name, ""); }

std::string Arguments::text_or(std::string_view name, std::string_view otherwise) const {
  return has(name) ? values_.find(name)->second.back() : std::string(otherwise);
}

std::vector<std::string> Arguments::texts(std::string_view name) const {
  return has(name) ? values_.find(name)->second : std::vector<std::string>();
}

Arguments Arguments::with_defaults(const Values& defaults) const {
  Arguments more = *this;
  for (const auto& [name, values] : defaults) {
    assert(command_->find_option(name) != nullptr);
    more.values_.try_emplace(name, values);
  }
  return more;
}

std::string Arguments::command_line() const {
  std::string line = "qipu " + std::string(command_->name);
  for (const std::string& word : words_)
    line += ' ' + quoted_word(word);
  return line;
}

std::uint64_t Arguments::number(std::string_view name, std::uint64_t otherwise, std::uint64_t min,
                                std::uint64_t max) const {
  if (!has(name)) return otherwise;
  const std::string typed = text(name);
  std::uint64_t value = 0;
  const char* end = typed.data() + typed.size();
  const auto [stop, fault] = std::from_chars(typed.data(), end, value);
  if (typed.empty() || fault != std::errc() || stop != end || value < min || value > max) {
    throw UsageError(tr_("--{} takes a whole number from {} to {}, not '{}'",
                         "--{} 只能取 {} 到 {} 的整数，不能是“{}”", name, min, max,
                         printable(typed)));
  }
  return value;
}

std::uint64_t Arguments::bytes(std::string_view name, std::uint64_t otherwise,
                               std::uint64_t min) const {
  if (!has(name)) return otherwise;
  const std::string typed = text(name);
  std::uint64_t value = 0;
  const char* end = typed.data() + typed.size();
  const auto [stop, fault] = std::from_chars(typed.data(), end, value);
  const std::string unit(stop, end);
  const unsigned shift = unit == "M" ? 20 : unit == "G" ? 30 : unit == "T" ? 40 : 0;
  const bool is_size = fault == std::errc() && shift != 0 && value <= (UINT64_MAX >> shift);
  if (!is_size || value << shift < min) {
    throw UsageError(tr_("--{} takes a size such as 512M or 2G, at least {}M, not '{}'",
                         "--{} 只能取 512M 或 2G 这样的大小，且不小于 {}M，不能是“{}”", name,
                         min >> 20U, printable(typed)));
  }
  return value << shift;
}

std::size_t Arguments::limit(std::string_view name, std::size_t otherwise) const {
  if (text(name) == "all") return std::numeric_limits<std::size_t>::max();
  return number(name, otherwise, 1, 1'000'000'000);
}

double Arguments::ratio(std::string_view name, double otherwise) const {
  if (!has(name)) return otherwise;
  std::string typed = text(name);
  const bool is_percent = typed.ends_with('%');
  if (is_percent) typed.pop_back();
  double value = 0;
  const char* end = typed.data() + typed.size();
  const auto [stop, fault] = std::from_chars(typed.data(), end, value);
  if (is_percent) value /= 100;
  // Written so that "nan" fails too.
  if (typed.empty() || fault != std::errc() || stop != end || !(value >= 0 && value <= 1)) {
    throw UsageError(tr_("--{} takes a share such as 0.55 or 55%, not '{}'",
                         "--{} 只能取 0.55 或 55% 这样的比例，不能是“{}”", name,
                         printable(text(name))));
  }
  return value;
}

CommandLine find_command_words(const std::vector<std::string>& words, Language tr) {
  CommandLine line;
  std::size_t at = 0;
  for (; at < words.size() && words[at].starts_with('-') && words[at].size() > 1; ++at) {
    const std::string& word = words[at];
    const Option* option = find_global(word.substr(0, word.find('=')));
    if (option == nullptr) {
      throw UsageError(
          tr("unknown option '{}' before the command", "命令之前没有选项“{}”", printable(word)));
    }
    line.words.push_back(word);
    if (!option->takes_value() || word.find('=') != std::string::npos) continue;
    if (at + 1 < words.size()) line.words.push_back(words[++at]);
  }
  if (at == words.size()) return line;

  std::string name = words[at];
  const auto all = commands();
  const bool is_family = std::any_of(all.begin(), all.end(), [&](const Command* command) {
    return command->name.starts_with(name + ' ');
  });
  if (is_family && at + 1 < words.size() && !words[at + 1].starts_with('-')) {
    name += ' ' + words[++at];
  }
  line.command = find_command(name);
  const auto rest = words.begin() + static_cast<std::ptrdiff_t>(at + 1);
  const bool asks_help = std::find(rest, words.end(), "--help") != words.end();
  if (line.command == nullptr && is_family && asks_help) {
    line.command = find_command("help");  // qipu book --help
    line.words = {name};
    return line;
  }
  if (line.command == nullptr) throw unknown_command(name, tr);
  line.words.insert(line.words.end(), rest, words.end());
  return line;
}

Arguments parse_arguments(const Command& command, const std::vector<std::string>& words,
                          Language tr) {
  const po::options_description description = description_of(command);
  po::positional_options_description positional;
  positional.add(kPositional, -1);
  po::variables_map found;
  try {
    using namespace po::command_line_style;  // NOLINT(google-build-using-namespace): flags
    const int style = allow_long | long_allow_next | long_allow_adjacent | allow_short |
                      short_allow_next | short_allow_adjacent | allow_dash_for_short;
    po::store(po::command_line_parser(words)
                  .options(description)
                  .positional(positional)
                  .style(style)
                  .run(),
              found);
  } catch (const po::error& error) {
    throw explain(command, error, tr);
  }

  Arguments::Values values;
  each_option(command, [&](const Option& option) {
    const std::string name(option.name);
    if (option.may_repeat) {
      if (found.count(name) != 0) values[name] = found[name].as<std::vector<std::string>>();
    } else if (option.takes_value()) {
      if (found.count(name) == 0) return;
      values[name] = {found[name].as<std::string>()};
      check_choice(option, values[name].back(), tr);
    } else if (found[name].as<bool>()) {
      values[name] = {""};
    }
  });
  std::vector<std::string> rest;
  if (found.count(kPositional) > 0) rest = found[kPositional].as<std::vector<std::string>>();
  if (values.find("help") == values.end() && values.find("version") == values.end()) {
    check_count(command, rest.size(), tr);
  }
  return Arguments(command, tr, words, std::move(rest), std::move(values));
}

Language language_of(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--lang" && i + 1 < words.size()) return Language::of_word(words[i + 1]);
    if (words[i].starts_with("--lang=")) return Language::of_word(words[i].substr(7));
  }
  return Language::of_locale();
}

}  // namespace qipu
