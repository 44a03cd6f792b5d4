// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/record_stream.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "base/text.h"
#include "schema/hash.h"

namespace qipu {

namespace {

constexpr std::size_t kLargeSize = std::size_t{8} << 20U;  // sources larger than that go in pieces
constexpr std::size_t kPieceSize = std::size_t{2} << 20U;  // several in a batch, for the threads
constexpr std::size_t kBatchSources = 4096;
constexpr std::size_t kMaxUnrecognised = 10;            // their names in the report
constexpr auto kTick = std::chrono::milliseconds(100);  // between two words of progress

// In steps, so that a mapped source never is in memory as a whole.
Hash128 hash_of_all(const SourceBytes& content) {
  Hasher hasher;
  const Bytes bytes = content.bytes();
  for (std::size_t at = 0; at < bytes.size(); at += kPieceSize) {
    const std::size_t size = std::min(kPieceSize, bytes.size() - at);
    hasher.add(bytes.subspan(at, size));
    content.release(at, at + size);
  }
  return hasher.hash();
}

// A part of a source that one thread parses.
struct Piece {
  Bytes bytes;
  std::size_t offset = 0;        // of its first byte in the source
  std::uint32_t first_line = 0;  // lines before it
  std::vector<ParsedRecord> parsed;
  bool is_whole = false;  // all its records are in `parsed`: no stop came in between
};

// A source, or a stretch of a large one, on its way through.
struct Stretch {
  SourceInfo info;
  const RecordFormat* format = nullptr;
  SourceBytes content;  // empty for a stretch of a large source, whose visit keeps the bytes
  std::optional<Error> failure;  // the source cannot be read
  bool is_first = true;
  bool is_last = true;
  bool is_known = false;
  std::uint64_t disk_bytes_done = 0;
  std::vector<Piece> pieces;
};

std::uint32_t count_lines(Bytes bytes) {
  const auto count = std::count(bytes.begin(), bytes.end(), std::byte{'\n'});
  return static_cast<std::uint32_t>(
      std::min<std::ptrdiff_t>(count, std::numeric_limits<std::int32_t>::max()));
}

void shift(Error& error, const Piece& piece) {
  error.offset += piece.offset;
  if (error.line != 0) error.line += piece.first_line;
}

// What the threads have done of a batch so far.
struct Done {
  std::atomic<std::uint64_t> bytes = 0;
  std::atomic<std::uint64_t> games = 0;
};

// Leaves a reader in the middle; never seen outside this file.
struct Stopped {};

ParsedGame parse_game(Game&& game, const RecordConsumer& consumer) {
  normalise(game);
  ParsedGame parsed;
  parsed.plies = static_cast<std::uint32_t>(game.tree.ply_count());
  parsed.kind = kind_of(game);
  parsed.notes.reserve(game.notes.size());
  for (const Note& note : game.notes)
    parsed.notes.push_back(note.kind);
  consumer.digest(std::move(game), parsed);
  return parsed;
}

void parse(Piece& piece, const RecordFormat& format, const ReadOptions& options,
           const RecordConsumer& consumer, const std::atomic<bool>* stop, Done& done) {
  ReadOptions here = options;
  here.before = {piece.bytes.data() - piece.offset, piece.offset};
  std::size_t bytes_done = 0;
  format.read(piece.bytes, here, [&](Record&& record) {
    if (stop != nullptr && *stop) throw Stopped();
    const std::size_t end = std::clamp(record.offset + record.size, bytes_done, piece.bytes.size());
    done.bytes += end - std::exchange(bytes_done, end);
    ParsedRecord parsed;
    parsed.offset = record.offset + piece.offset;
    parsed.size = record.size;
    parsed.line = record.line == 0 ? 0 : record.line + piece.first_line;
    parsed.alone = std::move(record.alone);
    if (auto* game = std::get_if<Game>(&record.found)) {
      parsed.found = parse_game(std::move(*game), consumer);
      ++done.games;
    } else if (auto* error = std::get_if<Error>(&record.found)) {
      shift(*error, piece);
      parsed.found = std::move(*error);
    } else {
      parsed.found = std::move(std::get<OtherGame>(record.found));
    }
    piece.parsed.push_back(std::move(parsed));
  });
  done.bytes += piece.bytes.size() - bytes_done;
  piece.is_whole = true;
}

// Stretches that are parsed together. Threads start in start() and are gone after join().
class Batch {
 public:
  explicit Batch(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void add(Stretch stretch) {
    for (const Piece& piece : stretch.pieces)
      bytes_ += piece.bytes.size();
    stretches_.push_back(std::move(stretch));
  }
  bool is_full() const { return bytes_ >= max_bytes_ || stretches_.size() >= kBatchSources; }
  bool is_empty() const { return stretches_.empty(); }

  // Threads stop in the middle once `stop` is set.
  void start(unsigned jobs, const ReadOptions& options, const RecordConsumer& consumer,
             const std::atomic<bool>* stop) {
    for (Stretch& stretch : stretches_) {
      for (Piece& piece : stretch.pieces)
        work_.emplace_back(&stretch, &piece);
    }
    const auto threads = std::min<std::size_t>(jobs, work_.size());
    running_ = threads;
    for (std::size_t i = 0; i < threads; ++i) {
      threads_.emplace_back([this, &options, &consumer, stop] {
        work(options, consumer, stop);
        const std::lock_guard lock(mutex_);
        if (--running_ == 0) ended_.notify_one();
      });
    }
  }

  // The stretches with their records; calls `meanwhile` ten times a second until they are there.
  // THROWS what a thread threw.
  std::vector<Stretch>& join(const std::function<void(const Done&)>& meanwhile) {
    {
      std::unique_lock lock(mutex_);
      while (!ended_.wait_for(lock, kTick, [this] { return running_ == 0; })) {
        lock.unlock();
        meanwhile(done_);
        lock.lock();
      }
    }
    for (std::thread& thread : threads_)
      thread.join();
    threads_.clear();
    if (failure_) std::rethrow_exception(failure_);
    return stretches_;
  }

  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch() {
    for (std::thread& thread : threads_)
      thread.join();
  }

 private:
  void work(const ReadOptions& options, const RecordConsumer& consumer,
            const std::atomic<bool>* stop) {
    try {
      for (std::size_t i = next_++; i < work_.size(); i = next_++) {
        parse(*work_[i].second, *work_[i].first->format, options, consumer, stop, done_);
      }
    } catch (const Stopped&) {
      next_ = work_.size();
    } catch (...) {
      if (!has_failed_.exchange(true)) failure_ = std::current_exception();
      next_ = work_.size();
    }
  }

  std::vector<Stretch> stretches_;
  std::size_t max_bytes_;  // that fill it, about
  std::size_t bytes_ = 0;
  std::vector<std::pair<const Stretch*, Piece*>> work_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t running_ = 0;  // threads; guarded by mutex_
  Done done_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> has_failed_ = false;
  std::exception_ptr failure_;  // read after the threads are gone
};

// The end of the next piece of `rest`: after a whole record, if the format can tell. Nothing if
// that is more than `limit` bytes away.
std::optional<std::size_t> piece_end(const RecordFormat& format, Bytes rest, std::uint64_t limit) {
  if (format.split != nullptr) {
    for (std::size_t window = kPieceSize; window < std::min<std::uint64_t>(rest.size(), limit);
         window *= 2) {
      const std::size_t end = format.split(rest.first(window));
      if (end != 0) return end;
    }
  }
  if (rest.size() > limit) return std::nullopt;
  return rest.size();
}

// Endings that only records have; a text or a web page may well hold none.
std::string_view ending_of_records(std::string_view file_name) {
  constexpr std::array<std::string_view, 16> kEndings{
      ".pgn", ".pgns", ".xqf", ".cbr", ".cbl", ".cbf",  ".mxq",    ".che",
      ".ccm", ".chn",  ".xqi", ".xgf", ".pfc", ".cbrx", ".pgn_zh", ".ubb"};
  const std::size_t dot = file_name.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string ending = to_lower(file_name.substr(dot));
  const auto found = std::find(kEndings.begin(), kEndings.end(), ending);
  return found == kEndings.end() ? std::string_view() : *found;
}

Error record_too_large(std::size_t offset, std::uint32_t lines_before, std::uint64_t limit) {
  return {.code = Error::Code::TooLarge,
          .message = "no record ends within " + std::to_string(limit >> 20U) +
                     " MiB; the rest is not read",
          .offset = offset,
          .line = lines_before + 1};
}

class Stream {
 public:
  Stream(const ImportOptions& options, const ImportHooks& hooks, RecordConsumer& consumer,
         ImportReport& report)
      : options_(options),
        hooks_(hooks),
        consumer_(consumer),
        report_(report),
        jobs_(options.jobs != 0 ? options.jobs
                                : std::max(1U, std::thread::hardware_concurrency())) {}

