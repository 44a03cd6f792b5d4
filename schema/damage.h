// SPDX-License-Identifier: GPL-3.0-or-later

// The error of every decoder of stored bytes.

#pragma once

#include <string>
#include <utility>

#include "base/result.h"

namespace qipu {

// `what` was found: "a row of the game table that is none".
inline Error damaged(std::string what) {
  Error error;
  error.code = Error::Code::Damaged;
  error.message = std::move(what);
  return error;
}

}  // namespace qipu
