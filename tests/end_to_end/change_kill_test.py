#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""The real program killed at random moments of hide, edit and undo: all of a change is there, or
nothing.

QIPU_KILLS says how many times (10).
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import program
from program import QIPU, TestCase, environment, many_games, pgn, state_of

KILLS = int(os.environ.get("QIPU_KILLS", "10"))


class ChangeKill(TestCase):
    def changes(self):
        """Commands that change much, little, and what others did."""
        tags, _ = many_games(1)[0]
        record = self.folder / "record.pgn"
        record.write_text(pgn((tags, "C2.5 H8+7 " + tags["Result"])), encoding="utf-8")
        return [["hide", "1-700"], ["edit", "800", "--set", "result=red"],
                ["edit", "801", "--from", str(record)], ["undo"], ["undo", "1"]]

    def state(self, db):
        env = {"QIPU_DB": str(db)}
        history = [{key: value for key, value in row.items() if key != "time"}
                   for row in self.json("history", "--limit", "all", env=env)]
        info = self.json("info", env=env)
        hidden = self.ok("search", "--hidden", "--limit", "all", "--jsonl", env=env).out
        return history, info["hidden_games"], info["changes"], hidden, state_of(self, db)

    def run_and_kill(self, db, words, seconds):
        """Whether the kill came in time."""
        process = subprocess.Popen([QIPU, *words], env=environment(QIPU_DB=str(db)),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        _, err = process.communicate()
        self.assertIn(process.returncode, (0, -signal.SIGKILL), err.decode())
        return process.returncode != 0

    def test_a_change_that_is_killed_is_there_or_not(self):
        games = self.folder / "games.pgn"
        games.write_text(pgn(*many_games(1000)), encoding="utf-8")
        base = self.folder / "base"
        self.ok("--db", base, "import", games)
        changes = self.changes()
        undisturbed = self.folder / "undisturbed"
        shutil.copytree(base, undisturbed)
        states, took = [self.state(undisturbed)], []
        for words in changes:
            began = time.monotonic()
            self.ok(*words, env={"QIPU_DB": str(undisturbed)})
            took.append(time.monotonic() - began)
            states.append(self.state(undisturbed))

        dice = random.Random(1)
        hits = 0
        db = None
        for kill in range(KILLS):
            step = kill % len(changes)
            if step == 0:
                if db:
                    shutil.rmtree(db)
                db = self.folder / f"killed{kill}"
                shutil.copytree(base, db)
            # Late, as most is written at the end.
            share = max(dice.random(), dice.random()) if kill else 0.5  # the first surely in time
            seconds = took[step] * share
            hits += self.run_and_kill(db, changes[step], seconds)
            state = self.state(db)
            if state == states[step]:
                self.ok(*changes[step], env={"QIPU_DB": str(db)})
                state = self.state(db)
            self.assertEqual(state, states[step + 1])
        print(f"{hits} of {KILLS} kills came before the end", file=sys.stderr)
        self.assertGreater(hits, 0)


if __name__ == "__main__":
    program.main()
