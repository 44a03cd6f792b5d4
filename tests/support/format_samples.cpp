// SPDX-License-Identifier: GPL-3.0-or-later

#include "format_samples.h"

#include "format_reading.h"

namespace qipu {

// SOURCE: formats/others.md, section 12, and the openings of the other formats.
std::vector<FormatSample> format_samples() {
  std::string gl = from_hex("47 4C D0 07 D4 07 01 00");
  gl.resize(600);
  std::string old_chn(188 + 32, '\0');
  old_chn.replace(188 + 4, 8, from_hex("07 00 07 00 04 00 07 00"));
  std::string xqf = from_hex("58 51 0A");
  xqf.resize(1032);
  std::vector<FormatSample> samples{
      {"mxq", from_hex("00 00 08 BC D7 2D CA A4 2D D2 D2 05 4D 6F 76 65 73 05 37 43 2D 34 43 04 45 "
                       "6E 64 73 0B 43 6F 6D 6D 65 6E 74 73 45 6E 64")},
      {"che", "1 2 26 32 1 2 7 2 4 0 1 0 5 32 0 9 1 7 2 0 2 0"},
      {"ccm", from_hex("01 00 12 00 00 30 0D 5E 02 00 00 00 0E 01 06 07 07 04 07 00 00")},
      {"ccm", from_hex("01 00 00 07 04 07 07 01 00 00 01 02 00 02")},
      {"chn", gl},
      {"chn", old_chn},
      {"xgf", from_hex("06 0B 01 01 41 02 00 03 00 04 00 05 00 06 00 07 00 08 00 09 00")},
      {"pfc", "<?xml version=\"1.0\"?><n version=\"2\" win=\"*\"><n m=\"h2e2\"/></n>"},
      {"dhtmlxq", "[DHJHtmlXQ][DHJHtmlXQ_34]72421927[/DHJHtmlXQ_34][/DHJHtmlXQ]"},
      {"dhtmlxq", "[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]"},
      {"dhtmlxq", R"({"movelist":"77471022"})"},
      {"xqf", xqf},
      {"jsonl",
       R"({"qipu_game":1,"moves":["h2e2"],"variations":[{"of":0,"ply":1,"moves":["b2e2"]}]})"},
      {"pgn", "[Game \"Chinese Chess\"]\n[Event \"x\"]\n\n1. 炮二平五 马8进7 *\n"},
      {"cbr", std::string("CCBridge Record\0", 16) + std::string(4080, '\0')},
      {"cbl", std::string("CCBridgeLibrary\0", 16) + std::string(4080, '\0')},
      {"cbf",
       "<?xml version=\"1.0\"?><ChineseChessRecord Version=\"1.0\"><Head/></ChineseChessRecord>"},
      {"epd", "3k5/9/9/9/9/9/4p4/9/4A4/3AK4 b - - 0 1\n3k5/9/9/9/9/9/9/9/4A4/3AK4 w - - 0 1\n"},
      {"text", "标题: 测试\n红方: 甲\n黑方: 乙\n结果: 红胜\n\n 1. 炮二平五  马8进7\n"},
  };
  std::erase_if(samples, [](const FormatSample& sample) {
    return find_record_format(sample.format) == nullptr;
  });
  return samples;
}

}  // namespace qipu
