// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/page.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <iterator>

#include "schema/counts.h"
#include "schema/damage.h"

namespace qipu {

namespace {

constexpr std::uint8_t kFormat = 1;
constexpr unsigned kMoveBits = 13;
constexpr unsigned kEntrySizeBits = 24;
constexpr std::uint64_t kMaxEntrySize = (std::uint64_t{1} << kEntrySizeBits) - 1;
constexpr std::size_t kPadding = 8;  // bytes behind the entries, so that a load never runs past

// A move in 13 bits: from * 90 + to; 0 = none.
std::uint64_t pack_move(Move move) {
  if (move.is_none()) return 0;
  return static_cast<std::uint64_t>(move.from().index() * Square::kCount + move.to().index());
}

std::optional<Move> unpack_move(std::uint64_t bits) {
  const int from = static_cast<int>(bits) / Square::kCount;
  const int to = static_cast<int>(bits) % Square::kCount;
  if (from >= Square::kCount || (from == to && bits != 0)) return std::nullopt;
  return Move(Square::at(from), Square::at(to));
}

unsigned rice_parameter(std::size_t count) {
  const int log2 = static_cast<int>(kRemainderBits) - static_cast<int>(std::bit_width(count - 1));
  return static_cast<unsigned>(std::max(log2 - 1, 0));
}

// Appends bits, the low ones of a byte first. They are in the text after pad().
class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}

  // REQUIRES: width <= 56 and value < 2^width.
  void put(std::uint64_t value, unsigned width) {
    bits_ |= value << used_;
    used_ += width;
    if (used_ < kWordBits) return;
    append_bytes(sizeof(bits_));
    used_ -= kWordBits;
    bits_ = value >> (width - used_);  // what did not fit
  }
  void put_ones_and_zero(std::uint64_t ones) {
    for (; ones >= 32; ones -= 32)
      put(0xFFFF'FFFFU, 32);
    put((std::uint64_t{1} << ones) - 1, static_cast<unsigned>(ones) + 1);
  }
  void pad() {
    append_bytes((used_ + 7) / 8);
    bits_ = 0;
    used_ = 0;
  }

 private:
  static constexpr unsigned kWordBits = 64;

  void append_bytes(std::size_t count) {
    std::array<char, sizeof(bits_)> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<char>(bits_ >> (8 * i) & 0xFFU);
    out_.append(bytes.data(), count);
  }

  std::string& out_;
  std::uint64_t bits_ = 0;
  unsigned used_ = 0;  // of bits_, less than all
};

// Reads them. A read past the end gives zero and makes ok() false for good.
class BitReader {
 public:
  // Bits from byte `begin` up to byte `end` of `bytes`. REQUIRES: kPadding bytes follow `end`.
  BitReader(Bytes bytes, std::size_t begin, std::size_t end)
      : bytes_(bytes), bit_(begin * 8), end_(end * 8) {}

  // REQUIRES: width <= 56.
  std::uint64_t get(unsigned width) {
    if (width > end_ - bit_) return fail();
    const std::uint64_t value = load() & ((std::uint64_t{1} << width) - 1);
    bit_ += width;
    return value;
  }
  std::uint64_t get_ones_and_zero() {
    std::uint64_t ones = 0;
    while (true) {
      const auto run = static_cast<unsigned>(std::countr_one(load()));
      if (run >= end_ - bit_) return fail();  // the zero would lie past the end
      ones += std::min(run, kLoaded);
      if (run < kLoaded) {
        bit_ += run + 1;
        return ones;
      }
      bit_ += kLoaded;
    }
  }
  bool ok() const { return ok_; }

 private:
  static constexpr unsigned kLoaded = 56;  // bits of a load that are sure to be wanted ones

  std::uint64_t load() const {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes_.data() + bit_ / 8, sizeof(word));
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word >> (bit_ % 8);
  }
  std::uint64_t fail() {
    ok_ = false;
    bit_ = end_;
    return 0;
  }

  Bytes bytes_;
  std::size_t bit_;
  std::size_t end_;
  bool ok_ = true;
};

// Walks the records of a page without decoding entries.
class PageReader {
 public:
  explicit PageReader(Bytes page) : page_(page), bits_(page, 0, 0) { read_header(); }

  // Moves to the next record; false at the end, and where the page is damaged (then ok() is false).
  bool next();

