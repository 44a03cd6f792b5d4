// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/retry_rejects.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace qipu {

namespace {

// What the bytes of a reject hold now, with the bytes of each record.
struct Reread {
  Record record;
  std::string bytes;
};

// Offsets and lines of what was read of the reject as those of the whole source.
void shift(Record& record, const Place& place) {
  const auto line = [&](std::uint32_t here) {
    return here == 0 || place.line == 0 ? here : place.line + here - 1;
  };
  record.offset += place.offset;
  record.line = line(record.line);
  if (auto* error = std::get_if<Error>(&record.found)) {
    error->offset += place.offset;
    error->line = line(error->line);
  }
}

class Reader {
 public:
  Reader(const Store& store, const ImportOptions& options) : store_(store), options_(options) {}

  std::vector<Reread> read(const Reject& reject) const {
    const auto info = store_.source(reject.place.source);
    Source source;
    source.name = info ? info->name : "";
    source.file_name = source.name.substr(source.name.find_last_of("/!") + 1);
    source.content = SourceBytes::copy_of(reject.bytes);
    const RecordFormat* known = info ? find_record_format(info->format) : nullptr;
    std::vector<Reread> found;
    std::optional<Error> damage;
    each_unpacked(
        std::move(source), options_.sources,
        [&](const Source& unpacked) {
          read_source(unpacked, known, reject.place, found);
          return true;
        },
        [&](const Source&, const Error& error) {
          if (!damage) damage = error;
        });
    if (damage) {  // what can be read of it was read when it was imported
      Record record;
      record.found = *std::move(damage);
      found.clear();
      found.push_back({std::move(record), {}});
    }
    return found;
  }

 private:
  void read_source(const Source& source, const RecordFormat* known, const Place& place,
                   std::vector<Reread>& found) const {
    const Bytes bytes = source.content.bytes();
    const RecordFormat* format = options_.format != nullptr ? options_.format : known;
    if (format == nullptr) format = recognise(source.file_name, bytes);
    if (format == nullptr) {
      Record record;
      record.found = Error{.code = Error::Code::NoGame, .message = "of no known format"};
      found.push_back({std::move(record), {}});
      return;
    }
    format->read(bytes, options_.read, [&](Record record) {
      const std::size_t begin = std::min(record.offset, bytes.size());
      const std::size_t size = std::min(record.size, bytes.size() - begin);
      if (auto* game = std::get_if<Game>(&record.found)) normalise(*game);
      shift(record, place);
      std::string kept = std::move(record.alone);
      if (kept.empty()) kept = as_text(bytes.subspan(begin, size));
      found.push_back({std::move(record), std::move(kept)});
    });
  }

  const Store& store_;
  const ImportOptions& options_;
};

class Retry {
 public:
  Retry(Store& store, const ImportOptions& options, bool is_dry, const ImportHooks& hooks)
      : store_(store), reader_(store, options), hooks_(hooks) {
    if (!is_dry) writer_.emplace(store);
  }

  RetryReport run(std::vector<Place> places) {
    const auto key = [](const Place& place) { return std::pair(place.source, place.ordinal); };
    std::sort(places.begin(), places.end(),
              [&](const Place& a, const Place& b) { return key(a) < key(b); });
    places.erase(std::unique(places.begin(), places.end(),
                             [&](const Place& a, const Place& b) { return key(a) == key(b); }),
                 places.end());
    for (const Place& place : places) {
      if (hooks_.stop != nullptr && *hooks_.stop) {
        report_.was_interrupted = true;
        break;
      }
      const auto reject = store_.reject(place.source, place.ordinal);
      if (reject && is_tried(*reject)) retry(*reject);
      if (!writer_) continue;
      if (writer_->pending_bytes() >= MemoryBudget().commit_bytes() ||
          (hooks_.wants_commit && hooks_.wants_commit())) {
        writer_->commit();
      }
    }
    if (writer_) {
      writer_->commit();
      if (!report_.was_interrupted && writer_->wants_index()) {
        writer_->index(hooks_.index_progress);
      }
    }
    return std::move(report_);
  }

 private:
  bool is_tried(const Reject& reject) {
    if (reject.is_cut || reject.bytes.empty()) {
      ++report_.not_kept;
      return false;
    }
    if (writer_ && !writer_->progress(reject.place.source).is_done) {
      ++report_.unfinished;
      return false;
    }
    ++report_.tried;
    return true;
  }

  void retry(const Reject& reject) {
    std::vector<Reread> found = reader_.read(reject);
    const bool is_solved = std::any_of(found.begin(), found.end(), [](const Reread& reread) {
      return !std::holds_alternative<Error>(reread.record.found);
    });
    if (!is_solved) {
      keep(reject, found);
      return;
    }
    ++report_.solved;
    if (writer_) writer_->take_back(reject.place);
    bool is_first = true;
    for (Reread& reread : found) {
      Place place = reject.place;
      if (!is_first && writer_) place.ordinal = writer_->progress(place.source).records;
      is_first = false;
      place.offset = reread.record.offset;
      place.size = reread.bytes.size();
      place.line = reread.record.line;
      take(std::move(reread), place);
    }
  }

  // The reject stays, for the reason of today.
  void keep(const Reject& reject, std::vector<Reread>& found) {
    Error why = reject.error;
    if (!found.empty()) why = std::get<Error>(found.front().record.found);
    count_still(reject.place, why);
    if (!writer_ || why == reject.error) return;
    Reject now = reject;
    now.error = std::move(why);
    writer_->take_back(reject.place);
    writer_->set_aside(std::move(now));
  }

  void take(Reread reread, const Place& place) {
    if (const auto* game = std::get_if<Game>(&reread.record.found)) {
      const bool is_stored =
          writer_ && writer_->add(prepare(*game), place) == StoreWriter::Added::Stored;
      ++(is_stored || !writer_ ? report_.stored : report_.duplicates);
      if (writer_) writer_->keep_bytes(place, reread.bytes);
    } else if (const auto* error = std::get_if<Error>(&reread.record.found)) {
      count_still(place, *error);
      if (writer_) {
        writer_->set_aside(
            {.place = place, .error = *error, .bytes = std::move(reread.bytes), .is_cut = false});
      }
    } else {
      ++report_.other_games;
      if (writer_) writer_->skip(place);
    }
  }

  void count_still(const Place& place, const Error& error) {
    ++report_.still_by_reason[to_text(error.code)];
    if (report_.still.size() == kMaxListedRejects) return;
    const auto source = store_.source(place.source);
    report_.still.push_back({source ? source->name : "", error});
  }

  Store& store_;
  Reader reader_;
  const ImportHooks& hooks_;
  std::optional<StoreWriter> writer_;
  RetryReport report_;
};

}  // namespace

RetryReport retry_rejects(Store& store, const std::vector<Place>& places,
                          const ImportOptions& options, bool is_dry, const ImportHooks& hooks) {
  return Retry(store, options, is_dry, hooks).run(places);
}

}  // namespace qipu
