// SPDX-License-Identifier: GPL-3.0-or-later

#include "import/archive_members.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

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
constexpr std::size_t kMemberChunk = std::size_t{64} << 10U;

constexpr std::array kPackedEndings{".gz"sv, ".bz2"sv, ".xz"sv, ".zst"sv};

// While it lives, this thread speaks UTF-8: libarchive gives names in the charset of the locale,
// and none at all where that cannot hold them.
class Utf8Names {
 public:
  Utf8Names() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = ::uselocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;
  ~Utf8Names() {
    if (locale_ == nullptr) return;
    ::uselocale(before_);
    ::freelocale(locale_);
  }

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

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
          .message = std::string("the archive is damaged: ") +
                     (why == nullptr ? "there is nothing behind its first bytes" : why)};
}

// Names are UTF-8 or, in old archives, GBK without a word about it.
std::string member_name(archive_entry* entry) {
  const char* name = archive_entry_pathname(entry);
  if (name == nullptr) name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) return "?";
  return is_utf8(name) ? name : decode_text(as_bytes(name), "GB18030").text;
}

std::string without_packed_ending(std::string name) {
  for (const std::string_view ending : kPackedEndings) {
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  }
  return name;
}

// A member without its content; what was compressed alone keeps the name of its file.
Source name_member(const Source& source, archive_entry* entry, bool is_raw) {
  Source member;
  if (is_raw) {
    member.name = source.name;
    member.file_name = without_packed_ending(source.file_name);
  } else {
    const std::string packed_name = member_name(entry);
    member.name = source.name + "!" + packed_name;
    member.file_name = std::filesystem::path(packed_name).filename().string();
  }
  return member;
}

// What is in a member up to its end, or up to where it is damaged: then `damage` says how.
Result<SourceBytes> read_member(archive* opened, UnpackLimits& limits,
                                std::optional<Error>& damage) {
  std::vector<char> chunk(kMemberChunk);
  const auto more = [&]() -> Result<std::string_view> {
    const la_ssize_t got = archive_read_data(opened, chunk.data(), chunk.size());
    if (got < 0) {
      damage = damaged(opened);
      return std::string_view();
    }
    limits.add(static_cast<std::uint64_t>(got));
    if (limits.are_passed()) {
      return Error{.code = Error::Code::TooLarge,
                   .message = "the archive unpacks to more than " +
                              std::to_string(limits.max_total() >> 20U) +
                              " MiB; the rest is not read (--max-unpacked allows more)"};
    }
    return std::string_view(chunk.data(), static_cast<std::size_t>(got));
  };
  return SourceBytes::gather(more, limits.max_member());
}

}  // namespace

bool is_packed(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  if (text.size() > kTarMark && text.substr(kTarMark).starts_with("ustar")) return true;
  return std::any_of(kSignatures.begin(), kSignatures.end(),
                     [text](std::string_view signature) { return text.starts_with(signature); });
}

bool each_member(const Source& source, UnpackLimits& limits, const SourceFailure& failed,
                 const SourceVisit& visit) {
  const Utf8Names names;
  const ArchivePtr opened = open_archive(source.content.bytes());
  if (!opened) {
    failed(source, damaged(nullptr));
    return true;
  }
  const std::uint64_t disk_bytes_before =
      source.disk_bytes_done -
      std::min<std::uint64_t>(source.disk_bytes_done, source.content.bytes().size());
  // A member that is damaged, until it shows whether the rest of the archive is too.
  std::optional<std::pair<Source, Error>> broken;
  for (;;) {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(opened.get(), &entry);
    if (status != ARCHIVE_EOF && status < ARCHIVE_WARN) {
      failed(source, broken ? broken->second : damaged(opened.get()));
      return true;
    }
    if (broken) failed(broken->first, broken->second);
    broken.reset();
    if (status == ARCHIVE_EOF) return true;
    const bool is_raw = archive_format(opened.get()) == ARCHIVE_FORMAT_RAW;
    if (!is_raw && archive_entry_filetype(entry) != AE_IFREG) continue;
    if (is_raw && archive_filter_code(opened.get(), 0) == ARCHIVE_FILTER_NONE) {
      failed(source, damaged(nullptr));  // it only begins like something packed
      return true;
    }

    Source member = name_member(source, entry, is_raw);
    std::optional<Error> damage;
    auto bytes = read_member(opened.get(), limits, damage);
    if (!bytes) {
      failed(member, bytes.error());
      if (is_raw || limits.are_passed()) return true;
      continue;
    }
    if (damage && is_raw) {
      failed(source, *damage);
    } else if (damage) {
      broken.emplace(Source{.name = member.name, .file_name = {}, .content = {}}, *damage);
    }
    const bool is_end = is_raw && damage;
    if (damage && bytes->bytes().empty()) {
      if (is_end) return true;
      continue;
    }
    member.content = std::move(*bytes);
    member.disk_bytes_done =
        disk_bytes_before + static_cast<std::uint64_t>(archive_filter_bytes(opened.get(), -1));
    if (!visit(std::move(member))) return false;
    if (is_end) return true;
  }
}

}  // namespace qipu
