#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""The real program killed at random moments; nothing is lost, and the same command goes on exactly.

QIPU_KILLS says how many times (20).
"""

import os
import random
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import program
from program import QIPU, SAMPLES, TestCase, environment, many_games, pgn, qipu, state_of

KILLS = int(os.environ.get("QIPU_KILLS", "20"))
KILLS_A_DATABASE = 10


class Kill(TestCase):
    def write_sources(self):
        """Files of several sizes: small ones a commit holds many of, and one that takes a while."""
        sources = self.folder / "sources"
        sources.mkdir()
        games = many_games(3000)
        for number in range(20):
            part = games[number * 20:number * 20 + 25]  # five come again in the next file
            (sources / f"small{number:02}.pgn").write_text(pgn(*part), encoding="utf-8")
        (sources / "large.pgn").write_text(pgn(*games[400:]), encoding="utf-8")
        samples = [path for path in SAMPLES.iterdir() if path.is_dir()]
        return sorted(sources.iterdir()) + sorted(samples)

    def run_and_kill(self, seconds, *words):
        """Whether the kill came in time."""
        process = subprocess.Popen([QIPU, *words], env=environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        _, err = process.communicate()
        self.assertIn(process.returncode, (0, -signal.SIGKILL), err.decode())
        return process.returncode != 0

    def check_whole(self, db):
        run = qipu("--db", db, "verify", "--full")
        if "there is no database" not in run.err:
            self.assertEqual(run.code, 0, run.out + run.err)

    def test_an_import_that_is_killed_goes_on_exactly(self):
        sources = self.write_sources()
        undisturbed = self.folder / "undisturbed"
        began = time.monotonic()
        self.ok("--db", undisturbed, "import", *sources)
        took = time.monotonic() - began
        expected = state_of(self, undisturbed)

        dice = random.Random(1)
        hits = 0
        for kill in range(KILLS):
            number, again = divmod(kill, KILLS_A_DATABASE)
            db = self.folder / f"killed{number}"
            # Some of the sources, so that there is something to go on from; killed late, as most
            # is written at the end. The first kill of a database comes in time for sure.
            some = sources[:dice.randint(1, len(sources))] if again else sources
            share = len(some) / len(sources)
            moment = took * share * max(dice.random(), dice.random()) if again else took / 2
            hits += self.run_and_kill(moment, "--db", db, "import", *some)
            self.check_whole(db)
            if again == KILLS_A_DATABASE - 1 or kill == KILLS - 1:
                self.ok("--db", db, "import", *sources)
                self.assertEqual(state_of(self, db), expected)
        print(f"{hits} of {KILLS} kills came before the end", file=sys.stderr)
        self.assertGreater(hits, 0)

    def test_a_rebuild_or_compaction_that_is_killed_changes_nothing(self):
        db = self.folder / "db"
        self.ok("--db", db, "import", *self.write_sources())
        expected = state_of(self, db)
        took = {}
        for command in ("compact", "rebuild"):
            began = time.monotonic()
            self.ok("--db", db, command)
            took[command] = time.monotonic() - began
        dice = random.Random(2)
        hits = 0
        for kill in range(KILLS // 2):
            command = "rebuild" if kill % 2 == 0 else "compact"
            # The first one comes in time for sure.
            share = dice.random() if kill else 0.5
            hits += self.run_and_kill(took[command] * share, "--db", db, command)
            self.check_whole(db)
        self.assertEqual(state_of(self, db), expected)
        print(f"{hits} of {KILLS // 2} kills came before the end", file=sys.stderr)
        self.assertGreater(hits, 0)


if __name__ == "__main__":
    program.main()
