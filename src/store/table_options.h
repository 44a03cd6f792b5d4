// SPDX-License-Identifier: GPL-3.0-or-later

// How RocksDB keeps each table. SOURCE: docs of storage, "RocksDB settings"; measured there.

#pragma once

#include <rocksdb/options.h>

#include "schema/keys.h"
#include "store/memory_budget.h"

namespace qipu {

// Of the whole database, with the block cache that all tables share.
rocksdb::Options database_options(const MemoryBudget& memory);
rocksdb::ColumnFamilyOptions table_options(const rocksdb::Options& shared, Table table);

}  // namespace qipu
