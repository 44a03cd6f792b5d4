#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu convert: games survive the way through every format that is written."""

import json
import os
import stat
import sys

sys.dont_write_bytecode = True
import program
from program import SAMPLES, TestCase, pgn, qipu

PLAIN = ({"Event": "甲级联赛", "Red": "甲", "Black": "乙", "Result": "1-0", "Date": "2001.02.03"},
         "1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0")
BAD = ({"Red": "丙", "Black": "丁", "Result": "0-1", "SetUp": "1", "FEN": "rnbakabnr/9/9 w - - 0 1"},
       "1. 炮二平五 炮8平5 0-1")

# What every format that is written can hold, but for the type: XQF cannot leave it open, and no two
# programs have the same types. Nothing else of it may be lost on any way.
RICH = """[Event "甲级联赛"]
[Date "2001.02.03"]
[Red "甲"]
[Black "乙"]
[Result "1-0"]
[SetUp "1"]
[FEN "2bak4/4a4/4b4/9/2p6/9/P8/4B4/4A4/2RAK1B2 b - - 0 1"]

{开局的话} 1... 卒3进1 {过河，不得不走} (1... 士5退6 2. 车七进二 (2. 兵九进一 卒3进1 {又是一变}) 2... 卒3进1)
(1... 象5退7) 2. 车七进四 象5退7 3. 兵九进一 {两行
的话} 1-0
"""
# An ending, and the words of the command line that ask for it.
WAYS = {"pgn": (".pgn",), "pgn-iccs": (".pgn", "--notation", "iccs"),
        "pgn-wxf-gb": (".pgn", "--notation", "wxf", "--output-charset", "GB18030"),
        "xqf": (".xqf",), "xqf18": (".xqf", "--xqf-version", "18"), "dhtmlxq": (".txt", "--format", "dhtmlxq"),
        "cbr": (".cbr",), "cbl": (".cbl",), "cbf": (".cbf",), "jsonl": (".jsonl",)}
# Those that hold several games in one file.
LIBRARIES = {"pgn", "pgn-iccs", "pgn-wxf-gb", "cbl", "jsonl"}


