// SPDX-License-Identifier: GPL-3.0-or-later

// What the tags of DhtmlXQ say about a game besides its moves. Sister formats (DHJHtmlXQ, PFC, JSON
// of share services) bring their headers under the same names.
//
// SOURCE: schema/formats/dhtmlxq.md.

#pragma once

#include <string>

#include "importers/dhtmlxq_tags.h"
#include "record/game.h"

namespace qipu {

// The value of a known tag; empty if it is not there.
std::string dhtmlxq_value(const DhtmlxqBlock& block, const std::string& name);

// Puts `value` under a name of dhtmlxq.md, or with the unknown tags, spelled as it is.
void add_dhtmlxq_value(DhtmlxqBlock& block, const std::string& name, std::string value);

// Fills game.header and game.type from the tags of `block`, the unknown ones too.
void read_dhtmlxq_header(const DhtmlxqBlock& block, Game& game);

}  // namespace qipu
