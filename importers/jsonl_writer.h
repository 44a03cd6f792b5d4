// SPDX-License-Identifier: GPL-3.0-or-later

// Writes JSON Lines. SOURCE: schema/formats/jsonl.md.

#pragma once

#include <memory>

#include "importers/record_format.h"

namespace qipu {

// Always UTF-8. THROWS: UsageError for another charset.
std::unique_ptr<GameWriter> make_jsonl_writer(ByteSink sink, const WriteOptions& options);

}  // namespace qipu
