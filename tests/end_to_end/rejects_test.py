#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu rejects: what imports set aside is listed, shown, exported, and read again."""

import sys
import zipfile

sys.dont_write_bytecode = True
import program
from program import TestCase, pgn, qipu

GOOD = ({"Event": "Good", "Red": "甲", "Black": "乙", "Result": "1-0"}, "1. 炮二平五 马8进7 1-0")
BAD = ({"Event": "Bad", "Red": "丙", "Black": "丁", "Result": "0-1", "SetUp": "1",
        "FEN": "rnbakabnr/9/9 w - - 0 1"}, "1. 炮二平五 炮8平5 0-1")
# No usual start, as its first move tells; a reader that is told more may know it.
LOST = ({"Event": "Lost", "Red": "戊", "Black": "己"}, "1. 炮五平六 *")
# Red leaves the king before a cannon, and goes on.
SELF_CHECK = ({"Event": "Self", "Red": "庚", "Black": "辛", "SetUp": "1",
               "FEN": "4k4/9/9/4r4/9/9/9/9/4A4/4K4 w - - 0 1"}, "1. 仕五进六 *")


class Rejects(TestCase):
    def setUp(self):
        super().setUp()
        self.db = self.folder / "db"

    def command(self, *words, **more):
        return self.ok("--db", self.db, *words, **more)

    def answer(self, *words):
        return self.json("--db", self.db, *words)

    def bring_in(self, *games, name="mixed.pgn"):
        path = self.folder / name
        path.write_text(pgn(*games), encoding="utf-8")
        qipu("--db", self.db, "import", path)
        return path

    def test_they_are_listed_by_reason_and_source(self):
        self.bring_in(GOOD, BAD, name="one.pgn")
        self.bring_in(BAD, LOST, name="two.pgn")
        found = self.answer("rejects", "list")
        self.assertEqual(found["total"], 3)
        self.assertEqual(found["by_reason"]["bad position"], 2)
        self.assertEqual([row["id"] for row in found["rejects"]], ["1.2", "2.1", "2.2"])
        row = found["rejects"][0]
        self.assertTrue(row["source"].endswith("one.pgn"))
        self.assertGreater(row["line"], 1)
        self.assertEqual(self.answer("rejects", "list", "--source", "*two.pgn")["total"], 2)
        self.assertEqual(self.answer("rejects", "list", "--reason", "bad-position")["total"], 2)
        run = self.command("rejects", "list", "--limit", "1")
        self.assertIn("one.pgn:", run.out)
        self.assertNotIn("two.pgn", run.out)
        self.assertIn("--limit", run.err)
        self.assertIn("局面有误", self.command("--lang", "zh", "rejects", "list").out)
        self.assertIn("illegal-move", self.fails(2, "--db", self.db, "rejects", "list",
                                                 "--reason", "bad-luck").err)

    def test_one_is_shown_with_its_text_and_the_fault(self):
        self.bring_in(GOOD, BAD)
        out = self.command("rejects", "show", "1.2").out
        self.assertIn("mixed.pgn", out)
        self.assertIn("reason: bad position", out)
        self.assertRegex(out, r"(?m)^> +\d+  \[FEN")
        shown = self.answer("rejects", "show", "1.2")
        self.assertIn("[Event \"Bad\"]", shown["content"])
        for name in ("1.9", "9.1", "1", "x.y", "1.0"):
            self.assertIn("rejects list", self.fails(2, "--db", self.db, "rejects", "show", name).err)

    def test_their_bytes_are_written_as_they_were_found(self):
        text = pgn(BAD).encode("gb18030")
        (self.folder / "gb.pgn").write_bytes(text)
        qipu("--db", self.db, "import", self.folder / "gb.pgn")
        target = self.folder / "one.bin"
        self.command("rejects", "export", "1.1", "-o", target)
        self.assertEqual(target.read_bytes().strip(), text.strip())
        self.bring_in(BAD, name="more.pgn")
        self.assertIn("DIR/", self.fails(2, "--db", self.db, "rejects", "export").err)
        self.command("rejects", "export", "-o", f"{self.folder}/out/")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()),
                         ["1.1.pgn", "2.1.pgn"])

    def test_a_retry_moves_what_can_be_read_to_the_games(self):
        self.bring_in(GOOD, SELF_CHECK, BAD)
        before = self.answer("rejects", "list")["total"]
        report = self.answer("rejects", "retry", "--allow-self-check", "--dry-run")
        self.assertEqual(self.answer("info")["rejects"], before)
        again = self.answer("rejects", "retry", "--allow-self-check")
        self.assertEqual(again["solved"], report["solved"])
        self.assertEqual(self.answer("info")["rejects"], before - again["solved"])
        self.assertEqual(self.answer("info")["games"] + before - again["solved"], 3)

    def test_a_file_that_is_no_record_of_its_kind_is_read_as_another(self):
        path = self.folder / "game.pgn"
        path.write_text(pgn(GOOD), encoding="utf-8")
        qipu("--db", self.db, "import", "--input-format", "xqf", path)
        found = self.answer("rejects", "list")["rejects"]
        self.assertEqual(len(found), 1)
        report = self.answer("rejects", "retry", found[0]["id"], "--input-format", "pgn")
        self.assertEqual((report["solved"], report["stored"]), (1, 1))
        original = self.command("show", "1", "--original").out
        self.assertIn("炮二平五", original)
        self.assertEqual(self.answer("rejects", "list")["total"], 0)
        self.assertIn("no rejects", self.command("rejects", "retry").err)

    def test_a_damaged_archive_is_set_aside_and_its_good_members_are_read(self):
        archive = self.folder / "games.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as out:
            out.writestr("a.pgn", pgn(GOOD))
            out.writestr("b.pgn", pgn(GOOD))
        whole = archive.read_bytes()
        archive.write_bytes(whole[:len(pgn(GOOD).encode()) + 120])
        report = self.answer("import", archive)
        self.assertGreaterEqual(report["games"], 1)
        self.assertEqual(report["set_aside_by_reason"]["damaged"], 1)
        self.assertEqual(self.answer("rejects", "list", "--reason", "damaged")["total"], 1)

    def test_the_import_ends_with_a_table_by_reason(self):
        path = self.folder / "mixed.pgn"
        path.write_text(pgn(GOOD, BAD, BAD, LOST), encoding="utf-8")
        run = self.command("import", path)
        self.assertIn("2 × bad position", run.err)
        self.assertIn("qipu rejects", run.err)
        report = self.answer("import", "--dry-run", path)
        self.assertEqual(report["set_aside_by_reason"]["bad position"], 2)
        self.assertIn("2 × 局面有误", self.command("--lang", "zh", "import", "--dry-run", path).err)


if __name__ == "__main__":
    program.main()
