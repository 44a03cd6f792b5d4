// SPDX-License-Identifier: GPL-3.0-or-later

// Writes DhtmlXQ blocks. SOURCE: schema/formats/dhtmlxq.md, "Writing".

#pragma once

#include <memory>
#include <string_view>

#include "importers/record_format.h"

namespace qipu {

// 红胜, 黑胜, 和棋, 未知: the words that stand for results.
std::string_view dhtmlxq_result(Outcome outcome);

std::unique_ptr<GameWriter> make_dhtmlxq_writer(ByteSink sink, const WriteOptions& options);

}  // namespace qipu
