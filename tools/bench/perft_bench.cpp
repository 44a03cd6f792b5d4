// SPDX-License-Identifier: GPL-3.0-or-later

// Move generation against that of fairy-stockfish: perft 5 from the start, in the same run.

#include <benchmark/benchmark.h>

#include <boost/process.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

#include "xiangqi/movegen.h"

namespace {

constexpr int kDepth = 5;
constexpr std::uint64_t kNodes = 133312995;
constexpr const char* kPeer = "/usr/games/fairy-stockfish";

using Seconds = std::chrono::duration<double>;

template <class Work>
double seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return Seconds(std::chrono::steady_clock::now() - start).count();
}

std::uint64_t peer_perft(boost::process::opstream& to, boost::process::ipstream& from) {
  to << "go perft " << kDepth << std::endl;
  const std::string label = "Nodes searched: ";
  for (std::string line; std::getline(from, line);) {
    if (line.rfind(label, 0) == 0) return std::stoull(line.substr(label.size()));
  }
  return 0;
}

void perft_from_start(benchmark::State& state) {
  const bool has_peer = std::filesystem::exists(kPeer);
  double own_seconds = 0;
  double peer_seconds = 0;
  while (state.KeepRunning()) {
    std::uint64_t nodes = 0;
    own_seconds = seconds_of([&] { nodes = qipu::perft(qipu::Position::start(), kDepth); });
    state.SetIterationTime(own_seconds);
    if (nodes != kNodes) state.SkipWithError("a wrong number of nodes");
    if (!has_peer) continue;
    boost::process::opstream to;
    boost::process::ipstream from;
    boost::process::child peer(kPeer, boost::process::std_in<to, boost::process::std_out> from);
    to << "setoption name UCI_Variant value xiangqi\nposition startpos" << std::endl;
    peer_seconds = seconds_of([&] { nodes = peer_perft(to, from); });
    to << "quit" << std::endl;
    peer.wait();
    if (nodes != kNodes) state.SkipWithError("fairy-stockfish counts other nodes");
  }
  constexpr auto kCount = static_cast<double>(kNodes);
  state.counters["nodes/s"] = kCount / own_seconds;
  if (!has_peer) return state.SetLabel("fairy-stockfish is not installed");
  state.counters["fairy nodes/s"] = kCount / peer_seconds;
  state.counters["times fairy"] = peer_seconds / own_seconds;
}
BENCHMARK(perft_from_start)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