  void run(const std::vector<std::string>& paths) {
    if (hooks_.progress) bytes_total_ = disk_bytes(paths);
    each_source(
        paths, options_.sources, [this](Source source) { return visit(std::move(source)); },
        [this](const Source& source, const Error& error) {
          fail(source.name, error, source.content.bytes());
        });
    flush();
    flush();
    report_.was_interrupted = is_stopped();
  }

 private:
  std::unique_ptr<Batch> new_batch() const {
    return std::make_unique<Batch>(options_.memory.batch_bytes());
  }
  bool is_stopped() const { return hooks_.stop != nullptr && hooks_.stop->load(); }

  bool visit(Source source) {
    if (is_stopped()) return false;
    const Bytes bytes = source.content.bytes();
    ++report_.files;
    report_.bytes += bytes.size();
    const RecordFormat* format =
        options_.format != nullptr ? options_.format : recognise(source.file_name, bytes);
    if (format == nullptr) return visit_unrecognised(source);
    Stretch stretch;
    stretch.info = {.content = read_as(hash_of_all(source.content)),
                    .name = std::move(source.name),
                    .size = bytes.size(),
                    .format = std::string(format->name)};
    stretch.format = format;
    stretch.disk_bytes_done = source.disk_bytes_done;
    stretch.is_known = consumer_.is_known(stretch.info);
    if (!stretch.is_known && bytes.size() > kLargeSize)
      return visit_large(std::move(stretch), source.content);
    if (!stretch.is_known) {  // else it waits for its turn without its bytes
      stretch.pieces.push_back({.bytes = bytes, .offset = 0, .first_line = 0, .parsed = {}});
      stretch.content = std::move(source.content);
    }
    batch_->add(std::move(stretch));
    if (batch_->is_full()) flush();
    return true;
  }

