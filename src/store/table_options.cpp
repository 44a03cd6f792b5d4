// SPDX-License-Identifier: GPL-3.0-or-later

#include "store/table_options.h"

#include <rocksdb/cache.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include <memory>

#include "store/merge_operators.h"

namespace qipu {

namespace {

constexpr int kZstdLevel = 3;
constexpr double kBloomBitsPerKey = 10;
constexpr std::size_t kListPrefixBytes = 8;  // the position key

// RocksDB's own log is of no use to anyone here, and a reader must not write files.
class NoLog : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

std::size_t block_bytes(Table table) {
  switch (table) {
    case Table::Pages:
    case Table::SideLines:
    case Table::Games:
      return std::size_t{16} << 10U;
    case Table::Lists:
    case Table::RawBytes:
      return std::size_t{64} << 10U;
    default:
      return std::size_t{4} << 10U;
  }
}

std::shared_ptr<rocksdb::MergeOperator> merge_operator(Table table) {
  switch (table) {
    case Table::Pages:
    case Table::SideLines:
      return std::make_shared<PageMerge>();
    case Table::Lines:
    case Table::Records:
      return std::make_shared<AppendMerge>();
    default:
      return nullptr;
  }
}

}  // namespace

rocksdb::Options database_options(const MemoryBudget& memory) {
  rocksdb::Options options;
  options.max_open_files = -1;
  options.max_file_opening_threads = 1;  // the default starts 15 more for each table
  options.max_background_jobs = 2;
  options.max_subcompactions = 2;
  options.db_write_buffer_size = memory.commit_bytes();  // of small commits, which go through a log
  options.bytes_per_sync = std::uint64_t{1} << 20U;
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  options.info_log = std::make_shared<NoLog>();
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(memory.cache_bytes());
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

rocksdb::ColumnFamilyOptions table_options(const rocksdb::Options& shared, Table table) {
  rocksdb::ColumnFamilyOptions options(shared);
  const auto* factory = shared.table_factory->GetOptions<rocksdb::BlockBasedTableOptions>();
  rocksdb::BlockBasedTableOptions blocks = *factory;
  blocks.format_version = 5;
  blocks.block_size = block_bytes(table);
  if (table == Table::Lines || table == Table::Records || table == Table::Overlay) {
    blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kBloomBitsPerKey));
  }
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  options.merge_operator = merge_operator(table);
  options.level0_file_num_compaction_trigger = 4;
  options.compression = rocksdb::kZSTD;
  options.compression_opts.level = kZstdLevel;
  if (table == Table::Pages || table == Table::SideLines) {
    options.compression = rocksdb::kNoCompression;  // pages are packed to the bit
    options.compaction_style = rocksdb::kCompactionStyleUniversal;
    options.compaction_options_universal.max_size_amplification_percent = 25;
  }
  if (table == Table::Lists) {
    options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(kListPrefixBytes));
  }
  return options;
}

}  // namespace qipu