  bool ok() const { return ok_; }
  std::uint64_t remainder() const { return remainder_; }
  bool is_single() const { return is_single_; }
  const Posting& posting() const { return posting_; }  // REQUIRES: is_single()
  Bytes entry() const { return entry_; }               // REQUIRES: !is_single()
  Result<PageEntry> decoded() const;

 private:
  void read_header();
  bool fail() { return ok_ = false; }

  Bytes page_;
  BitReader bits_;
  bool ok_ = true;
  std::uint64_t left_ = 0;
  unsigned rice_ = 0;
  unsigned game_bits_ = 0;
  std::size_t entry_at_ = 0;  // of the next entry
  std::size_t entries_end_ = 0;

  bool is_first_ = true;
  std::uint64_t remainder_ = 0;
  bool is_single_ = true;
  Posting posting_;
  Bytes entry_;
};

void PageReader::read_header() {
  ByteReader in(page_);
  const std::uint8_t format = in.u8();
  left_ = in.varint();
  rice_ = in.u8();
  game_bits_ = in.u8();
  entry_at_ = in.u32();
  ok_ = in.ok() && format == kFormat && left_ > 0 && rice_ < kRemainderBits && game_bits_ <= 32 &&
        page_.size() >= kPadding && entry_at_ >= in.position() &&
        entry_at_ <= page_.size() - kPadding;
  if (!ok_) return;
  entries_end_ = page_.size() - kPadding;
  bits_ = BitReader(page_, in.position(), entry_at_);
}

bool PageReader::next() {
  if (!ok_) return false;
  if (left_ == 0) return entry_at_ == entries_end_ ? false : fail();
  --left_;
  const std::uint64_t quotient = bits_.get_ones_and_zero();
  constexpr std::uint64_t kMaxRemainder = (std::uint64_t{1} << kRemainderBits) - 1;
  if (quotient > kMaxRemainder >> rice_) return fail();
  const std::uint64_t gap = quotient << rice_ | bits_.get(rice_);
  if ((gap == 0 && !is_first_) || gap > kMaxRemainder - remainder_) return fail();
  is_first_ = false;
  remainder_ += gap;
  is_single_ = bits_.get(1) == 0;
  if (is_single_) {
    posting_.game = static_cast<GameId>(bits_.get(game_bits_));
    const auto move = unpack_move(bits_.get(kMoveBits));
    if (!move || !bits_.ok()) return fail();
    posting_.move = *move;
    return true;
  }
  const std::uint64_t size = bits_.get(kEntrySizeBits);
  if (!bits_.ok() || size == 0 || size > entries_end_ - entry_at_) return fail();
  entry_ = page_.subspan(entry_at_, size);
  entry_at_ += size;
  return true;
}

// --- entries

// Read one after the other: each move must be greater than the one before.
bool is_ascending(std::optional<Move>& last, Move move) {
  const bool ascending = !last || *last < move;
  last = move;
  return ascending;
}

std::string encode_entry(const PageEntry& entry) {
  ByteWriter out;
  out.varint(entry.listed);
  if (entry.listed > 0) append_counts(out, entry.summary);

  const auto& postings = entry.postings;
  std::vector<std::size_t> starts;  // of the runs of one move
  for (std::size_t i = 0; i < postings.size(); ++i) {
    if (i == 0 || postings[i].move != postings[i - 1].move) starts.push_back(i);
  }
  out.varint(starts.size());
  for (std::size_t run = 0; run < starts.size(); ++run) {
    const std::size_t end = run + 1 < starts.size() ? starts[run + 1] : postings.size();
    out.u16(postings[starts[run]].move.code());
    out.varint(end - starts[run]);
    GameId last = 0;
    for (std::size_t i = starts[run]; i < end; ++i) {
      out.varint(postings[i].game - last);
      last = postings[i].game;
    }
  }
  return std::move(out).str();
}

// Reads the games that played one move; false if they are not ascending or too few.
bool read_run(ByteReader& in, Move move, std::vector<Posting>& postings) {
  const std::uint64_t count = in.varint();
  if (count == 0 || count > in.remaining()) return false;
  std::uint64_t game = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t gap = in.varint();
    if (!in.ok() || (gap == 0 && i > 0) || gap > UINT32_MAX - game) return false;
    game += gap;
    postings.push_back({static_cast<GameId>(game), move});
  }
  return true;
}