class Convert(TestCase):
    def moves_in(self, path):
        """The moves of all games under a path, by way of a database."""
        db = self.folder / f"db-{os.path.basename(path)}"
        self.ok("--db", db, "import", path)
        games = [json.loads(line) for line in
                 self.ok("--db", db, "search", "--limit", "all", "--format", "jsonl").out.splitlines()]
        # A format without a place for the team has it before the name.
        return sorted((game["red"]["name"].split()[-1], game["black"]["name"].split()[-1], game["outcome"],
                       game["date"], " ".join(game["moves"])) for game in games)

    def test_round_trips(self):
        start = SAMPLES / "pgn" / "yang-guanlin.pgn"
        expected = self.moves_in(start)
        self.assertEqual(len(expected), 22)
        text = self.folder / "a.txt"
        self.ok("convert", start, "--format", "dhtmlxq", "-o", text)
        self.assertEqual(self.moves_in(text), expected)
        folder = self.folder / "xqf"
        self.ok("convert", text, "--format", "xqf", "-o", f"{folder}/")
        self.assertEqual(len(list(folder.glob("*.xqf"))), 22)
        self.assertEqual(self.moves_in(folder), expected)
        keyed = self.folder / "keyed"
        self.ok("convert", folder, "--format", "xqf", "--xqf-version", "18", "-o", f"{keyed}/")
        self.assertEqual({file.read_bytes()[2] for file in keyed.glob("*.xqf")}, {18})
        self.fails(2, "convert", folder, "--format", "xqf", "--xqf-version", "17", "-o", f"{keyed}/")
        library = self.folder / "all.cbl"
        self.ok("convert", keyed, "-o", library)
        for ending in ("cbr", "cbf"):
            folder = self.folder / ending
            self.ok("convert", library, "--format", ending, "-o", f"{folder}/")
            self.assertEqual(len(list(folder.glob(f"*.{ending}"))), 22)
            self.assertEqual(self.moves_in(folder), expected)
        back = self.folder / "back.pgn"
        self.ok("convert", folder, "-o", back)
        self.assertEqual(self.moves_in(back), expected)

    def contents_of(self, *paths):
        """Moves, variations, remarks, start and players of the game in each file."""
        contents = []
        for text in self.ok("convert", *paths, "--format", "jsonl").out.splitlines():
            game = json.loads(text)
            lines = [(0, 0, game["moves"])] + [(line["of"], line["ply"], line["moves"])
                                               for line in game["variations"]]
            contents.append((game["start_fen"], lines, game["remarks"], game["red"]["name"],
                             game["black"]["name"], game["headers"]["event"], game["date"], game["outcome"]))
        return contents

    def assert_only_type_is_lost(self, run):
        lost = [line.split("×")[1].strip() for line in run.err.splitlines() if "×" in line]
        self.assertEqual([kind for kind in lost if kind not in (
            "type", "no type, written as 全局", "type, written as 全局")], [], run.err)

    def test_each_pair_of_formats_keeps_a_game_with_variations_remarks_and_its_own_start(self):
        source = self.folder / "rich.pgn"
        source.write_text(RICH, encoding="utf-8")
        [expected] = self.contents_of(source)
        self.assertEqual([len(moves) for _, _, moves in expected[1]], [4, 3, 2, 1])
        self.assertEqual(len(expected[2]), 4)
        between = []
        for way, (ending, *words) in WAYS.items():
            between.append(self.folder / f"{way}{ending}")
            self.assert_only_type_is_lost(self.ok("convert", source, "-o", between[-1], *words))
        for way, (ending, *words) in WAYS.items():
            target = self.folder / f"all-{way}{ending}"
            if way not in LIBRARIES:
                target = f"{self.folder}/all-{way}/"
                if "--format" not in words:
                    words = ["--format", ending[1:], *words]
            self.assert_only_type_is_lost(self.ok("convert", *between, "-o", target, *words))
            contents = self.contents_of(target)
            self.assertEqual(len(contents), len(WAYS))
            for first, content in zip(WAYS, contents, strict=True):
                with self.subTest(way=f"{first} to {way}"):
                    self.assertEqual(content, expected)

    def test_notations_and_charsets_of_pgn(self):
        path = self.folder / "game.pgn"
        path.write_text(pgn(PLAIN), encoding="utf-8")
        self.assertIn("炮二平五", self.ok("convert", path, "--format", "pgn").out)
        for notation, move in (("wxf", "C2=5"), ("iccs", "H2-E2")):
            out = self.ok("convert", path, "--format", "pgn", "--notation", notation).out
            self.assertIn(move.lower().replace("-", ""), out.lower().replace("-", ""))
        target = self.folder / "gb.pgn"
        self.ok("convert", path, "-o", target, "--output-charset", "GB18030")
        self.assertIn("甲级联赛".encode("gb18030"), target.read_bytes())

    def test_standard_input_to_standard_output(self):
        run = self.ok("convert", "-", "--format", "dhtmlxq", stdin=pgn(PLAIN).encode())
        self.assertIn("DhtmlXQ", run.out)

    def test_the_summary(self):
        path = self.folder / "games.pgn"
        path.write_text(pgn(PLAIN, BAD), encoding="utf-8")
        report = self.json("convert", path, "-o", self.folder / "out.pgn")
        self.assertEqual((report["games"], report["stored"], report["set_aside_count"]), (1, 1, 1))
        self.assertIn("losses", report)
        self.fails(3, "convert", "--strict", path, "-o", self.folder / "out.pgn")
        self.fails(2, "convert", path, "--format", "pgn", "--json")

    def test_no_game_writes_no_file(self):
        (self.folder / "empty.pgn").write_bytes(b"")
        target = self.folder / "out.pgn"
        self.fails(1, "convert", self.folder / "empty.pgn", "-o", target)
        self.assertFalse(target.exists())

    def test_a_failure_leaves_the_old_file_and_no_other(self):
        target = self.folder / "old.xqf"
        target.write_bytes(b"old")
        run = self.fails(2, "convert", SAMPLES / "pgn" / "yang-guanlin.pgn", "-o", target)
        self.assertIn("DIR/", run.err)
        self.assertEqual(target.read_bytes(), b"old")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["old.xqf"])

    def test_a_file_keeps_its_mode_and_its_link(self):
        path = self.folder / "game.pgn"
        path.write_text(pgn(PLAIN), encoding="utf-8")
        target = self.folder / "real.pgn"
        target.write_bytes(b"old")
        target.chmod(0o640)
        link = self.folder / "link.pgn"
        link.symlink_to(target)
        self.ok("convert", path, "-o", link)
        self.assertTrue(link.is_symlink())
        self.assertIn("炮二平五", target.read_text(encoding="utf-8"))
        self.assertEqual(stat.S_IMODE(target.stat().st_mode), 0o640)

    def test_a_target_that_cannot_be(self):
        path = self.folder / "game.pgn"
        path.write_text(pgn(PLAIN), encoding="utf-8")
        self.assertIn("nowhere", self.fails(1, "convert", path, "-o", self.folder / "nowhere" / "x.pgn").err)
        self.assertIn("--format", self.fails(2, "convert", path, "-o", self.folder / "x.unknown").err)
        self.fails(2, "convert", path, "--format", "nonsense")
        if os.path.exists("/dev/full"):
            self.assertIn("space", self.fails(1, "convert", path, "--format", "pgn", "-o", "/dev/full").err)


if __name__ == "__main__":
    program.main()
