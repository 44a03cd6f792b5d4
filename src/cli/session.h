// SPDX-License-Identifier: GPL-3.0-or-later

// One run of one command: what was typed, in which language to answer, where the database is.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/arguments.h"
#include "cli/language.h"
#include "server/answers.h"
#include "store/store.h"
#include "xiangqi/notation.h"

namespace qipu {

// Options of commands that print data.
extern const OptionGroup kJsonOptions;  // --json
extern const OptionGroup kMoveOptions;  // --json, --notation

class Session {
 public:
  Session(Language language, Arguments typed) : tr(language), arguments(std::move(typed)) {}

  const Language tr;
  const Arguments arguments;

  // Where the database is, or is to be. THROWS: UsageError if nothing says where.
  std::filesystem::path place() const;
  // THROWS: StoreError; where there is no database, the message says how to make one.
  Store open_store() const;
  // To change it. As open_store(); it makes no database.
  Store open_store_to_write() const;

  bool wants_json() const { return arguments.has("json"); }  // REQUIRES: kJsonOptions
  Notation notation() const;                                 // REQUIRES: kMoveOptions
  // Whether what is printed may be coloured, and whether progress is to be shown.
  bool is_coloured() const;
  bool shows_progress() const;

  void print(std::string_view text) const;         // to standard output
  void print_json(const Json& answer) const;       // one document
  void print_json_line(const Json& answer) const;  // one row of several
  void note(std::string_view text) const;          // to standard error, as a line of its own
};

// "qipu: " and the message, and for wrong usage the line that helps.
void report_error(std::string_view message);

}  // namespace qipu
