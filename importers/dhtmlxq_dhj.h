// SPDX-License-Identifier: GPL-3.0-or-later

// DHJHtmlXQ, the game code of 打虎将 (gdchess.com): DhtmlXQ with numbers for names.
//
// SOURCE: schema/formats/dhtmlxq.md, "DHJHtmlXQ".

#pragma once

#include <vector>

#include "importers/dhtmlxq_tags.h"

namespace qipu {

// Whether `bytes` hold the mark of a block.
bool has_dhj_mark(Bytes bytes);

// All games of a text, as the blocks of DhtmlXQ they stand for. Linear in its length.
std::vector<DhtmlxqBlock> find_dhj_blocks(Bytes bytes, const ReadOptions& options);

}  // namespace qipu