Result<PageEntry> decode_entry(Bytes bytes) {
  ByteReader in(bytes);
  PageEntry entry;
  entry.listed = in.varint();
  if (entry.listed > 0) {
    auto summary = read_counts(in);
    if (!summary) return summary.error();
    entry.summary = *std::move(summary);
  }
  const std::uint64_t runs = in.varint();
  std::optional<Move> last;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto move = read_move(in);
    if (!move || !is_ascending(last, *move) || !read_run(in, *move, entry.postings)) {
      return damaged("postings of a page that contradict their layout");
    }
  }
  if (!in.ok() || !in.at_end() || (entry.listed == 0 && entry.postings.empty())) {
    return damaged("an entry of a page that contradicts its size");
  }
  return entry;
}

Result<PageEntry> PageReader::decoded() const {
  if (!is_single_) return decode_entry(entry_);
  PageEntry entry;
  entry.postings.push_back(posting_);
  return entry;
}

bool by_move(const Posting& a, const Posting& b) {
  return a.move != b.move ? a.move < b.move : a.game < b.game;
}

// One entry that says what `readers` say of the position they stand at.
Result<PageEntry> united(const std::vector<PageReader*>& readers) {
  PageEntry whole;
  for (const PageReader* reader : readers) {
    auto part = reader->decoded();
    if (!part) return part.error();
    whole.postings.insert(whole.postings.end(), part->postings.begin(), part->postings.end());
    whole.listed += part->listed;
    add_counts(whole.summary, part->summary);
  }
  std::sort(whole.postings.begin(), whole.postings.end(), by_move);
  if (std::adjacent_find(whole.postings.begin(), whole.postings.end()) != whole.postings.end()) {
    return damaged("a posting that is in two pages");
  }
  return whole;
}

}  // namespace

Result<std::optional<PageEntry>> find_in_page(Bytes page, std::uint64_t remainder) {
  PageReader reader(page);
  while (reader.next()) {
    if (reader.remainder() < remainder) continue;
    if (reader.remainder() > remainder) return std::optional<PageEntry>();
    auto entry = reader.decoded();
    if (!entry) return entry.error();
    return std::optional<PageEntry>(*std::move(entry));
  }
  if (!reader.ok()) return damaged("a page of the index that contradicts its layout");
  return std::optional<PageEntry>();
}

Result<PageEntries> decode_page(Bytes page) {
  PageReader reader(page);
  PageEntries entries;
  while (reader.next()) {
    auto entry = reader.decoded();
    if (!entry) return entry.error();
    entries.emplace_back(reader.remainder(), *std::move(entry));
  }
  if (!reader.ok()) return damaged("a page of the index that contradicts its layout");
  return entries;
}

// --- PageBuilder

void PageBuilder::add(std::uint64_t remainder, const PageEntry& entry) {
  if (entry.listed == 0 && entry.postings.size() == 1) {
    add_posting(remainder, entry.postings.front());
  } else {
    add_encoded(remainder, as_bytes(encode_entry(entry)));
  }
}

void PageBuilder::add_posting(std::uint64_t remainder, const Posting& posting) {
  assert(records_.empty() || records_.back().remainder < remainder);
  records_.push_back({remainder, posting, 0});
}

void PageBuilder::add_encoded(std::uint64_t remainder, Bytes entry) {
  assert(records_.empty() || records_.back().remainder < remainder);
  records_.push_back({remainder, {}, entry.size()});
  entries_.append(as_text(entry));
}

