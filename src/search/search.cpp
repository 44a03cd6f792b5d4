// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <map>
#include <tuple>

#include "search/place_finder.h"
#include "search/query.h"

namespace qipu {
namespace {

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
      case GameOrder::Import:
        return a.id < b.id;
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

// Those of `size` games that the options show.
template <class GameAt>
SearchResult page_of(const Store& store, std::size_t size, const SearchOptions& options,
                     GameAt game_at) {
  SearchResult result;
  result.total = size;
  if (options.limit == 0 || options.offset >= size) return result;
  const std::size_t end = options.offset + std::min(options.limit, size - options.offset);
  FirstGames first(store, options.order, end);
  for (std::size_t i = 0; i < size; ++i)
    first.offer(game_at(i));
  result.games = std::move(first).sorted();
  result.games.erase(result.games.begin(),
                     result.games.begin() + static_cast<std::ptrdiff_t>(options.offset));
  return result;
}

}  // namespace

SearchResult first_games(const Store& store, const std::vector<FoundGame>& games,
                         const SearchOptions& options) {
  return page_of(store, games.size(), options, [&](std::size_t i) { return games[i]; });
}

SearchResult search_among(const Store& store, const std::vector<GameId>& games,
                          const std::optional<Position>& position, const SearchOptions& options) {
  SearchResult result = page_of(store, games.size(), options, [&](std::size_t i) {
    return FoundGame{
        .id = games[i], .row = store.row(games[i]), .ply_matched = -1, .variation = kNoNode};
  });
  if (!position) return result;
  const PlaceFinder finder(*position, options.is_flipped_too);
  const auto is_elsewhere = [&](FoundGame& game) {
    const Game record = store.game(game.id).game;
    const auto ply = finder.first_ply(record.start, record.tree.main_line());
    game.ply_matched = ply.value_or(-1);
    return !ply;  // only the key is the same
  };
  result.total -= std::erase_if(result.games, is_elsewhere);
  return result;
}

std::vector<GameId> games_reaching(const Store& store, const Position& position,
                                   bool is_flipped_too, const Filter& filter) {
  std::vector<PositionKey> keys{position.key().key};
  const PositionKey flipped = position.flipped().key().key;
  if (is_flipped_too && flipped != keys.front()) keys.push_back(flipped);
  std::vector<GameId> games;
  for (const PositionKey key : keys) {
    for (const Posting& posting : store.games_at(key, filter)) {
      if (games.empty() || games.back() != posting.game) games.push_back(posting.game);
    }
  }
  if (keys.size() == 1) return games;
  std::sort(games.begin(), games.end());
  games.erase(std::unique(games.begin(), games.end()), games.end());
  return games;
}

SearchResult search(const Store& store, const std::optional<Position>& position,
                    const Filter& filter, const SearchOptions& options) {
  const std::vector<GameId> games =
      position ? games_reaching(store, *position, options.is_flipped_too, filter)
               : store.select(filter);
  return search_among(store, games, position, options);
}

}  // namespace qipu