  bool visit_unrecognised(const Source& source) {
    const std::string_view ending = ending_of_records(source.file_name);
    if (!ending.empty()) {
      fail(source.name,
           {.code = Error::Code::NoGame,
            .message = "no record in it, though its name ends in " + std::string(ending)},
           source.content.bytes());
      return true;
    }
    ++report_.unrecognised_files;
    if (report_.unrecognised.size() < kMaxUnrecognised) report_.unrecognised.push_back(source.name);
    return true;
  }

  // A source that cannot be read waits for its turn as the others do, so that ids follow the order.
  void fail(const std::string& name, const Error& error, Bytes bytes) {
    Stretch stretch;
    stretch.info.name = name;
    stretch.info.size = bytes.size();
    stretch.info.content =
        bytes.empty() ? hash_of(as_bytes("unreadable\n" + name + '\n' + error.message + '\n'))
                      : read_as(hash_of(bytes));
    stretch.content =
        SourceBytes::copy_of(as_text(bytes.first(std::min(bytes.size(), kMaxRejectBytes + 1))));
    stretch.failure = error;
    batch_->add(std::move(stretch));
    if (batch_->is_full()) flush();
  }

  // A source is another one when it is to be read in another way. SOURCE: schema/v1.md, "Hashes".
  Hash128 read_as(const Hash128& content) const {
    std::string words;
    if (options_.format != nullptr) words += "format " + std::string(options_.format->name) + '\n';
    if (!options_.read.charset.empty()) words += "charset " + options_.read.charset + '\n';
    if (!options_.read.fallback_charset.empty())
      words += "fallback-charset " + options_.read.fallback_charset + '\n';
    if (options_.read.allow_self_check) words += "allow-self-check\n";
    if (options_.keep_bytes) words += "keep-bytes\n";
    if (words.empty()) return content;
    return hash_of(as_bytes(std::string(as_text(content)) + '\n' + words));
  }

  // A large source goes through piece by piece, and is all taken when this returns.
  bool visit_large(Stretch whole, const SourceBytes& content) {
    const Bytes bytes = content.bytes();
    std::size_t offset = 0;
    std::size_t parsing = 0;   // where the bytes begin that the threads are on
    std::size_t released = 0;  // what is before will not be asked for
    std::uint32_t line = 0;
    while (offset < bytes.size() && !is_stopped()) {
      const auto end =
          piece_end(*whole.format, bytes.subspan(offset), options_.sources.max_unpacked);
      if (!end) {
        fail(whole.info.name, record_too_large(offset, line, options_.sources.max_unpacked), {});
        break;
      }
      const std::size_t size = *end;
      const Bytes piece = bytes.subspan(offset, size);
      Stretch stretch;
      stretch.info = whole.info;
      stretch.format = whole.format;
      stretch.is_first = offset == 0;
      stretch.is_last = offset + size == bytes.size();
      stretch.disk_bytes_done =
          whole.disk_bytes_done - std::min(whole.disk_bytes_done, bytes.size() - offset - size);
      stretch.pieces.push_back(
          {.bytes = piece, .offset = offset, .first_line = line, .parsed = {}});
      batch_->add(std::move(stretch));
      offset += size;
      line += count_lines(piece);
      if (batch_->is_full()) {
        flush();
        content.release(std::exchange(released, parsing), parsing);
        parsing = offset;
      }
    }
    flush();
    flush();
    return !is_stopped();
  }