Result<std::string> PageBuilder::finish() {
  assert(!empty());
  GameId largest = 0;
  for (const Record& record : records_)
    largest |= record.posting.game;
  const auto game_bits = static_cast<unsigned>(std::bit_width(largest));
  const unsigned rice = rice_parameter(records_.size());

  std::string bits;
  bits.reserve(records_.size() * sizeof(std::uint64_t));
  BitWriter out(bits);
  std::uint64_t last = 0;
  bool is_too_large = false;
  for (const Record& record : records_) {
    const std::uint64_t gap = record.remainder - last;
    last = record.remainder;
    out.put_ones_and_zero(gap >> rice);
    out.put(gap & ((std::uint64_t{1} << rice) - 1), rice);
    if (record.entry_size == 0) {
      out.put(0, 1);
      out.put(record.posting.game, game_bits);
      out.put(pack_move(record.posting.move), kMoveBits);
    } else {
      is_too_large |= record.entry_size > kMaxEntrySize;
      out.put(1, 1);
      out.put(record.entry_size & kMaxEntrySize, kEntrySizeBits);
    }
  }
  out.pad();

  ByteWriter page;
  page.u8(kFormat);
  page.varint(records_.size());
  page.u8(static_cast<std::uint8_t>(rice));
  page.u8(static_cast<std::uint8_t>(game_bits));
  page.u32(static_cast<std::uint32_t>(page.size() + sizeof(std::uint32_t) + bits.size()));
  page.bytes(bits);
  page.bytes(entries_);
  page.u64(0);
  records_.clear();
  entries_.clear();
  if (is_too_large) {
    Error error = damaged("a position with more than 16 MB of postings in its page");
    error.code = Error::Code::TooLarge;
    return error;
  }
  return std::move(page).str();
}

Result<std::string> join_pages(std::span<const Bytes> pages) {
  std::vector<PageReader> readers;
  for (const Bytes page : pages)
    readers.emplace_back(page);
  std::vector<PageReader*> open;  // those that stand at a record
  const auto advance = [](PageReader* reader) { return reader->next(); };
  for (PageReader& reader : readers) {
    if (advance(&reader)) open.push_back(&reader);
  }
  PageBuilder builder;
  std::vector<PageReader*> here;
  while (!open.empty()) {
    std::uint64_t remainder = UINT64_MAX;
    for (const PageReader* reader : open)
      remainder = std::min(remainder, reader->remainder());
    here.clear();
    std::copy_if(open.begin(), open.end(), std::back_inserter(here),
                 [&](const PageReader* reader) { return reader->remainder() == remainder; });
    if (here.size() > 1) {
      const auto entry = united(here);
      if (!entry) return entry.error();
      builder.add(remainder, *entry);
    } else if (here.front()->is_single()) {
      builder.add_posting(remainder, here.front()->posting());
    } else {
      builder.add_encoded(remainder, here.front()->entry());
    }
    std::erase_if(open, [&](PageReader* reader) {
      return reader->remainder() == remainder && !advance(reader);
    });
  }
  for (const PageReader& reader : readers) {
    if (!reader.ok()) return damaged("a page of the index that contradicts its layout");
  }
  if (builder.empty()) return damaged("no page to join");
  return builder.finish();
}

// --- lists

std::string encode_list(std::span<const Posting> postings) {
  assert(!postings.empty() && postings.size() <= kMaxListPostings);
  ByteWriter out;
  out.varint(postings.size());
  GameId last = 0;
  for (const Posting& posting : postings) {
    out.varint(posting.game - last);
    out.u16(posting.move.code());
    last = posting.game;
  }
  return std::move(out).str();
}

Result<std::vector<Posting>> decode_list(Bytes list) {
  ByteReader in(list);
  const std::uint64_t count = in.varint();
  if (count == 0 || count > kMaxListPostings) return damaged("a list of postings with a bad count");
  std::vector<Posting> postings;
  postings.reserve(count);
  // Read by hand: the start position of a large store has millions.
  const Bytes rest = list.subspan(in.position());
  const auto byte_at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(rest[i]); };
  std::size_t at = 0;
  std::uint64_t game = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    unsigned shift = 0;
    while (at < rest.size() && byte_at(at) >= 0x80 && shift < 28) {
      game += std::uint64_t{byte_at(at++) & 0x7FU} << shift;
      shift += 7;
    }
    if (rest.size() - at < 3) return damaged("a list of postings that ends too soon");
    game += std::uint64_t{byte_at(at)} << shift;
    const auto code = static_cast<std::uint16_t>(byte_at(at + 1) | byte_at(at + 2) << 8U);
    at += 3;
    if (game > UINT32_MAX || !Move::is_code(code)) return damaged("a list of postings of no game");
    const Posting posting{static_cast<GameId>(game), Move::from_code(code)};
    if (posting.move.is_none() && code != 0) return damaged("a list of postings of no move");
    if (i > 0 && !(postings.back() < posting)) return damaged("a list of postings out of order");
    postings.push_back(posting);
  }
  if (at != rest.size()) return damaged("a list of postings with bytes behind it");
  return postings;
}

}  // namespace qipu
