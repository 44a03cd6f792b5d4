# SPDX-License-Identifier: GPL-3.0-or-later

"""Drives the real qipu, and knows the sample games without it.

The expected answers come from data-samples/manifest.tsv by a naive replay written here: no line of
it is shared with the program.
"""

import collections
import csv
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

QIPU = os.environ.get("QIPU", "qipu")
SOURCE = pathlib.Path(os.environ.get("QIPU_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
SAMPLES = SOURCE / "data-samples"

START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

Run = collections.namedtuple("Run", "code out err")


def environment(**more):
    """The caller's, without what could change an answer."""
    keep = {key: value for key, value in os.environ.items()
            if key not in ("QIPU_DB", "XDG_DATA_HOME", "NO_COLOR", "LANG", "LC_MESSAGES")}
    return {**keep, "LC_ALL": "C.UTF-8", **more}


def qipu(*words, stdin=b"", env=None, cwd=None):
    done = subprocess.run([QIPU, *map(str, words)], input=stdin, capture_output=True, cwd=cwd,
                          env=environment(**(env or {})), timeout=300)
    return Run(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


class TestCase(unittest.TestCase):
    """A temporary folder, and runs that must succeed."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ok(self, *words, **more):
        run = qipu(*words, **more)
        self.assertEqual(run.code, 0, f"qipu {' '.join(map(str, words))}\n{run.err}")
        return run

    def json(self, *words, **more):
        return json.loads(self.ok(*words, "--json", **more).out)

    def fails(self, code, *words, **more):
        run = qipu(*words, **more)
        self.assertEqual(run.code, code, f"qipu {' '.join(map(str, words))}\n{run.out}\n{run.err}")
        return run


class SampleTestCase(TestCase):
    """Has a database of all sample games, made once a class."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.db = pathlib.Path(folder.name) / "db"
        run = qipu("--db", cls.db, "import", SAMPLES)
        if run.code != 0:
            raise AssertionError(run.err)
        cls.games = sample_games()

    def ok(self, *words, **more):
        return super().ok("--db", self.db, *words, **more)

    def fails(self, code, *words, **more):
        return super().fails(code, "--db", self.db, *words, **more)


def state_of(test, db):
    """All games with all that is known of them, and the statistics of some positions."""
    info = test.json("--db", db, "info")
    counts = {name: info[name] for name in ("games", "plies", "players", "events", "sources",
                                            "rejects")}
    games = [json.loads(line) for line in
             test.ok("--db", db, "search", "--kind", "all", "--limit", "all", "--sort", "date",
                     "--jsonl").out.splitlines()]
    whole = test.ok("--db", db, "search", "--kind", "all", "--limit", "all", "--sort", "date",
                    "--format", "pgn").out
    lines = ["", "h2e2", "h2e2 h9g7", "b2e2 h9g7 b0c2", "c3c4", "A0-A1 A9-A8", "I0-I1 A9-A8 I1-I0"]
    explored = [test.json("--db", db, "explore", "--moves", line) for line in lines]
    return counts, games, whole, explored


# --- the sample games, and a replay of them

Sample = collections.namedtuple("Sample", "file red black event date result plies moves")


def sample_games():
    with open(SAMPLES / "manifest.tsv", encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Sample(row["file"], row["red"], row["black"], row["event"], row["date"],
                       row["result"], int(row["plies"]), row["moves"].split()) for row in rows]


def start_board():
    board = {}
    for row, text in enumerate(START_FEN.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                board["abcdefghi"[file] + str(9 - row)] = letter
                file += 1
    return board


def mirrored(text):
    """h2e2 -> b2e2; a square too."""
    return "".join("ihgfedcba"["abcdefghi".index(c)] if c in "abcdefghi" else c for c in text)


SQUARES = [file + rank for rank in "0123456789" for file in "abcdefghi"]
MIRRORED_SQUARES = [mirrored(square) for square in SQUARES]

# `key` is the same for a position and its mirror image; `here` is the position as it stands.
Place = collections.namedtuple("Place", "key here is_symmetric")


def place_of(board, ply):
    side = "wb"[ply % 2]
    here = side + "".join(board.get(square, ".") for square in SQUARES)
    there = side + "".join(board.get(square, ".") for square in MIRRORED_SQUARES)
    return Place(min(here, there), here, here == there)


def places_of(moves):
    """The positions of a line: before each move, and at the end."""
    board, places = start_board(), []
    places.append(place_of(board, 0))
    for ply, move in enumerate(moves, 1):
        board[move[2:]] = board.pop(move[:2])
        places.append(place_of(board, ply))
    return places


@functools.lru_cache(maxsize=None)
def places_of_text(moves):
    return places_of(moves.split())


def places_of_game(game):
    return places_of_text(" ".join(game.moves))


def games_reaching(games, line):
    """[(game, ply)] of those that come to the position after `line`, by whatever moves."""
    wanted = places_of(line)[-1].key
    found = []
    for game in games:
        for ply, place in enumerate(places_of_game(game)):
            if place.key == wanted:
                found.append((game, ply))
                break
    return found


def results_of(games):
    """{games, red, draw, black, unknown}"""
    counts = collections.Counter(game.result for game in games)
    return {"games": len(games), "red": counts["red"], "draw": counts["draw"],
            "black": counts["black"], "unknown": counts["unknown"]}


def wilson(wins, decided):
    z = 1.959963984540054
    p = wins / decided
    middle = (p + z * z / (2 * decided)) / (1 + z * z / decided)
    half = z / (1 + z * z / decided) * (p * (1 - p) / decided + z * z / (4 * decided ** 2)) ** 0.5
    return middle - half, middle + half


# --- records made up on the spot

def pgn(*games):
    """PGN of (tags, moves) pairs."""
    text = ""
    for tags, moves in games:
        text += "[Game \"Chinese Chess\"]\n"
        text += "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        text += "\n" + moves + "\n\n"
    return text


def many_games(count):
    """(tags, moves) of `count` different games, each 40 plies of the two horses and the two rooks walking."""
    lines = []
    for number in range(count):
        moves, red, black = [], [0, 0], [0, 0]
        rest = number
        for ply in range(40):
            bit, rest = rest & 1, rest >> 1
            side = red if ply % 2 == 0 else black
            steps = [("a0a1", "a1a0"), ("i0i1", "i1i0")] if ply % 2 == 0 else \
                    [("a9a8", "a8a9"), ("i9i8", "i8i9")]
            moves.append(steps[bit][side[bit]])
            side[bit] ^= 1
        lines.append(({"Event": f"Made up {number % 50}", "Red": f"Red {number % 97}",
                       "Black": f"Black {number % 89}", "Result": "1/2-1/2",
                       "Round": str(number), "Format": "ICCS"},
                      " ".join(f"{m[:2].upper()}-{m[2:].upper()}" for m in moves) + " 1/2-1/2"))
    return lines


def main():
    sys.dont_write_bytecode = True
    unittest.main(verbosity=1)
