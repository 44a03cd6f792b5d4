// SPDX-License-Identifier: GPL-3.0-or-later

// The public API of qipu.

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "base/text.h"
#include "book/book.h"
#include "book/book_builder.h"
#include "book/book_format.h"
#include "import/import_files.h"
#include "import/sources.h"
#include "importers/record_format.h"
#include "record/date.h"
#include "record/game.h"
#include "record/game_header.h"
#include "record/opening.h"
#include "record/tree_lines.h"
#include "record/wdl.h"
#include "search/query.h"
#include "stats/event_table.h"
#include "stats/moves_at.h"
#include "stats/player_report.h"
#include "stats/standings.h"
#include "store/filter.h"
#include "store/store.h"
#include "xiangqi/fen.h"
#include "xiangqi/movegen.h"
#include "xiangqi/notation.h"
#include "xiangqi/position.h"
#include "xiangqi/types.h"
#include "xiangqi/zobrist.h"
