// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/import_files.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "import/record_stream.h"

namespace qipu {

namespace {

constexpr std::uint64_t kBytesPerCommit = std::uint64_t{64} << 20U;  // of sources

// Hands each record on, in order.
class Visitor : public RecordConsumer {
 public:
  using Visit = std::function<void(const std::string& source, Record)>;

  explicit Visitor(const Visit& visit) : visit_(visit) {}

  void digest(Game&& game, ParsedGame& parsed) const override {
    if (visit_) parsed.whole = std::make_unique<Game>(std::move(game));
  }
  bool is_known(const SourceInfo&) const override { return false; }
  void begin(const SourceInfo&) override {}
  void take(const SourceInfo& source, ParsedRecord&& parsed, Bytes) override {
    if (!visit_) return;
    Record record;
    record.offset = parsed.offset;
    record.size = parsed.size;
    record.line = parsed.line;
    if (auto* game = std::get_if<ParsedGame>(&parsed.found)) {
      record.found = std::move(*game->whole);
    } else if (auto* error = std::get_if<Error>(&parsed.found)) {
      record.found = std::move(*error);
    } else {
      record.found = std::move(std::get<OtherGame>(parsed.found));
    }
    visit_(source.name, std::move(record));
  }
  void fail(const SourceInfo& source, const Error& error, Bytes) override {
    Record record;
    record.found = error;
    if (visit_) visit_(source.name, std::move(record));
  }
  void end(const SourceInfo&, bool) override {}
  void pause(std::uint64_t) override {}

 private:
  const Visit& visit_;
};

// Puts each record into a store, once.
class Importer : public RecordConsumer {
 public:
  Importer(Store& store, const ImportOptions& options, const ImportHooks& hooks,
           ImportReport& report)
      : writer_(store), options_(options), hooks_(hooks), report_(report) {}

  void digest(Game&& game, ParsedGame& parsed) const override { parsed.prepared = prepare(game); }

  bool is_known(const SourceInfo& source) const override {
    const auto progress = writer_.find_source(source.content);
    return progress && progress->is_done;
  }

  void begin(const SourceInfo& source) override {
    progress_ = writer_.begin_source(source);
    ordinal_ = 0;
  }

  void take(const SourceInfo&, ParsedRecord&& parsed, Bytes bytes) override {
    const Place place{.source = progress_.id,
                      .ordinal = ordinal_++,
                      .offset = parsed.offset,
                      .size = parsed.size,
                      .line = parsed.line};
    // A source that was cut off by a kill, or that came twice before a commit: its first records
    // are in the store.
    const bool is_seen = place.ordinal < progress_.records;
    if (const auto* game = std::get_if<ParsedGame>(&parsed.found)) {
      const bool is_new =
          !is_seen && writer_.add(game->prepared, place) == StoreWriter::Added::Stored;
      ++(is_new ? report_.stored : report_.duplicates);
      if (is_new) plies_waiting_ += game->plies;
      if (!is_seen && options_.keep_bytes) writer_.keep_bytes(place, as_text(bytes));
    } else if (const auto* error = std::get_if<Error>(&parsed.found)) {
      if (!is_seen) writer_.set_aside(make_reject(*error, place, bytes));
    } else if (!is_seen) {
      writer_.skip(place);
    }
  }

  void fail(const SourceInfo& source, const Error& error, Bytes bytes) override {
    const StoreWriter::Progress progress = writer_.begin_source(source);
    if (progress.is_done) return;  // it failed before
    const Place place{.source = progress.id, .ordinal = 0, .offset = 0, .size = source.size};
    if (progress.records == 0) writer_.set_aside(make_reject(error, place, bytes));
    writer_.end_source(progress.id);
  }

  void end(const SourceInfo& source, bool was_read) override {
    if (was_read) {
      writer_.end_source(progress_.id);
      return;
    }
    // Known by its content from an earlier import: every game in it is one the store has.
    report_.games += progress_.games;
    if (progress_.games > 0) report_.games_by_format[source.format] += progress_.games;
    report_.plies += progress_.plies;
    report_.duplicates += progress_.games;
    report_.known_set_aside += progress_.rejects;
    ++report_.known_files;
  }

  void pause(std::uint64_t bytes_taken) override {
    bytes_waiting_ += bytes_taken;
    const bool is_much = bytes_waiting_ >= kBytesPerCommit ||
                         writer_.pending_bytes() >= options_.memory.commit_bytes();
    if (!is_much && !(hooks_.wants_commit && hooks_.wants_commit())) return;
    commit();
    if (plies_waiting_ < options_.memory.index_tuples()) return;
    writer_.index();
    plies_waiting_ = 0;
  }

  void finish() {
    commit();
    // Who stopped it wants to have it back; readers replay what is not in the index yet.
    if (!report_.was_interrupted && writer_.wants_index()) writer_.index(hooks_.index_progress);
  }

 private:
  static Reject make_reject(const Error& error, const Place& place, Bytes bytes) {
    const Bytes kept = bytes.first(std::min(bytes.size(), kMaxRejectBytes));
    return {.place = place,
            .error = error,
            .bytes = std::string(as_text(kept)),
            .is_cut = kept.size() < bytes.size()};
  }

  void commit() {
    writer_.commit();
    bytes_waiting_ = 0;
  }

  StoreWriter writer_;
  const ImportOptions& options_;
  const ImportHooks& hooks_;
  ImportReport& report_;
  StoreWriter::Progress progress_;
  std::uint32_t ordinal_ = 0;
  std::uint64_t bytes_waiting_ = 0;
  std::uint64_t plies_waiting_ = 0;  // committed or not, and not in the index
};

}  // namespace

ImportReport import_files(const std::vector<std::string>& paths, Store* store,
                          const ImportOptions& options, const ImportHooks& hooks) {
  if (store == nullptr) return read_files(paths, options, {}, hooks);
  ImportReport report;
  Importer importer(*store, options, hooks, report);
  stream_records(paths, options, hooks, importer, report);
  importer.finish();
  return report;
}

ImportReport read_files(const std::vector<std::string>& paths, const ImportOptions& options,
                        const std::function<void(const std::string& source, Record)>& visit,
                        const ImportHooks& hooks) {
  ImportReport report;
  Visitor visitor(visit);
  stream_records(paths, options, hooks, visitor, report);
  return report;
}

}  // namespace qipu
