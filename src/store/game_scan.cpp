// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/game_scan.h"

#include <string>
#include <string_view>

#include "store/store_impl.h"

namespace qipu {

namespace {

// Where at least one game in so many is wanted, walking over all costs less than fetching each.
constexpr std::size_t kWalkDensity = 24;

}  // namespace

class GameScan::Impl {
 public:
  Impl(const Store::Impl& store, std::span<const GameId> games) : store_(store), games_(games) {
    const std::size_t span = games.empty() ? 0 : games.back() - games.front() + std::size_t{1};
    if (games.size() < 2 || span / games.size() >= kWalkDensity) return;
    walk_.emplace(store.tables(), Table::Games,
                  TableScan::Range{.from = game_key(games.front()), .prefix = {}, .is_bulk = true});
  }

  bool next() {
    if (at_ == games_.size()) return false;
    ++at_;
    if (walk_) {
      walk_to(game_key(id()));
    } else {
      fetched_ = store_.game_bytes(id());
    }
    return true;
  }

  GameId id() const { return games_[at_ - 1]; }
  const GameRow& row() const { return store_.rows().row(id()); }
  Bytes bytes() const { return as_bytes(walk_ ? walk_->value() : std::string_view(fetched_)); }
  const Tables& tables() const { return store_.tables(); }

 private:
  void walk_to(const std::string& key) {
    while (walk_->next()) {
      if (walk_->key() == key) return;
      if (walk_->key() > key) break;
    }
    tables().fail("game " + std::to_string(id()) + " is missing");
  }

  const Store::Impl& store_;
  std::span<const GameId> games_;
  std::size_t at_ = 0;  // one past the game it stands at
  std::optional<TableScan> walk_;
  std::string fetched_;
};

GameScan::GameScan(const Store& store, std::span<const GameId> games)
    : impl_(std::make_unique<Impl>(*store.impl_, games)) {}
GameScan::~GameScan() = default;

bool GameScan::next() { return impl_->next(); }
GameId GameScan::id() const { return impl_->id(); }
const GameRow& GameScan::row() const { return impl_->row(); }

MainLine GameScan::main_line() const {
  return impl_->tables().whole(decode_main_line(impl_->bytes()));
}
StoredGame GameScan::record() const { return impl_->tables().whole(decode_game(impl_->bytes())); }

}  // namespace qipu
