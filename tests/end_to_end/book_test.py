#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu book build and probe over the sample games."""

import sqlite3
import sys

sys.dont_write_bytecode = True
import program
from program import SampleTestCase, mirrored


class Book(SampleTestCase):
    def build(self, *words):
        path = self.folder / "book.obk"
        return path, self.json("book", "build", path, *words)

    def test_a_book_says_what_explore_says(self):
        path, summary = self.build("--depth", "6", "--min-games", "3")
        self.assertGreater(summary["positions"], 20)
        self.assertGreater(summary["moves"], summary["positions"] - 1)
        self.assertTrue(summary["left_out"])
        for line in ("", "h2e2", "h2e2 h9g7"):
            explored = {row["iccs"]: row for row in self.json("explore", "--moves", line)["moves"]
                        if row["games"] >= 3}
            entries = self.json("book", "probe", path, "--moves", line)["entries"]
            is_red = len(line.split()) % 2 == 0
            seen = set()
            for entry in entries:
                move = entry["iccs"]
                row = explored.get(move) or explored[mirrored(move)]
                seen.add(row["iccs"])
                self.assertEqual((entry["win"], entry["draw"], entry["loss"]),
                                 (row["red" if is_red else "black"], row["draw"],
                                  row["black" if is_red else "red"]))
            self.assertEqual(seen, set(explored))
            weights = [entry["weight"] for entry in entries]
            self.assertEqual(weights, sorted(weights, reverse=True))

    def test_both_orientations_are_found(self):
        path, _ = self.build("--depth", "4")
        one = self.json("book", "probe", path, "--moves", "h2e2 h9g7")["entries"]
        other = self.json("book", "probe", path, "--moves", "b2e2 b9c7")["entries"]
        self.assertTrue(one)
        self.assertEqual([mirrored(entry["iccs"]) for entry in other], [entry["iccs"] for entry in one])

    def test_it_is_an_obk(self):
        path, summary = self.build("--depth", "4")
        with sqlite3.connect(path) as book:
            [rows] = book.execute("select count(*) from bhobk").fetchone()
        self.assertEqual(rows, summary["moves"])
        self.assertEqual([p.name for p in self.folder.iterdir()], ["book.obk"])

    def test_depth_side_and_filters(self):
        path, _ = self.build("--depth", "2", "--min-games", "1")
        self.assertTrue(self.json("book", "probe", path, "--moves", "h2e2")["entries"])
        self.assertEqual(self.json("book", "probe", path, "--moves", "h2e2 h9g7")["entries"], [])
        path, _ = self.build("--side", "black", "--min-games", "1", "--depth", "4")
        self.assertEqual(self.json("book", "probe", path)["entries"], [])
        self.assertTrue(self.json("book", "probe", path, "--moves", "h2e2")["entries"])
        path, _ = self.build("--player", "胡荣华", "--min-games", "1", "--depth", "1")
        entries = self.json("book", "probe", path)["entries"]
        games = sum(entry["win"] + entry["draw"] + entry["loss"] for entry in entries)
        self.assertEqual(games, sum("胡荣华" in (game.red, game.black) for game in self.games))

    def test_an_old_book_is_replaced_or_left_whole(self):
        path = self.folder / "book.obk"
        path.write_bytes(b"old")
        self.fails(1, "book", "build", path, "--min-games", "100000")
        self.assertEqual(path.read_bytes(), b"old")
        self.ok("book", "build", path, "--depth", "2")
        self.assertEqual(path.read_bytes()[:6], b"SQLite")

    def test_text(self):
        path, _ = self.build("--depth", "4")
        self.assertIn("炮", self.ok("book", "probe", path).out)
        run = self.ok("book", "probe", path, "--moves", "帅五进一 将5进1")
        self.assertEqual(run.out, "")
        self.assertIn("no move", run.err)
        run = self.ok("book", "build", self.folder / "b.obk", "--depth", "4")
        self.assertEqual(run.out, "")
        self.assertIn("positions", run.err)

    def test_what_is_no_book(self):
        other = self.folder / "other.obk"
        other.write_bytes(b"no book at all")
        self.fails(1, "book", "probe", other)
        self.fails(1, "book", "probe", self.folder / "gone.obk")
        self.assertIn("obk", self.fails(2, "book", "build", self.folder / "book.xyz").err)
        self.fails(2, "book", "build", self.folder / "book.obk", "--min-score", "2")
        self.fails(2, "book", "build", self.folder / "book.obk", "--weight", "luck")


if __name__ == "__main__":
    program.main()
