// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/record_scan.h"

#include "cli/interrupt.h"
#include "cli/layout.h"
#include "cli/progress.h"
#include "cli/question.h"
#include "cli/session.h"

namespace qipu {

void scan_with_progress(const Session& session, const Store& store,
                        const std::vector<GameId>& games, const RecordCondition& condition,
                        const FoundVisit& visit) {
  catch_interrupts();
  ProgressLine line(session.shows_progress());
  std::uint64_t found = 0;
  const auto count = [&](const FoundGame& game) {
    ++found;
    line.clear();
    return visit(game);
  };
  scan_games(store, games, condition, count, [&](std::uint64_t done) {
    stop_if_interrupted();
    if (!line.is_due()) return;
    const double rate = line.seconds() > 0 ? static_cast<double>(done) / line.seconds() : 0;
    line.show(how_far(done, games.size(), line.seconds(), session.tr) +
              session.tr("  {} of {} games read, {} a second, {} found",
                         "  已读 {}/{} 局，每秒 {} 局，找到 {} 局", grouped(done),
                         grouped(games.size()), grouped(static_cast<std::uint64_t>(rate)),
                         grouped(found)));
  });
}

bool reads_records(const Session& session) {
  const Arguments& typed = session.arguments;
  return asks_records(asked_words(session),
                      typed.has("fen") || typed.has("moves") || typed.has("game"));
}

SearchResult find_asked(const Session& session, const Store& store, const Filter& filter,
                        SearchOptions options, const FoundVisit& streamed) {
  const AskedPosition asked = asked_position(session, &store);
  const QueryWords words = asked_words(session);
  std::optional<Position> position;
  if (asked.is_asked) position = asked.position;
  options.is_flipped_too = words.is_flipped_too;
  if (!asks_records(words, asked.is_asked)) return search(store, position, filter, options);
  const RecordCondition condition(store, words, position);
  std::vector<FoundGame> found;
  scan_with_progress(session, store, candidates(store, words, position, filter), condition,
                     [&](const FoundGame& game) {
                       found.push_back(game);
                       return !streamed || streamed(game);
                     });
  return first_games(store, found, options);
}

}  // namespace qipu
