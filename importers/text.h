// SPDX-License-Identifier: GPL-3.0-or-later

// Which texts are records of the text format. Other formats of text leave those to it.

#pragma once

#include <string_view>

namespace qipu {

// Looks at the head of a file: at its first lines, and for an applet anywhere in it.
bool holds_text_records(std::string_view head);

}  // namespace qipu
