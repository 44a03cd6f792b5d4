// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "schema/damage.h"
#include "schema/hash.h"
#include "store/store.h"
#include "store/verify_games.h"
#include "store/verify_index.h"

namespace qipu {

namespace {

constexpr GameId kGamesPerReport = 4096;

class Verifier {
 public:
  Verifier(const Tables& tables, const VerifyOptions& options)
      : tables_(tables),
        totals_(read(meta_key::kTotals, decode_totals)),
        mark_(read(meta_key::kIndexed, decode_index_mark)),
        rows_(tables, totals_.games),
        options_(options) {
    report_.is_full = options.is_full;
    report_.games_total = totals_.games;
    report_.pages_total = kPageCount;
  }

  VerifyReport run() &&;

 private:
  template <class T>
  T read(std::string_view key, Result<T> (*decode)(Bytes)) const {
    const auto value = tables_.get(Table::Meta, key);
    if (!value) tables_.fail(fmt::format("its record '{}' is missing", key));
    return tables_.whole(decode(as_bytes(*value)));
  }
  // Runs a check; a table that cannot be read ends it, and is one more problem.
  template <class Check>
  bool attempt(VerifyStep step, Check check);
  bool is_stopped() const { return options_.stop != nullptr && *options_.stop; }

  void check_checksums();
  void check_meta();
  void check_batches();
  void check_sources();
  void check_names();
  void check_rejects();
  void check_all_games();
  void check_some_games();

