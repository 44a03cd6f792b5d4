#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""qipu search by text, patterns, mates and in variations; the same filters in other commands."""

import json
import sys

sys.dont_write_bytecode = True
import program
from program import SampleTestCase, TestCase, place_of, places_of_game, pgn

ANY = ["?9"] * 10


def board(rows):
    """A pattern of these rows, by rank; the others are free."""
    return "/".join(rows.get(rank, "?9") for rank in range(9, -1, -1))


class Finding(SampleTestCase):
    def rows(self, *words):
        return self.json("search", "--limit", "all", *words)

    def stands(self, square_tests, game):
        """The first ply of a game at which all points hold what they should, or None."""
        for ply, place in enumerate(places_of_game(game)):
            here = place.here[1:]
            for squares in (here, "".join(here[r * 9 + 8 - f] for r in range(10) for f in range(9))):
                if all(test(squares["abcdefghi".index(s[0]) + 9 * int(s[1])]) for s, test in square_tests.items()):
                    return ply
        return None

    def test_a_pattern_at_any_ply(self):
        # Black's palace has lost both advisors, a red pawn is across the river on the e file.
        pattern = board({9: "?3.k.?3", 6: "?4P?4"})
        tests = {"d9": lambda p: p == ".", "e9": lambda p: p == "k", "f9": lambda p: p == ".",
                 "e6": lambda p: p == "P"}
        expected = [(g.red, g.black, ply) for g in self.games
                    if (ply := self.stands(tests, g)) is not None]
        rows = self.rows("--pattern", pattern)
        self.assertEqual(sorted((r["red"], r["black"], r["ply_matched"]) for r in rows), sorted(expected))
        self.assertTrue(rows)
        one = rows[0]
        shown = self.json("show", f"{one['id']}:{one['ply_matched']}")
        self.assertRegex(shown["fen"], "^[^/]*k")
        counted = self.json("search", "--count", "--pattern", pattern)["count"]
        self.assertEqual(counted, len(expected))
        # Other commands take the same games.
        self.assertEqual(self.json("explore", "--pattern", pattern)["games"], len(expected))
        self.ok("export", "--pattern", pattern, "-o", self.folder / "out.pgn")
        self.assertEqual((self.folder / "out.pgn").read_text().count("[Red "), len(expected))
        dry = self.json("hide", "--pattern", pattern, "--dry-run")
        self.assertEqual(dry["hidden"], len(expected))

    def test_a_region_and_colours_changed_over(self):
        tests = {"e2": lambda p: p == "C", "e6": lambda p: p == "p"}
        expected = sum(self.stands(tests, g) is not None for g in self.games)
        region = ("--pattern", "p/?/?/?/C", "--region", "e2-e6")
        self.assertEqual(len(self.rows(*region)), expected)
        flipped = {"e7": lambda p: p == "c", "e3": lambda p: p == "P"}
        either = sum(self.stands(tests, g) is not None or self.stands(flipped, g) is not None
                     for g in self.games)
        self.assertEqual(len(self.rows(*region, "--flip")), either)

    def test_material_and_hold(self):
        def longest(game):
            run = best = 0
            for place in places_of_game(game):
                here = place.here[1:]
                fits = (here.count("R") == 1 and here.count("r") == 1 and
                        not set("NCnc") & set(here))
                run = run + 1 if fits else 0
                best = max(best, run)
            return best
        for hold in (1, 6):
            rows = self.rows("--material", "R vs R", "--hold", hold)
            self.assertEqual(len(rows), sum(longest(game) >= hold for game in self.games))
        for wrong in (("--hold", "3"), ("--material", "R"), ("--pattern", "9/9"), ("--flip",),
                      ("--region", "a0-b1"), ("--material", "R vs R", "--hold", "0")):
            self.fails(2, "search", *wrong)
            self.fails(2, "explore", *wrong)

    def test_text(self):
        event = self.games[0].event
        rows = self.rows("--text", event.replace("国", "國"))
        self.assertGreaterEqual(len(rows), sum(game.event == event for game in self.games))
        hu = [g for g in self.games if "胡荣华" in (g.red, g.black)]
        self.assertGreaterEqual(len(self.rows("--text", "hu ronghua")), len(hu))
        self.assertEqual(self.rows("--text", "没有这个词"), [])
        self.fails(2, "search", "--text", "...")

    def test_rows_stream_as_they_are_found(self):
        run = self.ok("search", "--material", "R*N*C* vs R*N*C*", "--jsonl", "--limit", "5")
        found = [json.loads(line)["id"] for line in run.out.splitlines()]
        self.assertEqual(found, [1, 2, 3, 4, 5])
        self.assertIn("first 5", run.err)
        more = self.ok("search", "--material", "R*N*C* vs R*N*C*", "--sort", "found", "--limit", "3", "--offset", "2")
        self.assertEqual(len(more.out.splitlines()), 4)
        newest = self.ok("search", "--material", "R*N*C* vs R*N*C*", "--jsonl", "--sort", "-date", "--limit", "5")
        self.assertEqual([json.loads(line)["id"] for line in newest.out.splitlines()],
                         [row["id"] for row in self.json("search", "--limit", "5")])

    def test_a_saved_search_is_asked_again(self):
        asked = ("--player", "胡荣华", "--moves", "h2e2", "--result", "red")
        rows = self.rows(*asked, "--save", "mine")
        self.assertTrue(rows)
        self.assertEqual(self.rows("--use", "mine"), rows)
        self.assertEqual(self.rows("--use", "mine", "--result", "draw"),
                         self.rows("--player", "胡荣华", "--moves", "h2e2", "--result", "draw"))
        self.assertEqual(self.rows("--use", "mine", "--fen", program.START_FEN + " w"),
                         self.rows("--player", "胡荣华", "--result", "red", "--moves", ""))
        self.assertEqual(self.json("explore", "--use", "mine"), self.json("explore", *asked))
        self.fails(2, "hide", "--use", "mine", "--dry-run")  # a position is not for it
        self.rows("--player", "胡荣华", "--flip", "--moves", "h2e2", "--save", "又一个")
        saved = self.json("saved", "list")
        self.assertEqual([(one["name"], list(one["options"])) for one in saved],
                         [("mine", ["moves", "player", "result"]), ("又一个", ["moves", "player", "flip"])])
        self.assertIn("--player '胡荣华'", self.ok("saved", "list").out)
        self.ok("saved", "delete", "又一个")
        self.assertIn("mine", self.fails(2, "search", "--use", "又一个").err)
        self.fails(2, "saved", "delete", "又一个")
        self.fails(2, "search", "--save", "all")  # nothing is asked
        self.ok("saved", "delete", "mine")
        self.assertEqual(self.json("saved", "list"), [])
        self.ok("verify")

    def test_families_of_openings(self):
        rows = self.rows("--family", "屏風馬")
        self.assertTrue(rows)
        for row in rows[:20]:
            self.assertIn("screen-horses", self.json("show", row["id"])["families"])
        self.assertEqual(rows, self.rows("--family", "screen-horses"))
        self.assertIn("穿宫马", self.fails(2, "search", "--family", "no such").err)

    def test_progress_is_shown(self):
        run = self.ok("search", "--material", "R vs R", "--progress", "always")
        self.assertIn("games read", run.err)


