#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""The real program on a disk that fills up: it says so, loses nothing, and goes on with more space.

Needs to mount a small file system; skipped where that is not allowed.
"""

import subprocess
import sys

sys.dont_write_bytecode = True
import program
from program import SAMPLES, TestCase, many_games, pgn, qipu, state_of

SIZES_KIB = [400, 1200, 2500]  # of the disk: full at once, among the games, in the index


def mount(size_kib, place, *, again=False):
    options = f"{'remount,' if again else ''}size={size_kib}k"
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place],
                          capture_output=True, check=False)
    return done.returncode == 0


class FullDisk(TestCase):
    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        if not mount(SIZES_KIB[0], self.disk):
            print("skipped: this user may not mount a file system", file=sys.stderr)
            sys.exit(77)
        self.addCleanup(subprocess.run, ["umount", self.disk], check=False)

    def test_a_full_disk_is_said_and_costs_nothing(self):
        path = self.folder / "many.pgn"
        path.write_text(pgn(*many_games(3000)), encoding="utf-8")
        sources = [SAMPLES, path]
        undisturbed = self.folder / "undisturbed"
        self.ok("--db", undisturbed, "import", *sources)
        expected = state_of(self, undisturbed)

        db = self.disk / "db"
        times_full = 0
        for size in SIZES_KIB:
            self.assertTrue(mount(size, self.disk, again=True))
            run = qipu("--db", db, "import", *sources)
            if run.code == 0:
                break
            times_full += 1
            self.assertEqual(run.code, 1, run.err)
            self.assertIn("no space is left", run.err)
            self.assertNotIn("damaged", run.err)
            whole = qipu("--db", db, "verify", "--full")
            if "there is no database" not in whole.err:
                self.assertEqual(whole.code, 0, whole.out + whole.err)
        self.assertGreater(times_full, 1)
        self.assertTrue(mount(1 << 16, self.disk, again=True))
        self.ok("--db", db, "import", *sources)
        self.assertEqual(state_of(self, db), expected)


if __name__ == "__main__":
    program.main()
