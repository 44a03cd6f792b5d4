#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu export: games of the database as records, packed or not, whole or not at all."""

import bz2
import csv
import gzip
import io
import json
import lzma
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import program
from program import SampleTestCase, TestCase, games_reaching, qipu


class Export(SampleTestCase):
    def count_in(self, *paths):
        db = self.folder / f"again-{len(list(self.folder.iterdir()))}"
        return self.json_of("--db", db, "import", *paths)["games"]

    def json_of(self, *words):
        run = qipu(*words, "--json")
        self.assertEqual(run.code, 0, run.err)
        return json.loads(run.out)

    def test_every_game_goes_through_every_format_that_holds_all(self):
        everything = len(self.games)
        for name in ("all.pgn", "all.jsonl", "all.txt"):
            with self.subTest(name=name):
                target = self.folder / name
                words = ["--format", "dhtmlxq"] if name == "all.txt" else []
                report = self.json("export", "--kind", "all", "-o", target, *words)
                self.assertEqual(report["games"], everything)
                again = self.folder / f"db-{name}"
                self.assertEqual(self.json_of("--db", again, "import", target)["games"], everything)

    def test_json_lines_are_the_same_games(self):
        target = self.folder / "all.jsonl"
        self.ok("export", "--kind", "all", "-o", target)
        rows = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(sorted(" ".join(row["moves"]) for row in rows),
                         sorted(" ".join(game.moves) for game in self.games))
        twice = self.folder / "twice.jsonl"
        self.assertEqual(qipu("convert", target, "-o", twice).code, 0)
        self.assertEqual(twice.read_bytes(), target.read_bytes())

    def test_filters_and_positions_choose_the_games(self):
        target = self.folder / "some.csv"
        self.ok("export", "--moves", "炮二平五 马8进7", "-o", target)
        rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"), newline="")))
        expected = games_reaching(self.games, ["h2e2", "h9g7"])
        self.assertEqual(sorted((row["red"], row["black"]) for row in rows),
                         sorted((game.red, game.black) for game, _ in expected))
        red = self.json("export", "--result", "red", "-o", target)
        self.assertEqual(red["games"], sum(game.result == "red" for game in self.games))
        self.assertEqual(red["losses"]["moves"], red["games"])

    def test_the_ending_packs(self):
        plain = self.folder / "a.pgn"
        self.ok("export", "-o", plain)
        text = plain.read_bytes()
        for ending, unpack in ((".gz", gzip.decompress), (".bz2", bz2.decompress),
                               (".xz", lzma.decompress), (".zst", None)):
            with self.subTest(ending=ending):
                target = self.folder / ("a.pgn" + ending)
                self.ok("export", "-o", target)
                self.assertLess(target.stat().st_size, len(text) / 2)
                self.assertEqual(self.count_in(target), len(self.games))
                if unpack:
                    self.assertEqual(unpack(target.read_bytes()), text)
                elif shutil.which("zstd"):
                    done = subprocess.run(["zstd", "-dc", target], capture_output=True, check=True)
                    self.assertEqual(done.stdout, text)

    def test_a_file_a_game(self):
        folder = self.folder / "xqf"
        report = self.json("export", "--player", "胡荣华", "--format", "xqf", "-o", f"{folder}/")
        self.assertGreater(report["games"], 10)
        self.assertEqual(len(list(folder.glob("*.xqf"))), report["games"])
        self.assertEqual(self.count_in(folder), report["games"])

    def test_other_charsets(self):
        target = self.folder / "gb.pgn"
        self.ok("export", "--player", "胡荣华", "-o", target, "--output-charset", "GB18030")
        self.assertIn("胡荣华".encode("gb18030"), target.read_bytes())
        self.ok("export", "-o", self.folder / "a.csv", "--output-charset", "UTF-8-BOM")
        self.assertTrue((self.folder / "a.csv").read_bytes().startswith(b"\xef\xbb\xbfred,"))
        self.fails(2, "export", "-o", target, "--output-charset", "klingon")

    def test_losses_are_said_in_both_languages(self):
        target = self.folder / "a.csv"
        self.assertIn("× moves", self.ok("export", "-o", target).err)
        self.assertIn("× 着法", self.ok("--lang", "zh", "export", "-o", target).err)

    def test_no_game_writes_no_file(self):
        target = self.folder / "none.pgn"
        self.fails(1, "export", "--from", "2090", "-o", target)
        self.assertEqual(list(self.folder.iterdir()), [])
        self.fails(2, "export")

    def test_progress(self):
        run = self.ok("export", "-o", self.folder / "a.pgn", "--progress", "always")
        self.assertRegex(run.err, r"\d+ of \d+ games")


class Show(SampleTestCase):
    def test_a_position_is_drawn(self):
        target = self.folder / "board.svg"
        self.ok("show", "1:12", "--svg", target)
        text = target.read_text(encoding="utf-8")
        self.assertEqual(text.count('class="last"'), 2)
        self.assertIn("楚河", text)
        import xml.etree.ElementTree
        xml.etree.ElementTree.fromstring(text)
        self.assertIn("ID:PLY", self.fails(2, "show", "1", "--svg", target).err)
        self.assertTrue(self.ok("show", "1:0", "--svg", "-").out.startswith("<svg"))

    def test_the_charset_is_on_the_record(self):
        for folder, charset in (("pgn", "UTF-8"), ("pgn-gb18030", "GB18030")):
            first = self.json("search", "--source", f"*/{folder}/*", "--limit", "1")[0]["id"]
            self.assertEqual(self.json("show", first)["charset"], charset)
            self.assertIn(charset, self.ok("show", first).out)


class Originals(TestCase):
    def test_the_bytes_of_records_are_kept_and_given_back(self):
        db = self.folder / "db"
        record = program.pgn(({"Event": "甲", "Red": "乙", "Black": "丙", "Result": "1-0"},
                              "1. 炮二平五 马8进7 1-0")).encode("gb18030")
        path = self.folder / "a.pgn"
        path.write_bytes(record)
        self.ok("--db", db, "import", path)
        self.assertIn("--keep-bytes", self.fails(1, "--db", db, "show", "1", "--original").err)
        self.ok("--db", db, "import", "--keep-bytes", path)
        done = subprocess.run([program.QIPU, "--db", str(db), "show", "1", "--original"],
                              capture_output=True, env=program.environment())
        self.assertEqual(done.stdout.strip(), record.strip())
        self.assertEqual(self.json("--db", db, "info")["games"], 1)


if __name__ == "__main__":
    program.main()
