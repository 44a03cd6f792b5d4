// SPDX-License-Identifier: GPL-3.0-or-later

// JSON with the digits of DhtmlXQ, as share services of 天天象棋 give it.
//
// SOURCE: schema/formats/dhtmlxq.md, "JSON".

#pragma once

#include <vector>

#include "importers/dhtmlxq_tags.h"

namespace qipu {

// Whether a text that starts as `head` is JSON with such a game.
bool looks_like_dhtmlxq_json(Bytes head);

// All games of a JSON text, each an object with a `movelist`, as the blocks they stand for; none
// where the text is no JSON. Values more than 64 deep are not looked at.
std::vector<DhtmlxqBlock> find_dhtmlxq_json(Bytes bytes, const ReadOptions& options);

}  // namespace qipu