  const Tables& tables_;
  const Totals totals_;
  const IndexMark mark_;
  const GameTable rows_;
  const VerifyOptions& options_;
  VerifyReport report_;
};

template <class Check>
bool Verifier::attempt(VerifyStep step, Check check) {
  if (is_stopped()) return false;
  if (options_.progress) options_.progress(step, 0, 0);
  try {
    check();
    return true;
  } catch (const StoreError& error) {
    report_.add_problem(error.what());
    return false;
  }
}

void Verifier::check_checksums() { tables_.check(tables_.db().VerifyChecksum()); }

void Verifier::check_batches() {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t rejects = 0;
  for (std::uint32_t number = 0; number < totals_.batches; ++number) {
    const auto bytes = tables_.get(Table::Meta, meta_key::batch(number));
    if (!bytes) {
      report_.add_problem(fmt::format("batch {} is missing", number));
      return;
    }
    const Batch batch = tables_.whole(decode_batch(as_bytes(*bytes)));
    if (batch.first != games) {
      report_.add_problem(fmt::format("batch {} does not follow on the one before", number));
    }
    games += batch.games;
    plies += batch.plies;
    rejects += batch.rejects;
  }
  if (games != totals_.games || plies != totals_.plies || rejects != totals_.rejects) {
    report_.add_problem("the batches do not add up to the totals");
  }
}

void Verifier::check_sources() {
  std::vector<std::pair<GameId, GameId>> stored;
  for (SourceId id = 1; id <= totals_.sources; ++id) {
    const auto bytes = tables_.get(Table::Meta, meta_key::source(id));
    if (!bytes) {
      report_.add_problem(fmt::format("source {} is missing", id));
      continue;
    }
    const SourceRecord source = tables_.whole(decode_source(as_bytes(*bytes)));
    ++report_.sources;
    const auto by_content = tables_.get(Table::Meta, meta_key::content(source.content));
    if (!by_content || tables_.whole(decode_source_id(as_bytes(*by_content))) != id) {
      report_.add_problem(fmt::format("source {}: not found by its content", id));
    }
    if (std::uint64_t{source.games} + source.rejects + source.skipped != source.records) {
      report_.add_problem(fmt::format("source {}: its records are not those counted", id));
    }
    stored.insert(stored.end(), source.stored.begin(), source.stored.end());
  }
  std::sort(stored.begin(), stored.end());
  GameId next = 0;
  for (const auto& [first, end] : stored) {
    if (first != next || end <= first) break;
    next = end;
  }
  if (next != totals_.games) {
    report_.add_problem(fmt::format("game {} is of no source, or of several", next));
  }
}

void Verifier::check_meta() {
  check_batches();
  check_sources();
  check_rejects();
}

void Verifier::check_rejects() {
  TableScan rejects(tables_, Table::Rejects, {.from = {}, .prefix = {}, .is_bulk = true});
  while (rejects.next()) {
    ++report_.rejects;
    const auto reject = decode_reject(as_bytes(rejects.value()));
    if (!reject) {
      report_.add_problem("a record set aside: " + reject.error().message);
    } else if (rejects.key() != place_key(reject->place) || reject->place.source == 0 ||
               reject->place.source > totals_.sources) {
      report_.add_problem("a record set aside from a source that is not there");
    }
  }
  if (report_.rejects != totals_.rejects) {
    report_.add_problem(
        fmt::format("{} records set aside, {} by the totals", report_.rejects, totals_.rejects));
  }
}

void Verifier::check_names() {
  const std::array counts{std::pair{NameKind::Player, totals_.players},
                          std::pair{NameKind::Event, totals_.events}};
  EntrySum expected;  // the keys by which spellings are found
  std::uint64_t spellings = 0;
  const auto hash = [](std::string_view key) {
    return ByteReader(Bytes(hash_of(as_bytes(key)))).u64();
  };
  for (const auto& [kind, count] : counts) {
    TableScan names(tables_, Table::Names, {.from = name_id_key(kind, 1), .prefix = {}});
    for (std::uint32_t id = 1; id <= count; ++id) {
      if (!names.next() || names.key() != name_id_key(kind, id)) {
        report_.add_problem(
            fmt::format("name {} of kind {} is missing", id, static_cast<int>(kind)));
        return;
      }
      expected.add(hash(name_lookup_key(kind, name_key(names.value()), id)));
      ++spellings;
    }
  }
  report_.names = spellings;
  EntrySum found;
  std::uint64_t rows = 0;
  TableScan names(tables_, Table::Names, {.from = {}, .prefix = {}, .is_bulk = true});
  while (names.next()) {
    ++rows;
    const bool is_lookup = (static_cast<unsigned char>(names.key().front()) & 0x80U) != 0;
    if (is_lookup) found.add(hash(names.key()));
  }
  if (rows != spellings + found.count || !(found == expected)) {
    report_.add_problem("the names are not found by their keys");
  }
}

void Verifier::check_all_games() {
  GameChecks checks(tables_, rows_, totals_, report_);
  const GameId indexed_end = mark_.end;
  IndexChecks index(tables_, rows_, indexed_end, report_);
  bool is_complete = true;
  is_complete &= attempt(VerifyStep::Games, [&] {
    TableScan games(tables_, Table::Games, {.from = {}, .prefix = {}, .is_bulk = true});
    for (GameId id = 0; id < totals_.games; ++id) {
      if (!games.next() || games.key() != game_key(id)) {
        tables_.fail(fmt::format("game {} is missing", id));
      }
      const bool is_whole = checks.check(id, as_bytes(games.value()));
      is_complete &= is_whole;
      if (is_whole && id < indexed_end) {
        for (const Tuple& tuple : checks.tuples())
          index.expect({tuple.key}, tuple.posting());
      }
      if (id % kGamesPerReport != 0) continue;
      if (options_.progress) options_.progress(VerifyStep::Games, id, totals_.games);
      if (is_stopped()) return;
    }
    if (games.next()) report_.add_problem("there are more games than the totals say");
  });
  if (is_stopped()) return;
  if (is_complete && report_.plies != totals_.plies) {
    report_.add_problem(
        fmt::format("the games have {} plies, {} by the totals", report_.plies, totals_.plies));
  }
  // Without all games nothing can be said of what they lead to.
  if (is_complete) attempt(VerifyStep::Records, [&] { checks.check_records(); });
  attempt(VerifyStep::Index, [&] { index.check_all(is_complete, options_); });
}

void Verifier::check_some_games() {
  GameChecks checks(tables_, rows_, totals_, report_);
  const GameId indexed_end = mark_.end;
  IndexChecks index(tables_, rows_, indexed_end, report_);
  std::vector<Tuple> tuples;
  attempt(VerifyStep::Games, [&] {
    const std::uint64_t total = totals_.games;
    const std::uint64_t count = std::min<std::uint64_t>(total, options_.sample_games);
    for (std::uint64_t i = 0; i < count && !is_stopped(); ++i) {
      const auto id = static_cast<GameId>(count == 1 ? 0 : i * (total - 1) / (count - 1));
      if (options_.progress) options_.progress(VerifyStep::Games, i, count);
      const auto bytes = tables_.get(Table::Games, game_key(id));
      if (!bytes) {
        report_.add_problem(fmt::format("game {} is missing", id));
        continue;
      }
      if (!checks.check(id, as_bytes(*bytes))) continue;
      checks.look_up(id);
      if (id >= indexed_end) continue;
      tuples.insert(tuples.end(), checks.tuples().begin(), checks.tuples().end());
    }
  });
  attempt(VerifyStep::Index, [&] {
    std::sort(tuples.begin(), tuples.end());
    index.look_up(tuples);
    index.check_sample(options_);
  });
}

VerifyReport Verifier::run() && {
  if (options_.is_full) attempt(VerifyStep::Checksums, [&] { check_checksums(); });
  attempt(VerifyStep::Meta, [&] { check_meta(); });
  attempt(VerifyStep::Names, [&] { check_names(); });
  if (options_.is_full) {
    check_all_games();
  } else {
    check_some_games();
  }
  report_.was_stopped = is_stopped();
  return std::move(report_);
}

}  // namespace

void VerifyReport::add_problem(std::string problem) {
  ++problem_count;
  if (problems.size() < kMaxProblems) problems.push_back(std::move(problem));
}

VerifyReport verify(const std::filesystem::path& place, const VerifyOptions& options) {
  // Looks at the versions and at what no reader goes without.
  const Store store = Store::open(place);
  const Tables tables = Tables::open_to_read(place);
  return Verifier(tables, options).run();
}

}  // namespace qipu
