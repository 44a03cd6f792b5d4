// SPDX-License-Identifier: GPL-3.0-or-later

// Where things lie in a library of CCBridge 3, what a library says of itself, and who reads and
// writes the kinds of it. Shared by the parts of CBL.
//
// SOURCE: schema/formats/cbl.md.

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "importers/record_format.h"

namespace qipu {

inline constexpr std::string_view kCblMagic{"CCBridgeLibrary\0", 16};
inline constexpr std::size_t kCblVersion = 16;
inline constexpr std::size_t kCblGuid = 20;
inline constexpr std::size_t kCblLimit = 52;     // FF FF FF 7F
inline constexpr std::size_t kCblCapacity = 60;  // of the index, in entries
inline constexpr std::size_t kCblIndex = 66624;
inline constexpr std::size_t kCblBlockSize = 4096;  // a record starts on a multiple after the index

// An entry of the index: 276 bytes.
inline constexpr std::size_t kCblEntrySize = 276;
inline constexpr std::size_t kCblEntryState = 0;
inline constexpr std::size_t kCblEntryBlocks = 8;
inline constexpr std::size_t kCblEntryGuid = 20;  // its text, 38 units of UTF-16
inline constexpr std::size_t kCblGuidTextSize = 76;
inline constexpr std::size_t kCblEntryTitle = 100;
inline constexpr std::size_t kCblTitleSize = 128;
inline constexpr unsigned kCblLive = 7;
inline constexpr unsigned kCblDeleted = 5;

// What a library says of itself; the tags are on its first game.
struct CblText {
  std::size_t offset;
  std::size_t size;  // bytes
  std::string_view tag;
};
inline constexpr std::array<CblText, 7> kCblTexts{{{64, 512, "LibraryName"},
                                                   {576, 256, "LibrarySource"},
                                                   {832, 64, "LibraryCreator"},
                                                   {896, 64, "LibraryCreatorEmail"},
                                                   {960, 64, "LibraryCreated"},
                                                   {1024, 64, "LibraryModified"},
                                                   {1088, 65536, "LibraryRemarks"}}};

// The text of a GUID as the index has it: "{01234567-89AB-...}" in UTF-16.
std::string cbl_guid_text(std::string_view guid);

// Whether `head` is that of a library of CCBridge 1 or 2.
bool is_old_cbl(Bytes head);
// Reads one, as RecordFormat::read does. SOURCE: schema/formats/cbl.md, "CCBridge 1 and 2".
void read_old_cbl(Bytes library, const ReadOptions& options, const RecordSink& sink);

std::unique_ptr<GameWriter> make_cbl_writer(ByteSink sink, const WriteOptions& options);

}  // namespace qipu
