// SPDX-License-Identifier: GPL-3.0-or-later

// Every decoder of stored bytes, on any bytes: what one reads must encode to what it reads again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "schema/counts.h"
#include "schema/journal.h"
#include "schema/journal_part.h"
#include "schema/meta.h"
#include "schema/move_code.h"
#include "schema/page.h"
#include "schema/values.h"

namespace {

using namespace qipu;  // NOLINT(google-build-using-namespace): a program of one file

void check(bool holds) {
  if (!holds) std::abort();
}

void try_page(Bytes bytes) {
  const std::size_t middle = bytes.size() / 2;
  const std::vector<Bytes> halves{bytes.first(middle), bytes.subspan(middle)};
  (void)join_pages(halves);
  const auto entries = decode_page(bytes);
  if (!entries) return;
  PageBuilder builder;
  for (const auto& [remainder, entry] : *entries) {
    const auto found = find_in_page(bytes, remainder);
    check(found && *found && **found == entry);
    builder.add(remainder, entry);
  }
  const auto again = builder.finish();
  check(again.has_value());
  const auto read = decode_page(as_bytes(*again));
  check(read && *read == *entries);
}

void try_list(Bytes bytes) {
  const auto postings = decode_list(bytes);
  if (!postings) return;
  const auto read = decode_list(as_bytes(encode_list(*postings)));
  check(read && *read == *postings);
}

void try_line(Bytes codes) {
  Position position = Position::start();
  const auto moves = decode_line(position, codes);
  if (!moves) return;
  check(encode_line(position, *moves) == as_text(codes));
  for (const Move move : *moves) {
    check(position.at(move.from()).is(position.to_move()));
    position.play(move);
  }
}

void try_game(Bytes bytes) {
  (void)decode_main_line(bytes);
  const auto stored = decode_game(bytes);
  if (!stored) return;
  const auto read = decode_game(as_bytes(encode_game(*stored)));
  check(read && read->game == stored->game && read->place == stored->place);
  const auto line = decode_main_line(bytes);
  check(line && line->moves == stored->game.tree.main_line());
}

void try_small(Bytes bytes) {
  if (const auto row = unpack_row(bytes)) check(*unpack_row(pack_row(*row)) == *row);
  if (const auto reject = decode_reject(bytes)) {
    const auto read = decode_reject(as_bytes(encode_reject(*reject)));
    check(read && read->error == reject->error && read->bytes == reject->bytes);
  }
  if (const auto source = decode_source(bytes)) {
    check(decode_source(as_bytes(encode_source(*source))).has_value());
  }
  (void)decode_versions(bytes);
  (void)decode_totals(bytes);
  (void)decode_index_mark(bytes);
  (void)decode_batch(bytes);
  (void)decode_source_id(bytes);
  (void)decode_record_places(bytes);
}

void try_changes(Bytes bytes) {
  if (const auto difference = decode_difference(bytes)) {
    const auto read = decode_difference(as_bytes(encode_difference(*difference)));
    check(read && *read == *difference);
  }
  if (const auto head = decode_journal_head(bytes)) {
    const auto read = decode_journal_head(as_bytes(encode_journal_head(*head)));
    check(read && *read == *head);
  }
  if (const auto part = decode_journal_part(bytes)) {
    const auto read = decode_journal_part(as_bytes(encode_journal_part(*part)));
    check(read && *read == *part);
  }
  if (const auto former = decode_former(bytes)) {
    check(encode_former(*former) == as_text(bytes));
  }
  (void)decode_journal_mark(bytes);
  (void)decode_replacement(bytes);
}

}  // namespace

// The first byte chooses the decoder.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
  switch (data[0] % 5) {
    case 0:
      try_page(bytes);
      break;
    case 1:
      try_list(bytes);
      break;
    case 2:
      try_game(bytes);
      try_line(bytes);
      break;
    case 3:
      try_changes(bytes);
      break;
    default:
      try_small(bytes);
      break;
  }
  return 0;
}
