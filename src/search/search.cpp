// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <map>
#include <tuple>

#include "search/query.h"

namespace qipu {
namespace {

// The first ply at which the main line stands at `position` or its mirror image, or -1.
int ply_matched(const StoredGame& stored, const Position& position) {
  const Position mirrored = position.mirrored();
  Position current = stored.game.start;
  int ply = 0;
  const auto is_there = [&] { return current == position || current == mirrored; };
  if (is_there()) return ply;
  for (const Move move : stored.game.tree.main_line()) {
    current.play(move);
    ++ply;
    if (is_there()) return ply;
  }
  return -1;
}

// Takes games in any order and keeps the first so many of an order. Games that are equal in it come
// newest first, then last imported first, so that one page of results goes on where the last ended.
class FirstGames {
 public:
  FirstGames(const Store& store, GameOrder order, std::size_t count)
      : store_(store), order_(order), count_(count) {}

  void offer(const FoundGame& game) {
    if (order_ == GameOrder::Event) learn_name(game.row.event);
    const auto before = [this](const FoundGame& a, const FoundGame& b) { return is_before(a, b); };
    if (heap_.size() == count_) {  // its front is the last of those kept
      if (!is_before(game, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), before);
      heap_.pop_back();
    }
    heap_.push_back(game);
    std::push_heap(heap_.begin(), heap_.end(), before);
  }

  std::vector<FoundGame> sorted() && {
    std::sort_heap(heap_.begin(), heap_.end(),
                   [this](const FoundGame& a, const FoundGame& b) { return is_before(a, b); });
    return std::move(heap_);
  }

 private:
  void learn_name(EventId event) {
    const auto [found, is_new] = event_names_.try_emplace(event);
    if (is_new && event != 0) found->second = store_.event_name(event);
  }

  bool is_before(const FoundGame& a, const FoundGame& b) const {
    switch (order_) {
      case GameOrder::DateAscending: {
        const bool a_known = a.row.date.is_known();
        const bool b_known = b.row.date.is_known();
        return std::tuple(b_known, a.row.date, a.id) < std::tuple(a_known, b.row.date, b.id);
      }
      case GameOrder::PliesDescending:
        if (a.row.plies != b.row.plies) return a.row.plies > b.row.plies;
        break;
      case GameOrder::Event: {
        const std::string& a_name = event_names_.at(a.row.event);
        const std::string& b_name = event_names_.at(b.row.event);
        if (a_name != b_name) return !a_name.empty() && (b_name.empty() || a_name < b_name);
        break;
      }
      case GameOrder::DateDescending:
        break;
    }
    return std::tie(a.row.date, a.id) > std::tie(b.row.date, b.id);
  }

  const Store& store_;
  GameOrder order_;
  std::size_t count_;
  std::vector<FoundGame> heap_;
  std::map<EventId, std::string> event_names_;  // of the games offered, for GameOrder::Event
};

}  // namespace

SearchResult search_among(const Store& store, const std::vector<GameId>& games,
                          const std::optional<Position>& position, const SearchOptions& options) {
  SearchResult result;
  result.total = games.size();
  if (options.limit == 0 || options.offset >= games.size()) return result;
  const std::size_t end = options.offset + std::min(options.limit, games.size() - options.offset);
  FirstGames first(store, options.order, end);
  for (const GameId game : games)
    first.offer({game, store.row(game), -1});
  const std::vector<FoundGame> found = std::move(first).sorted();
  for (std::size_t i = options.offset; i < end; ++i) {
    FoundGame game = found[i];
    if (position) {
      game.ply_matched = ply_matched(store.game(game.id), *position);
      if (game.ply_matched < 0) {  // only the key is the same
        --result.total;
        continue;
      }
    }
    result.games.push_back(game);
  }
  return result;
}

SearchResult search(const Store& store, const std::optional<Position>& position,
                    const Filter& filter, const SearchOptions& options) {
  if (!position) return search_among(store, store.select(filter), position, options);
  std::vector<GameId> games;
  for (const Posting& posting : store.games_at(position->key().key, filter)) {
    if (games.empty() || games.back() != posting.game) games.push_back(posting.game);
  }
  return search_among(store, games, position, options);
}

}  // namespace qipu
