// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/layout.h"

namespace qipu {

namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kOptionIndent = 4;
constexpr std::size_t kHelpIndent = 12;

constexpr Text kSummary{"Xiangqi game records: a database, an explorer and opening books",
                        "象棋棋谱：数据库、局面浏览与开局库"};

std::vector<const OptionGroup*> groups_of(const Command& command) {
  std::vector<const OptionGroup*> groups(command.groups.begin(), command.groups.end());
  groups.push_back(&global_options());
  return groups;
}

// "-o, --output FILE"
std::string words_of(const Option& option) {
  std::string words = option.letter == '\0' ? "" : fmt::format("-{}, ", option.letter);
  words += fmt::format("--{}", option.name);
  if (option.takes_value()) words += fmt::format(" {}", option.value);
  return words;
}

std::string option_text(const Option& option, Language tr) {
  return std::string(kOptionIndent, ' ') + words_of(option) + '\n' +
         wrap_indented(tr(option.help), kColumns, kHelpIndent);
}

std::vector<std::string_view> paragraphs_of(std::string_view text) {
  std::vector<std::string_view> paragraphs;
  for (;;) {
    const std::size_t gap = text.find("\n\n");
    paragraphs.push_back(text.substr(0, gap));
    if (gap == std::string_view::npos) return paragraphs;
    text.remove_prefix(gap + 2);
  }
}

// Text for roff: nothing in it may be read as a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
  }
  if (out.starts_with('.')) out.insert(0, "\\&");
  return out;
}

std::string page_head(std::string_view name, std::string_view summary) {
  std::string upper(name);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"\" \"qipu {}\" \"qipu\"\n.SH NAME\n{} \\- {}\n", roff(upper),
                     QIPU_VERSION, roff(name), roff(summary));
}

std::string options_page(const OptionGroup& group, Language tr) {
  std::string text = fmt::format(".SS {}\n", roff(tr(group.title)));
  for (const Option& option : group.options) {
    text += fmt::format(".TP\n.B {}\n{}\n", roff(words_of(option)), roff(tr(option.help)));
  }
  return text;
}

std::string exit_codes_page(Language tr) {
  return fmt::format(
      ".SH {}\n{}\n", tr(Text{"EXIT STATUS", "退出码"}),
      tr(Text{"0 done; 1 failed, or there were no records to read; 2 wrong usage; 3 with "
              "\\-\\-strict, records were set aside or marked, or a check found something; 130 "
              "interrupted, with all that was committed kept.",
              "0 完成；1 失败，或没有可读的记录；2 用法有误；3 使用 \\-\\-strict "
              "且有记录被搁置或标注，或检查发现问题；130 被中断，已入库的内容保留。"}));
}

}  // namespace

std::string overview_text(Language tr) {
  std::string text = fmt::format("qipu {} - {}\n\n", QIPU_VERSION, tr(kSummary));
  text += tr("Usage: qipu [--db PLACE] COMMAND [options] [arguments]\n\nCommands:\n",
             "用法：qipu [--db PLACE] 命令 [选项] [参数]\n\n命令：\n");
  std::size_t width = 0;
  for (const Command* command : commands())
    width = std::max(width, command->name.size());
  for (const Command* command : commands()) {
    text += fmt::format("  {:{}}  {}\n", command->name, width, tr(command->summary));
  }
  return text + tr("\nStart with:  qipu import PATH...   then   qipu explore\n"
                   "'qipu help COMMAND' says more, with an example.\n",
                   "\n入门：  qipu import PATH...   然后   qipu explore\n"
                   "“qipu help 命令”给出详细说明与示例。\n");
}

std::string help_text(const Command& command, Language tr) {
  std::string text = fmt::format("qipu {} - {}\n\n", command.name, tr(command.summary));
  text += tr("Usage: {}\n", "用法：{}\n", command.usage());
  for (const std::string_view paragraph : paragraphs_of(tr(command.description))) {
    text += '\n' + wrap_indented(paragraph, kColumns, 0);
  }
  text += tr("\nExample:\n", "\n示例：\n");
  text += fmt::format("    {}\n{}", command.example,
                      wrap_indented(tr(command.example_note), kColumns, 4));
  for (const OptionGroup* group : groups_of(command)) {
    text += fmt::format("\n{}{}\n", tr(group->title), tr(Text{":", "："}));
    for (const Option& option : group->options)
      text += option_text(option, tr);
  }
  return text;
}

std::string page_name(const Command& command) {
  std::string name = "qipu-" + std::string(command.name);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string manual_page(const Command& command, Language tr) {
  std::string text = page_head(page_name(command), tr(command.summary));
  text += fmt::format(".SH {}\n.B {}\n", tr(Text{"SYNOPSIS", "用法"}), roff(command.usage()));
  text += fmt::format(".SH {}\n", tr(Text{"DESCRIPTION", "说明"}));
  for (const std::string_view paragraph : paragraphs_of(tr(command.description))) {
    text += fmt::format(".PP\n{}\n", roff(paragraph));
  }
  text += fmt::format(".SH {}\n", tr(Text{"OPTIONS", "选项"}));
  for (const OptionGroup* group : groups_of(command))
    text += options_page(*group, tr);
  text += fmt::format(".SH {}\n.PP\n.nf\n.B {}\n.fi\n.PP\n{}\n", tr(Text{"EXAMPLE", "示例"}),
                      roff(command.example), roff(tr(command.example_note)));
  return text + exit_codes_page(tr) + ".SH " + std::string(tr(Text{"SEE ALSO", "参见"})) +
         "\n.BR qipu (1)\n";
}

std::string overview_page(Language tr) {
  std::string text = page_head("qipu", tr(kSummary));
  text += fmt::format(".SH {}\n.B qipu\n{}\n", tr(Text{"SYNOPSIS", "用法"}),
                      roff(tr(Text{"[--db PLACE] COMMAND [options] [arguments]",
                                   "[--db PLACE] 命令 [选项] [参数]"})));
  text += fmt::format(".SH {}\n", tr(Text{"COMMANDS", "命令"}));
  for (const Command* command : commands()) {
    text +=
        fmt::format(".TP\n.BR {} (1)\n{}\n", roff(page_name(*command)), roff(tr(command->summary)));
  }
  text += fmt::format(".SH {}\n", tr(Text{"OPTIONS", "选项"}));
  return text + options_page(global_options(), tr) + exit_codes_page(tr);
}

}  // namespace qipu
