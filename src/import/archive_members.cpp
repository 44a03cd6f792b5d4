// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/archive_members.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace qipu {

namespace {

using namespace std::string_view_literals;

// SOURCE: the formats' own descriptions; a tar has its mark at 257.
constexpr std::array kSignatures{"PK\x03\x04"sv,
                                 "PK\x05\x06"sv,
                                 "7z\xBC\xAF\x27\x1C"sv,
                                 "Rar!\x1A\x07"sv,
                                 "\x1F\x8B"sv,
                                 "BZh"sv,
                                 "\xFD"
                                 "7zXZ\0"sv,
                                 "\x28\xB5\x2F\xFD"sv};
constexpr std::size_t kTarMark = 257;

constexpr std::array kPackedEndings{".gz"sv, ".bz2"sv, ".xz"sv, ".zst"sv};

struct CloseArchive {
  void operator()(archive* opened) const { archive_read_free(opened); }
};
using ArchivePtr = std::unique_ptr<archive, CloseArchive>;

// Not all that libarchive knows: for some filters it starts other programs on what it finds.
ArchivePtr open_archive(Bytes bytes) {
  ArchivePtr opened(archive_read_new());
  if (!opened) throw std::bad_alloc();
  archive_read_support_filter_gzip(opened.get());
  archive_read_support_filter_bzip2(opened.get());
  archive_read_support_filter_xz(opened.get());
  archive_read_support_filter_zstd(opened.get());
  archive_read_support_format_tar(opened.get());
  archive_read_support_format_zip(opened.get());
  archive_read_support_format_7zip(opened.get());
  archive_read_support_format_rar(opened.get());
  archive_read_support_format_rar5(opened.get());
  archive_read_support_format_raw(opened.get());  // one compressed text; bids lowest
  if (archive_read_open_memory(opened.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    return nullptr;
  return opened;
}

Error damaged(archive* opened) {
  const char* why = opened == nullptr ? nullptr : archive_error_string(opened);
  return {.code = Error::Code::Damaged,
          .message =
              std::string("the archive is damaged: ") + (why == nullptr ? "no reason given" : why)};
}

// Names are UTF-8 or, in old zips, GB18030 without a word about it.
std::string member_name(archive_entry* entry) {
  const char* name = archive_entry_pathname(entry);
  if (name == nullptr) name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) return "?";
  return decode_text(as_bytes(name)).text;
}

std::string without_packed_ending(std::string name) {
  for (const std::string_view ending : kPackedEndings) {
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  }
  return name;
}

Result<std::string> read_member(archive* opened, std::uint64_t limit) {
  std::string bytes;
  std::array<char, std::size_t{1} << 16U> chunk{};
  for (;;) {
    const la_ssize_t got = archive_read_data(opened, chunk.data(), chunk.size());
    if (got == 0) return bytes;
    if (got < 0) return damaged(opened);
    if (bytes.size() + static_cast<std::size_t>(got) > limit) {
      return Error{
          .code = Error::Code::TooLarge,
          .message = "unpacks to more than the " + std::to_string(limit >> 20U) + " MiB allowed"};
    }
    bytes.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

bool is_packed(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  if (text.size() > kTarMark && text.substr(kTarMark).starts_with("ustar")) return true;
  return std::any_of(kSignatures.begin(), kSignatures.end(),
                     [text](std::string_view signature) { return text.starts_with(signature); });
}

bool each_member(const Source& source, std::uint64_t limit, const SourceFailure& failed,
                 const SourceVisit& visit) {
  const ArchivePtr opened = open_archive(source.content.bytes());
  if (!opened) {
    failed(source.name, damaged(nullptr));
    return true;
  }
  const std::uint64_t disk_bytes_before =
      source.disk_bytes_done -
      std::min<std::uint64_t>(source.disk_bytes_done, source.content.bytes().size());
  for (;;) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(opened.get(), &entry);
    if (status == ARCHIVE_EOF) return true;
    if (status < ARCHIVE_WARN) {
      failed(source.name, damaged(opened.get()));
      return true;
    }
    const bool is_raw = archive_format(opened.get()) == ARCHIVE_FORMAT_RAW;
    if (!is_raw && archive_entry_filetype(entry) != AE_IFREG) continue;

    Source member;
    const std::string packed_name = member_name(entry);
    member.name = is_raw ? source.name : source.name + "!" + packed_name;
    member.file_name = is_raw ? without_packed_ending(source.file_name)
                              : std::filesystem::path(packed_name).filename().string();
    const auto bytes = read_member(opened.get(), limit);
    if (!bytes) {
      failed(member.name, bytes.error());
      if (bytes.error().code == Error::Code::Damaged && is_raw) return true;
      continue;
    }
    member.content = SourceBytes::copy_of(*bytes);
    member.disk_bytes_done =
        disk_bytes_before + static_cast<std::uint64_t>(archive_filter_bytes(opened.get(), -1));
    if (!visit(std::move(member))) return false;
  }
}

}  // namespace qipu
