// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/result.h"

namespace qipu {

const char* to_text(Error::Code code) {
  switch (code) {
    case Error::Code::BadEncoding:
      return "bad encoding";
    case Error::Code::BadHeader:
      return "bad header";
    case Error::Code::BadPosition:
      return "bad position";
    case Error::Code::BadMove:
      return "unreadable move";
    case Error::Code::IllegalMove:
      return "illegal move";
    case Error::Code::AmbiguousMove:
      return "ambiguous move";
    case Error::Code::Truncated:
      return "truncated";
    case Error::Code::NoGame:
      return "no game found";
    case Error::Code::TooLarge:
      return "too large";
    case Error::Code::Damaged:
      return "damaged";
    case Error::Code::Unsupported:
      return "unsupported";
    case Error::Code::NeedsFen:
      return "needs FEN";
  }
  return "unknown error";
}

}  // namespace qipu