  // Sets the threads on the batch that was gathered, and takes the one they have done before.
  void flush() {
    if (!batch_->is_empty()) batch_->start(jobs_, options_.read, consumer_, hooks_.stop);
    std::unique_ptr<Batch> done = std::exchange(parsing_, std::exchange(batch_, new_batch()));
    for (Stretch& stretch : done->join([this](const Done& at) { tell_progress(at); })) {
      if (is_cut_) return;  // a stop left a gap: what comes behind it is for another import
      take(stretch);
    }
  }

  void take(Stretch& stretch) {
    if (stretch.failure) {
      set_aside(stretch.info.name, *stretch.failure);
      consumer_.fail(stretch.info, *stretch.failure, stretch.content.bytes());
      return;
    }
    if (stretch.is_first) consumer_.begin(stretch.info);
    std::uint64_t bytes = 0;
    for (Piece& piece : stretch.pieces) {
      bytes += piece.bytes.size();
      for (ParsedRecord& parsed : piece.parsed) {
        count(stretch.info, parsed);
        const std::string alone = std::move(parsed.alone);
        const std::size_t begin = std::min(parsed.offset - piece.offset, piece.bytes.size());
        const std::size_t size = std::min(parsed.size, piece.bytes.size() - begin);
        consumer_.take(stretch.info, std::move(parsed),
                       alone.empty() ? piece.bytes.subspan(begin, size) : as_bytes(alone));
      }
      piece.parsed = std::vector<ParsedRecord>();
      if (!piece.is_whole) {
        is_cut_ = true;
        return;
      }
    }
    disk_bytes_done_ = stretch.disk_bytes_done;
    source_ = stretch.info.name;
    if (stretch.is_last) consumer_.end(stretch.info, !stretch.is_known);
    consumer_.pause(bytes);
    tell_progress({});
  }

  void count(const SourceInfo& source, const ParsedRecord& parsed) {
    if (const auto* game = std::get_if<ParsedGame>(&parsed.found)) {
      ++report_.games;
      report_.plies += game->plies;
      ++report_.games_by_kind[game->kind];
      ++report_.games_by_format[source.format];
      if (!game->notes.empty()) ++report_.noted;
      for (const Note::Kind kind : game->notes)
        ++report_.notes_by_kind[to_text(kind)];
    } else if (const auto* error = std::get_if<Error>(&parsed.found)) {
      set_aside(source.name, *error);
    } else {
      ++report_.other_games[std::get<OtherGame>(parsed.found).name];
    }
  }

  void set_aside(const std::string& name, const Error& error) {
    ++report_.set_aside_count;
    ++report_.set_aside_by_reason[to_text(error.code)];
    if (report_.set_aside.size() < kMaxListedRejects) report_.set_aside.push_back({name, error});
  }

  // `parsed` is what the threads have done since the last stretch that was taken. Packed bytes are
  // fewer than those that come out of them; the total keeps the estimate in bounds.
  void tell_progress(const Done& parsed) {
    if (!hooks_.progress) return;
    const std::uint64_t bytes = disk_bytes_done_ + parsed.bytes;
    hooks_.progress({.source = source_,
                     .games = report_.games + parsed.games,
                     .bytes_done = bytes_total_ == 0 ? bytes : std::min(bytes, bytes_total_),
                     .bytes_total = bytes_total_,
                     .so_far = report_});
  }

  const ImportOptions& options_;
  const ImportHooks& hooks_;
  RecordConsumer& consumer_;
  ImportReport& report_;
  unsigned jobs_;
  std::uint64_t bytes_total_ = 0;
  std::uint64_t disk_bytes_done_ = 0;             // with the last stretch that was taken
  std::string source_;                            // its name
  bool is_cut_ = false;                           // a stop came in the middle of a source
  std::unique_ptr<Batch> batch_ = new_batch();    // being gathered
  std::unique_ptr<Batch> parsing_ = new_batch();  // the threads are on it
};

}  // namespace

void stream_records(const std::vector<std::string>& paths, const ImportOptions& options,
                    const ImportHooks& hooks, RecordConsumer& consumer, ImportReport& report) {
  Stream(options, hooks, consumer, report).run(paths);
}

}  // namespace qipu
