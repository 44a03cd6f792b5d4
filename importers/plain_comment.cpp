// SPDX-License-Identifier: GPL-3.0-or-later

#include "importers/plain_comment.h"

namespace qipu {

std::string plain_comment(const Annotation* annotation, Losses& losses) {
  if (annotation == nullptr) return {};
  if (!annotation->nags.empty()) losses["move marks"] += annotation->nags.size();
  if (!annotation->unread.empty()) ++losses["unread moves"];
  if (annotation->before.empty()) return annotation->comment;
  ++losses["remark before a move put after it"];
  const char* between = annotation->comment.empty() ? "" : "\n";
  return annotation->before + between + annotation->comment;
}

}  // namespace qipu
