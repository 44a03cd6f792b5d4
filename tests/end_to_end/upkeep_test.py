#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu verify, rebuild, compact, backup, restore; readers and a second writer during an import."""

import pathlib
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import program
from program import QIPU, SAMPLES, TestCase, environment, many_games, pgn, qipu, state_of


class Upkeep(TestCase):
    def setUp(self):
        super().setUp()
        self.db = self.folder / "db"
        self.ok("--db", self.db, "import", SAMPLES)

    def damage(self):
        """Flips a byte in the middle of the largest table file."""
        path = max(self.db.glob("*.sst"), key=lambda file: file.stat().st_size)
        content = bytearray(path.read_bytes())
        content[len(content) // 3] ^= 0x55
        path.write_bytes(content)

    def test_verify_finds_nothing_in_what_was_just_imported(self):
        run = self.ok("--db", self.db, "verify")
        self.assertIn("checked a sample", run.out)
        self.assertIn("nothing is wrong", run.out)
        self.assertIn("--full", run.out)
        full = self.json("--db", self.db, "verify", "--full")
        info = self.json("--db", self.db, "info")
        self.assertEqual((full["mode"], full["problem_count"]), ("full", 0))
        self.assertEqual((full["games_checked"], full["plies_checked"]),
                         (info["games"], info["plies"]))

    def test_verify_of_a_damaged_database_fails(self):
        self.damage()
        run = self.fails(1, "--db", self.db, "verify", "--full")
        self.assertIn("damaged", run.out)
        self.assertIn("rebuild", run.err)
        self.fails(3, "--db", self.db, "verify", "--full", "--strict")
        self.fails(1, "--db", self.folder / "nowhere", "verify")

    def test_rebuild_and_compact_change_nothing_that_is_said(self):
        before = state_of(self, self.db)
        self.ok("--db", self.db, "rebuild")
        self.assertEqual(state_of(self, self.db), before)
        self.ok("--db", self.db, "compact")
        self.assertEqual(state_of(self, self.db), before)
        self.assertEqual(self.json("--db", self.db, "verify", "--full")["problem_count"], 0)

    def test_a_backup_comes_back(self):
        before = state_of(self, self.db)
        backups = self.folder / "backups"
        first = self.json("--db", self.db, "backup", backups)
        again = self.json("--db", self.db, "backup", backups, "--keep", "1")
        self.assertEqual((first["backup"], again["backup"], again["kept"]), (1, 2, 1))
        self.assertLess(again["copied_bytes"], first["copied_bytes"])
        self.ok("--db", self.folder / "restored", "restore", backups)
        self.assertEqual(state_of(self, self.folder / "restored"), before)
        run = self.fails(1, "--db", self.db, "restore", backups)
        self.assertIn("not empty", run.err)


class WhileImporting(TestCase):
    """A second process, while the first has the database open to write."""

    def setUp(self):
        super().setUp()
        self.db = self.folder / "db"
        self.ok("--db", self.db, "import", SAMPLES / "pgn")
        self.before = state_of(self, self.db)
        path = self.folder / "many.pgn"
        path.write_text(pgn(*many_games(1500)), encoding="utf-8")
        self.many = path
        self.writer = subprocess.Popen(
            [QIPU, "--db", self.db, "import", self.many, "-"], env=environment(),
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(self.stop)
        # It waits for standard input with the database open.
        held = f" {self.writer.pid} "
        while held not in pathlib.Path("/proc/locks").read_text(encoding="ascii"):
            self.assertIsNone(self.writer.poll())
            time.sleep(0.01)

    def stop(self):
        self.writer.stdin.close()
        self.writer.wait()
        self.writer.stderr.close()

    def test_a_reader_sees_what_was_committed(self):
        self.assertEqual(state_of(self, self.db), self.before)
        self.assertEqual(self.json("--db", self.db, "verify", "--full")["problem_count"], 0)

    def test_a_second_writer_is_told_who_writes(self):
        run = self.fails(1, "--db", self.db, "import", SAMPLES / "xqf")
        self.assertIn(f"written to by process {self.writer.pid}", run.err)

    def test_a_backup_is_made(self):
        backups = self.folder / "backups"
        self.ok("--db", self.db, "backup", backups)
        self.ok("--db", self.folder / "restored", "restore", backups)
        self.assertEqual(state_of(self, self.folder / "restored"), self.before)
        self.assertEqual(
            self.json("--db", self.folder / "restored", "verify", "--full")["problem_count"], 0)

    def test_readers_never_fail_until_the_import_ends(self):
        self.writer.stdin.close()
        counts = []
        while self.writer.poll() is None:
            info = self.json("--db", self.db, "info")
            counts.append(info["games"])
            answer = self.json("--db", self.db, "explore")
            self.assertGreaterEqual(answer["games"], self.before[0]["games"] - 5)
        self.assertEqual(self.writer.returncode, 0)
        counts.append(self.json("--db", self.db, "info")["games"])
        self.assertEqual(counts, sorted(counts))
        self.assertEqual(counts[-1], self.before[0]["games"] + 1500)


if __name__ == "__main__":
    program.main()
