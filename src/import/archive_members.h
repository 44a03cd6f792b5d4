// SPDX-License-Identifier: GPL-3.0-or-later

// What is packed in a file: the members of an archive, or the one text of a compressed file.

#pragma once

#include <cstdint>

#include "import/sources.h"

namespace qipu {

// Whether the bytes begin like tar, zip, 7z, rar, gz, bz2, xz or zst.
bool is_packed(Bytes bytes);

// Visits what is packed in `source`, in the order packed; false if a visit stopped it. Members
// larger than `limit` and damaged places go to `failed`. REQUIRES: is_packed(source.content).
bool each_member(const Source& source, std::uint64_t limit, const SourceFailure& failed,
                 const SourceVisit& visit);

}  // namespace qipu