class Variations(TestCase):
    def test_a_position_in_a_variation(self):
        moves = "1. h2e2 h9g7 (1... b9c7 2. c3c4 g6g5) 2. h0g2 *"
        (self.folder / "a.pgn").write_text(pgn(({"Red": "甲", "Black": "乙"}, moves),
                                               ({"Red": "丙", "Black": "丁"}, "1. c3c4 c6c5 *")))
        self.ok("--db", self.folder / "db", "import", self.folder / "a.pgn")
        line = ("--db", self.folder / "db", "search", "--moves", "h2e2 b9c7 c3c4")
        self.assertEqual(self.json(*line), [])
        rows = self.json(*line, "--variations")
        self.assertEqual([(row["red"], row["ply_matched"]) for row in rows], [("甲", 3)])
        place = f"{rows[0]['id']}:v{rows[0]['variation']}"
        shown = self.json("--db", self.folder / "db", "show", place)
        asked = self.json("--db", self.folder / "db", "explore", "--moves", "h2e2 b9c7 c3c4")
        self.assertEqual(shown["key"], asked["key"])
        self.assertEqual(asked["games"], 0)
        self.assertIn("in a variation", self.ok("--db", self.folder / "db", "show", place).out)
        self.assertIn(f"3 v{rows[0]['variation']}", self.ok(*line, "--variations").out)
        self.fails(2, "--db", self.folder / "db", "show", "1:v2")
        self.fails(2, "--db", self.folder / "db", "show", "1:v")

    def test_a_mate_of_a_form(self):
        fen = "4k4/9/4N4/9/C8/9/9/9/9/3K5 w - - 0 1"
        tags = {"Red": "甲", "Black": "乙", "FEN": fen, "SetUp": "1"}
        other = {"Red": "丙", "Black": "丁", "FEN": "3k5/9/9/R8/9/9/9/9/9/4K4 w - - 0 1", "SetUp": "1"}
        (self.folder / "a.pgn").write_text(pgn((tags, "1. a5e5 1-0"), (other, "1. a6d6 1-0")))
        self.ok("--db", self.folder / "db", "import", self.folder / "a.pgn")

        def names(mate):
            return [row["red"] for row in
                    self.json("--db", self.folder / "db", "search", "--kind", "all", "--mate", mate)]
        self.assertEqual(names("馬後炮"), ["甲"])
        self.assertEqual(names("facing kings"), ["丙"])
        self.assertEqual(names("闷宫"), [])
        run = self.fails(2, "--db", self.folder / "db", "search", "--mate", "no such")
        self.assertIn("马后炮", run.err)


if __name__ == "__main__":
    program.main()
