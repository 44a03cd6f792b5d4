#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""An import keeps to the memory it was given, however much there is to read."""

import os
import random
import subprocess
import sys

sys.dont_write_bytecode = True
import program
from program import QIPU, TestCase, environment

MEMORY_MIB = 128
MOST_MIB = MEMORY_MIB * 1.2
GAMES = 9_000
PLIES = 400


def wandering_games(out):
    """GAMES games of PLIES plies, in which rooks and horses go back and forth as the dice say."""
    dice = random.Random(4)
    walks = [[("A0-A1", "A1-A0"), ("I0-I1", "I1-I0"), ("B0-C2", "C2-B0"), ("H0-G2", "G2-H0")],
             [("A9-A8", "A8-A9"), ("I9-I8", "I8-I9"), ("B9-C7", "C7-B9"), ("H9-G7", "G7-H9")]]
    for number in range(GAMES):
        at = [[0] * 4, [0] * 4]
        moves = []
        for ply, piece in enumerate(dice.choices(range(4), k=PLIES)):
            side = ply % 2
            moves.append(walks[side][piece][at[side][piece]])
            at[side][piece] ^= 1
        out.write(f'[Game "Chinese Chess"]\n[Round "{number}"]\n[Red "Red {number}"]\n'
                  f'[Black "Black {number}"]\n[Format "ICCS"]\n\n{" ".join(moves)} *\n\n')


class Memory(TestCase):
    def test_an_import_keeps_to_its_memory(self):
        source = self.folder / "many.pgn"
        with open(source, "w", encoding="ascii") as out:
            wandering_games(out)
        db = self.folder / "db"
        process = subprocess.Popen(
            [QIPU, "--db", db, "import", "--memory", f"{MEMORY_MIB}M", source],
            env=environment(), stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        info = self.json("--db", db, "info")
        self.assertEqual((info["games"], info["plies"]), (GAMES, GAMES * PLIES))
        self.assertLessEqual(usage.ru_maxrss / 1024, MOST_MIB)


if __name__ == "__main__":
    program.main()
